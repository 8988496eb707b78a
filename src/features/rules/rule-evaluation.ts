import type { RuleValues } from './rule-check.ts'
import type { RuleState, RuleType } from './rule-fields.ts'

type Conditions = Pick<
  RuleValues,
  | 'eventIds'
  | 'performerIds'
  | 'venueIds'
  | 'competition'
  | 'subcategoryIds'
  | 'categoryIds'
  | 'eventTypes'
  | 'providerIds'
  | 'countryIds'
  | 'currency'
  | 'priceFrom'
  | 'priceTo'
  | 'daysFrom'
  | 'daysTo'
>
type Effects = Pick<
  RuleValues,
  | 'type'
  | 'markup'
  | 'serviceFee'
  | 'minMargin'
  | 'hiddenProviderIds'
  | 'minSeats'
  | 'leadHours'
  | 'notice'
  | 'holderNames'
  | 'maxTickets'
  | 'refundProtection'
  | 'protectionFee'
  | 'badge'
>

/** A rule as it is evaluated. */
export interface Rule
  extends Conditions, Effects, Pick<RuleValues, 'name' | 'priority' | 'isEnabled' | 'validFrom' | 'validUntil'> {
  readonly id: number
  /** When it was created; if two rules are equal in everything else, the later one wins. */
  readonly createdAt: string
}

/** The facts about an event that conditions are checked against. */
export interface EventFacts {
  readonly id: number
  readonly performerIds: readonly number[]
  readonly venueId: number
  readonly countryId: number
  readonly categoryId: number | null
  readonly subcategoryId: number | null
  readonly type: string
  /** The competitions of its matches. */
  readonly competitions: readonly string[]
  readonly providerId: number
}

/** And of one of its performances. */
export interface OfferFacts {
  readonly startsAt: string
  readonly currency: string
  /** What the provider asks for the cheapest ticket, in minor units; null if unknown. */
  readonly ask: number | null
}

/** What makes a rule specific, the most specific first. Each outweighs all those after it combined. */
export const dimensions = [
  'event',
  'performer',
  'venue',
  'competition',
  'subcategory',
  'category',
  'type',
  'provider',
  'country',
  'price',
  'days',
] as const
export type Dimension = (typeof dimensions)[number]

const holds: Readonly<Record<Dimension, (rule: Conditions) => boolean>> = {
  event: ({ eventIds }) => eventIds.length > 0,
  performer: ({ performerIds }) => performerIds.length > 0,
  venue: ({ venueIds }) => venueIds.length > 0,
  competition: ({ competition }) => competition !== null,
  subcategory: ({ subcategoryIds }) => subcategoryIds.length > 0,
  category: ({ categoryIds }) => categoryIds.length > 0,
  type: ({ eventTypes }) => eventTypes.length > 0,
  provider: ({ providerIds }) => providerIds.length > 0,
  country: ({ countryIds }) => countryIds.length > 0,
  price: ({ currency }) => currency !== null,
  days: ({ daysFrom, daysTo }) => daysFrom !== null || daysTo !== null,
}

/** The dimensions that a rule has conditions on, the most specific first. */
export function dimensionsOf(rule: Conditions): readonly Dimension[] {
  return dimensions.filter((dimension) => holds[dimension](rule))
}

/**
 * How specific a rule is; more conditions always make it more specific. `specificitySql` is the same in SQL.
 */
function specificityOf(rule: Conditions): number {
  return dimensionsOf(rule).reduce(
    (sum, dimension) => sum + 2 ** (dimensions.length - 1 - dimensions.indexOf(dimension)),
    0,
  )
}

const folded = (text: string) => text.trim().toLowerCase()
const dayLength = 86_400_000

/**
 * Whole days until the start; 0 is within 24 hours, below 0 it is over.
 */
function daysUntil(startsAt: string, now: number): number {
  return Math.floor((Date.parse(startsAt) - now) / dayLength)
}

const amongIds = (ids: readonly number[], id: number | null) => ids.length === 0 || (id !== null && ids.includes(id))

