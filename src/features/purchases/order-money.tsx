import type { ReactNode } from 'react'
import type { Tone } from '../../core/resource/fields.ts'
import { formatMoney, formatInstant, formatPercent } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { Filter } from '../../core/list/list-query.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import { filterParam } from '../../ui/resource/list-state.web.ts'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { signsOfCredits } from './ledger-signs.ts'
import type { PurchaseDetails } from './purchase-details.ts'
import { failureWords } from './provider-labels.ts'
import { actorWords, checkWords, paymentWords, refundWord, wordOf } from './purchase-labels.ts'
import type { Purchase } from './purchases.ts'
import type { PaymentState, RefundProgress } from './states/purchase-ledger.ts'
import { Card, Code } from './card.tsx'
import { Disputed } from './order-dispute.tsx'
import classes from './order.module.css'
import { WaitingChange } from './waiting-change.tsx'

const awaiting: ReadonlySet<Purchase['bookingStatus']> = new Set(['pending_payment', 'on_hold'])

type Row = readonly [key: string, label: ReactNode, amount: number, opens?: string | undefined]

/** From what was sold to what is left of it, each payment and refund, and whether it all adds up. */
export function Money({ purchase, details }: { purchase: Purchase; details: PurchaseDetails }) {
  const { currency } = purchase
  const { lines, identities } = details
  const broken = identities.filter(({ holds }) => !holds)
  const sold: readonly Row[] = [
    ['items', t('Items'), purchase.itemsTotal],
    ...lines
      .filter(({ kind }) => kind === 'fee' || kind === 'tax' || kind === 'discount')
      .map((line): Row => [
        `line ${line.position}`,
        <Extra key="extra" line={line} purchase={purchase} />,
        line.amount,
      ]),
  ]
  const { entries, results, underWay } = useMoneyAddresses(purchase)
  // While its customer can still pay, what is expected says more than that the cost, once the supplier asks it, is not covered.
  const isAwaited = purchase.paymentStatus === 'unpaid' && awaiting.has(purchase.bookingStatus)
  const due = isAwaited ? purchase.grandTotal - purchase.captured : 0
  const left: readonly Row[] = [
    ['captured', t('Paid'), purchase.captured, entries({ account: ['gateway', 'customer_credit'], cause: 'capture' })],
    ['due', t('Amount due'), due],
    ['refunded', t('Refunded'), -purchase.refunded, results({ account: 'refunds' })],
    ['refundPending', t('Refunds under way'), -purchase.refundPending, underWay],
    ['chargedBack', t('Charged back'), -purchase.chargedBack, results({ account: 'chargebacks' })],
    ['supplierCost', t('Supplier cost'), -purchase.supplierCost, results({ account: 'supplier_cost' })],
    ['paymentFees', t('Payment fee'), -purchase.paymentFees, results({ account: 'payment_fees' })],
  ]
  const expected = purchase.supplierCost === 0 ? t('Expected before supplier cost') : t('Expected margin')
  const share = purchase.captured > 0 ? Math.round((purchase.margin / purchase.captured) * 10_000) : null
  return (
    <Card
      title={t('Money')}
      end={
        <Chip tone={broken.length === 0 ? 'good' : 'bad'}>
          {broken.length === 0 ? t('Totals reconcile') : t('Totals don’t reconcile')}
        </Chip>
      }
    >
      <div className={classes['money']}>
        <Ledger rows={sold} total={[t('Total'), purchase.grandTotal]} currency={currency} label={t('Sold')} />
        <Ledger
          rows={left.filter(([key, , amount]) => amount !== 0 || key === 'captured')}
          total={[
            <>
              {isAwaited ? expected : t('Margin')} {share !== null && <small>{formatPercent(share, 'measured')}</small>}
            </>,
            purchase.margin + due,
            isAwaited
              ? undefined
              : results({ account: ['sales', 'refunds', 'chargebacks', 'supplier_cost', 'payment_fees'] }),
          ]}
          currency={currency}
          label={t('What is left')}
        />
      </div>
      {broken.length > 0 && (
        <ul className={classes['broken']}>
          {broken.map(({ key, says, adds }) => (
            <li key={key}>
              {t('{what}: says {says}, adds up to {adds}', {
                what: t(identityWords[key]),
                says: formatMoney(says, currency),
                adds: formatMoney(adds, currency),
              })}
            </li>
          ))}
        </ul>
      )}
      <WaitingChange change={details.unpaidChange} currency={currency} />
      <Movements {...details} />
    </Card>
  )
}

/** What lines are called that we write ourselves. */
const ownTitles: ReadonlySet<string> = new Set([
  msg('Service fee'),
  msg('Booking by phone'),
  msg('Sales tax'),
  msg('Change without extra charge'),
])

function Extra({ line, purchase }: { line: PurchaseDetails['lines'][number]; purchase: Purchase }) {
  const { couponId, coupon } = purchase
  if (ownTitles.has(line.title)) return t(line.title)
  if (line.kind !== 'discount' || couponId === null) return line.title
  return (
    <>
      {t('Coupon')}{' '}
      <RecordLink to="coupons" id={couponId}>
        {coupon?.title}
      </RecordLink>
    </>
  )
}

