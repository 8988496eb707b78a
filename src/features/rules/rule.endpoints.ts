import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { idParams } from '../../core/http/path-params.ts'
import { ruleTypes } from './rule-fields.ts'
import { trialInput } from './trial-input.ts'

const named = z.object({ id: z.int(), name: z.string() })
/** A rule, with a short description of its effect in the caller's language. */
const summary = z.object({ ...named.shape, effect: z.string() })
export type RuleSummary = z.output<typeof summary>
const precedence = z.enum(['specificity', 'priority', 'age'])

/** In minor units of one currency, for one ticket. */
const price = z.object({ price: z.int(), fee: z.int(), total: z.int(), margin: z.int() })
export type PriceParts = z.output<typeof price>

const dryRow = z.object({
  id: z.int(),
  name: z.string(),
  /** Upcoming performances, and those that the rule applies to and wins for. */
  performances: z.int(),
  applies: z.int(),
  prevails: z.int(),
  /** One of them, the next one of those that change most. */
  localDate: z.string(),
  localTime: z.nullable(z.string()),
  currency: z.string(),
  /** What the provider asks for the cheapest ticket; null if unknown. */
  ask: z.nullable(z.int()),
  before: z.nullable(price),
  after: z.nullable(price),
  /** The price with the rule is that of the minimum margin, whatever the markup. */
  isRaised: z.boolean(),
  beforeEffect: z.nullable(z.string()),
  afterEffect: z.nullable(z.string()),
  /** Which rule prevails instead, and why. */
  beatenBy: z.nullable(z.object({ ...named.shape, by: precedence })),
})
export type DryRow = z.output<typeof dryRow>
const dryRun = z.object({
  /** Live events examined, out of those that the rule could apply to. */
  examined: z.int(),
  rows: z.array(dryRow),
  /** Where to go on; null at the end. */
  next: z.nullable(z.int()),
})
export type DryRun = z.output<typeof dryRun>

export const dryRunRule = defineEndpoint('POST /rest/data/rules/dry-run', {
  summary: 'Try a rule on live events before it is saved: which it applies to, and their prices before and after',
  access: ['rules', 'ui'],
  also: [['events', 'ui']],
  tag: 'Rules',
  input: z.strictObject({
    ...trialInput.shape,
    after: z.optional(z.int({ error: () => t('Send the id of an event to continue after.') })),
  }),
  output: dryRun,
})

const sums = z.object({
  currency: z.string(),
  /** Purchases of the period, and those of them that the rule would have changed. */
  purchases: z.int(),
  changed: z.int(),
  /** For the changed purchases, in minor units. */
  salesBefore: z.int(),
  salesAfter: z.int(),
  marginBefore: z.int(),
  marginAfter: z.int(),
  /** Purchases that would not have been possible, and their margin. */
  prevented: z.int(),
  preventedMargin: z.int(),
  /**
   * How many of the customers who pay more, in 10,000, can be lost before nothing is gained. Null: no gain, or no loss.
   */
  breakEven: z.nullable(z.int()),
})
export type ReplaySums = z.output<typeof sums>
const replay = z.object({
  days: z.int(),
  /** Purchases examined; there were more if `isCapped`. */
  examined: z.int(),
  isCapped: z.boolean(),
  applies: z.int(),
  prevails: z.int(),
  /** Whether purchases can show the effect of a rule of this type. */
  isKnown: z.boolean(),
  sums: z.array(sums),
})
export type Replay = z.output<typeof replay>

export const replayRule = defineEndpoint('POST /rest/data/rules/replay', {
  summary: 'Work out what a rule would have made of the purchases of the last 30 days',
  access: ['rules', 'ui'],
  also: [['purchases', 'ui']],
  tag: 'Rules',
  input: trialInput,
  output: replay,
})

export const countLiveEvents = defineEndpoint('GET /rest/data/rules/live-events', {
  summary:
    'Count the live events, to all of which a rule without conditions applies; `isCapped` where there are more than were counted',
  access: ['rules', 'ui'],
  also: [['events', 'ui']],
  tag: 'Rules',
  output: z.object({ count: z.int(), isCapped: z.boolean() }),
})

const check = z.object({
  key: z.string(),
  isMet: z.boolean(),
  isBlocking: z.boolean(),
  message: z.string(),
  rule: z.nullable(named),
})
export type VisibilityCheck = z.output<typeof check>
const explained = z.object({
  id: z.int(),
  localDate: z.string(),
  localTime: z.nullable(z.string()),
  timeZone: z.string(),
  status: z.string(),
  /** Null: it is offered. Else why it is not. */
  why: z.nullable(z.string()),
  currency: z.string(),
  ask: z.nullable(z.int()),
  cost: z.nullable(z.int()),
  price: z.nullable(price),
  /** The price was raised to the minimum margin. */
  isRaised: z.boolean(),
  /** Raised to the floor of the provider. */
  isAtFloor: z.boolean(),
  markup: z.nullable(summary),
  minMargin: z.nullable(summary),
  serviceFee: z.nullable(summary),
})
export type ExplainedPerformance = z.output<typeof explained>
const setting = z.object({
  type: z.enum(ruleTypes),
  /** Each rule that wins for some of the performances, and for how many; `rule` is null if none applies. */
  outcomes: z.array(z.object({ rule: z.nullable(summary), performances: z.int() })),
  beaten: z.array(z.object({ ...summary.shape, by: precedence, than: named })),
})
export type ExplainedSetting = z.output<typeof setting>
const explanation = z.object({
  shows: z.boolean(),
  isBuyable: z.boolean(),
  checks: z.array(check),
  /** Upcoming, the next ones first; `total` is how many there are. */
  performances: z.array(explained),
  total: z.int(),
  settings: z.array(setting),
  /** `floor`: the lowest share of its price that it lets us sell for, in basis points. */
  provider: z.object({ ...named.shape, commission: z.int(), floor: z.nullable(z.int()) }),
  at: z.string(),
})
export type Explanation = z.output<typeof explanation>

export const explainEvent = defineEndpoint('GET /rest/data/events/:id/explanation', {
  summary: 'Read why an event shows or hides, at which prices, and from which rules',
  access: ['events', 'ui'],
  also: [['rules', 'ui']],
  tag: 'Events',
  params: idParams,
  output: explanation,
})
