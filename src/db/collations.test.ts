import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { keepCollations } from './collations.server.ts'
import { type Database, openDatabase } from './database.server.ts'
import { type EmbeddedDatabase, openEmbeddedForTest, silent } from './testing/embedded-database.server.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.server.ts'

const postgresUrl = inject('postgresUrl')

describe.each(['embedded', 'postgres'] as const)('collations of the %s database', { timeout: 60_000 }, (engine) => {
  let db: Database
  let embedded: EmbeddedDatabase | undefined
  let server: TestDatabase | undefined
  beforeAll(async () => {
    if (engine === 'embedded') embedded = await openEmbeddedForTest()
    else if (postgresUrl) server = await createTestDatabase(postgresUrl, 'collations')
    db = embedded?.db ?? (await openDatabase({ url: server?.url, dataDir: 'unused', log: silent }))
  }, 60_000)
  afterAll(async () => {
    await embedded?.drop()
    if (server) await db.close()
    await server?.drop()
  })
  const test = it.skipIf(engine === 'postgres' && postgresUrl === null)
  const files = async () =>
    (
      await db.pool.query<{ name: string; file: number }>(
        "select relname as name, pg_relation_filenode(oid) as file from pg_class where relname in ('things_by_name', 'things_pkey') order by 1",
      )
    ).rows

  test('build their indexes again when the library orders words otherwise than it did, once', async () => {
    await db.pool.query(`
      create collation of_people (provider = icu, locale = 'und');
      create table things (id int primary key, name text);
      create index things_by_name on things (name collate of_people, id)`)
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
    const before = await files()
    await keepCollations(db, log)
    expect([await files(), lines]).toEqual([before, []])

    await db.pool.query("update pg_collation set collversion = '1.2.3' where collname = 'of_people'")
    await keepCollations(db, log)
    const after = await files()
    expect(after[0]?.file).not.toBe(before[0]?.file)
    expect(after[1]).toEqual(before[1])
    expect(lines.join()).toContain('1.2.3')
    await keepCollations(db, log)
    expect([await files(), lines.length]).toEqual([after, 1])
  })
})
