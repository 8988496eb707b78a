import type { SitemapNode } from './sitemap-node.web.ts'

const localeForm = async () => (await import('../areas/languages/locale-form-screen.tsx')).LocaleFormScreen

/** Languages and what is said in them, in the menu under Settings. */
export const languagePages: readonly SitemapNode[] = [
  {
    path: '/translations/list', title: 'Translations', access: 'translations', write: 'translations', shows: ['translations', 'list'],
    screen: async () => (await import('../areas/languages/translation-list-screen.tsx')).TranslationListScreen,
  },
  { path: '/locales/list', title: 'Languages', access: 'translations', write: 'translations', shows: ['locales', 'list'], screen: async () => (await import('./locale-list.tsx')).LocaleList },
  {
    path: '/locales/create', title: 'New language', hidden: true, activeMenu: '/locales/list', access: 'translations', write: 'translations', shows: ['locales', 'create'],
    screen: localeForm,
  },
  {
    path: '/locales/update', title: 'Edit language', hidden: true, activeMenu: '/locales/list', access: 'translations', write: 'translations', shows: ['locales', 'update'],
    screen: localeForm,
  },
]
