import { forgetNamedCalls } from '../../core/http/idempotency.server.ts'
import { msg } from '../../core/i18n/language.ts'
import { defineServerModule } from '../../core/calls/server-module.server.ts'

export const idempotencyServerModule = defineServerModule({
  name: 'idempotency',
  jobs: [
    {
      name: 'forget-idempotency-keys',
      label: msg('Idempotency key clean-up'),
      does: msg('Deletes idempotency keys that have expired.'),
      staleWithout: msg('Expired keys stay in the database.'),
      overlap: 'skip',
      cron: '37 * * * *',
      run: async ({ database, log, signal }) => {
        const forgotten = await forgetNamedCalls(database.kysely, signal)
        log.info({ forgotten }, 'Idempotency keys that had run out were forgotten')
      },
    },
  ],
})
