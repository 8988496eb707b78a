/** What suppliers say about their products: read-only until overridden. */
export const supplierFields = [
  'title',
  'description',
  'reference',
  'locale',
  'timeZone',
  'latitude',
  'longitude',
  'availabilityType',
  'isInstantConfirmation',
  'isInstantDelivery',
  'isAvailabilityRequired',
  'deliveryMethods',
  'redemptionMethod',
  'pricingPer',
  'netFrom',
  'cancellationPolicy',
  'cancellationHours',
  'cancellationTiers',
  'questions',
] as const

export type SupplierField = (typeof supplierFields)[number]

export const supplierFieldLabels: Readonly<Record<SupplierField, string>> = {
  title: 'Title',
  description: 'Description',
  reference: 'Reference',
  locale: 'Locale',
  timeZone: 'Time zone',
  latitude: 'Latitude',
  longitude: 'Longitude',
  availabilityType: 'Availability type',
  isInstantConfirmation: 'Instant confirmation',
  isInstantDelivery: 'Instant delivery',
  isAvailabilityRequired: 'Availability required',
  deliveryMethods: 'Delivery methods',
  redemptionMethod: 'Redemption method',
  pricingPer: 'Pricing per',
  netFrom: 'Net from',
  cancellationPolicy: 'Cancellation policy',
  cancellationHours: 'Cancellation hours',
  cancellationTiers: 'Cancellation tiers',
  questions: 'Questions',
}

export function isSupplierField(key: string): key is SupplierField {
  return (supplierFields as readonly string[]).includes(key)
}
