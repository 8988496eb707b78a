import { labelOf } from '../../kit/fields.ts'
import { formatDate } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import { cellOf } from '../../kit/screens/cells.tsx'
import { Fact } from '../../kit/screens/form-parts.tsx'
import type { OwnInput } from '../../kit/screens/screen-parts.web.ts'
import { events } from './events.ts'

type Values = Readonly<Record<string, unknown>>

/** When an event is next. Noon stands for a time that is to be announced, so that says its day alone. */
export function nextStartCell(event: Values) {
  const day = event['nextTbaOn']
  if (typeof day !== 'string') return cellOf('nextStartsAt', events.fields.nextStartsAt, event)
  return <time dateTime={day}>{t('{date}, time to be announced', { date: formatDate(day) })}</time>
}

/** The same in the form, to read. */
export const NextStartInput: OwnInput = ({ field, name, record }) => <Fact label={labelOf(name, field)} isWide>{nextStartCell(record ?? {})}</Fact>
