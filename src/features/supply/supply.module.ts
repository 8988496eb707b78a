import { IconDownload } from '@tabler/icons-react'
import { defineModule } from '../../ui/resource/module.web.ts'
import type { SitemapNode } from '../../ui/sitemap-node.web.ts'

/** The pages by the names that the specification has for their objects; the suppliers themselves load with their pages. */
const pages = [['viator', 'Viator', 'product-codes']] as const

const screens = () => import('./import-screens.tsx')

function pageOf([key, title, object]: (typeof pages)[number]): SitemapNode[] {
  return [
    {
      path: `/imports/${key}`,
      title,
      access: object,
      write: object,
      shows: [object, 'list'],
      screen: async () => (await screens()).importScreenOf(key),
    },
    {
      path: `/imports/${key}/view`,
      title: `${title} code`,
      hidden: true,
      activeMenu: `/imports/${key}`,
      access: object,
      write: object,
      shows: [object, 'view'],
      screen: async () => (await import('./code-screen.tsx')).codeScreenOf(key),
    },
  ]
}

export const supplyModule = defineModule({
  name: 'supply',
  resources: pages.map(
    ([key]) =>
      async () =>
        (await import('./suppliers.ts')).supplierOf(key).codes,
  ),
  pages: [
    {
      nodes: [
        {
          path: '/imports',
          title: 'Imports',
          icon: IconDownload,
          redirect: 'noRedirect',
          alwaysShow: true,
          access: pages.map(([, , object]) => object),
          children: pages.flatMap(pageOf),
        },
      ],
    },
  ],
})
