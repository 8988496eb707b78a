import {
  boolean,
  choices,
  instant,
  integer,
  longText,
  money,
  percent,
  refs,
  select,
  text,
} from '../../core/resource/fields.ts'
import { eventTypeLabels, eventTypes } from '../events/event/event-labels.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { providers } from '../providers/providers.ts'
import type { events } from '../events/event/events.ts'
import type { performers } from '../events/performer/performers.ts'
import type { venues } from '../places/venues/venues.ts'
import type { subcategories } from '../categories/subcategories.ts'
import type { categories } from '../categories/categories.ts'
import type { countries } from '../places/geo/countries.ts'

/** What a rule can set. Each type has its value in fields of its own: `ruleValues`. */
export const ruleTypes = [
  'markup',
  'service_fee',
  'min_margin',
  'hide_provider',
  'min_seats',
  'delivery_lead_time',
  'checkout_notice',
  'holder_names',
  'max_tickets',
  'refund_protection',
  'badge',
] as const
export type RuleType = (typeof ruleTypes)[number]

const ruleTypeLabels = {
  markup: 'Markup',
  service_fee: 'Service fee',
  min_margin: 'Minimum margin',
  hide_provider: 'Hide a provider',
  min_seats: 'Seats together',
  delivery_lead_time: 'Delivery lead time',
  checkout_notice: 'Notice at checkout',
  holder_names: 'Names of ticket holders',
  max_tickets: 'Tickets per order',
  refund_protection: 'Refund protection',
  badge: 'Badge',
} as const satisfies Record<RuleType, string>

const ruleStates = ['off', 'scheduled', 'active', 'ended'] as const
export type RuleState = (typeof ruleStates)[number]

/** The value of each type, with the bounds that it has everywhere: form, API and database. */
const valueFields = {
  markup: percent({ min: -5_000, max: 100_000, help: 'Added to the provider’s price. A negative value reduces it.' }),
  serviceFee: percent({
    min: 0,
    max: 5_000,
    help: 'Share of the price with markup, shown as a separate line at checkout.',
  }),
  minMargin: percent({
    min: 0,
    max: 9_000,
    label: 'Minimum margin',
    help: 'Of the price without the fee. A lower price is raised until it leaves this much.',
  }),
  hiddenProviderIds: refs(nameOf<typeof providers>('providers'), {
    max: 20,
    label: 'Providers to hide',
    help: 'Their tickets are not offered.',
  }),
  minSeats: integer({
    min: 2,
    max: 20,
    label: 'Seats together, at least',
    help: 'Smaller groups of seats are not offered.',
  }),
  leadHours: integer({
    min: 0,
    max: 2_160,
    label: 'Hours before the start',
    help: 'Tickets that arrive later than this are not offered.',
  }),
  notice: longText({ max: 500, translatable: true, help: 'Shown above the payment.' }),
  holderNames: select(['lead', 'every'], {
    label: 'Required names',
    labels: { lead: 'Buyer', every: 'Every ticket holder' },
  }),
  maxTickets: integer({ min: 1, max: 50, label: 'Tickets per order, at most' }),
  refundProtection: select(['offered', 'included', 'not_offered'], {
    labels: { offered: 'Offered for a price', included: 'Included in the price', not_offered: 'Not offered' },
  }),
  protectionFee: percent({
    min: 1,
    max: 5_000,
    label: 'Price of the protection',
    help: 'Share of what the customer pays.',
  }),
  badge: text({ max: 30, translatable: true, help: 'A word or two on the event’s card, such as Last tickets.' }),
}

/** Its conditions. A rule without any applies to everything. */
const conditionFields = {
  eventIds: refs(nameOf<typeof events>('events'), { max: 200 }),
  performerIds: refs(nameOf<typeof performers>('performers'), { max: 200 }),
  venueIds: refs(nameOf<typeof venues>('venues'), { max: 200 }),
  competition: text({ max: 120, help: 'As the match spells it. Not case-sensitive.' }),
  subcategoryIds: refs(nameOf<typeof subcategories>('subcategories'), { max: 100, label: 'Subcategories' }),
  categoryIds: refs(nameOf<typeof categories>('categories'), { max: 100, label: 'Categories' }),
  eventTypes: choices(eventTypes, { label: 'Kinds of event', labels: eventTypeLabels }),
  providerIds: refs(nameOf<typeof providers>('providers'), { max: 50 }),
  countryIds: refs(nameOf<typeof countries>('countries'), { max: 250, label: 'Countries' }),
  currency: text({
    max: 3,
    format: 'currency',
    case: 'upper',
    label: 'Currency of the prices',
    help: 'Prices in other currencies never match.',
  }),
  priceFrom: money({
    currency: 'currency',
    min: 0,
    label: 'Price from',
    help: 'The provider’s price for the cheapest ticket.',
  }),
  priceTo: money({ currency: 'currency', min: 0, label: 'Price up to' }),
  daysFrom: integer({ min: 0, max: 1_000, label: 'Days to the event, from' }),
  daysTo: integer({
    min: 0,
    max: 1_000,
    label: 'Days to the event, up to',
    help: 'Whole days before the start. 0 is within 24 hours.',
  }),
}

export const ruleFields = {
  name: text({ required: true, max: 120, help: 'For staff; customers never see it.' }),
  type: select(ruleTypes, { required: true, initial: 'markup', labels: ruleTypeLabels }),
  ...valueFields,
  ...conditionFields,
  priority: integer({
    required: true,
    min: 0,
    max: 100,
    initial: 50,
    help: 'Among equally specific rules, the higher priority takes precedence.',
  }),
  isEnabled: boolean({ label: 'Enabled' }),
  validFrom: instant({ label: 'Starts' }),
  validUntil: instant({ label: 'Ends', help: 'The rule ends at this moment.' }),
  notes: longText({ max: 2_000, help: 'Why it is there, for colleagues who find it later.' }),

  state: select(ruleStates, {
    required: true,
    derived: true,
    tones: { off: 'neutral', scheduled: 'busy', active: 'good', ended: 'neutral' },
  }),
  appliesTo: text({ required: true, derived: true, max: 400 }),
  effect: text({ required: true, derived: true, max: 120, label: 'Value' }),
  specificity: integer({
    required: true,
    derived: true,
    help: 'The higher one takes precedence. 0: no conditions, so every event',
  }),
  affectedCount: integer({ readOnly: 'moving', min: 0, label: 'Events' }),
  countedAt: instant({ readOnly: 'moving', label: 'Events counted' }),
}

export type RuleFields = typeof ruleFields
