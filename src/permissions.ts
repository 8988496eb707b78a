/**
 * The permission objects and actions that the product is built with. Objects are those of the menu, plus
 * `translations` and `audit`; staff may add further objects at run time, which are data. `ui` shows an area and lets it be
 * read, `write` lets it be changed, and every other action guards only the command it names.
 */
export const permissionObjects = {
  'purchases': 'Purchases',
  'coupons': 'Coupons',
  'aliases': 'Aliases',
  'alias-reviews': 'Alias reviews',
  'products': 'Products',
  'product-reviews': 'Product reviews',
  'product-options': 'Product options',
  'product-age-bands': 'Product age bands',
  'events': 'Events',
  'performances': 'Performances',
  'performers': 'Performers',
  'lineups': 'Lineups',
  'matches': 'Matches',
  'rules': 'Event settings and rule types',
  'tags': 'Tags',
  'users': 'Users, API users and admin users',
  'authors': 'Authors',
  'roles': 'Roles and permissions',
  'audit': 'Audit of what anyone did',
  'categories': 'Categories',
  'subcategories': 'Subcategories',
  'places': 'Continents, countries, cities and venues',
  'product-codes': 'Viator imports',
  'product-codes-tiqets': 'Tiqets imports',
  'product-codes-globick': 'Globick imports',
  'product-codes-tourcms': 'TourCMS imports',
  'providers': 'Providers and ticket availability',
  'seller-api': 'Seller API',
  'settings': 'Rewrite rules, ticket map outliers and workers',
  'static-pages': 'Static pages',
  'images': 'Images',
  'translations': 'Translations and locales',
} as const

export const permissionActions = {
  ui: 'See the area in the menu and read it',
  write: 'Create and change records',
  read: 'Read records through lists of other areas',
  delete: 'Delete records',
  refund: 'Give money back',
  export: 'Take records out of the system',
  publish: 'Make content public',
  impersonate: 'Sign in as a customer',
} as const

export type PermissionObject = keyof typeof permissionObjects
export type PermissionAction = keyof typeof permissionActions
