import type { Database } from '../../db/database.server.ts'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { keepPrices } from './price-keeping.server.ts'

export const keepPricesJob = 'keep-prices'

export const priceJobs: readonly Job[] = [
  {
    name: keepPricesJob,
    label: msg('Event prices'),
    does: msg('Recalculates the prices of events and performances after rules or listings change.'),
    staleWithout: msg('Prices on the site ignore new rules and listings.'),
    overlap: 'share',
    // Saving a rule wakes it; the schedule is for what else moves prices, and for days that turn.
    cron: '*/5 * * * *',
    run: async ({ database, signal }: { database: Pick<Database, 'kysely'>; signal: AbortSignal }) => {
      await keepPrices(database, signal)
    },
  },
]
