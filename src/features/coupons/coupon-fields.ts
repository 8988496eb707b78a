import {
  boolean,
  choices,
  date,
  decimal,
  instant,
  integer,
  longText,
  money,
  percent,
  ref,
  refs,
  rows,
  select,
  text,
  words,
} from '../../core/resource/fields.ts'
import { channels } from '../purchases/states/purchase-states.ts'
import { couponStates, couponStatuses } from './coupon-state.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { events } from '../events/event/events.ts'
import type { performers } from '../events/performer/performers.ts'
import type { venues } from '../places/venues/venues.ts'
import type { cities } from '../places/geo/cities.ts'
import type { products } from '../products/products.ts'
import type { providers } from '../providers/providers.ts'
import type { aliases } from '../aliases/aliases.ts'
import type { categories } from '../categories/categories.ts'
import type { subcategories } from '../categories/subcategories.ts'
import type { customers } from '../customers/customers.ts'
import type { staff } from '../../platform/auth/sign-in/staff.ts'
import type { couponBatches } from './coupon-batches.ts'

const largestCount = 1_000_000

/** An amount in each of several currencies. */
function amounts<const L extends string>(label: L, help: string) {
  return rows(
    {
      currency: text({ required: true, format: 'currency', case: 'upper', max: 3 }),
      amount: money({ required: true, currency: 'currency', min: 1 }),
    },
    { label, help, max: 30 },
  )
}

