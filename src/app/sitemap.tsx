import { IconDiscount2, IconExternalLink, IconLayoutDashboard, IconReceipt2 } from '@tabler/icons-react'
import { publicSiteRoot } from './settings.web.ts'
import type { SitemapNode } from './sitemap-node.web.ts'

/**
 * The console, in the order of its menu: the only place that knows its addresses. Router, menu, breadcrumbs, titles and
 * redirects all read it. A node without a screen is not built yet: it has no menu item and leads to /404.
 */
export const sitemap: readonly SitemapNode[] = [
  {
    path: '/dashboard', name: 'dashboard', title: 'Dashboard', icon: IconLayoutDashboard,
  },
  {
    path: '/purchases', title: 'Purchases', icon: IconReceipt2, redirect: '/purchases/list', access: 'purchases',
    children: [
      { path: 'list', title: 'All' },
      { path: 'products/list', title: 'Products' },
      { path: 'products/view', title: 'Product purchase', hidden: true, activeMenu: '/purchases/products/list' },
      { path: 'events/list', title: 'Events' },
      { path: 'events/view', title: 'Event purchase', hidden: true, activeMenu: '/purchases/events/list' },
    ],
  },
  {
    path: '/coupons', title: 'Coupons', icon: IconDiscount2, redirect: '/coupons/list', access: 'coupons',
    children: [
      { path: 'list', title: 'Coupons' },
      { path: 'create', title: 'New coupon', hidden: true, activeMenu: '/coupons/list', write: 'coupons' },
      { path: 'update', title: 'Edit coupon', hidden: true, activeMenu: '/coupons/list', write: 'coupons' },
    ],
  },
  { path: publicSiteRoot(), title: 'Public website', icon: IconExternalLink },
]

/** The group that is open when the console starts. */
export const initiallyOpen: readonly string[] = ['/purchases']
