import { formatDate } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { cellOf } from '../../../ui/resource/cells.tsx'
import { events } from './events.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * When an event is next. A start that is yet to be announced is stored as noon, so only its day is shown. Kept short to
 * fit a column.
 */
export function nextStartCell(event: Values) {
  const day = event['nextTbaOn']
  if (typeof day !== 'string') return cellOf('nextStartsAt', events.fields.nextStartsAt, event)
  return (
    <time dateTime={day} title={toBeAnnounced(day)}>
      {t('{date}, TBA', { date: formatDate(day) })}
    </time>
  )
}

export const toBeAnnounced = (day: string) => t('{date}, time to be announced', { date: formatDate(day) })
