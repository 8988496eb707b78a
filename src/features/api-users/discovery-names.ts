/** What the discovery API lists. One word from the address to the statement. */
export const discoveryNames = [
  'categories',
  'cities',
  'venues',
  'performers',
  'events',
  'performances',
  'products',
  'reviews',
] as const
export type DiscoveryName = (typeof discoveryNames)[number]

/** The scope every call needs. Prices, availability and reviews each need a scope of their own as well. */
export const discoveryScope = 'catalogue:read'
