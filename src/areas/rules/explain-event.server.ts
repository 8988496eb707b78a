import { sql } from 'kysely'
import type { Db } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { choiceLabelOf } from '../../kit/fields.ts'
import { formatInstant } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import { publicationFields } from '../../kit/page.ts'
import { scheduleWords } from '../events/event-words.ts'
import { toldPrice } from './dry-run.server.ts'
import type { ExplainedPerformance, ExplainedSetting, Explanation, ToldRule, VisibilityCheck } from './rule-calls.ts'
import { explainEvent } from './rule-calls.ts'
import type { Rule } from './rule-evaluation.ts'
import { decide } from './rule-evaluation.ts'
import { ruleTypes } from './rule-fields.ts'
import { hiddenBy, pricingOf } from './rule-offers.ts'
import type { LiveEvent, Offer } from './rule-store.server.ts'
import { eventPage, inForce, loadRules } from './rule-store.server.ts'
import { effectWords } from './rule-words.ts'

/** What decides about showing besides rules. */
interface Standing {
  readonly publication: string
  readonly schedule: string
  readonly isHidden: boolean
  readonly isEvergreen: boolean
  readonly onSaleAt: string | null
  readonly offSaleAt: string | null
  readonly isProviderEnabled: boolean
  /** The country, where sales are blocked in it. */
  readonly blockedIn: string | null
  readonly total: number
}

/** Performances that are explained one by one. */
const mostShown = 12

async function standingOf(db: Db, id: number): Promise<Standing | undefined> {
  const { rows: [found] } = await sql<Standing>`
    select e.publication, e.schedule, e.is_hidden as "isHidden", e.is_evergreen as "isEvergreen", e.on_sale_at as "onSaleAt", e.off_sale_at as "offSaleAt",
      s.is_enabled as "isProviderEnabled", case when k.is_blocked then k.name end as "blockedIn",
      (select count(*)::integer from performances p where p.event_id = e.id and p.starts_at > now() and p.status in ('onsale', 'rescheduled', 'sold_out')) as total
    from events e join providers s on s.id = e.provider_id join cities c on c.id = e.city_id join countries k on k.id = c.country_id
    where e.id = ${id}`.execute(db)
  return found
}

export const explainEventServer = implement(explainEvent, async ({ db, params }) => {
  const id = /^[1-9][0-9]{0,14}$/.test(params.id) ? Number(params.id) : 0
  const standing = await standingOf(db, id)
  const [event] = await eventPage(db, { condition: sql`e.id = ${id}`, after: id - 1, limit: 1 })
  if (!standing || !event) throw new Refusal(404, t('There is no such event.'))
  const rules = await loadRules(db, inForce)
  const now = Date.now()
  const performances = event.offers.slice(0, mostShown).map((offer) => explained(rules, event, offer, standing, now))
  const isOffered = event.offers.some((offer) => whyNot(rules, event, offer, standing, now) === null)
  const checks = [...standingChecks(standing), ...saleChecks(standing, event, isOffered, now), ...ruleChecks(rules, event, now)]
  const shows = checks.every(({ isMet, isBlocking }) => isMet || !isBlocking)
  return {
    shows, isBuyable: shows && isOffered, checks, performances, total: standing.total,
    settings: ruleTypes.map((type) => settingOf(rules, type, event, now)),
    provider: { id: event.providerId, name: event.providerName, commission: event.commission }, at: new Date(now).toISOString(),
  } satisfies Explanation
})

function told(rule: Rule | null): ToldRule | null {
  return rule && { id: rule.id, name: rule.name, effect: effectWords(rule) ?? '' }
}

const namedRule = (rule: Rule | null) => rule && { id: rule.id, name: rule.name }

function checkOf(key: string, isMet: boolean, isBlocking: boolean, message: string, rule: Rule | null = null): VisibilityCheck {
  return { key, isMet, isBlocking, message, rule: namedRule(rule) }
}

/** What hides a whole event, whatever its rules. */
function standingChecks({ publication, isHidden, schedule, total, isEvergreen }: Standing): VisibilityCheck[] {
  const state = choiceLabelOf(publicationFields.publication, publication).toLowerCase()
  const hasDate = total > 0
  return [
    checkOf('publication', publication === 'published', true, publication === 'published' ? t('It is published.') : t('It is not published, but {state}.', { state })),
    checkOf('isHidden', !isHidden, true, isHidden ? t('It is marked as hidden.') : t('It is not marked as hidden.')),
    checkOf('performances', hasDate || isEvergreen, true, hasDate ? t('{n, plural, one {# performance is} other {# performances are}} to come.', { n: total })
      : isEvergreen ? t('No performance is to come, but it is evergreen.') : t('No performance is to come, and it is not evergreen.')),
    ...(schedule === 'scheduled' ? [] : [checkOf('schedule', schedule !== 'cancelled', false, t('Its schedule says: {state}.', { state: choiceLabelOf(scheduleWords, schedule).toLowerCase() }))]),
  ]
}

