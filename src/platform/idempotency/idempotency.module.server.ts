import { forgetNamedCalls } from '../../core/http/idempotency.server.ts'
import { defineServerModule } from '../../core/calls/server-module.server.ts'

export const idempotencyServerModule = defineServerModule({
  name: 'idempotency',
  jobs: [
    {
      name: 'forget-idempotency-keys',
      cron: '37 * * * *',
      run: async ({ database, log, signal }) => {
        const forgotten = await forgetNamedCalls(database.kysely, signal)
        log.info({ forgotten }, 'Idempotency keys that had run out were forgotten')
      },
    },
  ],
})
