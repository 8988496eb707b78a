/**
 * Section 2 of the specification as far as it is built, written from its text. Nothing here is read from the product:
 * src/app/specification.test.tsx compares the product with it, line by line.
 */

export interface SpecifiedPage {
  readonly path: string
  /** What menu, breadcrumb and document title call the page. */
  readonly title: string
  /** The permission objects of which any one, with `ui`, opens the page. */
  readonly seenWith: string
  /** The permission objects of which any one, with `write`, makes it editable; `-` where there is nothing to edit. */
  readonly editedWith: string
  /** The menu item that is highlighted on the page. */
  readonly menuItem: string
  /** What follows `Dashboard /dashboard`: each crumb with where it leads, or its title alone where it is plain text. */
  readonly crumbs: string
}

/** Every path of the table of permission-guarded routes. */
export const specifiedPages: readonly SpecifiedPage[] = rowsOf(`
/purchases/list                | All purchases        | purchases         | -                 | /purchases/list            | Purchases /purchases/list › All purchases
/purchases/products/list       | Product purchases    | purchases         | -                 | /purchases/products/list   | Purchases /purchases/list › Product purchases
/purchases/products/view       | Product purchase     | purchases         | -                 | /purchases/products/list   | Purchases /purchases/list › Product purchase
/purchases/products/update     | Update product purchase | purchases      | purchases         | /purchases/products/list   | Purchases /purchases/list › Update product purchase
/purchases/events/list         | Event purchases      | purchases         | -                 | /purchases/events/list     | Purchases /purchases/list › Event purchases
/purchases/events/view         | Event purchase       | purchases         | -                 | /purchases/events/list     | Purchases /purchases/list › Event purchase
/purchases/events/update       | Update event purchase | purchases        | purchases         | /purchases/events/list     | Purchases /purchases/list › Update event purchase
/purchases/products/invoice/{id} | Invoice              | purchases         | purchases         | /purchases/products/list   | Purchases /purchases/list › Invoice
/purchases/products/refund-invoice/{id} | Refund invoice       | purchases         | purchases         | /purchases/products/list   | Purchases /purchases/list › Refund invoice
/purchases/events/invoice/{id} | Invoice              | purchases         | purchases         | /purchases/events/list     | Purchases /purchases/list › Invoice
/purchases/events/refund-invoice/{id} | Refund invoice       | purchases         | purchases         | /purchases/events/list     | Purchases /purchases/list › Refund invoice
/coupons/list                  | Coupons              | coupons           | coupons           | /coupons/list              | Coupons
/coupons/update                | Edit coupon          | coupons           | coupons           | /coupons/list              | Coupons /coupons/list › Edit coupon
/coupons/create                | New coupon           | coupons           | coupons           | /coupons/list              | Coupons /coupons/list › New coupon
/aliases/list                  | Aliases              | aliases           | aliases           | /aliases/list              | Aliases
/aliases/create                | New alias            | aliases           | aliases           | /aliases/list              | Aliases /aliases/list › New alias
/aliases/update                | Edit alias           | aliases           | aliases           | /aliases/list              | Aliases /aliases/list › Edit alias
/aliases/reviews/list          | Alias reviews        | alias-reviews     | alias-reviews     | /aliases/reviews/list      | Aliases /aliases/list › Alias reviews
/aliases/reviews/create        | New alias review     | alias-reviews     | alias-reviews     | /aliases/reviews/list      | Aliases /aliases/list › Alias reviews /aliases/reviews/list › New alias review
/aliases/reviews/update        | Alias review         | alias-reviews     | alias-reviews     | /aliases/reviews/list      | Aliases /aliases/list › Alias reviews /aliases/reviews/list › Alias review
/products/list                 | Products             | products          | products          | /products/list             | Products
/products/update               | Product              | products          | products          | /products/list             | Products /products/list › Product
/products/reviews/list         | Product reviews      | product-reviews   | product-reviews   | /products/reviews/list     | Products /products/list › Product reviews
/products/reviews/create       | New product review   | product-reviews   | product-reviews   | /products/reviews/list     | Products /products/list › Product reviews /products/reviews/list › New product review
/products/reviews/update       | Product review       | product-reviews   | product-reviews   | /products/reviews/list     | Products /products/list › Product reviews /products/reviews/list › Product review
/product-options/list          | Product options      | product-options   | product-options   | /product-options/list      | Products /products/list › Product options
/product-options/update        | Product option       | product-options   | product-options   | /product-options/list      | Products /products/list › Product options /product-options/list › Product option
/product-age-bands/list        | Product age bands    | product-age-bands | product-age-bands | /product-age-bands/list    | Products /products/list › Product age bands
/product-age-bands/update      | Product age band     | product-age-bands | product-age-bands | /product-age-bands/list    | Products /products/list › Product age bands /product-age-bands/list › Product age band
/events/list                   | Events               | events            | events            | /events/list               | Events
/events/update                 | Edit event           | events            | events            | /events/list               | Events /events/list › Edit event
/performances/list             | Performances         | performances      | performances      | /performances/list         | Events /events/list › Performances
/performances/update           | Edit performance     | performances      | performances      | /performances/list         | Events /events/list › Performances /performances/list › Edit performance
/performers/list               | Performers           | performers        | performers        | /performers/list           | Events /events/list › Performers
/performers/create             | New performer        | performers        | performers        | /performers/list           | Events /events/list › Performers /performers/list › New performer
/performers/update/{id}        | Edit performer       | performers        | performers        | /performers/list           | Events /events/list › Performers /performers/list › Edit performer
/lineup/reviews/list           | Lineup reviews       | lineups           | lineups           | /lineup/reviews/list       | Events /events/list › Lineup reviews
/lineup/reviews/create         | New lineup review    | lineups           | lineups           | /lineup/reviews/list       | Events /events/list › Lineup reviews /lineup/reviews/list › New lineup review
/lineup/reviews/update/{id}    | Lineup review        | lineups           | lineups           | /lineup/reviews/list       | Events /events/list › Lineup reviews /lineup/reviews/list › Lineup review
/lineups/list                  | Lineups              | lineups           | lineups           | /lineups/list              | Events /events/list › Lineups
/lineups/create                | New lineup           | lineups           | lineups           | /lineups/list              | Events /events/list › Lineups /lineups/list › New lineup
/lineups/update/{id}           | Edit lineup          | lineups           | lineups           | /lineups/list              | Events /events/list › Lineups /lineups/list › Edit lineup
/matches/list                  | Matches              | matches           | matches, rules    | /matches/list              | Events /events/list › Matches
/matches/create                | New match            | matches           | matches           | /matches/list              | Events /events/list › Matches /matches/list › New match
/matches/update/{id}           | Edit match           | matches           | rules             | /matches/list              | Events /events/list › Matches /matches/list › Edit match
/rules/list                    | Event settings       | rules             | rules             | /rules/list                | Events /events/list › Event settings
/rules/create                  | New rule             | rules             | rules             | /rules/list                | Events /events/list › Event settings /rules/list › New rule
/rules/update/{id}             | Edit rule            | rules             | rules             | /rules/list                | Events /events/list › Event settings /rules/list › Edit rule
/tags/list                     | Tags                 | tags              | tags              | /tags/list                 | Events /events/list › Tags
/tags/create                   | New tag              | tags              | tags              | /tags/list                 | Events /events/list › Tags /tags/list › New tag
/tags/update/{id}              | Edit tag             | tags              | tags              | /tags/list                 | Events /events/list › Tags /tags/list › Edit tag
/users/list                    | Customers            | users             | users             | /users/list                | Users /users/list › Customers
/users/update                  | Customer             | users             | users             | /users/list                | Users /users/list › Customer
/api-users/list                | API users            | users             | users             | /api-users/list            | Users /users/list › API users
/api-users/create              | New API user         | users             | users             | /api-users/list            | Users /users/list › API users /api-users/list › New API user
/api-users/update              | Edit API user        | users             | users             | /api-users/list            | Users /users/list › API users /api-users/list › Edit API user
/admin-users/list              | Admin users          | users             | users             | /admin-users/list          | Users /users/list › Admin users
/admin-users/create            | Invite an admin user | users             | users             | /admin-users/list          | Users /users/list › Admin users /admin-users/list › Invite an admin user
/admin-users/update            | Edit admin user      | users             | users             | /admin-users/list          | Users /users/list › Admin users /admin-users/list › Edit admin user
/authors/list                  | Authors              | authors           | authors           | /authors/list              | Authors
/authors/create                | New author           | authors           | authors           | /authors/list              | Authors /authors/list › New author
/authors/update                | Edit author          | authors           | authors           | /authors/list              | Authors /authors/list › Edit author
/roles/list                    | Roles                | roles             | roles             | /roles/list                | Manage User Access /roles/list › Roles
/roles/update/{name}           | Role                 | roles             | roles             | /roles/list                | Manage User Access /roles/list › Role
/roles/update                  | New role             | roles             | roles             | /roles/list                | Manage User Access /roles/list › New role
/roles/users/list              | People               | roles             | roles             | /roles/users/list          | Manage User Access /roles/list › People
/roles/users/update/{email}    | Person               | roles             | roles             | /roles/users/list          | Manage User Access /roles/list › People /roles/users/list › Person
/roles/users/create            | New person           | roles             | roles             | /roles/users/list          | Manage User Access /roles/list › People /roles/users/list › New person
/categories/list               | Categories           | categories        | categories        | /categories/list           | Categories
/categories/create             | New category         | categories        | categories        | /categories/list           | Categories /categories/list › New category
/categories/update             | Edit category        | categories        | categories        | /categories/list           | Categories /categories/list › Edit category
/subcategories/list            | Subcategories        | subcategories     | subcategories     | /subcategories/list        | Categories /categories/list › Subcategories
/subcategories/create          | New subcategory      | subcategories     | subcategories     | /subcategories/list        | Categories /categories/list › Subcategories /subcategories/list › New subcategory
/subcategories/update          | Edit subcategory     | subcategories     | subcategories     | /subcategories/list        | Categories /categories/list › Subcategories /subcategories/list › Edit subcategory
/continents/list               | Continents           | places            | places            | /continents/list           | Places › Continents
/continents/create             | New continent        | places            | places            | /continents/list           | Places › Continents /continents/list › New continent
/continents/update             | Edit continent       | places            | places            | /continents/list           | Places › Continents /continents/list › Edit continent
/countries/list                | Countries            | places            | places            | /countries/list            | Places › Countries
/countries/create              | New country          | places            | places            | /countries/list            | Places › Countries /countries/list › New country
/countries/update              | Edit country         | places            | places            | /countries/list            | Places › Countries /countries/list › Edit country
/cities/list                   | Cities               | places            | places            | /cities/list               | Places › Cities
/cities/create                 | New city             | places            | places            | /cities/list               | Places › Cities /cities/list › New city
/cities/update                 | Edit city            | places            | places            | /cities/list               | Places › Cities /cities/list › Edit city
/venues/list                   | Venues               | places            | places            | /venues/list               | Places › Venues
/venues/update                 | Edit venue           | places            | places            | /venues/list               | Places › Venues /venues/list › Edit venue
/imports/viator                | Viator               | product-codes     | product-codes     | /imports/viator            | Imports › Viator
/imports/tiqets                | Tiqets               | product-codes-tiqets | product-codes-tiqets | /imports/tiqets     | Imports › Tiqets
/imports/globick               | Globick              | product-codes-globick | product-codes-globick | /imports/globick  | Imports › Globick
/imports/tourcms               | TourCMS              | product-codes-tourcms | product-codes-tourcms | /imports/tourcms  | Imports › TourCMS
/providers/event               | Event providers      | providers         | providers         | /providers/event           | Providers /providers/event › Event providers
/provider/tickets-availability | Ticket availability  | providers         | -                 | /provider/tickets-availability | Providers /providers/event › Ticket availability
/rewrite-rules                 | Rewrite rules        | settings          | settings          | /rewrite-rules             | Settings › Rewrite rules
/rewrite-rules/create          | New rewrite rule     | settings          | settings          | /rewrite-rules             | Settings › Rewrite rules /rewrite-rules › New rewrite rule
/rewrite-rules/{id}            | Edit rewrite rule    | settings          | settings          | /rewrite-rules             | Settings › Rewrite rules /rewrite-rules › Edit rewrite rule
/ticket-map-outliers           | Ticket map outliers  | settings          | settings          | /ticket-map-outliers       | Settings › Ticket map outliers
/ticket-map-outliers/{id}      | Ticket map outlier   | settings          | settings          | /ticket-map-outliers       | Settings › Ticket map outliers /ticket-map-outliers › Ticket map outlier
/workers/list                  | Workers              | settings          | settings          | /workers/list              | Settings › Workers
/workers/update                | Worker               | settings          | settings          | /workers/list              | Settings › Workers /workers/list › Worker
/static-pages                  | Static pages         | static-pages      | static-pages      | /static-pages              | Static pages
/static-pages/create           | New static page      | static-pages      | static-pages      | /static-pages              | Static pages /static-pages › New static page
/static-pages/{id}             | Edit static page     | static-pages      | static-pages      | /static-pages              | Static pages /static-pages › Edit static page
`)

