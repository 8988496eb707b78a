import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { MendLink } from './mend-link.tsx'
import classes from './publication.module.css'
import type { PublicationState } from './publication.endpoints.ts'
/** What is not met, each with the way to where it is mended; what is met is folded away. */
export function Checklist({
  resource,
  record,
  state,
}: {
  resource: AnyResource
  record: AnyRecord
  state: PublicationState
}) {
  const open = state.findings.filter(({ isMet }) => !isMet)
  const met = state.findings.filter(({ isMet }) => isMet)
  const blocking = open.filter(({ isBlocking }) => isBlocking).length
  return (
    <>
      <h3>{checklistTitle(state.publication === 'published', blocking, open.length)}</h3>
      {open.length > 0 && (
        <ul className={classes['list']}>
          {open.map((finding) => (
            <li key={finding.key} data-state={finding.isBlocking ? 'blocking' : 'advice'}>
              {finding.isBlocking ? (
                <IconCircleX size={15} aria-label={t('Needed')} />
              ) : (
                <IconAlertTriangle size={15} aria-label={t('Advised')} />
              )}
              <MendLink resource={resource} record={record} finding={finding} />
            </li>
          ))}
        </ul>
      )}
      {met.length > 0 && (
        <details className={classes['passed']}>
          <summary>{t('{n} passed', { n: met.length })}</summary>
          <ul className={classes['list']}>
            {met.map(({ key, label }) => (
              <li key={key} data-state="met">
                <IconCircleCheck size={15} aria-label={t('Met')} />
                <span>{label}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function checklistTitle(isPublic: boolean, blocking: number, open: number): string {
  if (blocking > 0)
    return isPublic
      ? t('{n, plural, one {# item} other {# items}} to fix on the live page', { n: blocking })
      : t('{n, plural, one {# item} other {# items}} to fix before publishing', { n: blocking })
  return open > 0
    ? t('{n, plural, one {One thing to improve} other {# things to improve}}', { n: open })
    : t('All checks pass')
}
