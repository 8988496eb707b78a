import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { createOutbound } from '../../platform/outbound/outbound.server.ts'
import { exchangeRatesServer } from './exchange-rates.server.ts'
import { fetchRatesJob } from './fetch-rates.server.ts'

export const exchangeRatesServerModule = defineServerModule({
  name: 'exchange-rates',
  permissions: { 'exchange-rates': { label: 'Exchange rates', area: 'sales' } },
  resources: [exchangeRatesServer],
  jobs({ settings: { exchangeRatesUrl }, database, log, onStop }) {
    if (exchangeRatesUrl === undefined) return []
    const outbound = createOutbound({ db: database.kysely, log })
    onStop('onClose', () => outbound.close())
    return [fetchRatesJob(exchangeRatesUrl, outbound)]
  },
  seed: [
    {
      name: 'exchange-rates',
      when: 'first',
      load: async () => (await import('./seed-exchange-rates.server.ts')).seedExchangeRates,
    },
  ],
})
