import { rm } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseUnavailable } from '../../db/engine-errors.server.ts'
import { makeDataDir, silent } from '../../db/testing/embedded-database.server.ts'
import { type MigratedDatabase, openMigrated } from '../../db/testing/migrated-database.server.ts'
import { listAgainstCalendar } from '../../features/products/testing/sellability.server.ts'
import { brokenIdentities, danglingReferences } from './testing/identities.server.ts'
import { demoDataState } from './load-marker.server.ts'
import { loadDemoData } from './load.server.ts'

describe('demo data on the embedded database', () => {
  let opened: MigratedDatabase
  let dataDir: string
  beforeAll(async () => {
    dataDir = await makeDataDir('demo')
    opened = await openMigrated({ postgresUrl: null, name: 'demo', dataDir })
  }, 120_000)
  afterAll(async () => {
    await opened.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('adds up, and answers others between its steps', async () => {
    const { database: db } = opened
    let isLoading = true
    const loading = loadDemoData(db, {
      purchases: 1_200,
      today: '2026-11-21',
      now: '2026-11-21T16:20:00Z',
      log: silent,
    }).finally(() => {
      isLoading = false
    })
    let answers = 0
    while (isLoading) {
      // On a machine that is busy with other tests a step can outlast the deadline; the next one is asked then.
      await sql`select 1`.execute(db.kysely).then(
        () => (answers += 1),
        (error: unknown) => {
          if (!(error instanceof DatabaseUnavailable)) throw error
        },
      )
      await nextTurn()
    }
    await loading
    expect(answers).toBeGreaterThan(5)
    expect(await demoDataState(db)).toBe('complete')
    expect(await brokenIdentities(db.kysely)).toEqual({})
    expect(await danglingReferences(db.kysely)).toEqual({})
    const { open, differing } = await listAgainstCalendar(db.kysely)
    expect([open > 1_000, differing]).toEqual([true, []])
  }, 180_000)
})