/**
 * The paths of the table that belong to areas still to be built. Until then they lead to /404, like every path that
 * does not exist; with its page, a path moves from here to the table above.
 */
export const unbuiltPages: readonly string[] = [
  '/seller-api/sellers',
  '/seller-api/sellers/create',
  '/seller-api/sellers/update',
  '/seller-api/sellers/{id}/webhooks',
]

/** Paths that lead on: the way an address takes, from first to last. */
export const specifiedRedirects: readonly (readonly string[])[] = [
  ['/', '/dashboard'],
  ['/purchases', '/purchases/list'],
  ['/coupons', '/coupons/list'],
  ['/aliases', '/aliases/list'],
  ['/products', '/products/list'],
  ['/events', '/events/list'],
  ['/performers', '/performers/list'],
  ['/lineups', '/lineups/list'],
  ['/matches', '/matches/list'],
  ['/rules', '/rules/list'],
  ['/tags', '/tags/list'],
  ['/users', '/users/list'],
  ['/api-users', '/api-users/list'],
  ['/admin-users', '/admin-users/list'],
  ['/authors', '/authors/list'],
  ['/roles', '/roles/list'],
  ['/categories', '/categories/list'],
  ['/workers', '/workers/list'],
  ['/nowhere', '/404'],
  ['/dashboard/below', '/404'],
  ['/sections', '/rewrite-rules'],
  ['/sections/list', '/rewrite-rules'],
  ['/sections/1/x', '/rewrite-rules'],
  ['/section-rewrites/7', '/rewrite-rules'],
]

