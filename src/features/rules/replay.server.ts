import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import type { Replay, ReplaySums } from './rule.endpoints.ts'
import { replayRule } from './rule.endpoints.ts'
import type { Trial } from './rule-draft.server.ts'
import { trialOf } from './rule-draft.server.ts'
import type { EventFacts, OfferFacts } from './rule-evaluation.ts'
import { appliesTo, decide, stateOf } from './rule-evaluation.ts'
import type { RuleType } from './rule-fields.ts'
import { hiddenBy, pricingOf, ticketLimit } from './rule-offers.ts'
import { couldApply, factColumns } from './rule-store.server.ts'
import { maxExamined, trialDays } from './trial-input.ts'

const pageSize = 400

/** Types of rule whose effect on margins can be calculated from purchases. */
const known: ReadonlySet<RuleType> = new Set(['markup', 'service_fee', 'min_margin', 'hide_provider', 'max_tickets'])

interface Sold extends EventFacts {
  readonly purchaseId: number
  readonly boughtAt: string
  readonly quantity: number
  readonly currency: string
  readonly costCurrency: string
  /** In the currency of the cost, and in that of the purchase. */
  readonly netCost: number
  readonly supplierCost: number
  readonly grandTotal: number
  readonly margin: number
  readonly startsAt: string
  readonly commission: number
  /** Of who sold the tickets, which need not be the provider of the event. */
  readonly sellerCommission: number
  readonly floor: number | null
}

/** A page of paid event purchases, newest first, each with the facts that rules are checked against. */
async function soldPage(db: Db, { rule, stored }: Trial, before: number): Promise<Sold[]> {
  const could = sql`(${couldApply(rule)}${stored ? sql` or ${couldApply(stored)}` : sql``})`
  const { rows } = await sql<Sold>`
    select p.id as "purchaseId", p.created_at as "boughtAt", p.quantity, p.currency, p.cost_currency as "costCurrency", p.net_cost as "netCost",
      p.supplier_cost as "supplierCost", p.grand_total as "grandTotal", p.margin, p.starts_at as "startsAt",
      (select v.commission from providers v where v.id = p.provider_id) as "sellerCommission", ${factColumns}
    from purchases p join events e on e.id = p.event_id join cities c on c.id = e.city_id join providers s on s.id = e.provider_id
    where p.kind = 'event' and p.created_at > now() - make_interval(days => ${trialDays}) and p.id < ${before} and p.captured > 0
      and p.booking_status in ('confirmed', 'completed') and ${could}
    order by p.id desc limit ${pageSize}`.execute(db)
  return rows
}

type Running = { -readonly [K in keyof ReplaySums]: ReplaySums[K] } & { dearerMargin: number }

const nothing = (currency: string): Running => ({
  currency,
  purchases: 0,
  changed: 0,
  salesBefore: 0,
  salesAfter: 0,
  marginBefore: 0,
  marginAfter: 0,
  prevented: 0,
  preventedMargin: 0,
  breakEven: null,
  dearerMargin: 0,
})

export const replayRuleServer = implement(
  replayRule,
  async ({ db, input }): Promise<Replay> => {
    const trial = await trialOf(db, input.id, input.draft)
    const sums = new Map<string, Running>()
    const counts = { examined: 0, applies: 0, prevails: 0 }
    let [before, isCapped] = [Number.MAX_SAFE_INTEGER, false]
    for (;;) {
      const page = await soldPage(db, trial, before)
      for (const sold of page) replayOne(trial, sold, sums, counts)
      before = page.at(-1)?.purchaseId ?? 0
      if (page.length < pageSize) break
      if (counts.examined >= maxExamined) {
        isCapped = true
        break
      }
    }
    return {
      days: trialDays,
      ...counts,
      isCapped,
      isKnown: known.has(trial.rule.type),
      sums: [...sums.values()]
        .toSorted((a, b) => b.purchases - a.purchases || (a.currency < b.currency ? -1 : 1))
        .map(({ dearerMargin, ...one }) => ({ ...one, breakEven: breakEvenOf(one, dearerMargin) })),
    }
  },
  { transaction: false },
)

/** How many of the customers who pay more, in 10,000, can be lost before the gain is gone. */
function breakEvenOf({ marginBefore, marginAfter }: ReplaySums, dearerMargin: number): number | null {
  const gained = marginAfter - marginBefore
  return gained > 0 && dearerMargin > 0 ? Math.min(10_000, Math.round((gained / dearerMargin) * 10_000)) : null
}

/**
 * One purchase under today's rules, and under the tested one. The provider's ask is derived from its cost. The result
 * is the difference between the two prices; anything else that shaped the real price, such as a coupon or a rule of
 * that day, is the same in both.
 */
function replayOne(
  { rule, stored, before, after }: Trial,
  sold: Sold,
  sums: Map<string, Running>,
  counts: { examined: number; applies: number; prevails: number },
): void {
  counts.examined += 1
  const sum = sums.get(sold.currency) ?? nothing(sold.currency)
  sums.set(sold.currency, sum)
  sum.purchases += 1
  const now = Date.parse(sold.boughtAt)
  const ask =
    sold.netCost > 0 && sold.sellerCommission < 10_000
      ? Math.round(((sold.netCost / sold.quantity) * 10_000) / (10_000 - sold.sellerCommission))
      : null
  const offer: OfferFacts = { startsAt: sold.startsAt, currency: sold.costCurrency, ask }
  // A rule that began later is still applied to the purchase: the question is what it would have done.
  const [was, becomes] = [inForceThen(before), inForceThen(after)]
  const applies = appliesTo(rule, sold, offer, now)
  if (applies) counts.applies += 1
  if (decide(becomes, rule.type, sold, offer, now).survivor?.id === rule.id) counts.prevails += 1
  if (!applies && !(stored && appliesTo(stored, sold, offer, now))) return
  const limit = ticketLimit(becomes, sold, offer, now)
  const isPrevented =
    (hiddenBy(becomes, sold, offer, now) !== null && hiddenBy(was, sold, offer, now) === null) ||
    (limit !== null && sold.quantity > limit && sold.quantity <= (ticketLimit(was, sold, offer, now) ?? Infinity))
  if (isPrevented) {
    sum.prevented += 1
    sum.preventedMargin += sold.margin
    return
  }
  const [one, other] = [pricingOf(was, sold, offer, now).price, pricingOf(becomes, sold, offer, now).price]
  if (!one || !other || one.total === other.total) return
  const change = Math.round(((other.total - one.total) * sold.quantity * sold.supplierCost) / sold.netCost)
  sum.changed += 1
  sum.salesBefore += sold.grandTotal
  sum.salesAfter += sold.grandTotal + change
  sum.marginBefore += sold.margin
  sum.marginAfter += sold.margin + change
  if (change > 0) sum.dearerMargin += sold.margin + change
}

const windowless = new WeakMap<readonly object[], Trial['before']>()

/** The rules of now without their windows, which are about another day than that of the purchase. */
function inForceThen(rules: Trial['before']): Trial['before'] {
  const found =
    windowless.get(rules) ??
    rules
      .filter((rule) => stateOf(rule, Date.now()) === 'active')
      .map((rule) => ({ ...rule, validFrom: null, validUntil: null }))
  windowless.set(rules, found)
  return found
}
