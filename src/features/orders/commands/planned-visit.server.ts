import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import { formatMoney } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import { keptOn } from '../house-stock-changes.server.ts'
import type { PricedLine } from '../priced-tickets.server.ts'
import { priceVisit } from '../priced-visit.server.ts'
import type { VisitLine } from '../quotes.ts'
import { largestChange, limitSentence } from '../price-limits.server.ts'
import type { SoldGoods } from '../sold-goods.server.ts'
import { soldGoodsOf } from '../sold-goods.server.ts'
import type { CommandOrder } from './command-order.server.ts'
import type { CommandContext } from './command-server.server.ts'
import type { SoldDiscounts, VisitDiscounts } from './planned-visit-discounts.server.ts'
import { discountsFor } from './planned-visit-discounts.server.ts'

/** Where a visit goes, and who comes. */
export interface WantedVisit {
  readonly date: string
  readonly time: string | null
  readonly units: readonly { readonly unitId: number; readonly quantity: number }[]
  /** What it costs more is not charged. */
  readonly isWaived: boolean
}

/** What the price of an order is made of. */
interface SoldVisit extends Omit<SoldDiscounts, 'currency'> {
  readonly optionId: number
  readonly locale: string
  readonly units: readonly { readonly unitId: number; readonly quantity: number }[]
  readonly taxTotal: number
  /** Staff agreed on another price than the pricing function's. */
  readonly isPriceAgreed: boolean
  readonly costCurrency: string
  readonly netCost: number
  /** What suppliers charged for earlier changes. It is in the cost of the visit, whatever it becomes. */
  readonly changeFees: number
  readonly supplierCost: number
  readonly margin: number
  /** Minor units of the order's currency for one of the cost's. */
  readonly costFactor: number
}

interface VisitPrice {
  readonly items: number
  readonly total: number
  readonly coupon: VisitDiscounts['coupon']
  /** What earlier changes waived, and how much of that is still not charged. */
  readonly waivedBefore: number
  readonly stillWaived: number
  /** What the customer is not charged of what it costs more. */
  readonly waived: number
  /** What the customer pays before it is changed. */
  readonly charge: number
}

/** A visit as it will be, with its price. */
export interface PlannedVisit {
  readonly sold: SoldVisit
  readonly line: VisitLine
  readonly priced: PricedLine
  readonly goods: SoldGoods
  readonly isSameParty: boolean
  /** How long the customer has to pay what it costs more. */
  readonly hours: number
  /** Null where the price stays: it was not sold at prices that can be compared. */
  readonly price: VisitPrice | null
}

/** The lines of an order by unit; the same unit can be on several. */
async function readSold(db: Db, id: number): Promise<SoldVisit> {
  const {
    rows: [sold],
  } = await sql<SoldVisit>`
    select p.product_option_id as "optionId", p.customer_locale as locale, p.items_total as "itemsTotal",
      p.tax_total as "taxTotal", p.cost_currency as "costCurrency", p.net_cost as "netCost",
      p.supplier_cost as "supplierCost", p.margin, (p.fx_rate * 10::numeric ^ ((select exponent from currencies c where c.code = p.currency)
        - (select exponent from currencies c where c.code = p.cost_currency)))::float8 as "costFactor",
      exists (select from price_overrides o where o.purchase_id = p.id) as "isPriceAgreed",
      (select coalesce(sum(q.fee), 0)::bigint from visit_changes v
          join supplier_calls a on a.key = v.supplier_key and a.step = v.step and a.action = 'applyChange'
          cross join lateral (select (c.answer ->> 'fee')::bigint as fee from supplier_calls c where c.key = a.key and c.action = 'quoteChange'
            and c.state = 'done' and c.answer ->> 'token' = a.request ->> 'token' order by c.id desc limit 1) q
        where v.purchase_id = p.id and v.state = 'done') as "changeFees",
      (select coalesce(json_agg(json_build_object('id', r.id, 'terms', r.terms, 'isShared', r.split_of is not null
          or exists (select from coupon_redemptions o where o.split_of = r.id)) order by r.id), '[]')
        from coupon_redemptions r where r.purchase_id = p.id and r.state <> 'released') as coupons,
      (select coalesce(json_agg(json_build_object('title', l.title, 'amount', -l.amount) order by l.position), '[]')
        from purchase_lines l where l.purchase_id = p.id and l.kind = 'discount') as discounts,
      (select coalesce(json_agg(json_build_object('unitId', u.id, 'quantity', u.quantity) order by u.id), '[]') from (
        select l.product_age_band_id as id, sum(l.quantity)::integer as quantity from purchase_lines l
        where l.purchase_id = p.id and l.kind = 'item' and l.product_age_band_id is not null group by l.product_age_band_id) u) as units
    from purchases p where p.id = ${id}`.execute(db)
  if (!sold) throw new Error('An order that is changed is there.')
  return sold
}

/** The party of an order as it was sold. */
export const partyOf = async (db: Db, id: number) => (await readSold(db, id)).units

/**
 * What a visit becomes: whether it can be had by what we know, and what it costs by the function that prices every order.
 *
 * @throws Refusal 422 with a sentence per field
 */
