import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { remindOfCreditJob } from './credit-messages.server.ts'
import { expireCreditJob } from './expire-credit.server.ts'
import { implementedStoreCredit, storeCreditsServer } from './store-credits.server.ts'

export const storeCreditServerModule = defineServerModule({
  name: 'store-credit',
  resources: [storeCreditsServer],
  endpoints: implementedStoreCredit,
  jobs: [expireCreditJob, remindOfCreditJob],
  seed: [
    {
      name: 'store credit',
      when: 'later',
      after: 'recoverables',
      load: async () => (await import('./seed-store-credit.server.ts')).seedStoreCredit,
    },
    {
      name: 'messages about money',
      when: 'later',
      after: ['store credit', 'messages of orders'],
      load: async () => (await import('./seed-money-messages.server.ts')).seedMoneyMessages,
    },
  ],
})
