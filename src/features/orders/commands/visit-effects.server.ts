import { formatDate, formatMoney } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
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

export const whenOf = (date: string, time: string | null) => [formatDate(date), time].filter(Boolean).join(', ')
export const beforeOf = (order: CommandOrder) => whenOf(order.localDate, order.localTime)
export const netAfter = ({ sold, priced, price }: PlannedVisit, fee: number) =>
  (price === null ? sold.netCost : priced.cost) + fee

/** What a change of a visit does, as its preview says it. */
export async function visitEffects(
  { db, order, input }: CommandContext<WantedVisit>,
  plan: PlannedVisit,
  quote: Quoted | null,
): Promise<readonly Effect[]> {
  const fee = quote?.fee ?? 0
  const { sold, price } = plan
  const money = (amount: number) => formatMoney(amount, order.currency)
  const total = price?.total ?? order.grandTotal
  const less = Math.max(0, order.captured - total)
  const charge = price?.charge ?? 0
  const cost = Math.round(netAfter(plan, fee) * sold.costFactor)
  return [
    {
      about: 'order',
      text: t('{before} → {after}', { before: beforeOf(order), after: whenOf(input.date, input.time) }),
    },
    ...(plan.isSameParty ? [] : [{ about: 'order' as const, text: plan.goods.contents }]),
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
    ...chargeEffects(order, plan),
    ...voucherEffects(order),
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

/** What the customer pays first, and what happens without it. */
function chargeEffects({ currency, changeUnpaid }: CommandOrder, { price, hours }: PlannedVisit): readonly Effect[] {
  const dropped =
    changeUnpaid === null
      ? []
      : [
          {
            about: 'order' as const,
            text: t('The change to {date}, which isn’t paid yet, is dropped.', { date: formatDate(changeUnpaid) }),
          },
        ]
  if (price === null || price.charge === 0) return dropped
  const charge = formatMoney(price.charge, currency)
  return [
    ...dropped,
    {
      about: 'customer',
      text: t('{charge} to pay by a link, within {n, plural, one {# hour} other {# hours}}.', { charge, n: hours }),
    },
    { about: 'order', text: t('Changed once it is paid. Until then, and if it isn’t, everything stays as it is.') },
  ]
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
    ? t('{provider} is asked to change the booking, at no fee.', { provider })
    : t('{provider} is asked to change the booking, for a fee of {fee}.', { provider, fee })
}