interface LedgerProps {
  readonly rows: readonly Row[]
  readonly total: readonly [label: ReactNode, amount: number, opens?: string | undefined]
  readonly currency: string
  readonly label: string
}

function Ledger({ rows, total, currency, label }: LedgerProps) {
  return (
    <table className={classes['ledger']} aria-label={label}>
      <tbody>
        {rows.map(([key, name, amount, opens]) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>
              <Amount amount={amount} currency={currency} opens={opens} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{total[0]}</th>
          <td>
            <Amount amount={total[1]} currency={currency} opens={total[2]} />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

/** An amount that opens the rows that add up to it, for people who can see them. */
function Amount({ amount, currency, opens }: { amount: number; currency: string; opens: string | undefined }) {
  const words = formatMoney(amount, currency)
  return opens === undefined ? words : <a href={opens}>{words}</a>
}

/** Where the rows are that the money of an order adds up from. */
function useMoneyAddresses({ id, currency }: Purchase) {
  const paths = useRecordPaths()
  const address = (resource: string, filter: Filter, more: Readonly<Record<string, string>> = {}) => {
    const list = paths(resource, 'list')
    const param = filterParam({ purchaseId: id, ...filter })
    return list && param ? `${list}?${new URLSearchParams({ filter: param, ...more }).toString()}` : undefined
  }
  return {
    // Each with the signs that make its entries add up to the figure, which the ledger shows beside them.
    entries: (filter: Filter) => address('ledger-entries', { ...filter, currency }),
    results: (filter: Filter) => address('ledger-entries', { ...filter, currency }, { signs: signsOfCredits }),
    underWay: address('refunds', { state: ['requested', 'approved', 'processing'] }),
  }
}

const paymentTones: Record<PaymentState, Tone> = {
  pending: 'busy',
  authorised: 'busy',
  captured: 'good',
  failed: 'bad',
  voided: 'neutral',
}
const refundTones: Record<RefundProgress, Tone> = {
  requested: 'warn',
  approved: 'busy',
  processing: 'busy',
  succeeded: 'good',
  failed: 'bad',
  reversed: 'warn',
  rejected: 'neutral',
}

/** Each payment attempt, refund and dispute: how, how it went, when, and how much. */
function Movements({ payments, refunds, disputes }: Pick<PurchaseDetails, 'payments' | 'refunds' | 'disputes'>) {
  if (payments.length + refunds.length === 0) return <p className={classes['quiet']}>{t('No payment attempts')}</p>
  return (
    <ul className={classes['movements']} aria-label={t('Payments and refunds')}>
      {payments.map((payment) => (
        <li key={`payment ${payment.id}`}>
          <div>
            <Chip tone={paymentTones[payment.state]}>{wordOf(payment.state)}</Chip> · {paymentWords(payment)}
            <small>
              {[...checkWords(payment), payment.failure && failureWords(payment.failure)].filter(Boolean).join(' · ')}
            </small>
            <Code text={payment.pspReference} />
          </div>
          <time dateTime={payment.capturedAt ?? payment.authorisedAt ?? payment.createdAt}>
            {formatInstant(payment.capturedAt ?? payment.authorisedAt ?? payment.createdAt)}
          </time>
          <b>{formatMoney(payment.captured || payment.authorised, payment.currency)}</b>
        </li>
      ))}
      {refunds.map((refund) => (
        <li key={`refund ${refund.id}`}>
          <div>
            <Chip tone={refundTones[refund.state]}>
              {t('Refund {state}', { state: refundWord(refund.state).toLowerCase() })}
            </Chip>{' '}
            · {wordOf(refund.reason)}
            <small>
              {[
                t('Requested by {name}', { name: actorWords(refund.requestedBy, refund.initiator) }),
                refund.approvedBy && t('approved by {name}', { name: refund.approvedBy }),
                t('paid by {paidBy}, to {destination}', {
                  paidBy: t(payers[refund.paidBy] ?? refund.paidBy),
                  destination: t(destinations[refund.destination] ?? refund.destination),
                }),
                refund.bankReference && t('bank reference {reference}', { reference: refund.bankReference }),
                refund.failure && failureWords(refund.failure),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
            {refund.pspReference !== null && <Code text={refund.pspReference} />}
          </div>
          <time dateTime={refund.succeededAt ?? refund.createdAt}>
            {formatInstant(refund.succeededAt ?? refund.createdAt)}
          </time>
          <b>{formatMoney(-refund.amount, refund.currency)}</b>
        </li>
      ))}
      {disputes.map((dispute) => (
        <Disputed key={`dispute ${dispute.id}`} dispute={dispute} />
      ))}
    </ul>
  )
}

const destinations: Readonly<Record<string, string>> = {
  original_method: msg('the original payment'),
  credit: msg('store credit'),
  bank_transfer: msg('a bank account'),
}
const payers: Readonly<Record<string, string>> = {
  platform: msg('us'),
  seller: msg('the seller'),
  provider: msg('the supplier'),
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
  charged_back: msg('Lost disputes add up to charged back'),
  supplier_cost: msg('Supplier cost is net cost at its rate'),
  margin: msg('Margin follows from the above'),
}
