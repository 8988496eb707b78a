import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { createLog } from '../../core/http/log.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { stopClock } from '../../db/testing/stopped-clock.server.ts'
import { makeCatalogue } from '../coupons/testing/coupons.server.ts'
import { refundBench } from '../payments/testing/refund-bench.server.ts'
import { checkBooksJob } from './check-books-job.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'check of the books' })
  await makeCatalogue(server.database.kysely)
  await refundBench(server).paid(1, 5000)
})
afterAll(() => server?.stop())

const check = async (kysely: Db, signal = new AbortController().signal) =>
  await checkBooksJob.run({
    database: { kysely },
    log: createLog({ level: 'silent' }),
    signal,
    count: () => {},
  } as unknown as Parameters<typeof checkBooksJob.run>[0])

describe('a check of the books', () => {
  it.each([
    ['10 minutes', 2],
    ['9 minutes 59.999 seconds', 1],
  ])('that gave no sign of life for %s leaves %i under way', async (silence, count) => {
    const { kysely } = server.database
    const started = kysely.transaction().execute(async (db) => {
      await stopClock(db)
      await sql`insert into reconciliation_runs (orders, beat_at) values (0, now() - ${silence}::interval)`.execute(db)
      await check(db, AbortSignal.abort())
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from reconciliation_runs where finished_at is null`.execute(db)
      throw new Error(`under way: ${rows[0]?.n}`)
    })
    await expect(started).rejects.toThrow(`under way: ${count}`)
  })

  it('fails where it cannot write down how far it is', async () => {
    const { kysely } = server.database
    await sql`
      create function refuse_progress() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`.execute(
      kysely,
    )
    await sql`
      create trigger refuse_progress before update on reconciliation_runs for each row
      when (new.orders <> old.orders) execute function refuse_progress()`.execute(kysely)
    await expect(check(kysely)).rejects.toThrow('no room')
    await sql`drop function refuse_progress cascade`.execute(kysely)
  })
})
