import { formatDate, formatInstant, formatMoney, formatPercent, listOf } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Said } from '../../../platform/stored-texts/stored-text.ts'
import { sayStored, storedText } from '../../../platform/stored-texts/stored-text.ts'
import type { SupplierRequest } from '../supplier-port.server.ts'
import type { CommandOrder } from './command-order.server.ts'
import type { CommandContext } from './command-server.server.ts'
import type { Effect } from './command-state.server.ts'
import { supplierEffect } from './decide-order.server.ts'
import { messageEffect } from './message-effect.server.ts'
import type { PlannedVisit, WantedVisit } from './planned-visit.server.ts'

export interface Quoted {
  readonly request: SupplierRequest<'quoteChange'>
  readonly token: string
  readonly fee: number
}

const whenOf = (date: string, time: string | null): Said => ({
  all: [{ date }, ...(time === null ? [] : [time])],
  between: ', ',
})

/** From what to what: the day where it is another, and who comes where that is. */
export function changeIn(order: CommandOrder, { goods, isSameParty, line }: PlannedVisit) {
  const time = line.time ?? null
  const isSameDay = order.localDate === line.date && order.localTime === time
  const party = order.lines.map(({ quantity, title }) => `${quantity} ${title}`).join(', ')
  return {
    day: isSameDay
      ? null
      : storedText('{before} → {after}', {
          before: whenOf(order.localDate, order.localTime),
          after: whenOf(line.date, time),
        }),
    party: isSameParty ? null : storedText('{before} → {after}', { before: party, after: goods.contents }),
  }
}

/** What the visit costs us then: what suppliers charged for earlier changes is owed all the same. */
export const netAfter = ({ sold, priced, price }: PlannedVisit, fee: number) =>
  (price === null ? sold.netCost : priced.cost + sold.changeFees) + fee

/** What a change of a visit does, as its preview says it. */
export async function visitEffects(
  { db, order }: CommandContext<WantedVisit>,
  plan: PlannedVisit,
  quote: Quoted | null,
): Promise<readonly Effect[]> {
  const fee = quote?.fee ?? 0
  const { sold, price } = plan
  const money = (amount: number) => formatMoney(amount, order.currency)
  const total = price?.total ?? order.grandTotal
  const less = Math.max(0, order.captured - order.refunded - total)
  const charge = price?.charge ?? 0
  const cost = Math.round(netAfter(plan, fee) * sold.costFactor)
  const { day, party } = changeIn(order, plan)
  return [
    ...[day, party, ...waitingSentences(order, plan)].flatMap((said) =>
      said === null ? [] : [{ about: 'order' as const, text: sayStored(said) }],
    ),
    {
      about: 'customer',
      text:
        total === order.grandTotal
          ? t('The price stays {total}.', { total: money(total) })
          : t('The price becomes {total} instead of {before}.', {
              total: money(total),
              before: money(order.grandTotal),
            }),
    },
    ...(price !== null && price.waived > 0
      ? [{ about: 'customer' as const, text: t('{waived} more is not charged.', { waived: money(price.waived) }) }]
      : []),
    ...(less > 0
      ? [
          {
            about: 'customer' as const,
            text: t('Paid {less} too much then. Refunding it is a separate decision.', { less: money(less) }),
          },
        ]
      : []),
    ...(charge > 0
      ? [
          {
            about: 'customer' as const,
            text: t('{charge} to pay by a link, within {n, plural, one {# hour} other {# hours}}.', {
              charge: money(charge),
              n: plan.hours,
            }),
          },
        ]
      : []),
    ...termEffects(order, plan),
    ...voucherEffects(order),
    ...discountEffects(price, money),
    { about: 'supplier', text: supplierText(order, quote, fee === 0 ? null : formatMoney(fee, sold.costCurrency)) },
    { about: 'tax', text: t('Tax stays as it is.') },
    {
      about: 'margin',
      text: t('{before} → {after}', {
        before: money(sold.margin),
        after: money(sold.margin + sold.supplierCost - cost + charge),
      }),
    },
    charge > 0
      ? {
          about: 'message',
          text: t('The customer is emailed the payment link now, and about the change once it is made.'),
        }
      : await messageEffect(db, 'change'),
  ]
}

