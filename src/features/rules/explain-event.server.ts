import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { formatInstant } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { publicationFields } from '../../core/resource/page.ts'
import { scheduleWords } from '../events/event/event-labels.ts'
import { pricePartsOf } from './dry-run.server.ts'
import type {
  ExplainedPerformance,
  ExplainedSetting,
  Explanation,
  RuleSummary,
  VisibilityCheck,
} from './rule.endpoints.ts'
import { explainEvent } from './rule.endpoints.ts'
import type { Rule } from './rule-evaluation.ts'
import { decide } from './rule-evaluation.ts'
import { ruleTypes } from './rule-fields.ts'
import type { Refused } from './rule-offers.ts'
import { hiddenBy, pricingOf, refusalOf } from './rule-offers.ts'
import type { LiveEvent, Offer } from './rule-store.server.ts'
import { eventPage, inForce, loadRules } from './rule-store.server.ts'
import { effectWords } from './rule-labels.ts'

/** What decides whether an event is shown, besides rules. */
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
const maxShown = 12

async function readBaseGrants(db: Db, id: number): Promise<Standing | undefined> {
  const {
    rows: [found],
  } = await sql<Standing>`
    select e.publication, e.schedule, e.is_hidden as "isHidden", e.is_evergreen as "isEvergreen", e.on_sale_at as "onSaleAt", e.off_sale_at as "offSaleAt",
      s.is_enabled as "isProviderEnabled", case when k.is_blocked then k.name end as "blockedIn",
      (select count(*)::integer from performances p where p.event_id = e.id and p.starts_at > now() and p.status in ('onsale', 'rescheduled', 'sold_out')) as total
    from events e join providers s on s.id = e.provider_id join cities c on c.id = e.city_id join countries k on k.id = c.country_id
    where e.id = ${id}`.execute(db)
  return found
}

export const explainEventServer = implement(explainEvent, async ({ db, params }) => {
  const id = /^[1-9][0-9]{0,14}$/.test(params.id) ? Number(params.id) : 0
  const standing = await readBaseGrants(db, id)
  const [event] = await eventPage(db, { condition: sql`e.id = ${id}`, after: id - 1, limit: 1 })
  if (!standing || !event) throw new Refusal(404, t('Event not found.'))
  const rules = await loadRules(db, inForce)
  const now = Date.now()
  const performances = event.offers.slice(0, maxShown).map((offer) => explained(rules, event, offer, standing, now))
  const isOffered = event.offers.some((offer) => whyNot(rules, event, offer, standing, now) === null)
  const checks = [
    ...standingChecks(standing, isOffered),
    ...saleChecks(standing, event, isOffered, now),
    ...ruleChecks(rules, event, now),
  ]
  const shows = checks.every(({ isMet, isBlocking }) => isMet || !isBlocking)
  return {
    shows,
    isBuyable: shows && isOffered,
    checks,
    performances,
    total: standing.total,
    settings: ruleTypes.map((type) => settingOf(rules, type, event, now)),
    provider: { id: event.providerId, name: event.providerName, commission: event.commission, floor: event.floor },
    at: new Date(now).toISOString(),
  } satisfies Explanation
})

function summaryOf(rule: Rule | null): RuleSummary | null {
  return rule && { id: rule.id, name: rule.name, effect: effectWords(rule) ?? '' }
}

const namedRule = (rule: Rule | null) => rule && { id: rule.id, name: rule.name }

function checkOf(
  key: string,
  isMet: boolean,
  isBlocking: boolean,
  message: string,
  rule: Rule | null = null,
): VisibilityCheck {
  return { key, isMet, isBlocking, message, rule: namedRule(rule) }
}

/** What hides a whole event, regardless of rules. */
function standingChecks(
  { publication, isHidden, schedule, total, isEvergreen }: Standing,
  isOffered: boolean,
): VisibilityCheck[] {
  const state = choiceLabelOf(publicationFields.publication, publication).toLowerCase()
  const hasDate = total > 0
  return [
    checkOf(
      'publication',
      publication === 'published',
      true,
      publication === 'published' ? t('It is published.') : t('It is not published, but {state}.', { state }),
    ),
    checkOf('isHidden', !isHidden, true, isHidden ? t('It is marked as hidden.') : t('It is not marked as hidden.')),
    checkOf(
      'performances',
      hasDate || isEvergreen,
      true,
      hasDate
        ? t('{n, plural, one {# upcoming performance.} other {# upcoming performances.}}', { n: total })
        : isEvergreen
          ? t('No upcoming performance, but evergreen.')
          : t('No upcoming performance, and not evergreen.'),
    ),
    ...(schedule === 'scheduled'
      ? []
      : [
          checkOf(
            'schedule',
            // Of a postponed event, performances that have another day are sold.
            schedule !== 'cancelled' && (schedule !== 'postponed' || isOffered),
            false,
            t('Its schedule says: {state}.', { state: choiceLabelOf(scheduleWords, schedule).toLowerCase() }),
          ),
        ]),
  ]
}

