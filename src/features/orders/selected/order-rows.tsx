import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import classes from './selected.module.css'

export interface OrderRow {
  readonly record: AnyRecord
  /** As many as `headings`. */
  readonly amounts?: readonly string[]
  readonly tone?: 'good' | 'bad' | 'warn' | undefined
  /** What can become or has become of it, as a word that leads and a sentence. */
  readonly lead?: string | undefined
  readonly says?: string | undefined
}

interface OrderRowsProps {
  readonly label: string
  /** Over the amounts. */
  readonly headings?: readonly string[]
  readonly orderHeading: string
  readonly resultHeading: string
  readonly rows: readonly OrderRow[]
}

const none: readonly string[] = []

/** The selected orders, each with what became of it. It scrolls by itself, also by the keyboard. */
export function OrderRows({ label, headings = none, orderHeading, resultHeading, rows }: OrderRowsProps) {
  return (
    <div className={classes['rows']} tabIndex={0} role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{orderHeading}</th>
            {headings.map((heading) => (
              <th key={heading} scope="col" className={classes['amount']}>
                {heading}
              </th>
            ))}
            <th scope="col">{resultHeading}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ record, amounts = none, tone, lead, says }) => (
            <tr key={record.id}>
              <th scope="row">
                {referenceOf(record)}
                {typeof record['title'] === 'string' && <small>{record['title']}</small>}
              </th>
              {headings.map((heading, place) => (
                <td key={heading} className={classes['amount']} data-label={heading}>
                  {amounts[place]}
                </td>
              ))}
              <td data-tone={tone} className={classes['says']}>
                {lead !== undefined && <b>{lead}</b>} {says}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const referenceOf = (record: AnyRecord) => String(record['reference'] ?? record.id)