/** The menu of a person who can do everything: titles, where they lead, and the groups that they are in. */
export const specifiedMenu = `
Dashboard /dashboard
Purchases
  All purchases /purchases/list
  Product purchases /purchases/products/list
  Event purchases /purchases/events/list
  Payments /purchases/payments/list
  Refunds /purchases/refunds/list
  Disputes /purchases/disputes/list
  Recoverables /purchases/recoverables/list
  Store credit /purchases/store-credit/list
  Statements /purchases/statements/list
  Order runs /purchases/runs/list
  Invoices /purchases/invoices/list
  Ledger /purchases/ledger/list
  Reconciliation /purchases/reconciliation/list
Coupons /coupons/list
Aliases
  Aliases /aliases/list
  Alias reviews /aliases/reviews/list
Products
  Products /products/list
  Drift inbox /products/drift-inbox
  Duplicates /products/duplicates
  Product reviews /products/reviews/list
  Product options /product-options/list
  Product age bands /product-age-bands/list
Events
  Events /events/list
  Performances /performances/list
  Performers /performers/list
  Lineup reviews /lineup/reviews/list
  Lineups /lineups/list
  Matches /matches/list
  Event settings /rules/list
  Tags /tags/list
Users
  Customers /users/list
  API users /api-users/list
  Admin users /admin-users/list
Authors /authors/list
Manage User Access
  Roles /roles/list
  People /roles/users/list
Categories
  Categories /categories/list
  Subcategories /subcategories/list
Places
  Continents /continents/list
  Countries /countries/list
  Cities /cities/list
  Launch board /cities/launch-board
  Venues /venues/list
Imports
  Viator /imports/viator
  Tiqets /imports/tiqets
  Globick /imports/globick
  TourCMS /imports/tourcms
Providers
  Event providers /providers/event
  Ticket availability /provider/tickets-availability
Settings
  Rewrite rules /rewrite-rules
  Ticket map outliers /ticket-map-outliers
  Workers /workers/list
  Currencies /currencies/list
  Exchange rates /exchange-rates/list
  IP ranges /ip-validation/ranges/list
  IP verifications /ip-validation/verifications
  Trusted addresses /ip-validation/trusts
  Messages /messages/list
  Message templates /message-templates/list
  Translations /translations/list
  Languages /locales/list
  Domains /domains/list
Static pages /static-pages
Images /images/list
Audit /audit/list
Public website https://public.example/en
`

/** The groups that are flagged alwaysShow: a submenu even with a single item that the person can see. */
export const alwaysShown: readonly string[] = ['Settings']

/** The groups that are open when the console starts. */
export const openAtTheStart: readonly string[] = ['Purchases']

/** The objects of the table of permission-guarded routes. */
export const specifiedObjects: readonly string[] = [
  'purchases',
  'coupons',
  'aliases',
  'alias-reviews',
  'products',
  'product-reviews',
  'product-options',
  'product-age-bands',
  'events',
  'performances',
  'performers',
  'lineups',
  'matches',
  'rules',
  'tags',
  'users',
  'authors',
  'roles',
  'categories',
  'subcategories',
  'places',
  'product-codes',
  'product-codes-tiqets',
  'product-codes-globick',
  'product-codes-tourcms',
  'providers',
  'seller-api',
  'settings',
  'static-pages',
]

function rowsOf(table: string): SpecifiedPage[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [path = '', title = '', seenWith = '', editedWith = '', menuItem = '', crumbs = ''] = line.split(/ +\| +/)
      return { path, title, seenWith, editedWith, menuItem, crumbs }
    })
}
