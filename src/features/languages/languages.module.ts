import { defineModule } from '../../ui/resource/module.web.ts'
import { recordGroup } from '../../ui/resource/record-pages.web.ts'

const form = async () => (await import('./locale-form-screen.tsx')).LocaleFormScreen

const domains = async () => (await import('./domains.ts')).domains

export const languagesModule = defineModule({
  name: 'languages',
  resources: [async () => (await import('./locales.ts')).locales, domains],
  pages: [
    {
      under: '/settings',
      nodes: [
        {
          path: '/translations/list',
          title: 'Translations',
          shortcut: 't',
          access: 'translations',
          write: 'translations',
          shows: ['translations', 'list'],
          screen: async () => (await import('./translation-list-screen.tsx')).TranslationListScreen,
        },
        ...recordGroup({
          of: 'locales',
          at: '/locales',
          access: 'translations',
          write: 'translations',
          list: { title: 'Languages', screen: async () => (await import('./locale-list-screen.tsx')).LocaleListScreen },
          create: { title: 'New language', screen: form },
          update: { title: 'Edit language', screen: form },
        }),
        ...recordGroup({
          of: 'domains',
          at: '/domains',
          access: 'settings',
          write: 'settings',
          definition: domains,
          list: { title: 'Domains' },
          update: { title: 'Edit domain' },
        }),
      ],
    },
  ],
})
