import { sql } from 'kysely'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import { formatMoney } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { allocate } from '../../../core/money.ts'
import type { Db } from '../../../db/tables.server.ts'
import { orderDivisions } from '../../purchases/states/order-divisions.ts'
import type { MessageKind } from '../messages/message-kinds.ts'
import type { CommandOrder } from './command-order.server.ts'
import type { CommandContext, CommandServer } from './command-server.server.ts'
import type { Effect } from './command-state.server.ts'
import { messageEffect } from './message-effect.server.ts'
import { bookingRefusal, paymentRefusal } from './move-refusal.server.ts'
import type { DividedLine, Paid, SplitPlan } from './split-shares.ts'
import { divideLines, dividePayments, shareOfMoney, sumsOf, weightsOf } from './split-shares.ts'
import { writeSplit } from './write-split.server.ts'

interface Wanted {
  /** The items that the new order gets, by their lines. */
  readonly positions: readonly number[]
}

function refuse(order: CommandOrder, now: number): string | null {
  const { booking, payment, heldUntil, lines } = order
  if (booking === 'pending_payment' && heldUntil !== null)
    return t('The places are only on hold. Split the order once it is confirmed.')
  if (booking !== 'confirmed') return bookingRefusal(order)
  if (order.changeableUntil <= now) return t('Already started.')
  if (payment === 'authorised') return t('The payment is only authorised. Capture it first.')
  if (order.refundPending > 0 || order.refundState === 'failed')
    return t('A refund is under way. Wait until it is done.')
  if (!orderDivisions.split.needs.isMet(order, now)) return paymentRefusal(order)
  if (lines.length < 2)
    return lines.some(({ quantity }) => quantity > 1) && order.kind === 'event'
      ? t('The order has only one item. Split its line first.')
      : t('The order has only one item.')
  if (order.request !== null) return t('Answer the customer’s request first.')
  if (order.oversell !== null) return t('Resolve the oversell first.')
  if (order.changeUnpaid !== null) return t('A change waits for the customer’s payment.')
  if (order.changeUnderWay !== null) return t('Another change waits for {provider}.', { provider: order.provider })
  if (order.supplierKey !== null && order.supplier !== 'house')
    return t('{provider} has one booking for the whole order, which can’t be divided.', { provider: order.provider })
  return undividedRefusal(order)
}

function undividedRefusal({ undivided, provider }: CommandOrder): string | null {
  switch (undivided) {
    case null:
      return null
    case 'invoice':
      return t('An invoice covers the whole order. Issued invoices can’t be divided.')
    case 'dispute':
      return t('The customer’s bank is asking about the payment. Answer it first.')
    case 'run':
      return t('A cancellation or postponement of the event is under way. Wait until it is done.')
    case 'supplier':
      return t('{provider} is being asked about this order. Try again in a minute.', { provider })
  }
}

/** What of the order is divided besides its lines. */
interface Facts {
  readonly itemsTotal: number
  readonly fees: number
  readonly tax: number
  readonly discount: number
  readonly netCost: number
  readonly supplierCost: number
  /** Minor units of the order's currency for one of the cost's. */
  readonly rate: number
  readonly coupon: string | null
  readonly margin: number
  readonly lines: readonly (DividedLine & { readonly title: string })[]
  readonly payments: readonly Paid[]
  /** What of each line has gone back. */
  readonly refundedLines: readonly { readonly position: number; readonly amount: number }[]
  /** What the supplier gave back of the cost, for refunds. */
  readonly returned: number
}

