import { formatDate, formatMoney, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { cellOf } from '../../ui/resource/cells.tsx'
import { useRows } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import type { RecordPartProps } from '../../ui/resource/screen-parts.web.ts'
import { useMay } from '../../core/browser/session.web.ts'
import { Failure } from '../../ui/resource/states.tsx'
import { contentsWords } from './contents-labels.ts'
import { purchases } from './purchases.ts'
import classes from './customer-orders.module.css'

const shown = 10
const fields = [
  'reference',
  'kind',
  'createdAt',
  'title',
  'contents',
  'travelDate',
  'grandTotal',
  'currency',
  'bookingStatus',
  'paymentStatus',
  'refundState',
] as const
const newest = { sort: [{ field: 'createdAt', descending: true }], range: [0, shown - 1], fields } as const

/** A customer's latest purchases, each with a link to its page. Shown only to users who can see purchases. */
export function CustomerOrders({ record }: RecordPartProps) {
  return useMay()('ui', purchases.access.object) ? <Orders id={record.id} /> : null
}

function Orders({ id }: { id: number }) {
  const paths = useRecordPaths()
  const { data, error, refetch } = useRows(purchases, { ...newest, filter: { customerId: id } })
  const list = paths(purchases.name, 'list')
  return (
    <section className={classes['panel']} aria-label={t('Purchases')}>
      <div className={classes['head']}>
        <h2>{t('Purchases')}</h2>
        {data && <span className={classes['quiet']}>{formatNumber(data.total)}</span>}
        {data && data.total > shown && list && (
          <a href={`${list}?${new URLSearchParams({ filter: JSON.stringify({ customerId: id }) }).toString()}`}>
            {t('Show all')}
          </a>
        )}
      </div>
      {error && <Failure error={error} onRetry={() => void refetch()} what={t('Purchases')} />}
      {!data && !error && (
        <p className={classes['quiet']} role="status">
          {t('Loading…')}
        </p>
      )}
      {data?.rows.length === 0 && <p className={classes['quiet']}>{t('Nothing has been bought yet.')}</p>}
      {data && data.rows.length > 0 && (
        <div className={classes['frame']} tabIndex={0} role="group" aria-label={t('Purchases, scrolls sideways')}>
          <table className={classes['table']} aria-label={t('Purchases of this customer')}>
            <thead>
              <tr>
                <th scope="col">{t('Reference')}</th>
                <th scope="col">{t('What')}</th>
                <th scope="col">{t('For')}</th>
                <th scope="col">{t('Booking')}</th>
                <th scope="col">{t('Payment')}</th>
                <th scope="col" data-numeric="true">
                  {t('Total')}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => {
                const page = paths(purchases.name, `view-${row.kind}`, row.id)
                return (
                  <tr key={row.id}>
                    <td>{page ? <a href={page}>{row.reference}</a> : row.reference}</td>
                    <td>
                      {row.title}
                      <span className={classes['small']}>{contentsWords(row.contents)}</span>
                    </td>
                    <td>
                      <time dateTime={row.travelDate}>{formatDate(row.travelDate)}</time>
                    </td>
                    <td>{cellOf('bookingStatus', purchases.fields.bookingStatus, row)}</td>
                    <td>{cellOf('paymentStatus', purchases.fields.paymentStatus, row)}</td>
                    <td data-numeric="true">{formatMoney(row.grandTotal, row.currency)}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
