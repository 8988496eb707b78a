import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Housekeeping, keepHouse } from './housekeeping.server.ts'
import { type EmbeddedDatabase, openEmbeddedForTest, silent } from './testing/embedded-database.server.ts'

describe('an embedded database that is written to for long', { timeout: 120_000 }, () => {
  let embedded: EmbeddedDatabase
  let housekeeping: Housekeeping
  let isPaused = false
  beforeAll(async () => {
    // The database's own rounds would come in between at times that no test can know.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    embedded = await openEmbeddedForTest()
    vi.useRealTimers()
    housekeeping = keepHouse(embedded.db, silent, () => isPaused)
    await embedded.db.pool.query('create table jobs (id int primary key, body text)')
    await embedded.db.pool.query("insert into jobs select i, repeat('x', 500) from generate_series(1, 20000) i")
  })
  afterAll(async () => {
    housekeeping.stop()
    await embedded.drop()
  })

  const rewrite = () => embedded.db.withoutDeadline(() => embedded.db.pool.query("update jobs set body = body || 'y'"))

  /** Where a recovery would begin: anything before it is no longer needed. */
  async function beginning(): Promise<string | undefined> {
    const { rows } = await embedded.db.pool.query<{ lsn: string }>(
      'select redo_lsn::text as lsn from pg_control_checkpoint()',
    )
    return rows[0]?.lsn
  }

  it('lets go of its write-ahead log as it grows, except while a backup needs it', async () => {
    const before = await beginning()
    isPaused = true
    for (let round = 0; round < 5; round++) {
      await rewrite()
      await housekeeping.round()
    }
    expect(await beginning()).toBe(before)
    isPaused = false
    await housekeeping.round()
    expect(await beginning()).not.toBe(before)
    const after = await beginning()
    await housekeeping.round()
    // Nothing has been written since, so there is nothing to do.
    expect(await beginning()).toBe(after)
  })

  it('reuses the room of rows that are gone, and knows what is in its tables', async () => {
    const { pool } = embedded.db
    await pool.query("create table small as select i as id, repeat('x', 500) as body from generate_series(1, 5000) i")
    const size = async () =>
      (await pool.query<{ size: number }>("select pg_table_size('small') as size")).rows[0]?.size ?? 0
    const before = await size()
    for (let round = 0; round < 5; round++) {
      await pool.query("update small set body = body || 'y'")
      // PostgreSQL counts what changed about once a second.
      await sleep(1100)
      for (let turn = 0; turn < 6; turn++) await housekeeping.round()
    }
    expect(await size()).toBeLessThan(before * 3.5)
    const { rows } = await embedded.db.pool.query("select reltuples::int as rows from pg_class where relname = 'small'")
    expect(rows).toEqual([{ rows: 5000 }])
  })
})
