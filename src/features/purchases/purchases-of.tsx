import { formatDate, formatInstant, formatMoney, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { cellOf } from '../../ui/resource/cells.tsx'
import { useRows } from '../../ui/resource/client.web.ts'
import type { RecordPartProps } from '../../ui/resource/screen-parts.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { contentsWords } from './contents-labels.ts'
import { purchases } from './purchases.ts'
import classes from './purchases-of.module.css'

const shown = 8
const fields = [
  'id',
  'reference',
  'createdAt',
  'travelDate',
  'contents',
  'grandTotal',
  'currency',
  'bookingStatus',
  'fulfilmentStatus',
  'refundState',
] as const
const newest = { sort: [{ field: 'createdAt', descending: true }], range: [0, shown - 1], fields } as const

interface PurchasesOfProps {
  /** Of a performance, or of a whole event: then each says for which day it is. */
  readonly filter: { readonly performanceId: number } | { readonly eventId: number }
}

/** The latest purchases of a performance, with a link to all of them. Hidden from users who can't see purchases. */
export function PurchasesOfPerformance({ record }: RecordPartProps) {
  return <PurchasesOf filter={{ performanceId: record.id }} />
}

export function PurchasesOfEvent({ record }: RecordPartProps) {
  return <PurchasesOf filter={{ eventId: record.id }} />
}

function PurchasesOf({ filter }: PurchasesOfProps) {
  return useMay()('ui', purchases.access.object) ? <Panel filter={filter} /> : null
}

function Panel({ filter }: PurchasesOfProps) {
  const paths = useRecordPaths()
  const hasDays = 'eventId' in filter
  const answer = useRows(purchases, { ...newest, filter: { ...filter } })
  const list = paths(purchases.name, 'list-event')
  const { data } = answer
  const all = data && data.total > 0 && list !== null && (
    <a href={`${list}?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`}>
      {data.totalKind === 'capped'
        ? t('All, more than {n}', { n: formatNumber(data.total) })
        : t('All {n}', { n: formatNumber(data.total) })}
    </a>
  )
  return (
    <AnswerPanel title={t('Purchases')} answer={answer} commands={all} className={classes['panel']}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p>{t('Nothing has been bought yet.')}</p>
        ) : (
          <div className={classes['scroll']} role="region" tabIndex={0} aria-label={t('Purchases, scrolls sideways')}>
            <table className={classes['table']}>
              <thead>
                <tr>
                  <th scope="col">{t('Reference')}</th>
                  <th scope="col">{t('Bought')}</th>
                  {hasDays && <th scope="col">{t('For')}</th>}
                  <th scope="col">{t('What')}</th>
                  <th scope="col" data-numeric="true">
                    {t('Total')}
                  </th>
                  <th scope="col">{t('Booking')}</th>
                  <th scope="col">{t('Fulfilment')}</th>
                  <th scope="col">{t('Refund')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => {
                  const page = paths(purchases.name, 'view-event', row.id)
                  return (
                    <tr key={row.id}>
                      <th scope="row">{page === null ? row.reference : <a href={page}>{row.reference}</a>}</th>
                      <td>{formatInstant(row.createdAt)}</td>
                      {hasDays && <td>{formatDate(row.travelDate)}</td>}
                      <td>{contentsWords(row.contents)}</td>
                      <td data-numeric="true">{formatMoney(row.grandTotal, row.currency)}</td>
                      <td>{cellOf('bookingStatus', purchases.fields.bookingStatus, row)}</td>
                      <td>{cellOf('fulfilmentStatus', purchases.fields.fulfilmentStatus, row)}</td>
                      <td>{cellOf('refundState', purchases.fields.refundState, row)}</td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </div>
        )
      }
    </AnswerPanel>
  )
}
