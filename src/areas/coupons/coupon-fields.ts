import {
  boolean, choices, date, decimal, instant, integer, longText, money, percent, ref, refs, rows, select, text, words,
} from '../../kit/fields.ts'
import { channels } from '../purchases/purchase-states.ts'
import { couponStates, couponStatuses } from './coupon-state.ts'

const largestCount = 1_000_000

/** An amount in each of several currencies. */
function amounts<const L extends string>(label: L, help: string) {
  return rows({
    currency: text({ required: true, format: 'currency', case: 'upper', max: 3 }),
    amount: money({ required: true, currency: 'currency', min: 1 }),
  }, { label, help, max: 30 })
}

/** Everything that is known of a coupon. `coupons.ts` says what it is; this file is its vocabulary. */
export const couponFields = {
  code: text({
    required: true, unique: true, case: 'upper', min: 3, max: 40, pattern: /^[A-Z0-9_-]+$/,
    patternHint: 'may have only letters from A to Z, digits, hyphens and underscores.',
    help: 'What a customer types. Letter case makes no difference.',
  }),
  name: text({ required: true, max: 120, help: 'For staff; customers never see it.' }),
  status: select(couponStatuses, { required: true, initial: 'draft' }),
  state: select(couponStates, {
    required: true, derived: true,
    tones: {
      draft: 'neutral', scheduled: 'busy', active: 'good', paused: 'warn', exhausted: 'neutral', expired: 'neutral', archived: 'neutral',
    },
  }),

  kind: select(['percent', 'fixed', 'set_price'], {
    required: true, initial: 'percent',
    labels: { percent: 'Percentage', fixed: 'Fixed', set_price: 'Set price' },
  }),
  percent: percent({ min: 1, max: 10_000, label: 'Percentage' }),
  amounts: amounts('Amounts', 'One for each currency in which the coupon may be used. A set price is per unit.'),
  maxDiscounts: amounts('Maximum discounts', 'In currencies that are not listed, the percentage is not limited.'),
  minSpends: amounts('Minimum spends', 'Of the lines in scope, before the discount and without fees.'),
  minQuantity: integer({ min: 1, max: 1_000, label: 'Minimum quantity', help: 'Tickets or travellers in scope.' }),

  scope: text({ required: true, derived: true }),
  eventIds: refs('events', { help: 'Left empty, every event.' }),
  excludedEventIds: refs('events', { label: 'Events left out' }),
  performerIds: refs('performers'),
  excludedPerformerIds: refs('performers', { label: 'Performers left out' }),
  venueIds: refs('venues'),
  excludedVenueIds: refs('venues', { label: 'Venues left out' }),
  cityIds: refs('cities', { label: 'Cities' }),
  excludedCityIds: refs('cities', { label: 'Cities left out' }),
  productIds: refs('products'),
  excludedProductIds: refs('products', { label: 'Products left out' }),
  channels: choices(channels, {
    labels: { web: 'Web', app: 'App', partner: 'Partner', phone: 'Phone' }, help: 'Left empty, every channel.',
  }),
  locales: words({ max: 50, help: 'BCP 47 tags, such as es or pt-BR. Left empty, every language.' }),
  excludedLocales: words({ max: 50, label: 'Locales left out' }),
  travelFrom: date({ label: 'Travel from', help: 'The day of the visit or performance, where it takes place.' }),
  travelUntil: date({ label: 'Travel until', help: 'The last such day.' }),

  totalLimit: integer({ min: 1, max: largestCount, help: 'Uses in all, by everybody. Left empty, any number.' }),
  perCustomerLimit: integer({ min: 1, max: largestCount, label: 'Limit per customer' }),
  isFirstPurchaseOnly: boolean({ label: 'First purchase only' }),
  isReturnedOnCancel: boolean({
    label: 'Give the use back on cancellation', help: 'When the whole purchase is cancelled, the use counts as not made.',
  }),
  customerIds: refs('customers', { personal: true, help: 'Left empty, every customer.' }),
  emailDomains: words({ max: 100, label: 'E-mail domains', help: 'Such as example.com. Left empty, every address.' }),
  stackGroup: text({ max: 40, help: 'Coupons of one group may be combined; a coupon without a group stands alone.' }),
  stackPriority: integer({
    required: true, min: 0, max: 100, initial: 0, help: 'Within a group the lowest is applied first.',
  }),

  validFrom: instant({ zone: 'timeZone', label: 'Valid from' }),
  validUntil: instant({ zone: 'timeZone', label: 'Valid until', help: 'From this moment on it is no longer accepted.' }),
  timeZone: text({
    required: true, format: 'timeZone', max: 64, initial: 'UTC', help: 'In which the two moments are shown and meant.',
  }),

  platformShare: percent({
    required: true, min: 0, max: 10_000, initial: 10_000, label: 'Platform bears',
    help: 'Its part of each discount; the supplier bears the rest.',
  }),
  ownerId: ref('staff', { label: 'Owner', help: 'Who answers for it: whoever creates it, unless somebody else is named.' }),
  campaign: text({ max: 80 }),
  notes: longText({ max: 10_000 }),

  batchId: ref('coupon-batches', { readOnly: true, label: 'Batch' }),
  timesUsed: integer({ required: true, readOnly: true, min: 0, initial: 0 }),
  results: rows({
    currency: text({ required: true, format: 'currency' }),
    uses: integer({ required: true, min: 0 }),
    discount: money({ required: true, currency: 'currency' }),
    revenue: money({ required: true, currency: 'currency' }),
    margin: money({ required: true, currency: 'currency' }),
    roi: decimal({ scale: 2, label: 'ROI', help: 'Margin for each unit given away.' }),
  }, {
    derived: true, max: 300, label: 'Discount given',
    help: 'Per currency: what was given away, what those purchases brought in after refunds, and what was left of it.',
  }),
}

export type CouponFields = typeof couponFields
