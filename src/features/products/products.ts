import {
  boolean,
  choices,
  decimal,
  instant,
  integer,
  longText,
  money,
  percent,
  ref,
  refs,
  select,
  text,
  words,
} from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { supplierFieldLabels, supplierFields } from './supplier-fields.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { providers } from '../providers/providers.ts'
import type { cities } from '../places/geo/cities.ts'
import type { subcategories } from '../categories/subcategories.ts'
import type { tags } from '../tags/tags.ts'
import type { images } from '../../platform/media/images.ts'
import { termFields } from './product-term-fields.ts'
import { productStatuses, suspensionReasons, suspensionLabels } from './product-statuses.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    products: true
  }
}

/**
 * Tours, tickets and activities of suppliers, in OCTO's terms. Products are imported, never created here. The
 * supplier's values change only in the fields that `overrides` lists, and removing a field from it restores the
 * supplier's current value.
 */
export const products = defineResource('products', {
  label: ['Product', 'Products'],
  access: 'products',
  operations: ['list', 'read', 'update'],
  title: 'title',
  fields: {
    title: text({ required: true, max: 255 }),
    internalName: text({ required: true, max: 255 }),
    originTitle: text({
      derived: true,
      max: 255,
      label: 'Supplier’s title',
      help: 'The supplier’s current value, before our changes',
    }),
    providerId: ref(nameOf<typeof providers>('providers'), { required: true, readOnly: true }),
    supplierCode: text({ required: true, readOnly: true, max: 64 }),
    reference: text({ max: 64, help: 'As on the supplier’s own documents' }),
    cityId: ref(nameOf<typeof cities>('cities'), {
      required: true,
      label: 'City',
      help: 'Mapped destination',
    }),
    subcategoryIds: refs(nameOf<typeof subcategories>('subcategories'), { max: 20, label: 'Subcategories' }),
    tagIds: refs(nameOf<typeof tags>('tags'), { max: 30, label: 'Tags' }),
    supplierTags: words({
      readOnly: true,
      max: 60,
      label: 'Supplier’s tags',
      help: 'The supplier’s tag numbers or names. Mapped ones add our tag.',
    }),
    locale: text({ required: true, max: 16, format: 'locale', help: 'Language of the original text' }),
    timeZone: text({ required: true, max: 64, format: 'timeZone' }),
    status: select(productStatuses, {
      required: true,
      readOnly: true,
      initial: 'imported',
      labels: {
        imported: 'Imported',
        mapped: 'Mapped',
        live: 'Live',
        suspended: 'Suspended',
        retired: 'Retired',
      },
      tones: { imported: 'neutral', mapped: 'busy', live: 'good', suspended: 'warn', retired: 'neutral' },
    }),
    suspendedBecause: select(suspensionReasons, { readOnly: true, labels: suspensionLabels }),
    availabilityType: select(['START_TIME', 'OPENING_HOURS'], {
      required: true,
      labels: { START_TIME: 'Start times', OPENING_HOURS: 'Opening hours' },
    }),
    isInstantConfirmation: boolean({ label: 'Instant confirmation' }),
    isInstantDelivery: boolean({ label: 'Instant delivery' }),
    isAvailabilityRequired: boolean({ label: 'Availability required' }),
    deliveryMethods: choices(['VOUCHER', 'TICKET'], { labels: { VOUCHER: 'Voucher', TICKET: 'Ticket' } }),
    redemptionMethod: select(['DIGITAL', 'PRINT', 'MANIFEST'], {
      required: true,
      labels: { DIGITAL: 'Digital', PRINT: 'Printed', MANIFEST: 'By name' },
    }),
    pricingPer: select(['UNIT', 'BOOKING'], { required: true, labels: { UNIT: 'Per person', BOOKING: 'Per booking' } }),
    currency: text({ required: true, readOnly: true, max: 3, format: 'currency', case: 'upper' }),
    netFrom: money({
      currency: 'currency',
      required: true,
      min: 0,
      label: 'Net from',
      help: 'Net price of the unit it sells from. A change goes to that unit.',
    }),
    retailFrom: money({
      currency: 'currency',
      required: true,
      readOnly: 'moving',
      min: 0,
      label: 'Sells from',
      help: 'The price of the cheapest unit that a person can buy alone, without company or proof',
    }),
    priceTo: money({
      currency: 'currency',
      derived: true,
      min: 0,
      label: 'Sells up to',
      help: 'Price of its most expensive unit',
    }),
    markup: percent({
      required: true,
      min: 0,
      max: 100_000,
      help: 'Added to the net price. Changing it reprices every unit.',
    }),
    margin: percent({ derived: 'indexed', min: -1_000_000, help: 'Left of the selling price' }),
    ...termFields,
    imageIds: refs(nameOf<typeof images>('images'), { max: 20, label: 'Images' }),
    rating: decimal({ min: 0, max: 5, scale: 2, readOnly: 'moving' }),
    reviewCount: integer({ required: true, min: 0, initial: 0, readOnly: 'moving', label: 'Reviews' }),
    ownRating: decimal({
      derived: true,
      min: 0,
      max: 5,
      scale: 2,
      label: 'Our rating',
      help: 'The average of the reviews that we have approved',
    }),
    ownReviewCount: integer({ derived: true, required: true, label: 'Our reviews', help: 'Approved ones' }),
    latitude: decimal({ required: true, min: -90, max: 90 }),
    longitude: decimal({ required: true, min: -180, max: 180 }),
    description: longText({ max: 20_000 }),
    overrides: choices(supplierFields, { label: 'Overridden fields', labels: supplierFieldLabels }),
    syncStatus: select(['synced', 'pending', 'failed'], {
      required: true,
      readOnly: 'moving',
      initial: 'synced',
      labels: { synced: 'In sync', pending: 'Waiting', failed: 'Failed' },
      tones: { synced: 'good', pending: 'busy', failed: 'bad' },
    }),
    lastSyncedAt: instant({ readOnly: 'moving', label: 'Last sync' }),
    optionCount: integer({ derived: 'indexed', required: true, label: 'Options' }),
    driftCount: integer({
      derived: 'indexed',
      required: true,
      label: 'Drift',
      help: 'Supplier changes to review',
    }),
    aliasCount: integer({ derived: true, required: true, label: 'Aliases' }),
  },
  list: {
    columns: [
      'title',
      'status',
      'cityId',
      'netFrom',
      'retailFrom',
      'margin',
      'driftCount',
      'aliasCount',
      'lastSyncedAt',
      'optionCount',
      'supplierCode',
      'providerId',
    ],
    shown: [
      { key: 'title', below: ['cityId', 'providerId'], picture: 'imageIds' },
      'status',
      'netFrom',
      'retailFrom',
      'margin',
      'driftCount',
      'aliasCount',
      'lastSyncedAt',
    ],
    filters: [
      'status',
      'providerId',
      'cityId',
      'subcategoryIds',
      'tagIds',
      'supplierTags',
      'suspendedBecause',
      'locale',
      'availabilityType',
      'currency',
      'syncStatus',
      'overrides',
      'driftCount',
      'markup',
      'cancellationPolicy',
      'isInstantConfirmation',
    ],
    search: ['title', 'internalName', 'supplierCode'],
    sort: '-createdAt',
    needs: ['status', 'title'],
  },
  form: {
    main: [
      { title: 'Overview', fields: ['title', 'internalName', 'description', 'reference', 'locale'] },
      { title: 'Mapping', fields: ['cityId', 'subcategoryIds', 'tagIds', 'latitude', 'longitude', 'timeZone'] },
      { title: 'Price', fields: ['pricingPer', 'netFrom', 'markup', 'retailFrom', 'priceTo', 'margin'] },
      {
        title: 'Availability and delivery',
        fields: [
          'availabilityType',
          'redemptionMethod',
          'isAvailabilityRequired',
          'isInstantConfirmation',
          'isInstantDelivery',
          'deliveryMethods',
        ],
      },
      {
        title: 'Cancellation',
        fields: [
          'cancellationPolicy',
          'cancellationHours',
          {
            field: 'cancellationTiers',
            when: (draft) => draft.cancellationPolicy === 'CUSTOM' || (draft.cancellationTiers ?? []).length > 0,
          },
        ],
      },
      { title: 'Booking questions', fields: ['questions'] },
      { title: 'Media', fields: ['imageIds'] },
    ],
    aside: [
      { title: 'State', fields: ['status', 'suspendedBecause', 'syncStatus', 'lastSyncedAt'] },
      {
        title: 'At the supplier',
        fields: [
          'providerId',
          'supplierCode',
          'originTitle',
          'currency',
          'rating',
          'reviewCount',
          'supplierTags',
          'overrides',
        ],
      },
      { title: 'By our customers', fields: ['ownRating', 'ownReviewCount'] },
    ],
    guarded: {
      why: 'What the supplier says is overridden on the product’s own page, where both values are in view.',
      except: ['markup', 'subcategoryIds', 'tagIds', 'internalName', 'cityId'],
    },
  },
  *check(draft) {
    const { cancellationPolicy: policy, cancellationHours: hours, cancellationTiers: tiers } = draft
    if (policy === 'ALL_SALES_FINAL' && (hours !== null || tiers.length > 0))
      yield {
        field: 'cancellationPolicy',
        message: t('All sales final allows no cancellation hours or refunds. Clear them, or choose another policy.'),
      }
    if (policy === 'CUSTOM' && hours === null && tiers.length === 0)
      yield {
        field: 'cancellationHours',
        message: t('A custom policy needs cancellation hours or refund tiers.'),
      }
    if (new Set(tiers.map(({ hoursBefore }) => hoursBefore)).size < tiers.length)
      yield {
        field: 'cancellationTiers',
        message: t('List each number of hours once.'),
      }
    if (new Set(draft.questions.map(({ code }) => code)).size < draft.questions.length)
      yield {
        field: 'questions',
        message: t('List each code once.'),
      }
  },
  summary: 'Products of suppliers, with what staff have overridden.',
})
