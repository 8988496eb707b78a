import {
  IconCategory, IconDiscount2, IconHistory, IconLayoutDashboard,
  IconMapPin, IconPencil, IconPhoto, IconReceipt2, IconSettings, IconShieldLock, IconSignature,
  IconTicket, IconUsers, IconWorld,
} from '@tabler/icons-react'
import { publicSiteRoot } from './settings.web.ts'
import { eventPages } from './sitemap-events.tsx'
import { languagePages } from './sitemap-languages.tsx'
import type { SitemapNode } from './sitemap-node.web.ts'
import { aliasReviewPages, productReviewPages } from './sitemap-reviews.tsx'
import { staticPages } from './sitemap-static-pages.tsx'

const purchaseLists = () => import('../areas/purchases/purchase-lists.tsx')
const purchase = async () => (await import('../areas/purchases/purchase-screen.tsx')).PurchaseScreen
const adminUserForms = () => import('../areas/admin-users/admin-user-form-screens.tsx')
const apiUserForm = async () => (await import('../areas/api-users/api-user-form-screen.tsx')).ApiUserFormScreen
const ipRangeForm = async () => (await import('../areas/ip-validation/ip-range-form-screen.tsx')).IpRangeFormScreen
const sectionLists = () => import('../areas/catalogue/section-list-screens.tsx')
const sectionForms = () => import('../areas/catalogue/section-form-screens.tsx')
const countryLists = () => import('../areas/places/country-list-screens.tsx')
const countryForms = () => import('../areas/places/country-form-screens.tsx')
const cityLists = () => import('../areas/places/city-list-screens.tsx')
const cityForm = async () => (await import('../areas/places/city-form-screen.tsx')).CityFormScreen
const aliasForm = async () => (await import('../areas/aliases/alias-form-screen.tsx')).AliasFormScreen
const productLists = () => import('../areas/products/product-list-screens.tsx')
const productForms = () => import('../areas/products/product-form-screens.tsx')
const couponForm = async () => (await import('../areas/coupons/coupon-form-screen.tsx')).CouponFormScreen

/**
 * The console, in the order of its menu: the only place that knows its addresses. Router, menu, breadcrumbs, titles and
 * redirects all read it. A node without a screen is not built yet: it has no menu item and leads to /404.
 */
