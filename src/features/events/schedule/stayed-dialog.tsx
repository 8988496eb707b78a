import { formatDate } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { ShiftResults } from '../notices/schedule.endpoints.ts'
import classes from './schedule.module.css'

/** Which of the chosen performances stayed as they were, and why each did. */
export function StayedDialog({
  chosen,
  results,
  onClose,
}: {
  chosen: readonly AnyRecord[]
  results: ShiftResults['results']
  onClose: () => void
}) {
  return (
    <Dialog
      title={t('{n, plural, one {# performance stayed} other {# performances stayed}} where they were', {
        n: results.length,
      })}
      onClose={onClose}
      size={520}
    >
      <ul className={classes['claims']}>
        {results.map(({ id, message }) => {
          const row = chosen.find((one) => one.id === id)
          return (
            <li key={id}>
              <b>{row ? `${formatDate(String(row['localDate']))} ${String(row['localTime'] ?? '')}` : `#${id}`}</b>{' '}
              <span>{message}</span>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
