import { IconDownload } from '@tabler/icons-react'
import { defineModule } from '../../ui/resource/module.web.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { products } from '../products/products.ts'
import type { SitemapNode } from '../../ui/sitemap-node.web.ts'

/** An entry a supplier: what its page and its object are called. The rest of it loads with its page. */
const pages = [
  {
    key: 'viator',
    title: 'Viator',
    object: 'product-codes',
    list: () => import('./viator/viator-list-screen.tsx'),
    code: () => import('./viator/viator-code-screen.tsx'),
    codes: async () => (await import('./viator/viator.ts')).viatorCodes,
  },
  {
    key: 'tiqets',
    title: 'Tiqets',
    object: 'product-codes-tiqets',
    list: () => import('./tiqets/tiqets-list-screen.tsx'),
    code: () => import('./tiqets/tiqets-code-screen.tsx'),
    codes: async () => (await import('./tiqets/tiqets.ts')).tiqetsCodes,
  },
  {
    key: 'globick',
    title: 'Globick',
    object: 'product-codes-globick',
    list: () => import('./globick/globick-list-screen.tsx'),
    code: () => import('./globick/globick-code-screen.tsx'),
    codes: async () => (await import('./globick/globick.ts')).globickCodes,
  },
  {
    key: 'tourcms',
    title: 'TourCMS',
    object: 'product-codes-tourcms',
    list: () => import('./tourcms/tourcms-list-screen.tsx'),
    code: () => import('./tourcms/tourcms-code-screen.tsx'),
    codes: async () => (await import('./tourcms/tourcms.ts')).tourcmsCodes,
  },
] as const

function pageOf({ key, title, object, list, code }: (typeof pages)[number]): SitemapNode[] {
  return [
    {
      path: `/imports/${key}`,
      title,
      access: object,
      write: object,
      shows: [object, 'list'],
      screen: async () => (await list()).ImportScreen,
    },
    // Its own node, because a menu draws a page with children as a group.
    {
      path: `/imports/${key}`,
      title,
      hidden: true,
      access: object,
      children: [
        {
          path: 'view',
          title: `${title} code`,
          hidden: true,
          activeMenu: `/imports/${key}`,
          write: object,
          shows: [object, 'view'],
          screen: async () => (await code()).CodeScreen,
        },
      ],
    },
  ]
}

export const supplyModule = defineModule({
  name: 'supply',
  resources: pages.map(({ codes }) => codes),
  panels: [
    {
      on: nameOf<typeof products>('products'),
      at: 'aside',
      load: async () => (await import('./syncing/sync-of-product.tsx')).SyncOfProduct,
    },
    {
      on: nameOf<typeof products>('products'),
      at: 'aside',
      load: async () => (await import('./importing/pair-screens.tsx')).PairsOfProduct,
    },
  ],
  pages: [
    {
      under: '/products',
      nodes: [
        {
          path: '/products/duplicates',
          title: 'Duplicates',
          access: 'products',
          write: 'products',
          screen: async () => (await import('./importing/pair-screens.tsx')).ProductPairsScreen,
        },
      ],
    },
    {
      nodes: [
        {
          path: '/imports',
          title: 'Imports',
          icon: IconDownload,
          redirect: 'noRedirect',
          access: pages.map(({ object }) => object),
          children: pages.flatMap(pageOf),
        },
      ],
    },
  ],
})
