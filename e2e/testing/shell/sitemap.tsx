import { IconDiscount2, IconLayoutDashboard, IconReceipt2, IconSettings } from '@tabler/icons-react'
import { publicSiteRoot } from '../../../src/app/settings/settings.web.ts'
import type { SitemapNode } from '../../../src/ui/sitemap-node.web.ts'
import { BrokenScreen, PlainScreen, TryScreen } from './screens.tsx'

const plain = () => Promise.resolve(PlainScreen)

/** A sitemap with every rule of the menu in it, which no real one needs all at once. */
export const sitemap: readonly SitemapNode[] = [
  { path: '/dashboard', name: 'dashboard', title: 'Dashboard', icon: IconLayoutDashboard, screen: plain },
  {
    path: '/purchases',
    title: 'Purchases',
    icon: IconReceipt2,
    redirect: '/purchases/list',
    access: 'purchases',
    children: [
      { path: 'list', title: 'All', screen: plain },
      { path: 'products/list', title: 'Products', screen: plain },
      {
        path: 'products/view',
        title: 'Product purchase',
        hidden: true,
        activeMenu: '/purchases/products/list',
        screen: plain,
      },
      { path: 'events/list', title: 'Events', screen: plain },
    ],
  },
  {
    path: '/coupons',
    title: 'Coupons',
    icon: IconDiscount2,
    redirect: '/coupons/list',
    access: 'coupons',
    children: [
      { path: 'list', title: 'Coupons', screen: plain },
      {
        path: 'update',
        title: 'Edit coupon',
        hidden: true,
        activeMenu: '/coupons/list',
        write: 'coupons',
        screen: plain,
      },
    ],
  },
  {
    path: '/settings',
    title: 'Settings',
    icon: IconSettings,
    redirect: 'noRedirect',
    alwaysShow: true,
    access: 'settings',
    children: [{ path: 'try', title: 'Try it', screen: () => Promise.resolve(TryScreen) }],
  },
  {
    path: '/lineups',
    title: 'Lineups',
    icon: IconSettings,
    access: ['lineups', 'settings'],
    children: [
      { path: 'list', title: 'Lineups', screen: plain },
      { path: 'update/{id}', title: 'Edit lineup', hidden: true, activeMenu: '/lineups/list', screen: plain },
      { path: 'broken', title: 'Broken', hidden: true, screen: () => Promise.resolve(BrokenScreen) },
      {
        path: 'missing',
        title: 'Missing code',
        hidden: true,
        screen: () => import('./late-screen.tsx').then(({ LateScreen }) => LateScreen),
      },
    ],
  },
  { path: '/not-built', title: 'Not built', children: [{ path: 'list', title: 'Not built' }] },
  { path: publicSiteRoot(), title: 'Public website' },
  { path: 'mailto:help@marquee.example', title: 'Write to us' },
]

export const initiallyOpen: readonly string[] = ['/purchases']
