import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { invalid } from '../../core/errors/errors.ts'
import { formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { allocate } from '../../core/money.ts'
import type { Db } from '../../db/tables.server.ts'
import type { LockedOrder } from '../orders/order-moves.server.ts'
import type { RefundOfOrder } from '../orders/refund-moves.server.ts'
import { refundColumns } from '../orders/refund-moves.server.ts'
import type { RefundDestination, RefundReason } from '../purchases/states/purchase-ledger.ts'

/** A refund that a member of staff is about to make. Amounts are minor units of the order's currency. */
export interface RefundWish {
  readonly kind: 'lines' | 'goodwill'
  readonly lines: readonly { readonly position: number; readonly amount: number }[]
  /** Of goodwill; a refund by line adds up by itself. */
  readonly amount: number | null
  readonly reason: RefundReason
  readonly paidBy: 'platform' | 'seller' | 'provider'
  readonly note: string | null
  /** Where it came from, unless said otherwise. What store credit paid goes back as credit in any case. */
  readonly destination?: RefundDestination
  /** The IBAN of a bank transfer. */
  readonly bankAccount?: string | null
}

/** What goes back to one payment of an order. */
interface RefundPart {
  readonly paymentId: number
  readonly amount: number
  readonly provider: string
  readonly method: string
  readonly cardBrand: string | null
  readonly cardLast4: string | null
}

/** Where the money of a refund comes from and goes to, before it is made. */
export interface RefundEffects {
  /** In minor units of the cost currency. */
  readonly netReturn: number
  /** The same in the order's. */
  readonly supplierReturns: number
  readonly tax: number
  readonly marginBefore: number
  readonly marginAfter: number
}

export interface RefundQuote extends RefundEffects {
  readonly amount: number
  readonly parts: readonly RefundPart[]
  /** What was refunded of the order, or asked for, before. */
  readonly earlier: readonly RefundOfOrder[]
}

type Money = Pick<LockedOrder, 'captured' | 'refunded' | 'refundPending' | 'chargedBack'>

/** What can still go back: what was captured, less what went back or is about to, and what the bank took. */
export function leftToRefund({ captured, refunded, refundPending, chargedBack }: Money): number {
  return Math.max(0, captured - refunded - refundPending - chargedBack)
}

interface SourceLine {
  readonly position: number
  /** What it was charged at. A discount is a line of its own. */
  readonly price: number
  readonly isItem: boolean
  readonly left: number
}

interface Source {
  readonly lines: readonly SourceLine[]
  /** All discounts and price cuts of the order together, zero or below. */
  readonly discounts: number
  readonly payments: readonly (RefundPart & { readonly left: number })[]
  readonly refunds: readonly RefundOfOrder[]
  readonly effects: RefundEffects | null
}

interface Asked {
  readonly amount: number
  readonly paidBy: RefundWish['paidBy']
}

const counted = sql`r.state in ('requested', 'approved', 'processing', 'succeeded')`

/**
 * Simulates a refund: who receives and returns what, and what the margin becomes.
 *
 * @throws Refusal 422 with a sentence per field for what cannot go back
 */
export async function quoteRefund(
  db: Db,
  order: LockedOrder,
  wish: Pick<RefundWish, 'kind' | 'lines' | 'amount' | 'paidBy'>,
): Promise<RefundQuote> {
  const asked = wish.kind === 'lines' ? wish.lines.reduce((sum, line) => sum + line.amount, 0) : (wish.amount ?? 0)
  const source = await sourceOf(db, order.id, { amount: asked, paidBy: wish.paidBy })
  const amount = amountOf(order, wish, source)
  const parts = drawOn(source.payments, amount)
  if (parts.reduce((sum, part) => sum + part.amount, 0) < amount)
    throw invalid({ amount: t('No single payment has that much left.') })
  return { amount, parts, earlier: source.refunds, ...foundEffects(source.effects) }
}

/**
 * Everything that is left of an order goes back, or less of it: on each of its lines in proportion of what is left of it, as a
 * refund that names no line is on its documents. What is more than its lines have left is goodwill.
 *
 * @throws Refusal 422 where its payments do not have that much left
 */
export async function quoteRest(
  db: Db,
  order: LockedOrder,
  paidBy: RefundWish['paidBy'],
  whole = leftToRefund(order),
): Promise<{ readonly quote: RefundQuote; readonly wish: Pick<RefundWish, 'kind' | 'lines' | 'amount' | 'paidBy'> }> {
  const lines = spread(whole, await sourceOf(db, order.id, { amount: whole, paidBy }))
  const wish = lines
    ? { kind: 'lines' as const, lines, amount: null, paidBy }
    : { kind: 'goodwill' as const, lines: [], amount: whole, paidBy }
  return { wish, quote: await quoteRefund(db, order, wish) }
}

/** An amount on the lines of an order; null where they do not have that much left. Items have less left by their discounts. */
function spread(amount: number, { lines, discounts }: Pick<Source, 'lines' | 'discounts'>): RefundWish['lines'] | null {
  const prices = lines.map(({ isItem, price }) => (isItem ? price : 0))
  const off = prices.some((price) => price > 0) ? allocate(-discounts, prices) : []
  const lefts = lines.map(({ left }, index) => Math.max(0, left - (off[index] ?? 0)))
  if (amount > lefts.reduce((sum, left) => sum + left, 0)) return null
  const parts = amount === 0 ? [] : allocate(amount, lefts)
  return lines.flatMap(({ position }, index) => {
    const part = parts[index] ?? 0
    return part > 0 ? [{ position, amount: part }] : []
  })
}

/** What an order has left to give back, and what giving an amount of it back does: in one trip to the database. */
async function sourceOf(db: Db, orderId: number, asked: Asked): Promise<Source> {
  const { rows } = await sql<Source>`
    select (
      select coalesce(json_agg(json_build_object('position', l.position, 'price', l.amount, 'isItem', l.kind = 'item', 'left', l.amount - (
        select coalesce(sum(part.amount), 0) from refunds r, jsonb_to_recordset(r.lines) part (position integer, amount bigint)
        where r.purchase_id = l.purchase_id and part.position = l.position and ${counted})) order by l.position), '[]')
      from purchase_lines l where l.purchase_id = ${orderId} and l.amount > 0
    ) as lines, (
      select coalesce(sum(l.amount), 0)::bigint from purchase_lines l
      where l.purchase_id = ${orderId} and l.amount < 0 and l.kind in ('discount', 'adjustment')
    ) as discounts, (
      select coalesce(json_agg(json_build_object('paymentId', x.id, 'provider', x.provider, 'method', x.method,
        'cardBrand', x.card_brand, 'cardLast4', x.card_last4, 'left', case
          -- A part of a payment on which the bank decides, or has: nothing more of it goes back from here.
          when exists (select from disputes d where d.payment_id = x.split_of and d.status in ('needs_response', 'under_review', 'lost')) then 0
          else x.captured - (select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = x.id and ${counted}) end) order by x.id), '[]')
      from payments x where x.purchase_id = ${orderId}
    ) as payments, (
      select coalesce(json_agg(row_to_json(o) order by o.id), '[]') from (
        select ${refundColumns} from refunds where purchase_id = ${orderId}) o
    ) as refunds, (select row_to_json(e) from (${effectsSql(orderId, asked)}) e) as effects`.execute(db)
  return rows[0] ?? { lines: [], discounts: 0, payments: [], refunds: [], effects: null }
}

function amountOf(
  order: LockedOrder,
  { kind, lines, amount: goodwill }: Pick<RefundWish, 'kind' | 'lines' | 'amount'>,
  source: Source,
): number {
  const words = (amount: number) => formatMoney(amount, order.currency)
  const problems: Record<string, string> = {}
  let amount = goodwill ?? 0
  if (kind === 'lines') {
    amount = 0
    for (const [index, { position, amount: part }] of lines.entries()) {
      const line = source.lines.find((one) => one.position === position)
      if (!line || lines.findIndex((one) => one.position === position) !== index)
        problems[`lines.${index}.position`] = t('Send each line of the order once.')
      else if (part > Math.max(0, line.left))
        problems[`lines.${index}.amount`] = t('At most {amount} is left of this line.', {
          amount: words(Math.max(0, line.left)),
        })
      amount += part
    }
    if (Object.keys(problems).length === 0 && amount === 0) problems['lines'] = t('Enter the refund for a line.')
  } else if (amount === 0) problems['amount'] = t('Enter an amount.')
  const left = leftToRefund(order)
  if (Object.keys(problems).length === 0 && amount > left)
    problems[kind === 'lines' ? 'lines' : 'amount'] = t('At most {amount} can be refunded.', { amount: words(left) })
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return amount
}

/** Takes from the payment with the most left first, so that a refund is in as few parts as can be. */
function drawOn(payments: Source['payments'], amount: number): readonly RefundPart[] {
  let rest = amount
  return payments
    .toSorted((a, b) => b.left - a.left || a.paymentId - b.paymentId)
    .flatMap(({ left, ...payment }) => {
      const part = Math.min(rest, Math.max(0, left))
      rest -= part
      return part > 0 ? [{ ...payment, amount: part }] : []
    })
}

/**
 * What an amount moves besides itself. The supplier returns its share of the cost where it pays for the refund; tax goes
 * back as it was charged, at the share of the total that goes back.
 */
export async function effectsOf(
  db: Db,
  orderId: number,
  amount: number,
  paidBy: RefundWish['paidBy'],
): Promise<RefundEffects> {
  const { rows } = await effectsSql(orderId, { amount, paidBy }).execute(db)
  return foundEffects(rows[0])
}

function foundEffects(effects: RefundEffects | null | undefined): RefundEffects {
  if (!effects) throw new Error('An order that is refunded is there.')
  return effects
}

const effectsSql = (orderId: number, { amount, paidBy }: Asked) => sql<RefundEffects>`
  with asked as (select ${orderId}::bigint as id, ${amount}::bigint as amount), returned as (${returnedBy(paidBy)})
  select net_return as "netReturn", supplier_returns as "supplierReturns",
    case when grand_total = 0 then 0::bigint
      else round(tax_total::numeric * least(amount, grand_total) / grand_total)::bigint end as tax,
    margin as "marginBefore", margin - amount + supplier_returns as "marginAfter"
  from returned`

/** Orders with the `amount` that `asked (id, amount)` has for each, and what the supplier returns with it. */
export function returnedBy(paidBy: RefundWish['paidBy']): RawBuilder<unknown> {
  return sql`
    select s.*, s.supplier_cost - round((s.net_cost - s.net_return) * s.fx_rate * s.scale)::bigint as supplier_returns
    from (
      select p.*, a.amount, case when ${paidBy} = 'platform' or p.captured <= p.refunded then 0::bigint else least(p.net_cost,
          round(p.net_cost::numeric * a.amount / (p.captured - p.refunded))::bigint) end as net_return,
        10::numeric ^ ((select exponent from currencies where code = p.currency)
          - (select exponent from currencies where code = p.cost_currency)) as scale
      from asked a join purchases p on p.id = a.id) s`
}