export const sitemap: readonly SitemapNode[] = [
  {
    path: '/dashboard', name: 'dashboard', title: 'Dashboard', icon: IconLayoutDashboard, shortcut: 'd',
    screen: async () => (await import('../areas/home/home-screen.tsx')).HomeScreen,
  },
  {
    path: '/purchases', title: 'Purchases', icon: IconReceipt2, redirect: '/purchases/list', access: 'purchases',
    children: [
      { path: 'list', title: 'All purchases', shortcut: 'p', shows: ['purchases', 'list'], screen: async () => (await purchaseLists()).AllPurchasesScreen },
      { path: 'products/list', title: 'Product purchases', shows: ['purchases', 'list-product'], screen: async () => (await purchaseLists()).ProductPurchasesScreen },
      {
        path: 'products/view', title: 'Product purchase', hidden: true, activeMenu: '/purchases/products/list',
        shows: ['purchases', 'view-product'], screen: purchase,
      },
      { path: 'events/list', title: 'Event purchases', shows: ['purchases', 'list-event'], screen: async () => (await purchaseLists()).EventPurchasesScreen },
      {
        path: 'events/view', title: 'Event purchase', hidden: true, activeMenu: '/purchases/events/list',
        shows: ['purchases', 'view-event'], screen: purchase,
      },
    ],
  },
  {
    path: '/coupons', title: 'Coupons', icon: IconDiscount2, redirect: '/coupons/list', access: 'coupons',
    children: [
      { path: 'list', title: 'Coupons', breadcrumb: false, shortcut: 'c', write: 'coupons', shows: ['coupons', 'list'], screen: async () => (await import('../areas/coupons/coupon-list-screen.tsx')).CouponListScreen },
      {
        path: 'create', title: 'New coupon', hidden: true, activeMenu: '/coupons/list', write: 'coupons',
        shows: ['coupons', 'create'], screen: couponForm,
      },
      {
        path: 'update', title: 'Edit coupon', hidden: true, activeMenu: '/coupons/list', write: 'coupons',
        shows: ['coupons', 'update'], screen: couponForm,
      },
    ],
  },
  {
    path: '/aliases', title: 'Aliases', icon: IconSignature, redirect: '/aliases/list', access: ['aliases', 'alias-reviews'],
    children: [
      {
        path: 'list', title: 'Aliases', breadcrumb: false, access: 'aliases', write: 'aliases', shortcut: 'l', shows: ['aliases', 'list'],
        screen: async () => (await import('../areas/aliases/alias-list-screen.tsx')).AliasListScreen,
      },
      { path: 'create', title: 'New alias', hidden: true, activeMenu: '/aliases/list', access: 'aliases', write: 'aliases', shows: ['aliases', 'create'], screen: aliasForm },
      { path: 'update', title: 'Edit alias', hidden: true, activeMenu: '/aliases/list', access: 'aliases', write: 'aliases', shows: ['aliases', 'update'], screen: aliasForm },
      ...aliasReviewPages,
    ],
  },
  {
    path: '/products', title: 'Products', icon: IconTicket, redirect: '/products/list', access: ['products', 'product-options', 'product-age-bands', 'product-reviews'],
    children: [
      { path: 'list', title: 'Products', breadcrumb: false, access: 'products', write: 'products', shows: ['products', 'list'], screen: async () => (await productLists()).ProductListScreen },
      {
        path: 'update', title: 'Product', hidden: true, activeMenu: '/products/list', access: 'products', write: 'products', shows: ['products', 'update'],
        screen: async () => (await productForms()).ProductFormScreen,
      },
      {
        path: 'drift-inbox', title: 'Drift inbox', access: 'products', write: 'products', shows: ['product-drifts', 'list'],
        screen: async () => (await import('../areas/products/drift-inbox-screen.tsx')).DriftInboxScreen,
      },
      {
        path: 'drift-rules', title: 'Auto-accept rules', hidden: true, activeMenu: '/products/drift-inbox', access: 'products', write: 'products', shows: ['product-drift-rules', 'list'],
        screen: async () => (await productLists()).DriftRuleListScreen,
      },
      {
        path: 'drift-rules/create', title: 'New auto-accept rule', hidden: true, activeMenu: '/products/drift-inbox', access: 'products', write: 'products', shows: ['product-drift-rules', 'create'],
        screen: async () => (await productForms()).DriftRuleFormScreen,
      },
      {
        path: 'drift-rules/update', title: 'Auto-accept rule', hidden: true, activeMenu: '/products/drift-inbox', access: 'products', write: 'products', shows: ['product-drift-rules', 'update'],
        screen: async () => (await productForms()).DriftRuleFormScreen,
      },
      {
        path: '/product-options/list', title: 'Product options', access: 'product-options', write: 'product-options', shows: ['product-options', 'list'],
        screen: async () => (await productLists()).ProductOptionListScreen,
      },
      {
        path: '/product-options/update', title: 'Product option', hidden: true, activeMenu: '/product-options/list', access: 'product-options', write: 'product-options', shows: ['product-options', 'update'],
        screen: async () => (await productForms()).ProductOptionFormScreen,
      },
      {
        path: '/product-age-bands/list', title: 'Product age bands', access: 'product-age-bands', write: 'product-age-bands', shows: ['product-age-bands', 'list'],
        screen: async () => (await productLists()).ProductAgeBandListScreen,
      },
      {
        path: '/product-age-bands/update', title: 'Product age band', hidden: true, activeMenu: '/product-age-bands/list', access: 'product-age-bands', write: 'product-age-bands',
        shows: ['product-age-bands', 'update'], screen: async () => (await productForms()).ProductAgeBandFormScreen,
      },
      ...productReviewPages,
    ],
  },
  eventPages,
  {
    path: '/users', title: 'Users', icon: IconUsers, redirect: '/users/list', access: 'users',
    children: [
      {
        path: 'list', title: 'Customers', shortcut: 'u', write: 'users', shows: ['customers', 'list'],
        screen: async () => (await import('../areas/customers/customer-list-screen.tsx')).CustomerListScreen,
      },
      {
        path: 'update', title: 'Customer', hidden: true, activeMenu: '/users/list', write: 'users', shows: ['customers', 'update'],
        screen: async () => (await import('../areas/customers/customer-form-screen.tsx')).CustomerFormScreen,
      },
      {
        path: '/api-users', title: 'API users', redirect: '/api-users/list', access: 'users',
        children: [
          {
            path: 'list', title: 'API users', breadcrumb: false, shortcut: 'k', write: 'users', shows: ['discovery-api-users', 'list'],
            screen: async () => (await import('../areas/api-users/api-user-screens.tsx')).ApiUserListScreen,
          },
          {
            path: 'create', title: 'New API user', hidden: true, activeMenu: '/api-users/list', write: 'users',
            shows: ['discovery-api-users', 'create'], screen: apiUserForm,
          },
          {
            path: 'update', title: 'Edit API user', hidden: true, activeMenu: '/api-users/list', write: 'users',
            shows: ['discovery-api-users', 'update'], screen: apiUserForm,
          },
        ],
      },
      {
        path: '/admin-users', title: 'Admin users', redirect: '/admin-users/list', access: 'users',
        children: [
          {
            path: 'list', title: 'Admin users', breadcrumb: false, shortcut: 'a', write: 'users', shows: ['admin-users', 'list'],
            screen: async () => (await import('../areas/admin-users/admin-user-list-screen.tsx')).AdminUserListScreen,
          },
          {
            path: 'create', title: 'Invite an admin user', hidden: true, activeMenu: '/admin-users/list', write: 'users',
            shows: ['admin-users', 'create'], screen: async () => (await adminUserForms()).AdminUserCreateScreen,
          },
          {
            path: 'update', title: 'Edit admin user', hidden: true, activeMenu: '/admin-users/list', write: 'users',
            shows: ['admin-users', 'update'], screen: async () => (await adminUserForms()).AdminUserUpdateScreen,
          },
        ],
      },
    ],
  },
  {
    path: '/authors', title: 'Authors', icon: IconPencil, redirect: '/authors/list', access: 'authors',
    children: [
      { path: 'list', title: 'Authors', breadcrumb: false, write: 'authors', shows: ['authors', 'list'], screen: async () => (await sectionLists()).AuthorListScreen },
      { path: 'create', title: 'New author', hidden: true, activeMenu: '/authors/list', write: 'authors', shows: ['authors', 'create'], screen: async () => (await sectionForms()).AuthorFormScreen },
      { path: 'update', title: 'Edit author', hidden: true, activeMenu: '/authors/list', write: 'authors', shows: ['authors', 'update'], screen: async () => (await sectionForms()).AuthorFormScreen },
    ],
  },
  {
    path: '/roles', title: 'Manage User Access', icon: IconShieldLock, redirect: '/roles/list', access: 'roles',
    children: [
      { path: 'list', title: 'Roles', shortcut: 'r', write: 'roles', screen: async () => (await import('../areas/roles/role-list-screen.tsx')).RoleListScreen },
      {
        path: 'update/{name}', title: 'Role', hidden: true, activeMenu: '/roles/list', write: 'roles',
        screen: async () => (await import('../areas/roles/role-screen.tsx')).RoleScreen,
      },
      {
        path: 'update', title: 'New role', hidden: true, activeMenu: '/roles/list', write: 'roles',
        screen: async () => (await import('../areas/roles/role-screen.tsx')).NewRoleScreen,
      },
      { path: 'users/list', title: 'People', write: 'roles', screen: async () => (await import('../areas/roles/role-user-list-screen.tsx')).RoleUserListScreen },
      {
        path: 'users/update/{email}', title: 'Person', hidden: true, activeMenu: '/roles/users/list', write: 'roles',
        screen: async () => (await import('../areas/roles/role-user-screen.tsx')).RoleUserScreen,
      },
      {
        path: 'users/create', title: 'New person', hidden: true, activeMenu: '/roles/users/list', write: 'roles',
        screen: async () => (await import('../areas/roles/role-user-screen.tsx')).NewRoleUserScreen,
      },
    ],
  },
  {
    path: '/categories', title: 'Categories', icon: IconCategory, redirect: '/categories/list', access: ['categories', 'subcategories'],
    children: [
      { path: 'list', title: 'Categories', breadcrumb: false, access: 'categories', write: 'categories', shows: ['categories', 'list'], screen: async () => (await sectionLists()).CategoryListScreen },
      {
        path: 'create', title: 'New category', hidden: true, activeMenu: '/categories/list', access: 'categories', write: 'categories', shows: ['categories', 'create'],
        screen: async () => (await sectionForms()).CategoryFormScreen,
      },
      {
        path: 'update', title: 'Edit category', hidden: true, activeMenu: '/categories/list', access: 'categories', write: 'categories', shows: ['categories', 'update'],
        screen: async () => (await sectionForms()).CategoryFormScreen,
      },
      {
        path: '/subcategories/list', title: 'Subcategories', access: 'subcategories', write: 'subcategories', shows: ['subcategories', 'list'],
        screen: async () => (await sectionLists()).SubcategoryListScreen,
      },
      {
        path: '/subcategories/create', title: 'New subcategory', hidden: true, activeMenu: '/subcategories/list', access: 'subcategories', write: 'subcategories',
        shows: ['subcategories', 'create'], screen: async () => (await sectionForms()).SubcategoryFormScreen,
      },
      {
        path: '/subcategories/update', title: 'Edit subcategory', hidden: true, activeMenu: '/subcategories/list', access: 'subcategories', write: 'subcategories',
        shows: ['subcategories', 'update'], screen: async () => (await sectionForms()).SubcategoryFormScreen,
      },
    ],
  },
  {
    path: '/places', title: 'Places', icon: IconMapPin, redirect: 'noRedirect', access: 'places',
    children: [
      { path: '/cities/list', title: 'Cities', write: 'places', shows: ['cities', 'list'], screen: async () => (await cityLists()).CityListScreen },
      {
        path: '/cities/create', title: 'New city', hidden: true, activeMenu: '/cities/list', write: 'places',
        shows: ['cities', 'create'], screen: cityForm,
      },
      {
        path: '/cities/update', title: 'Edit city', hidden: true, activeMenu: '/cities/list', write: 'places',
        shows: ['cities', 'update'], screen: cityForm,
      },
      { path: '/cities/launch-board', title: 'Launch board', write: 'places', shows: ['city-launches', 'list'], screen: async () => (await cityLists()).LaunchBoardScreen },
      { path: '/venues/list', title: 'Venues', write: 'places', shows: ['venues', 'list'], screen: async () => (await import('../areas/places/venue-list-screen.tsx')).VenueListScreen },
      {
        path: '/venues/update', title: 'Edit venue', hidden: true, activeMenu: '/venues/list', write: 'places',
        shows: ['venues', 'update'], screen: async () => (await import('../areas/places/venue-form-screen.tsx')).VenueFormScreen,
      },
      { path: '/countries/list', title: 'Countries', write: 'places', shows: ['countries', 'list'], screen: async () => (await countryLists()).CountryListScreen },
      {
        path: '/countries/create', title: 'New country', hidden: true, activeMenu: '/countries/list', write: 'places',
        shows: ['countries', 'create'], screen: async () => (await countryForms()).CountryFormScreen,
      },
      {
        path: '/countries/update', title: 'Edit country', hidden: true, activeMenu: '/countries/list', write: 'places',
        shows: ['countries', 'update'], screen: async () => (await countryForms()).CountryFormScreen,
      },
      { path: '/continents/list', title: 'Continents', write: 'places', shows: ['continents', 'list'], screen: async () => (await countryLists()).ContinentListScreen },
      {
        path: '/continents/create', title: 'New continent', hidden: true, activeMenu: '/continents/list', write: 'places',
        shows: ['continents', 'create'], screen: async () => (await countryForms()).ContinentFormScreen,
      },
      {
        path: '/continents/update', title: 'Edit continent', hidden: true, activeMenu: '/continents/list', write: 'places',
        shows: ['continents', 'update'], screen: async () => (await countryForms()).ContinentFormScreen,
      },
    ],
  },
  staticPages,
  {
    path: '/images', title: 'Images', icon: IconPhoto, redirect: '/images/list', access: 'images',
    children: [
      { path: 'list', title: 'Images', breadcrumb: false, shortcut: 'i', write: 'images', shows: ['images', 'list'], screen: async () => (await import('../areas/images/image-list-screen.tsx')).ImageListScreen },
      { path: 'update', title: 'Image', hidden: true, activeMenu: '/images/list', write: 'images', shows: ['images', 'update'], screen: async () => (await import('../areas/images/image-form-screen.tsx')).ImageFormScreen },
    ],
  },
  {
    path: '/audit', title: 'Audit', icon: IconHistory, redirect: '/audit/list', access: 'audit',
    children: [
      { path: 'list', title: 'Audit', breadcrumb: false, shortcut: 'h', shows: ['audit', 'list'], screen: async () => (await import('../areas/audit/audit-list-screen.tsx')).AuditListScreen },
    ],
  },
  {
    path: '/settings', title: 'Settings', icon: IconSettings, redirect: 'noRedirect', access: ['settings', 'translations'], alwaysShow: true,
    children: [
      { path: '/ip-validation/ranges', title: 'IP ranges', access: 'settings', write: 'settings', shows: ['ip-ranges', 'list'], screen: async () => (await import('../areas/ip-validation/ip-range-list-screen.tsx')).IpRangeListScreen },
      {
        path: '/ip-validation/ranges/create', title: 'New IP range', hidden: true, activeMenu: '/ip-validation/ranges', access: 'settings', write: 'settings',
        shows: ['ip-ranges', 'create'], screen: ipRangeForm,
      },
      {
        path: '/ip-validation/ranges/update', title: 'Edit IP range', hidden: true, activeMenu: '/ip-validation/ranges', access: 'settings', write: 'settings',
        shows: ['ip-ranges', 'update'], screen: ipRangeForm,
      },
      {
        path: '/ip-validation/verifications', title: 'IP verifications', access: 'settings', write: 'settings', shows: ['ip-verifications', 'list'],
        screen: async () => (await import('../areas/ip-validation/ip-verification-list-screen.tsx')).IpVerificationListScreen,
      },
      {
        path: '/ip-validation/trusts', title: 'Trusted addresses', access: 'settings', write: 'settings', shows: ['ip-trusts', 'list'],
        screen: async () => (await import('../areas/ip-validation/ip-trust-list-screen.tsx')).IpTrustListScreen,
      },
      {
        path: '/messages/list', title: 'Messages', shortcut: 'm', access: 'settings', write: 'settings', shows: ['messages', 'list'],
        screen: async () => (await import('../areas/messages/message-list-screen.tsx')).MessageListScreen,
      },
      {
        path: '/messages/view', title: 'Message', hidden: true, activeMenu: '/messages/list', access: 'settings', write: 'settings',
        shows: ['messages', 'view'], screen: async () => (await import('../areas/messages/message-screen.tsx')).MessageScreen,
      },
      ...languagePages,
    ],
  },
  {
    // Everybody's own, so no permission decides and no menu item leads here: lists and toasts do.
    path: '/exports', title: 'My exports', hidden: true, screen: async () => (await import('../areas/exports/export-list-screen.tsx')).ExportListScreen,
  },
  {
    path: '/bulk-edits', title: 'My bulk edits', hidden: true, screen: async () => (await import('../areas/bulk-edits/bulk-edit-list-screen.tsx')).BulkEditListScreen,
  },
  // Files of one's own, not what comes from suppliers.
  { path: '/file-imports', title: 'My file imports', hidden: true, screen: async () => (await import('../areas/file-imports/file-import-list-screen.tsx')).FileImportListScreen },
  { path: '/file-imports/new', title: 'Import a file', hidden: true, screen: async () => (await import('../areas/file-imports/upload-screen.tsx')).UploadScreen },
  { path: '/file-imports/view', title: 'File import', hidden: true, screen: async () => (await import('../areas/file-imports/file-import-screen.tsx')).FileImportScreen },
  { path: publicSiteRoot(), title: 'Public website', icon: IconWorld },
]

/** The group that is open when the console starts. */
export const initiallyOpen: readonly string[] = ['/purchases']