const isMet: Readonly<
  Record<Dimension, (rule: Conditions, event: EventFacts, offer: OfferFacts, now: number) => boolean>
> = {
  event: ({ eventIds }, { id }) => amongIds(eventIds, id),
  performer: ({ performerIds }, event) =>
    performerIds.length === 0 || event.performerIds.some((id) => performerIds.includes(id)),
  venue: ({ venueIds }, { venueId }) => amongIds(venueIds, venueId),
  competition: ({ competition }, { competitions }) =>
    competition === null || competitions.some((one) => folded(one) === folded(competition)),
  subcategory: ({ subcategoryIds }, { subcategoryId }) => amongIds(subcategoryIds, subcategoryId),
  category: ({ categoryIds }, { categoryId }) => amongIds(categoryIds, categoryId),
  type: ({ eventTypes }, { type }) => eventTypes.length === 0 || eventTypes.some((one) => one === type),
  provider: ({ providerIds }, { providerId }) => amongIds(providerIds, providerId),
  country: ({ countryIds }, { countryId }) => amongIds(countryIds, countryId),
  price: ({ currency, priceFrom, priceTo }, _event, offer) =>
    currency === null ||
    (offer.ask !== null &&
      offer.currency === currency &&
      offer.ask >= (priceFrom ?? 0) &&
      offer.ask <= (priceTo ?? Infinity)),
  days: ({ daysFrom, daysTo }, _event, { startsAt }, now) => {
    const days = daysUntil(startsAt, now)
    return (daysFrom === null || days >= daysFrom) && (daysTo === null || days <= daysTo)
  },
}

/** Whether all conditions of a rule are met, whatever its state. `now` in milliseconds since 1970. */
export function appliesTo(rule: Conditions, event: EventFacts, offer: OfferFacts, now: number): boolean {
  return dimensions.every((dimension) => isMet[dimension](rule, event, offer, now))
}

/** The state of a rule at a moment: its window counts only while it is enabled. `stateSql` is the same in SQL. */
export function stateOf(
  { isEnabled, validFrom, validUntil }: Pick<Rule, 'isEnabled' | 'validFrom' | 'validUntil'>,
  now: number,
): RuleState {
  if (!isEnabled) return 'off'
  if (validUntil !== null && Date.parse(validUntil) <= now) return 'ended'
  return validFrom !== null && Date.parse(validFrom) > now ? 'scheduled' : 'active'
}

/** Why one rule goes before another. */
export type Precedence = 'specificity' | 'priority' | 'age'

/** Below 0 where the first prevails. Total: no two rules are equal, because no two have one id. */
export function comparePrecedence(one: Rule, other: Rule): number {
  return (
    specificityOf(other) - specificityOf(one) ||
    other.priority - one.priority ||
    Date.parse(other.createdAt) - Date.parse(one.createdAt) ||
    other.id - one.id
  )
}

/** What decided between two rules. */
export function precedenceOf(survivor: Rule, duplicate: Rule): Precedence {
  if (specificityOf(survivor) !== specificityOf(duplicate)) return 'specificity'
  return survivor.priority === duplicate.priority ? 'age' : 'priority'
}

export interface Decision {
  /** Null: no rule of the type applies. */
  readonly survivor: Rule | null
  /** Other rules that apply, in order of precedence. */
  readonly beaten: readonly { readonly rule: Rule; readonly by: Precedence }[]
}

/** Which rule of a type prevails for a performance at a moment. The order in which rules are given makes no difference. */
export function decide(
  rules: readonly Rule[],
  type: RuleType,
  event: EventFacts,
  offer: OfferFacts,
  now: number,
): Decision {
  const [survivor = null, ...rest] = rules
    .filter((rule) => rule.type === type && stateOf(rule, now) === 'active' && appliesTo(rule, event, offer, now))
    .toSorted(comparePrecedence)
  return { survivor, beaten: survivor === null ? [] : rest.map((rule) => ({ rule, by: precedenceOf(survivor, rule) })) }
}
