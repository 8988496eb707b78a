import { sql } from 'kysely'
import { implement } from '../../core/http/endpoint.server.ts'
import type { DryRow } from './rule.endpoints.ts'
import { dryRunRule } from './rule.endpoints.ts'
import type { Trial } from './rule-draft.server.ts'
import { trialOf } from './rule-draft.server.ts'
import { appliesTo, decide, precedenceOf } from './rule-evaluation.ts'
import { pricingOf } from './rule-offers.ts'
import type { Price } from './rule-pricing.ts'
import type { LiveEvent, Offer } from './rule-store.server.ts'
import { couldApply, eventPage, isLive } from './rule-store.server.ts'
import { effectWords } from './rule-labels.ts'

const pageSize = 100
/** Statements per call, and rows per answer. The embedded database makes other callers wait for the whole call. */
const maxPages = 6
const maxRows = 20

export const dryRunRuleServer = implement(
  dryRunRule,
  async ({ db, input }) => {
    const trial = await trialOf(db, input.id, input.draft)
    const { rule, stored } = trial
    const condition = sql`${isLive} and (${couldApply(rule)}${stored ? sql` or ${couldApply(stored)}` : sql``})`
    const now = Date.now()
    const rows: DryRow[] = []
    let [after, examined] = [input.after ?? 0, 0]
    for (let page = 0; page < maxPages; page++) {
      const events = await eventPage(db, { condition, after, limit: pageSize })
      for (const event of events) {
        after = event.id
        examined += 1
        const row = rowOf(trial, event, now)
        if (row) rows.push(row)
        if (rows.length === maxRows) return { examined, rows, next: after }
      }
      if (events.length < pageSize) return { examined, rows, next: null }
    }
    return { examined, rows, next: after }
  },
  { transaction: false },
)

interface Outcome {
  readonly offer: Offer
  readonly before: Price | null
  readonly after: Price | null
  readonly prevails: boolean
  readonly applies: boolean
  readonly change: number
}

/** The outcome for an event; null if the rule does not affect it, and did not before. */
function rowOf(trial: Trial, event: LiveEvent, now: number): DryRow | null {
  const { rule, stored, before, after } = trial
  const outcomes = event.offers.flatMap((offer): Outcome[] => {
    const applies = appliesTo(rule, event, offer, now)
    if (!applies && !(stored && appliesTo(stored, event, offer, now))) return []
    const [was, becomes] = [pricingOf(before, event, offer, now).price, pricingOf(after, event, offer, now).price]
    return [
      {
        offer,
        before: was,
        after: becomes,
        applies,
        prevails: decide(after, rule.type, event, offer, now).survivor?.id === rule.id,
        change: was && becomes ? Math.abs(becomes.total - was.total) : 0,
      },
    ]
  })
  const [shown] = outcomes.toSorted((a, b) => b.change - a.change || Number(b.prevails) - Number(a.prevails))
  if (!shown) return null
  const { offer } = shown
  const [was, becomes] = [
    decide(before, rule.type, event, offer, now).survivor,
    decide(after, rule.type, event, offer, now).survivor,
  ]
  return {
    id: event.id,
    name: event.name,
    performances: event.offers.length,
    applies: outcomes.filter(({ applies }) => applies).length,
    prevails: outcomes.filter(({ prevails }) => prevails).length,
    localDate: offer.localDate,
    localTime: offer.localTime,
    currency: offer.currency,
    ask: offer.ask,
    before: shown.before && pricePartsOf(shown.before),
    after: shown.after && pricePartsOf(shown.after),
    isRaised: shown.after?.isRaised ?? false,
    beforeEffect: was && effectWords(was),
    afterEffect: becomes && effectWords(becomes),
    beatenBy:
      becomes && becomes.id !== rule.id && shown.applies
        ? { id: becomes.id, name: becomes.name, by: precedenceOf(becomes, rule) }
        : null,
  }
}

export function pricePartsOf({ price, fee, total, margin }: Price) {
  return { price, fee, total, margin }
}