/** What keeps it from being bought while it shows. */
function saleChecks({ onSaleAt, offSaleAt, isProviderEnabled, blockedIn }: Standing, event: LiveEvent, isOffered: boolean, now: number): VisibilityCheck[] {
  const isEarly = onSaleAt !== null && Date.parse(onSaleAt) > now
  const isLate = offSaleAt !== null && Date.parse(offSaleAt) <= now
  const zone = event.offers[0]?.timeZone ?? 'UTC'
  return [
    checkOf('window', !isEarly && !isLate, false, isEarly ? t('Sales begin on {moment}.', { moment: formatInstant(onSaleAt, zone) })
      : isLate ? t('Sales ended on {moment}.', { moment: formatInstant(offSaleAt, zone) }) : t('It is within its time of sale.')),
    checkOf('provider', isProviderEnabled, false, isProviderEnabled ? t('{provider} sells to us.', { provider: event.providerName }) : t('{provider} is switched off.', { provider: event.providerName })),
    checkOf('market', blockedIn === null, false, blockedIn === null ? t('Its country is open for sales.') : t('Sales are blocked in {country}.', { country: blockedIn })),
    checkOf('offered', isOffered, false, isOffered ? t('Tickets can be bought.') : t('No ticket can be bought now.')),
  ]
}

/** Which rules take offers away, and from how many performances. */
function ruleChecks(rules: readonly Rule[], event: LiveEvent, now: number): VisibilityCheck[] {
  const hiding = event.offers.map((offer) => hiddenBy(rules, event, offer, now))
  const n = hiding.filter((rule) => rule !== null).length
  const rule = hiding.find((one) => one !== null) ?? null
  if (rule === null) return [checkOf('hideRules', true, false, t('No rule hides {provider} here.', { provider: event.providerName }))]
  return [checkOf('hideRules', false, n === event.offers.length, n === event.offers.length
    ? t('A rule hides {provider} for every performance.', { provider: event.providerName })
    : t('A rule hides {provider} for {n} of {total} performances.', { provider: event.providerName, n, total: event.offers.length }), rule)]
}

/** Why a performance is not offered; null when it is. */
function whyNot(rules: readonly Rule[], event: LiveEvent, offer: Offer, standing: Standing, now: number): string | null {
  if (hiddenBy(rules, event, offer, now)) return t('hidden by a rule')
  if (standing.blockedIn !== null) return t('sales blocked')
  if (!standing.isProviderEnabled) return t('provider switched off')
  if ((standing.onSaleAt !== null && Date.parse(standing.onSaleAt) > now) || (standing.offSaleAt !== null && Date.parse(standing.offSaleAt) <= now)) return t('outside its time of sale')
  if (offer.status !== 'onsale' && offer.status !== 'rescheduled') return offer.status === 'sold_out' ? t('sold out') : t('not on sale')
  return offer.available === 0 ? t('no ticket left') : null
}

function explained(rules: readonly Rule[], event: LiveEvent, offer: Offer, standing: Standing, now: number): ExplainedPerformance {
  const { markup, minMargin, serviceFee, price } = pricingOf(rules, event, offer, now)
  const { id, localDate, localTime, timeZone, status, currency, ask } = offer
  return {
    id, localDate, localTime, timeZone, status, currency, ask, why: whyNot(rules, event, offer, standing, now), cost: price?.cost ?? null,
    price: price && toldPrice(price), isRaised: price?.isRaised ?? false, markup: told(markup), minMargin: told(minMargin), serviceFee: told(serviceFee),
  }
}

/** What holds for one type of rule, over all performances to come. */
function settingOf(rules: readonly Rule[], type: Rule['type'], event: LiveEvent, now: number): ExplainedSetting {
  const decisions = event.offers.map((offer) => decide(rules, type, event, offer, now))
  const outcomes = new Map<number, { rule: Rule | null; performances: number }>()
  const beaten = new Map<number, ExplainedSetting['beaten'][number]>()
  for (const decision of decisions) {
    const { winner } = decision
    const outcome = outcomes.get(winner?.id ?? 0) ?? { rule: winner, performances: 0 }
    outcomes.set(winner?.id ?? 0, { ...outcome, performances: outcome.performances + 1 })
    for (const { rule, by } of decision.beaten) {
      if (winner && !beaten.has(rule.id)) beaten.set(rule.id, { id: rule.id, name: rule.name, effect: effectWords(rule) ?? '', by, than: { id: winner.id, name: winner.name } })
    }
  }
  return {
    type, beaten: [...beaten.values()],
    outcomes: [...outcomes.values()].toSorted((a, b) => b.performances - a.performances).map(({ rule, performances }) => ({ rule: told(rule), performances })),
  }
}