/** What prevents sales while the event is shown. */
function saleChecks(
  { onSaleAt, offSaleAt, isProviderEnabled, blockedIn }: Standing,
  event: LiveEvent,
  isOffered: boolean,
  now: number,
): VisibilityCheck[] {
  const isEarly = onSaleAt !== null && Date.parse(onSaleAt) > now
  const isLate = offSaleAt !== null && Date.parse(offSaleAt) <= now
  const zone = event.offers[0]?.timeZone ?? 'UTC'
  return [
    checkOf(
      'window',
      !isEarly && !isLate,
      false,
      isEarly
        ? t('Sales begin on {moment}.', { moment: formatInstant(onSaleAt, zone) })
        : isLate
          ? t('Sales ended on {moment}.', { moment: formatInstant(offSaleAt, zone) })
          : t('It is within its time of sale.'),
    ),
    checkOf(
      'provider',
      isProviderEnabled,
      false,
      isProviderEnabled
        ? t('{provider} sells to us.', { provider: event.providerName })
        : t('{provider} is switched off.', { provider: event.providerName }),
    ),
    checkOf(
      'market',
      blockedIn === null,
      false,
      blockedIn === null
        ? t('Its country is open for sales.')
        : t('Sales are blocked in {country}.', { country: blockedIn }),
    ),
    checkOf('offered', isOffered, false, isOffered ? t('Tickets can be bought.') : t('No ticket can be bought now.')),
  ]
}

/** Which rules take offers away, and from how many performances. */
function ruleChecks(rules: readonly Rule[], event: LiveEvent, now: number): VisibilityCheck[] {
  const hiding = event.offers.map((offer) => hiddenBy(rules, event, offer, now))
  const n = hiding.filter((rule) => rule !== null).length
  const rule = hiding.find((one) => one !== null) ?? null
  if (rule === null)
    return [checkOf('hideRules', true, false, t('No rule hides {provider} here.', { provider: event.providerName }))]
  return [
    checkOf(
      'hideRules',
      false,
      n === event.offers.length,
      n === event.offers.length
        ? t('A rule hides {provider} for every performance.', { provider: event.providerName })
        : t('A rule hides {provider} for {n} of {total} performances.', {
            provider: event.providerName,
            n,
            total: event.offers.length,
          }),
      rule,
    ),
  ]
}

/** Why a performance is not offered, in words; null when it is. */
function whyNot(
  rules: readonly Rule[],
  event: LiveEvent,
  offer: Offer,
  standing: Standing,
  now: number,
): string | null {
  const { status, isPostponed, available, noticeHours } = offer
  const refusal = refusalOf(
    rules,
    event,
    offer,
    { ...standing, isMarketOpen: standing.blockedIn === null, status, isPostponed, available, noticeHours },
    now,
  )
  return refusal && refusalWords[refusal](offer)
}

const refusalWords: Readonly<Record<Refused, (offer: Offer) => string>> = {
  hidden: () => t('hidden by a rule'),
  market: () => t('sales blocked'),
  provider: () => t('provider switched off'),
  window: () => t('outside its time of sale'),
  status: () => t('not on sale'),
  delivery: () => t('too late for delivery'),
  sold_out: ({ status }) => (status === 'sold_out' ? t('sold out') : t('no ticket left')),
}

function explained(
  rules: readonly Rule[],
  event: LiveEvent,
  offer: Offer,
  standing: Standing,
  now: number,
): ExplainedPerformance {
  const { markup, minMargin, serviceFee, price } = pricingOf(rules, event, offer, now)
  const { id, localDate, localTime, timeZone, status, currency, ask } = offer
  return {
    id,
    localDate,
    localTime,
    timeZone,
    status,
    currency,
    ask,
    why: whyNot(rules, event, offer, standing, now),
    cost: price?.cost ?? null,
    price: price && pricePartsOf(price),
    isRaised: price?.isRaised ?? false,
    isAtFloor: price?.isAtFloor ?? false,
    markup: summaryOf(markup),
    minMargin: summaryOf(minMargin),
    serviceFee: summaryOf(serviceFee),
  }
}

/** The effective setting of one type of rule, across all upcoming performances. */
function settingOf(rules: readonly Rule[], type: Rule['type'], event: LiveEvent, now: number): ExplainedSetting {
  const decisions = event.offers.map((offer) => decide(rules, type, event, offer, now))
  const outcomes = new Map<number, { rule: Rule | null; performances: number }>()
  const beaten = new Map<number, ExplainedSetting['beaten'][number]>()
  for (const decision of decisions) {
    const { survivor } = decision
    const outcome = outcomes.get(survivor?.id ?? 0) ?? { rule: survivor, performances: 0 }
    outcomes.set(survivor?.id ?? 0, { ...outcome, performances: outcome.performances + 1 })
    for (const { rule, by } of decision.beaten) {
      if (survivor && !beaten.has(rule.id))
        beaten.set(rule.id, {
          id: rule.id,
          name: rule.name,
          effect: effectWords(rule) ?? '',
          by,
          than: { id: survivor.id, name: survivor.name },
        })
    }
  }
  return {
    type,
    beaten: [...beaten.values()],
    outcomes: [...outcomes.values()]
      .toSorted((a, b) => b.performances - a.performances)
      .map(({ rule, performances }) => ({ rule: summaryOf(rule), performances })),
  }
}
