import { labelOf } from '../../kit/fields.ts'
import { formatDate } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import { cellOf } from '../../kit/screens/cells.tsx'
import { Fact } from '../../kit/screens/form-parts.tsx'
import type { OwnInput } from '../../kit/screens/screen-parts.web.ts'
import { events } from './events.ts'

type Values = Readonly<Record<string, unknown>>

/** When an event is next. Noon stands for a time that is to be announced, so that says its day alone. Short: a column has no room for more. */
export function nextStartCell(event: Values) {
  const day = event['nextTbaOn']
  if (typeof day !== 'string') return cellOf('nextStartsAt', events.fields.nextStartsAt, event)
  return <time dateTime={day} title={toBeAnnounced(day)}>{t('{date}, TBA', { date: formatDate(day) })}</time>
}

const toBeAnnounced = (day: string) => t('{date}, time to be announced', { date: formatDate(day) })

/** The same in the form, to read. */
export const NextStartInput: OwnInput = ({ field, name, record }) => {
  const day = record?.['nextTbaOn']
  return <Fact label={labelOf(name, field)} isWide>{typeof day === 'string' ? <time dateTime={day}>{toBeAnnounced(day)}</time> : nextStartCell(record ?? {})}</Fact>
}
