import { Button } from '@mantine/core'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { EmptyTicket } from '../tickets.tsx'
import { inSentence } from '../../core/resource/resource.ts'
import classes from './list.module.css'

/** Shown in place of rows: that nothing matches, or that there is nothing yet and how to begin. */
export function Empty({
  resource,
  isNarrowed,
  onClear,
  create,
}: {
  resource: AnyResource
  isNarrowed: boolean
  onClear: () => void
  create: string | null
}) {
  const [one, many] = resource.label
  if (isNarrowed) {
    return (
      <div className={classes['empty']}>
        <EmptyTicket sign="search" />
        <p>{t('No {many} match your search and filters', { many: inSentence(t(many)) })}</p>
        <Button variant="default" onClick={onClear}>
          {t('Clear search and filters')}
        </Button>
      </div>
    )
  }
  return (
    <div className={classes['empty']}>
      <EmptyTicket sign={create ? 'add' : 'none'} />
      <p>{t('No {many} yet', { many: inSentence(t(many)) })}</p>
      {create && (
        <Button component="a" href={create}>
          {t('Create the first {one}', { one: inSentence(t(one)) })}
        </Button>
      )}
    </div>
  )
}
