import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { mayChange } from '../../../core/resource/city-limits.ts'
import { formatInstant } from '../../../core/i18n/formats.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { Waiting } from '../../../ui/resource/states.tsx'
import { useSession } from '../../../core/browser/session.web.ts'
import type { ScheduleChange } from './notice.endpoints.ts'
import { listScheduleChanges } from './notice.endpoints.ts'
import { performances } from '../performance/performances.ts'
import classes from '../schedule/schedule.module.css'

const NotifyDialog = lazy(async () => ({ default: (await import('./notify-dialog.tsx')).NotifyDialog }))

const kinds = { moved: msg('Moved'), postponed: msg('Postponed'), cancelled: msg('Cancelled') }

function stateWords({ state, purchases, told, decidedBy }: ScheduleChange): string {
  if (state === 'open') return t('{n, plural, one {# customer} other {# customers}} not notified yet', { n: purchases })
  if (state === 'superseded') return t('Changed again before customers were notified')
  if (state === 'declined') return t('{name} chose not to notify', { name: decidedBy ?? '' })
  return t('{notified} of {purchases} notified by email, by {name}', {
    notified: told,
    purchases,
    name: decidedBy ?? '',
  })
}

/** Changes to a performance since it was first sold, and whether its customers have been notified. */
export function ChangesPanel({ performance }: { performance: AnyRecord }) {
  const session = useSession()
  const [telling, setTelling] = useState<number | null>(null)
  // A change brings a newer version, and with it a new set of changes to notify about.
  const { data } = useAnswer(listScheduleChanges, {
    params: { id: performance.id },
    query: { version: performance.version },
  })
  if (!data) return <Waiting />
  if (data.changes.length === 0) return null
  const mayTell = session !== null && mayChange(session.grants, performances, performance)
  return (
    <section className={classes['panel']} aria-label={t('Changes after it was sold')}>
      <h2>{t('Changes after it was sold')}</h2>
      <ul className={classes['claims']}>
        {data.changes.map((change) => (
          <li key={change.id}>
            <b>{t(kinds[change.kind])}</b>
            <span>
              {formatInstant(change.madeAt)} · {change.madeBy}
              {change.reason !== '' && ` · ${change.reason}`}
            </span>
            <span className={classes['quiet']}>{stateWords(change)}</span>
            {mayTell && change.state === 'open' && (
              <Button size="compact-sm" variant="default" onClick={() => setTelling(change.id)}>
                {t('Notify customers…')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {telling !== null && (
        <Suspense>
          <NotifyDialog changes={[telling]} onClose={() => setTelling(null)} />
        </Suspense>
      )}
    </section>
  )
}
