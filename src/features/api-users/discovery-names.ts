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

/** What every call needs; prices, availability and reviews are told to keys that have those scopes too. */
export const discoveryScope = 'catalogue:read'