async function readFacts(db: Db, { id }: CommandOrder): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select p.items_total as "itemsTotal", p.fees_total as fees, p.tax_total as tax, p.discount_total as discount, p.net_cost as "netCost",
      p.supplier_cost as "supplierCost", p.margin, (p.fx_rate * 10::numeric ^ (
        (select exponent from currencies where code = p.currency) - (select exponent from currencies where code = p.cost_currency)))::float8 as rate,
      (select c.code from coupons c where c.id = p.coupon_id) as coupon,
      (select json_agg(json_build_object('position', l.position, 'kind', l.kind, 'title', l.title, 'quantity', l.quantity, 'unitPrice', l.unit_price,
          'amount', l.amount) order by l.position) from purchase_lines l where l.purchase_id = p.id) as lines,
      (select coalesce(json_agg(json_build_object('id', x.id, 'captured', x.captured, 'fee', x.fee,
          'refunded', (select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = x.id and r.state = 'succeeded')) order by x.id), '[]')
        from payments x where x.purchase_id = p.id and x.captured > 0) as payments,
      (select coalesce(json_agg(json_build_object('position', g.position, 'amount', g.amount) order by g.position), '[]') from (
        select (e ->> 'position')::integer as position, sum((e ->> 'amount')::bigint)::bigint as amount
        from refunds r cross join lateral jsonb_array_elements(r.lines) e where r.purchase_id = p.id and r.state = 'succeeded' group by 1) g) as "refundedLines",
      (select coalesce(sum(r.net_return), 0)::bigint from refunds r where r.purchase_id = p.id and r.state = 'succeeded') as returned
    from purchases p where p.id = ${id}`.execute(db)
  if (!rows[0]) throw new Error('An order that was read is there.')
  return rows[0]
}

function planOf(order: CommandOrder, facts: Facts, chosen: ReadonlySet<number>): SplitPlan {
  const items = facts.lines.filter(({ kind }) => kind === 'item')
  for (const position of chosen)
    if (!items.some((one) => one.position === position))
      throw invalid({ positions: t('Line {position} isn’t one of this order’s items.', { position }) })
  if (chosen.size === items.length) throw invalid({ positions: t('Leave at least one item in this order.') })
  const all = sumsOf(facts.lines)
  if (
    all.total !== order.grandTotal ||
    all.items !== facts.itemsTotal ||
    all.fees !== facts.fees ||
    all.tax !== facts.tax ||
    all.discount !== facts.discount
  )
    throw new Refusal(409, t('The lines don’t add up to the total. Reconcile the order first.'), {
      error: 'NotPossible',
    })
  const moved = divideLines(facts.lines, chosen)
  const sums = sumsOf(moved)
  const kept = { items: all.items - sums.items, discount: all.discount - sums.discount, total: all.total - sums.total }
  if ([sums, kept].some(({ items: price, discount, total }) => price < discount || discount < 0 || total < 0))
    throw invalid({ positions: t('One of the two orders would have a negative total. Choose other items.') })
  assertRefundsStay(facts, moved)
  const weights = weightsOf(items, chosen)
  const captured =
    order.grandTotal > 0 ? shareOfMoney(order, sums.total, kept.total) : (allocate(order.captured, weights)[0] ?? 0)
  if (captured === null)
    throw invalid({ positions: t('The refunds already cover what stays. Leave more in this order.') })
  const payments = dividePayments(facts.payments, captured)
  if (payments === null)
    throw invalid({ positions: t('What stays would be free, with no payment left. Choose other items.') })
  // What the supplier gave back, it gave back for what stays.
  const [share = 0] = allocate(facts.netCost + facts.returned, weights)
  const netCost = Math.min(share, facts.netCost)
  const lines = order.lines.filter(({ position }) => chosen.has(position))
  return {
    moved,
    quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    sums,
    captured,
    payments,
    ...costOf(facts, netCost),
    delivered: lines.reduce((sum, { delivered }) => sum + delivered, 0),
    keptDiscount: kept.discount,
  }
}

/** Refunds stay with their lines, and their lines with this order. */
function assertRefundsStay({ refundedLines, lines }: Facts, moved: SplitPlan['moved']): void {
  for (const { position, amount } of refundedLines) {
    const line = moved.find((one) => one.position === position)
    if (line && line.kept.quantity * line.kept.unitPrice < amount)
      throw invalid({
        positions: t('Part of “{title}” was refunded, so it stays in this order.', {
          title: lines.find((one) => one.position === position)?.title ?? '',
        }),
      })
  }
}

/** The share of the cost, near what the items weigh, at which both orders agree with the rate that it was converted at. */
function costOf({ netCost, supplierCost, rate }: Facts, share: number): Pick<SplitPlan, 'netCost' | 'supplierCost'> {
  const converted = (net: number) => Math.round(net * rate)
  for (let off = 0; off <= 50; off++)
    for (const own of [share - off, share + off])
      if (own >= 0 && own <= netCost && converted(own) + converted(netCost - own) === supplierCost)
        return { netCost: own, supplierCost: converted(own) }
  return { netCost: share, supplierCost: Math.min(supplierCost, converted(share)) }
}

/** How an order is divided when some of its items go to a new one. */
export async function planSplit({ db, order, input }: Pick<CommandContext<Wanted>, 'db' | 'order' | 'input'>) {
  const facts = await readFacts(db, order)
  return { facts, plan: planOf(order, facts, new Set(input.positions)) }
}

/** What the customer of the new order is written: their tickets, where they have them already. */
const messageOf = ({ kind }: CommandOrder, { delivered, quantity }: SplitPlan): MessageKind =>
  kind === 'event' && delivered === quantity ? 'ticket' : 'confirmation'

async function effects(context: CommandContext<Wanted>): Promise<readonly Effect[]> {
  const { db, order, input } = context
  const { facts, plan: own } = await planSplit(context)
  const { sums, captured } = own
  const money = (amount: number) => formatMoney(amount, order.currency)
  const divided = (amount: number, all: number) => ({ stays: money(all - amount), moves: money(amount) })
  const listed = (isMoved: boolean) =>
    order.lines
      .filter(({ position }) => input.positions.includes(position) === isMoved)
      .map(({ quantity, title }) => `${quantity} × ${title}`)
      .join(', ')
  const margin = captured - own.supplierCost - own.payments.reduce((all, { fee }) => all + fee, 0)
  return [
    { about: 'order', text: t('New order: {items} for {total}.', { items: listed(true), total: money(sums.total) }) },
    {
      about: 'order',
      text: t('This order keeps {items} for {total}.', {
        items: listed(false),
        total: money(order.grandTotal - sums.total),
      }),
    },
    { about: 'customer', text: t('Nothing is charged or refunded.') },
    ...(order.captured > 0
      ? [
          {
            about: 'customer' as const,
            text: t(
              'Of the payment {stays} stays, {moves} moves. Refunds of either order go back the way it was paid.',
              {
                ...divided(captured, order.captured),
              },
            ),
          },
        ]
      : []),
    ...(order.refunded > 0
      ? [
          {
            about: 'customer' as const,
            text: t('The refund of {amount} stays with this order.', { amount: money(order.refunded) }),
          },
        ]
      : []),
    { about: 'supplier', text: t('Nothing is sent to {provider}.', { provider: order.provider }) },
    { about: 'stock', text: t('The places stay taken.') },
    ...(facts.coupon !== null
      ? [
          {
            about: 'coupon' as const,
            text: t('{code}: {stays} stays, {moves} moves. It counts as one use.', {
              code: facts.coupon,
              ...divided(sums.discount, facts.discount),
            }),
          },
        ]
      : []),
    ...(facts.tax > 0
      ? [{ about: 'tax' as const, text: t('{stays} stays, {moves} moves.', { ...divided(sums.tax, facts.tax) }) }]
      : []),
    { about: 'tax', text: t('No invoice is issued yet. Each order gets its own.') },
    { about: 'margin', text: t('{stays} stays, {moves} moves.', { ...divided(margin, facts.margin) }) },
    await messageEffect(db, 'change'),
    await newOrderMessage(db, messageOf(order, own)),
  ]
}

async function newOrderMessage(db: Db, kind: MessageKind): Promise<Effect> {
  const { text } = await messageEffect(db, kind)
  return { about: 'message', text: t('For the new order: {text}', { text }) }
}

export const splitOrderServer: CommandServer<Wanted> = {
  refuse,
  effects,
  async apply(context) {
    const { plan: own } = await planSplit(context)
    const { order } = context
    const reference = await writeSplit(context, own, messageOf(order, own))
    return { isMoved: true, message: t('Split into new order {reference}', { reference }) }
  },
}