/** What becomes of the coupon, and of what earlier changes waived, where that is another amount. */
function discountEffects(price: PlannedVisit['price'], money: (amount: number) => string): readonly Effect[] {
  if (price === null) return []
  const { coupon, waivedBefore, stillWaived } = price
  const taken =
    coupon === null || coupon.amount === coupon.before
      ? null
      : coupon.amount === 0
        ? t('Coupon {code} takes nothing off this visit.', { code: coupon.code })
        : t('Coupon {code} takes off {amount} instead of {before}.', {
            code: coupon.code,
            amount: money(coupon.amount),
            before: money(coupon.before),
          })
  const waived =
    stillWaived === waivedBefore
      ? null
      : t('Of the {before} that earlier changes waived, {amount} stays waived.', {
          before: money(waivedBefore),
          amount: money(stillWaived),
        })
  return [
    ...(waived === null ? [] : [{ about: 'customer' as const, text: waived }]),
    ...(taken === null ? [] : [{ about: 'coupon' as const, text: taken }]),
  ]
}

/** A changed visit is under the terms that the product has now, which can be others than it was sold under. */
function termEffects(order: CommandOrder, { goods, priced }: PlannedVisit): readonly Effect[] {
  const terms = (policy: readonly { readonly until: string | number; readonly refund: number }[], startsAt: number) =>
    policy.map(({ until, refund }) => [startsAt - new Date(until).getTime(), refund]).join()
  if (terms(order.policy, order.startsAt) === terms(goods.policy, goods.startsAt)) return []
  const steps = goods.policy
    .filter(({ refund }) => refund > 0)
    .map(({ until, refund }) =>
      t('{share} back until {until}', {
        share: formatPercent(refund),
        until: formatInstant(new Date(until).toISOString(), priced.line.timeZone),
      }),
    )
  const text =
    steps.length > 0 ? t('Other refund terms: {terms}.', { terms: listOf(steps) }) : t('It becomes non-refundable.')
  return [{ about: 'customer', text }]
}

/** What becomes of a change that waits, and what this one waits for. */
function waitingSentences(order: CommandOrder, { price }: PlannedVisit): readonly string[] {
  const { changeUnpaid } = order
  return [
    ...(changeUnpaid === null
      ? []
      : [t('The change to {date}, which isn’t paid yet, is dropped.', { date: formatDate(changeUnpaid) })]),
    ...(price !== null && price.charge > 0
      ? [
          t('Changed once it is paid. Until then, and if it isn’t, everything stays as it is.'),
          keepsPlaces(order) ? t('The new places are kept until then.') : t('The new places are not kept until then.'),
        ]
      : []),
  ]
}

/** Our own stock can keep what a change waits for; suppliers outside change a booking at once or not at all. */
export function keepsPlaces(order: CommandOrder): order is CommandOrder & { readonly supplierKey: string } {
  return order.supplier === 'house' && order.supplierKey !== null
}

export const isOldVoucher = (order: CommandOrder) => order.ticketsDelivered > 0 && !order.hasInstantDelivery

const voucherEffects = (order: CommandOrder): readonly Effect[] =>
  isOldVoucher(order)
    ? [{ about: 'customer', text: t('The voucher is no longer valid, and a new one becomes due.') }]
    : []

function supplierText(order: CommandOrder, quote: Quoted | null, fee: string | null): string {
  const { provider } = order
  if (quote === null) return supplierEffect(order).text
  return fee === null
    ? t('We’ll ask {provider} to change the booking, at no fee.', { provider })
    : t('We’ll ask {provider} to change the booking, for a fee of {fee}.', { provider, fee })
}