export async function planVisit({
  db,
  order,
  input,
  now,
  gateway,
  actor,
}: CommandContext<WantedVisit>): Promise<PlannedVisit> {
  const sold = await readSold(db, order.id)
  const units = input.units.filter(({ quantity }) => quantity > 0)
  if (units.length === 0) throw invalid({ units: t('At least one guest must come.') })
  const isSameParty =
    units.length === sold.units.length &&
    units.every((unit) => sold.units.some((one) => one.unitId === unit.unitId && one.quantity === unit.quantity))
  const isSameDay = input.date === order.localDate && input.time === order.localTime
  if (isSameDay && isSameParty) throw invalid({ date: t('Day, time and party are unchanged.') })
  const line: VisitLine = {
    kind: 'product',
    optionId: sold.optionId,
    date: input.date,
    ...(input.time !== null && { time: input.time }),
    units,
  }
  // What the booking has there, and what a change that waits for its payment keeps, is the order's own.
  const where = { optionId: sold.optionId, date: input.date, time: input.time }
  const kept = order.supplierKey === null ? 0 : await keptOn(db, order.supplierKey, where)
  const own = (isSameDay ? order.quantity : 0) + kept
  const priced = await priceVisit(db, line, now, own).catch(inOwnFields(input))
  if (priced.line.problem !== null) throw invalid({ [isSameDay ? 'units' : 'date']: priced.line.problem })
  const goods = await soldGoodsOf(db, { lines: [line], locale: sold.locale }, [priced])
  const until = input.time === null ? goods.endsAt : goods.startsAt
  if (until <= now) throw invalid({ date: t('Choose a time in the future.') })
  const hours = hoursToPay(order, until, now)
  const price = priceOf(order, {
    sold,
    priced,
    isSameParty,
    input,
    actor,
    whyUncharged: whyUncharged(order, hours, gateway),
  })
  return { sold, line, priced, goods, isSameParty, hours, price }
}

/** How long a customer has to pay what a change costs more; less where the visit begins before that. */
const maxHoursToPay = 24
const hoursToPay = ({ changeableUntil }: CommandOrder, newUntil: number, now: number) =>
  Math.min(maxHoursToPay, Math.floor((Math.min(changeableUntil, newUntil) - now) / 3_600_000))

/** Why the customer can’t be asked to pay the difference; null where they can. */
function whyUncharged({ payment }: CommandOrder, hours: number, gateway: unknown): string | null {
  if (gateway === null) return t('Payments are not set up yet.')
  if (payment === 'partially_refunded') return t('Part of its payment has gone back.')
  if (payment !== 'captured') return t('The order isn’t paid yet.')
  return hours < 1 ? t('It starts too soon to wait for a payment.') : null
}

/** Fields of the Orders API as the fields of the command. */
const inOwnFields =
  ({ units }: WantedVisit) =>
  (error: unknown): never => {
    if (!(error instanceof Refusal) || error.fields === undefined) throw error
    const own = Object.entries(error.fields).map(([field, problem]) => {
      const name = field.replace(/^lines\.0\./, '')
      return [name === 'time' || (name.startsWith('units') && units.length > 0) ? name : 'date', problem] as const
    })
    throw invalid(Object.fromEntries(own))
  }

interface Pricing extends Pick<PlannedVisit, 'sold' | 'priced' | 'isSameParty'> {
  readonly input: WantedVisit
  readonly actor: Actor
  readonly whyUncharged: string | null
}

function priceOf(
  { currency, grandTotal: before, captured, refunded, cityId }: CommandOrder,
  { sold, priced, isSameParty, input, actor, whyUncharged: why }: Pricing,
): VisitPrice | null {
  const discounts = discountsFor({ ...sold, currency }, priced.use)
  const isOther = priced.currency !== currency || sold.costCurrency !== currency || sold.taxTotal > 0
  if (isOther || sold.isPriceAgreed || discounts === null) {
    if (isSameParty) return null
    throw invalid({
      units:
        isOther || sold.isPriceAgreed
          ? t(
              'This order has tax, another currency or an agreed price, so its price can’t change. Place a new order instead.',
            )
          : t(
              'What this order’s discounts take off for another party isn’t known, so its price can’t change. Place a new order instead.',
            ),
    })
  }
  const { coupon, waived: waivedBefore } = discounts
  const items = priced.line.price
  const full = items + priced.line.fees - (coupon?.amount ?? 0)
  // What was waived lowers the price to what was charged before, and no further.
  const stillWaived = Math.min(waivedBefore, Math.max(0, full - before))
  const total = full - stillWaived
  const price = { items, coupon, waivedBefore, stillWaived }
  if (input.isWaived) {
    const waived = Math.max(0, total - before)
    // A difference that is not charged is a price that was changed by hand.
    const percent = largestChange(actor, cityId)
    if (waived > 0 && (waived + stillWaived) * 100 > full * percent)
      throw invalid({ isWaived: limitSentence(percent, full, currency) })
    return { ...price, total: total - waived, waived, charge: 0 }
  }
  // What was paid too much before counts.
  const charge = total > before ? Math.max(0, total - (captured - refunded)) : 0
  if (charge > 0 && why !== null)
    throw invalid({
      isWaived: t('It costs {more} more, which can’t be charged now: {why} Waive it, or place a new order.', {
        more: formatMoney(charge, currency),
        why,
      }),
    })
  return { ...price, total, waived: 0, charge }
}
