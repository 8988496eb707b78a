/**
 * The features, in order of their dependencies. A feature can use shared and server files of those before it, but never
 * their screens; `npm run check` enforces this. What two features need has a folder of its own, listed here as well.
 */
export const featureOrder = [
  'currencies',
  'providers',
  'reviews/totals',
  'purchases/states',
  'places',
  'staff',
  'authors',
  'categories',
  'tags',
  'products',
  'events',
  'matches',
  'rules',
  'lineups',
  'aliases',
  'static-pages',
  'languages',
  'customers',
  'coupons',
  'purchases',
  'reviews',
  'supply',
  'sellers',
  'api-users',
  'orders',
  'orders/commands',
  'discovery',
  'home',
]
