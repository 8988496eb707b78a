import { IconDiscount2, IconLayoutDashboard, IconReceipt2, IconWorld } from '@tabler/icons-react'
import { publicSiteRoot } from './settings.web.ts'
import type { SitemapNode } from './sitemap-node.web.ts'

const purchaseLists = () => import('../areas/purchases/purchase-lists.tsx')
const purchase = async () => (await import('../areas/purchases/purchase-screen.tsx')).PurchaseScreen
const couponForm = async () => (await import('../areas/coupons/coupon-form-screen.tsx')).CouponFormScreen

/**
 * The console, in the order of its menu: the only place that knows its addresses. Router, menu, breadcrumbs, titles and
 * redirects all read it. A node without a screen is not built yet: it has no menu item and leads to /404.
 */
export const sitemap: readonly SitemapNode[] = [
  {
    path: '/dashboard', name: 'dashboard', title: 'Dashboard', icon: IconLayoutDashboard,
    screen: async () => (await import('../areas/home/home-screen.tsx')).HomeScreen,
  },
  {
    path: '/purchases', title: 'Purchases', icon: IconReceipt2, redirect: '/purchases/list', access: 'purchases',
    children: [
      { path: 'list', title: 'All purchases', shows: ['purchases', 'list'], screen: async () => (await purchaseLists()).AllPurchasesScreen },
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
      { path: 'list', title: 'Coupons', breadcrumb: false, write: 'coupons', shows: ['coupons', 'list'], screen: async () => (await import('../areas/coupons/coupon-list-screen.tsx')).CouponListScreen },
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
  { path: publicSiteRoot(), title: 'Public website', icon: IconWorld },
]

/** The group that is open when the console starts. */
export const initiallyOpen: readonly string[] = ['/purchases']