/** Everything that is known of a coupon. `coupons.ts` says what it is; this file is its vocabulary. */
export const couponFields = {
  code: text({
    required: true,
    unique: true,
    case: 'upper',
    min: 3,
    max: 40,
    pattern: /^[A-Z0-9_-]+$/,
    patternHint: 'can have only letters from A to Z, digits, hyphens and underscores.',
    help: 'Customers enter this at checkout. Not case-sensitive.',
  }),
  name: text({ required: true, max: 120, help: 'For staff; customers never see it.' }),
  status: select(couponStatuses, { required: true, initial: 'draft' }),
  state: select(couponStates, {
    required: true,
    derived: true,
    tones: {
      draft: 'neutral',
      scheduled: 'busy',
      active: 'good',
      paused: 'warn',
      exhausted: 'neutral',
      expired: 'neutral',
      archived: 'neutral',
    },
  }),

  kind: select(['percent', 'fixed', 'set_price'], {
    required: true,
    initial: 'percent',
    labels: { percent: 'Percentage', fixed: 'Fixed', set_price: 'Set price' },
  }),
  percent: percent({ min: 1, max: 10_000, label: 'Percentage' }),
  amounts: amounts('Amounts', 'One for each currency that the coupon accepts. A set price is per unit.'),
  maxDiscounts: amounts('Maximum discounts', 'In currencies that are not listed, the percentage is not limited.'),
  minSpends: amounts('Minimum spends', 'For the lines in scope, before the discount and without fees.'),
  minQuantity: integer({ min: 1, max: 1_000, label: 'Minimum quantity', help: 'Tickets or travellers in scope.' }),

  scope: text({ required: true, derived: true }),
  eventIds: refs(nameOf<typeof events>('events'), { help: 'Blank means every event.' }),
  excludedEventIds: refs(nameOf<typeof events>('events'), { label: 'Exclude events' }),
  performerIds: refs(nameOf<typeof performers>('performers')),
  excludedPerformerIds: refs(nameOf<typeof performers>('performers'), { label: 'Exclude performers' }),
  venueIds: refs(nameOf<typeof venues>('venues')),
  excludedVenueIds: refs(nameOf<typeof venues>('venues'), { label: 'Exclude venues' }),
  cityIds: refs(nameOf<typeof cities>('cities'), { label: 'Cities' }),
  excludedCityIds: refs(nameOf<typeof cities>('cities'), { label: 'Exclude cities' }),
  productIds: refs(nameOf<typeof products>('products')),
  excludedProductIds: refs(nameOf<typeof products>('products'), { label: 'Exclude products' }),
  aliasIds: refs(nameOf<typeof aliases>('aliases'), { label: 'Aliases', help: 'Every product that they sell.' }),
  excludedAliasIds: refs(nameOf<typeof aliases>('aliases'), { label: 'Exclude aliases' }),
  categoryIds: refs(nameOf<typeof categories>('categories'), { label: 'Categories' }),
  excludedCategoryIds: refs(nameOf<typeof categories>('categories'), { label: 'Exclude categories' }),
  subcategoryIds: refs(nameOf<typeof subcategories>('subcategories'), { label: 'Subcategories' }),
  excludedSubcategoryIds: refs(nameOf<typeof subcategories>('subcategories'), { label: 'Exclude subcategories' }),
  providerIds: refs(nameOf<typeof providers>('providers'), { label: 'Providers' }),
  excludedProviderIds: refs(nameOf<typeof providers>('providers'), { label: 'Exclude providers' }),
  channels: choices(channels, {
    labels: { web: 'Web', app: 'App', partner: 'Partner', phone: 'Phone' },
    help: 'Blank means every channel.',
  }),
  locales: words({
    max: 50,
    format: 'locale',
    label: 'Languages',
    help: 'BCP 47 tags, such as es or pt-BR. Blank means every language.',
  }),
  excludedLocales: words({ max: 50, format: 'locale', label: 'Exclude languages' }),
  travelFrom: date({ label: 'Travel from', help: 'The day of the visit or performance, where it takes place.' }),
  travelUntil: date({ label: 'Travel until', help: 'Last travel day.' }),

  totalLimit: integer({ min: 1, max: largestCount, help: 'Total uses. Blank means unlimited.' }),
  perCustomerLimit: integer({ min: 1, max: largestCount, label: 'Limit per customer' }),
  isFirstPurchaseOnly: boolean({ label: 'First purchase only' }),
  isReturnedOnCancel: boolean({
    label: 'Restore use if cancelled',
    help: 'When the whole purchase is cancelled, the use counts as not made.',
  }),
  customerIds: refs(nameOf<typeof customers>('customers'), { personal: true, help: 'Blank means every customer.' }),
  emailDomains: words({ max: 100, label: 'Email domains', help: 'Such as example.com. Blank means every address.' }),
  stackGroup: text({
    max: 40,
    help: 'Coupons of one group can be combined. A coupon without a group can’t be combined.',
  }),
  stackPriority: integer({
    required: true,
    min: 0,
    max: 100,
    initial: 0,
    help: 'Within a group the lowest is applied first.',
  }),

  validFrom: instant({ zone: 'timeZone', label: 'Valid from' }),
  validUntil: instant({
    zone: 'timeZone',
    label: 'Valid until',
    help: 'Expires at this time.',
  }),
  timeZone: text({
    required: true,
    format: 'timeZone',
    max: 64,
    initial: 'UTC',
    help: 'Both times are in this time zone.',
  }),

  platformShare: percent({
    required: true,
    min: 0,
    max: 10_000,
    initial: 10_000,
    label: 'Our share',
    help: 'Our share of each discount. The supplier pays the rest.',
  }),
  ownerId: ref(nameOf<typeof staff>('staff'), {
    label: 'Owner',
    help: 'Defaults to you.',
  }),
  campaign: text({ max: 80 }),
  notes: longText({ max: 10_000 }),

  batchId: ref(nameOf<typeof couponBatches>('coupon-batches'), { readOnly: true, label: 'Batch' }),
  timesUsed: integer({ required: true, readOnly: 'moving', min: 0, initial: 0 }),
  results: rows(
    {
      currency: text({ required: true, format: 'currency' }),
      uses: integer({ required: true, min: 0 }),
      discount: money({ required: true, currency: 'currency' }),
      revenue: money({ required: true, currency: 'currency' }),
      margin: money({ required: true, currency: 'currency' }),
      roi: decimal({ scale: 2, label: 'ROI', help: 'Margin for each unit given away.' }),
    },
    {
      derived: true,
      max: 300,
      label: 'Discount given',
      help: 'Per currency: what was given away, what those purchases brought in after refunds, and what was left of it.',
    },
  ),
}

export type CouponFields = typeof couponFields
