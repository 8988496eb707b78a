import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../../db/migrate.server.ts'
import { type EmbeddedDatabase, openEmbeddedForTest, silent } from '../../db/testing/embedded-database.server.ts'
import { listAgainstCalendar } from '../../features/products/testing/sellability.server.ts'
import { brokenIdentities, danglingReferences } from './testing/identities.server.ts'
import { demoDataState } from './load-marker.server.ts'
import { loadDemoData } from './load.server.ts'

describe('demo data on the embedded database', () => {
  let embedded: EmbeddedDatabase
  beforeAll(async () => {
    embedded = await openEmbeddedForTest()
  }, 120_000)
  afterAll(() => embedded.drop())

  it('adds up, and answers others between its steps', async () => {
    const { db } = embedded
    await migrate(db, new URL('../../db/migrations/', import.meta.url), silent)
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
      await sql`select 1`.execute(db.kysely)
      answers += 1
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
