import type { AnyField } from '../../core/resource/fields.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { isMasked } from '../../core/resource/personal.ts'
import {
  formatDate,
  formatInstant,
  formatMoney,
  formatNumber,
  formatPercent,
  inWords,
  zoneName,
} from '../../core/i18n/formats.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { rich } from '../../ui/rich.tsx'
import { readPurchaseTerms } from '../static-pages/static-page.endpoints.ts'
import type { PurchaseDetails } from './purchase-details.ts'
import type { Purchase } from './purchases.ts'
import { purchases } from './purchases.ts'
import classes from './purchase.module.css'

/** Who bought, as they were then, and what else is known about them. */
export function Customer({ purchase, customer }: { purchase: Purchase; customer: PurchaseDetails['customer'] }) {
  const paths = useRecordPaths()
  const page = customer && paths('customers', 'update', customer.id)
  return (
    <>
      <p className={classes['title']}>{page ? <a href={page}>{purchase.customerName}</a> : purchase.customerName}</p>
      <dl className={classes['facts']}>
        <div>
          <dt>{t('E-mail')}</dt>
          <dd>
            <Contact field={purchases.fields.customerEmail} value={purchase.customerEmail} scheme="mailto" />
          </dd>
        </div>
        {purchase.customerPhone && (
          <div>
            <dt>{t('Phone')}</dt>
            <dd>
              <Contact field={purchases.fields.customerPhone} value={purchase.customerPhone} scheme="tel" />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('Country and language')}</dt>
          <dd>
            {purchase.customerCountry}, {purchase.customerLocale}
          </dd>
        </div>
        {customer && (
          <>
            <div>
              <dt>{t('Purchases')}</dt>
              <dd>
                {formatNumber(customer.purchaseCount)}
                {customer.disputeCount > 0 && (
                  <>
                    {' '}
                    <Chip tone="bad">{t('{disputeCount} disputed', { disputeCount: customer.disputeCount })}</Chip>
                  </>
                )}
              </dd>
            </div>
            <div>
              <dt>{t('Spent')}</dt>
              <dd>
                {customer.spent.map((row) => (
                  <div key={row.currency}>{formatMoney(row.captured - row.refunded, row.currency)}</div>
                ))}
              </dd>
            </div>
            {customer.status !== 'active' && (
              <div>
                <dt>{t('Account')}</dt>
                <dd>
                  <Chip tone="warn">{t(inWords(customer.status))}</Chip>
                </dd>
              </div>
            )}
          </>
        )}
      </dl>
    </>
  )
}

/** A link once the value has been revealed. A masked value is plain text, since no one can write to it. */
function Contact({ field, value, scheme }: { field: AnyField; value: string; scheme: 'mailto' | 'tel' }) {
  return isMasked(field, value) ? value : <a href={`${scheme}:${value}`}>{value}</a>
}

/** From what was sold to what is left of it. */
export function Totals({ purchase }: { purchase: Purchase }) {
  const amount = (value: number) => formatMoney(value, purchase.currency)
  const rows: [string, number, boolean?][] = [
    [t('Items'), purchase.itemsTotal],
    [t('Fees'), purchase.feesTotal],
    [t('Tax'), purchase.taxTotal],
    [t('Discount'), -purchase.discountTotal],
    [t('Total'), purchase.grandTotal, true],
    [t('Captured'), purchase.captured],
    [t('Refunded'), -purchase.refunded],
    [t('Refunds under way'), -purchase.refundPending],
    [t('Charged back'), -purchase.chargedBack],
    [t('Supplier cost'), -purchase.supplierCost],
    [t('Payment fees'), -purchase.paymentFees],
    [t('Margin'), purchase.margin, true],
  ]
  return (
    <table className={classes['totals']}>
      <tbody>
        {rows
          .filter(([, value, strong]) => strong || value !== 0)
          .map(([label, value, strong]) => (
            <tr key={label} data-strong={strong === true}>
              <th scope="row">{label}</th>
              <td>{amount(value)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

/** How much is refunded until when, in the venue's time, with the current step marked. */
export function CancellationPolicy({ purchase }: { purchase: Purchase }) {
  const now = Date.now()
  const steps = purchase.cancellationPolicy
    .filter(({ refund }) => refund > 0)
    .sort((a, b) => Date.parse(a.until) - Date.parse(b.until))
  if (steps.length === 0) return <p className={classes['quiet']}>{t('All sales are final: nothing comes back.')}</p>
  const current = steps.findIndex(({ until }) => now < Date.parse(until))
  return (
    <ol className={classes['policy']}>
      {steps.map(({ until, refund }, index) => (
        <li key={until} aria-current={index === current ? 'step' : undefined}>
          {rich('{refund} until {until} {zoneName}', {
            refund: <strong>{t('{refund} back', { refund: formatPercent(refund) })}</strong>,
            until: formatInstant(until, purchase.timeZone),
            zoneName: zoneName(until, purchase.timeZone),
          })}
          {index === current && (
            <>
              {' '}
              <Chip tone="good">{t('now')}</Chip>
            </>
          )}
        </li>
      ))}
      <li aria-current={current === -1 ? 'step' : undefined}>
        {rich('{nothing} after that', { nothing: <strong>{t('Nothing back')}</strong> })}{' '}
        {current === -1 && <Chip tone="warn">{t('now')}</Chip>}
      </li>
    </ol>
  )
}

const identityWords: Record<PurchaseDetails['identities'][number]['key'], string> = {
  grand_total: msg('Lines add up to the total'),
  items: msg('Item lines add up'),
  fees: msg('Fee lines add up'),
  tax: msg('Tax lines add up'),
  discount: msg('Discount lines add up'),
  captured: msg('Payments add up to captured'),
  refunded: msg('Refunds add up to refunded'),
  refund_pending: msg('Refunds under way add up'),
  supplier_cost: msg('Supplier cost is net cost at its rate'),
  margin: msg('Margin follows from the above'),
}

/** Whether the sums hold. A break is shown with both sides and never mended in silence. */
export function Reconciliation({
  identities,
  currency,
}: {
  identities: PurchaseDetails['identities']
  currency: string
}) {
  const broken = identities.filter(({ holds }) => !holds)
  if (broken.length === 0)
    return (
      <p className={classes['quiet']}>
        {t('All {n} sums of this purchase agree to the minor unit.', { n: identities.length })}
      </p>
    )
  return (
    <ul className={classes['broken']}>
      {broken.map(({ key, says, adds }) => (
        <li key={key}>
          <Chip tone="bad">{t('Broken')}</Chip>{' '}
          {t('{what}: says {says}, adds up to {adds}', {
            what: t(identityWords[key]),
            says: formatMoney(says, currency),
            adds: formatMoney(adds, currency),
          })}
        </li>
      ))}
    </ul>
  )
}

/** Which version of each legal page the customer agreed to. */
export function AgreedTerms({ id }: { id: number }) {
  const paths = useRecordPaths()
  const { data } = useAnswer(readPurchaseTerms, { params: { id } })
  if (!data) return null
  if (data.versions.length === 0) return <p className={classes['quiet']}>{t('No legal page had a version then.')}</p>
  return (
    <dl className={classes['facts']}>
      {data.versions.map(({ pageId, title, number, effectiveFrom, locale }) => {
        const page = paths('static-pages', 'update', pageId)
        return (
          <div key={pageId}>
            <dt>{page ? <a href={page}>{title}</a> : title}</dt>
            <dd>
              {t('version {number} of {date}, {locale}', {
                number,
                date: formatDate(effectiveFrom.slice(0, 10)),
                locale,
              })}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
