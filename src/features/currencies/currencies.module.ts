import { defineModule } from '../../ui/resource/module.web.ts'
import { recordGroup } from '../../ui/resource/record-pages.web.ts'

const definition = async () => (await import('./currency-settings.ts')).currencySettings

export const currenciesModule = defineModule({
  name: 'currencies',
  resources: [definition],
  pages: [
    {
      under: '/settings',
      nodes: recordGroup({
        of: 'currency-settings',
        at: '/currencies',
        access: 'settings',
        write: 'settings',
        definition,
        list: {
          title: 'Currencies',
          screen: async () => (await import('./currency-list-screen.tsx')).CurrencyListScreen,
        },
        update: { title: 'Edit currency' },
      }),
    },
  ],
})
