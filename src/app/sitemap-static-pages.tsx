import { IconFileText } from '@tabler/icons-react'
import type { SitemapNode } from './sitemap-node.web.ts'

const staticPageForm = async () => (await import('./static-page-form.tsx')).StaticPageForm

/** Pages that hang on no other record. */
export const staticPages: SitemapNode = {
  path: '/static-pages', title: 'Static pages', icon: IconFileText, access: 'static-pages', write: 'static-pages', shows: ['static-pages', 'list'],
  screen: async () => (await import('../areas/static-pages/static-page-list-screen.tsx')).StaticPageListScreen,
  children: [
    {
      path: 'create', title: 'New static page', hidden: true, activeMenu: '/static-pages', write: 'static-pages', shows: ['static-pages', 'create'],
      screen: staticPageForm,
    },
    {
      path: '{id}', title: 'Edit static page', hidden: true, activeMenu: '/static-pages', write: 'static-pages', shows: ['static-pages', 'update'],
      screen: staticPageForm,
    },
  ],
}
