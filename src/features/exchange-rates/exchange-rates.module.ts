import { defineModule } from '../../ui/resource/module.web.ts'
import { recordGroup } from '../../ui/resource/record-pages.web.ts'

const definition = async () => (await import('./exchange-rates.ts')).exchangeRates

export const exchangeRatesModule = defineModule({
  name: 'exchange-rates',
  resources: [definition],
  pages: [
    {
      under: '/settings',
      nodes: recordGroup({
        of: 'exchange-rates',
        at: '/exchange-rates',
        access: 'exchange-rates',
        write: 'exchange-rates',
        definition,
        list: {
          title: 'Exchange rates',
          screen: async () => (await import('./exchange-rate-list-screen.tsx')).ExchangeRateListScreen,
        },
        create: { title: 'New exchange rate' },
        update: { title: 'Exchange rate' },
      }),
    },
  ],
})
