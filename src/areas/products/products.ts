import { defineResource } from '../../kit/resource.ts'
import {
  boolean, choices, decimal, instant, integer, longText, money, percent, ref, refs, select, text,
} from '../../kit/fields.ts'

export const productStatuses = ['imported', 'mapped', 'live', 'suspended', 'retired'] as const

/**
 * Tours, tickets and activities of suppliers, in OCTO's words. They enter by import, so nobody creates one
 * here.
 */
export const products = defineResource('products', {
  label: ['Product', 'Products'],
  access: 'products',
  operations: ['list', 'read'],
  title: 'title',
  fields: {
    title: text({ required: true, max: 255 }),
    internalName: text({ required: true, max: 255 }),
    providerId: ref('providers', { required: true }),
    supplierCode: text({ required: true, max: 64 }),
    cityId: ref('cities', { required: true }),
    subcategoryIds: refs('subcategories', { max: 20 }),
    locale: text({ required: true, max: 16, format: 'locale', help: 'The language it was written in' }),
    timeZone: text({ required: true, max: 64, format: 'timeZone' }),
    status: select(productStatuses, {
      required: true, initial: 'imported',
      labels: {
        imported: 'Imported', mapped: 'Mapped', live: 'Live', suspended: 'Suspended', retired: 'Retired',
      },
      tones: { imported: 'neutral', mapped: 'busy', live: 'good', suspended: 'warn', retired: 'neutral' },
    }),
    suspendedBecause: select(['supplier_off', 'quality', 'manual'], {
      labels: { supplier_off: 'Off at the supplier', quality: 'Quality', manual: 'By hand' },
    }),
    availabilityType: select(['START_TIME', 'OPENING_HOURS'], {
      required: true, labels: { START_TIME: 'Start times', OPENING_HOURS: 'Opening hours' },
    }),
    isInstantConfirmation: boolean({ label: 'Instant confirmation' }),
    isInstantDelivery: boolean({ label: 'Instant delivery' }),
    isAvailabilityRequired: boolean({ label: 'Availability required' }),
    deliveryMethods: choices(['VOUCHER', 'TICKET'], { labels: { VOUCHER: 'Voucher', TICKET: 'Ticket' } }),
    redemptionMethod: select(['DIGITAL', 'PRINT', 'MANIFEST'], {
      required: true, labels: { DIGITAL: 'Digital', PRINT: 'Printed', MANIFEST: 'By name' },
    }),
    pricingPer: select(
      ['UNIT', 'BOOKING'], { required: true, labels: { UNIT: 'Per person', BOOKING: 'Per booking' } },
    ),
    currency: text({ required: true, max: 3, format: 'currency', case: 'upper' }),
    netFrom: money({ currency: 'currency', required: true, min: 0 }),
    retailFrom: money({ currency: 'currency', required: true, min: 0 }),
    markup: percent({ required: true, min: 0, max: 100_000 }),
    cancellationPolicy: select(['STANDARD', 'CUSTOM', 'ALL_SALES_FINAL'], {
      required: true, labels: { STANDARD: 'Standard', CUSTOM: 'Custom', ALL_SALES_FINAL: 'All sales final' },
    }),
    cancellationHours: integer({
      min: 0, max: 8_760, help: 'Hours before the start until which cancelling is free',
    }),
    rating: decimal({ min: 0, max: 5, scale: 2 }),
    reviewCount: integer({ required: true, min: 0, initial: 0 }),
    latitude: decimal({ required: true, min: -90, max: 90 }),
    longitude: decimal({ required: true, min: -180, max: 180 }),
    description: longText({ max: 20_000 }),
    lastSyncedAt: instant({ readOnly: true, label: 'Last sync' }),
    optionCount: integer({ derived: true, required: true, label: 'Options' }),
  },
  list: {
    columns: [
      'title', 'supplierCode', 'providerId', 'cityId', 'status', 'retailFrom', 'netFrom', 'rating',
      'lastSyncedAt',
    ],
    filters: [
      'status', 'providerId', 'cityId', 'subcategoryIds', 'locale', 'availabilityType', 'currency', 'isInstantConfirmation',
    ],
    search: ['title', 'internalName', 'supplierCode'],
    sort: '-createdAt',
  },
  summary: 'Products of suppliers, as they were imported.',
})
