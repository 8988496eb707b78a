import { IconSettings } from '@tabler/icons-react'
import type { SitemapNode } from '../ui/sitemap-node.web.ts'

/** Groups of the menu that belong to no feature. */
export const groups: readonly SitemapNode[] = [
  {
    path: '/settings',
    title: 'Settings',
    icon: IconSettings,
    redirect: 'noRedirect',
    access: 'settings',
    alwaysShow: true,
  },
]

/**
 * The sidebar from top to bottom, in the order of the specification: every page or group that it shows, those in a group
 * after it. What the specification does not name is beside what it belongs to, or last.
 */
export const menuOrder = [
  '/dashboard',
  '/purchases',
  '/coupons',
  '/aliases',
  '/aliases/list',
  '/aliases/reviews/list',
  '/products',
  '/products/list',
  '/products/drift-inbox',
  '/products/duplicates',
  '/products/reviews/list',
  '/product-options/list',
  '/product-age-bands/list',
  '/events',
  '/events/list',
  '/performances/list',
  '/performers',
  '/lineup/reviews/list',
  '/lineups',
  '/matches',
  '/rules',
  '/tags',
  '/users',
  '/users/list',
  '/api-users',
  '/admin-users',
  '/authors',
  '/roles',
  '/categories',
  '/places',
  '/imports',
  '/imports/viator',
  '/imports/tiqets',
  '/imports/globick',
  '/imports/tourcms',
  '/providers',
  '/providers/event',
  '/provider/tickets-availability',
  '/settings',
  '/rewrite-rules',
  '/ticket-map-outliers',
  '/workers/list',
  '/currencies/list',
  '/exchange-rates/list',
  '/ip-validation/ranges/list',
  '/ip-validation/verifications',
  '/ip-validation/trusts',
  '/messages/list',
  '/message-templates/list',
  '/translations/list',
  '/locales/list',
  '/domains/list',
  '/static-pages',
  '/images',
  '/audit',
]

/** The groups that are open when the console starts. */
export const initiallyOpen = ['/purchases']
