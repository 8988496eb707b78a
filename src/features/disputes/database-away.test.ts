import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createLog } from '../../core/http/log.server.ts'
import type { Database } from '../../db/database.server.ts'
import type { PaymentGateway } from '../orders/payment-gateway.server.ts'
import { settleSupplierCallsJob } from '../orders/supplier-calls.server.ts'
import { sendRefundsJob } from '../payments/send-refunds.server.ts'
import type { DisputeGateway } from './stripe-disputes.server.ts'
import { sendAnswersJob } from './send-answers.server.ts'

/** A job that goes on over a database that is away would keep the process busy, and no clock could end it. */
describe('while the database is away', () => {
  const jobs = [sendRefundsJob({} as PaymentGateway), sendAnswersJob({} as DisputeGateway), settleSupplierCallsJob]

  it.each(jobs.map((job) => [job.name, job] as const))('%s ends, and is begun again later', async (_name, job) => {
    const stop = new AbortController()
    let asked = 0
    const away = async () => {
      asked += 1
      if (asked > 3) stop.abort()
      throw new Error('The database is away.')
    }
    const driver = {
      init: async () => {},
      acquireConnection: away,
      beginTransaction: away,
      commitTransaction: away,
      rollbackTransaction: away,
      releaseConnection: away,
      destroy: async () => {},
    }
    const kysely = new Kysely<object>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driver,
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
    const database = { kysely } as unknown as Database
    const log = createLog({ level: 'silent' })
    await expect(job.run({ database, log, signal: stop.signal, count: () => {} } as never)).rejects.toThrow('away')
    expect(asked).toBe(1)
  })
})
