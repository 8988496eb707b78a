import { boolean, choices, instant, integer, longText, money, percent, refs, select, text } from '../../kit/fields.ts'
import { eventTypeLabels, eventTypes } from '../events/event-words.ts'

/** What a rule can be about. Each type has its value in fields of its own: `ruleValues`. */
export const ruleTypes = [
  'markup', 'service_fee', 'min_margin', 'hide_provider', 'min_seats', 'delivery_lead_time', 'checkout_notice', 'holder_names',
  'max_tickets', 'refund_protection', 'badge',
] as const
export type RuleType = (typeof ruleTypes)[number]

export const ruleTypeLabels = {
  markup: 'Markup', service_fee: 'Service fee', min_margin: 'Minimum margin', hide_provider: 'Hide a provider', min_seats: 'Seats together',
  delivery_lead_time: 'Delivery lead time', checkout_notice: 'Notice at checkout', holder_names: 'Names of ticket holders',
  max_tickets: 'Tickets per order', refund_protection: 'Refund protection', badge: 'Badge',
} as const satisfies Record<RuleType, string>

export const ruleStates = ['off', 'scheduled', 'active', 'ended'] as const
export type RuleState = (typeof ruleStates)[number]

/** The value of each type, with the bounds that it has everywhere: form, API and database. */
const valueFields = {
  markup: percent({ min: -5_000, max: 100_000, help: 'Added to what the provider asks. Below zero, taken off.' }),
  serviceFee: percent({ min: 0, max: 5_000, help: 'Of the price with markup, shown at checkout as a line of its own.' }),
  minMargin: percent({ min: 0, max: 9_000, label: 'Minimum margin', help: 'Of the price without the fee. A lower price is raised until it leaves this much.' }),
  hiddenProviderIds: refs('providers', { max: 20, label: 'Providers to hide', help: 'Their tickets are not offered.' }),
  minSeats: integer({ min: 2, max: 20, label: 'Seats together, at least', help: 'Smaller groups of seats are not offered.' }),
  leadHours: integer({ min: 0, max: 2_160, label: 'Hours before the start', help: 'Tickets that arrive later than this are not offered.' }),
  notice: longText({ max: 500, translatable: true, help: 'Shown above the payment.' }),
  holderNames: select(['lead', 'every'], { label: 'Names asked for', labels: { lead: 'Of whoever buys', every: 'Of every ticket holder' } }),
  maxTickets: integer({ min: 1, max: 50, label: 'Tickets per order, at most' }),
  refundProtection: select(['offered', 'included', 'not_offered'], {
    labels: { offered: 'Offered for a price', included: 'Included in the price', not_offered: 'Not offered' },
  }),
  protectionFee: percent({ min: 1, max: 5_000, label: 'Price of the protection', help: 'Of what the customer pays.' }),
  badge: text({ max: 30, translatable: true, help: 'A word or two on the event’s card, such as Last tickets.' }),
}

/** What it applies to. A rule without any of these applies to everything. */
const conditionFields = {
  eventIds: refs('events', { max: 200 }),
  performerIds: refs('performers', { max: 200 }),
  venueIds: refs('venues', { max: 200 }),
  competition: text({ max: 120, help: 'As it stands in the match. Letter case makes no difference.' }),
  subcategoryIds: refs('subcategories', { max: 100, label: 'Subcategories' }),
  categoryIds: refs('categories', { max: 100, label: 'Categories' }),
  eventTypes: choices(eventTypes, { label: 'Kinds of event', labels: eventTypeLabels }),
  providerIds: refs('providers', { max: 50 }),
  countryIds: refs('countries', { max: 250, label: 'Countries' }),
  currency: text({ max: 3, format: 'currency', case: 'upper', label: 'Currency of the prices', help: 'Prices in other currencies are outside.' }),
  priceFrom: money({ currency: 'currency', min: 0, label: 'Price from', help: 'What the provider asks for the cheapest ticket.' }),
  priceTo: money({ currency: 'currency', min: 0, label: 'Price up to' }),
  daysFrom: integer({ min: 0, max: 1_000, label: 'Days to the event, from' }),
  daysTo: integer({ min: 0, max: 1_000, label: 'Days to the event, up to', help: 'Whole days before the start. 0 is within 24 hours.' }),
}

/** The fields that hold the value of each type. */
export const ruleValues: Readonly<Record<RuleType, readonly (keyof typeof valueFields)[]>> = {
  markup: ['markup'], service_fee: ['serviceFee'], min_margin: ['minMargin'], hide_provider: ['hiddenProviderIds'], min_seats: ['minSeats'],
  delivery_lead_time: ['leadHours'], checkout_notice: ['notice'], holder_names: ['holderNames'], max_tickets: ['maxTickets'],
  refund_protection: ['refundProtection', 'protectionFee'], badge: ['badge'],
}

export const ruleFields = {
  name: text({ required: true, max: 120, help: 'For staff; customers never see it.' }),
  type: select(ruleTypes, { required: true, initial: 'markup', labels: ruleTypeLabels }),
  ...valueFields,
  ...conditionFields,
  priority: integer({ required: true, min: 0, max: 100, initial: 50, help: 'Of rules that are equally specific the higher one prevails.' }),
  isEnabled: boolean({ label: 'Enabled' }),
  validFrom: instant({ label: 'Holds from' }),
  validUntil: instant({ label: 'Holds until', help: 'From this moment on it holds no more.' }),
  notes: longText({ max: 2_000, help: 'Why it is there, for whoever finds it later.' }),

  state: select(ruleStates, { required: true, derived: true, tones: { off: 'neutral', scheduled: 'busy', active: 'good', ended: 'neutral' } }),
  appliesTo: text({ required: true, derived: true, max: 400 }),
  effect: text({ required: true, derived: true, max: 120, label: 'Value' }),
  specificity: integer({ required: true, derived: true, help: 'The higher one prevails. 0: without any condition, so for every event' }),
  affectedCount: integer({ readOnly: true, min: 0, label: 'Events' }),
  countedAt: instant({ readOnly: true, label: 'Events counted' }),
}

export type RuleFields = typeof ruleFields
