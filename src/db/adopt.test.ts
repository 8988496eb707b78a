import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from './database.server.ts'
import { emptyDatabase } from './testing/empty-database.server.ts'
import { migrate } from './migrate.server.ts'
import { MigrationsRefused, SchemaIsNewer, SchemaIsOlder } from './migration-errors.server.ts'
import { describeSchema } from './schema-description.server.ts'
import { makeDataDir, silent } from './testing/embedded-database.server.ts'
import { loadFormerSchema } from './testing/former-schema.server.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.server.ts'

const postgresUrl = inject('postgresUrl')
const folder = new URL('./migrations/', import.meta.url)
const last = '0093_one_place_for_notes'

describe.each(['embedded', 'postgres'] as const)(
  'a former database on the %s engine',
  { timeout: 180_000 },
  (engine) => {
    let db: Database
    let server: TestDatabase | undefined
    let dataDir: string | undefined

    beforeAll(async () => {
      if (engine === 'postgres') {
        if (!postgresUrl) return
        server = await createTestDatabase(postgresUrl, 'former', undefined, { isMoved: false })
        db = await openDatabase({ url: server.url, dataDir: 'unused', log: silent })
        await loadFormerSchema(db)
      } else {
        dataDir = await makeDataDir('former')
        const made = await openDatabase({ dataDir, log: silent, startFrom: await emptyDatabase() })
        await loadFormerSchema(made)
        await made.close()
        db = await openDatabase({ dataDir, log: silent })
      }
      await db.pool.query("insert into roles (name, description) values ('kept', 'From before')")
    }, 180_000)
    afterAll(async () => {
      await db?.close()
      await server?.drop()
      if (dataDir) await rm(dataDir, { recursive: true, force: true })
    })
    const test = it.skipIf(engine === 'postgres' && postgresUrl === null)
    const start = () => migrate(db, folder, silent)

    /** The start's result after a change that is reverted at once. */
    async function refusalAfter(change: string, undo: string): Promise<unknown> {
      const before = await stateOf(db)
      await db.pool.query(change)
      try {
        const changed = await stateOf(db)
        const refusal = await start().catch((error: unknown) => error)
        expect(await stateOf(db)).toEqual(changed)
        return refusal
      } finally {
        await db.pool.query(undo)
        expect(await stateOf(db)).toEqual(before)
      }
    }

    test('is refused at an older state, with the version that brings it along', async () => {
      const refusal = await refusalAfter(
        `create table put_aside as select * from schema_migrations where name > '0061_from_prices';
      delete from schema_migrations where name > '0061_from_prices'`,
        'insert into schema_migrations select * from put_aside; drop table put_aside',
      )
      expect(refusal).toBeInstanceOf(SchemaIsOlder)
      expect(refusal).toHaveProperty(
        'message',
        'This database is at 0061_from_prices, which is too old for this version of Marquee. Start the last version ' +
          `whose migrations end at ${last} once, then this one.`,
      )
    })

    test('is refused with a migration beyond the last, or one whose file was another', async () => {
      const newer = await refusalAfter(
        "insert into schema_migrations (name, checksum, milliseconds) values ('0094_of_a_branch', '', 0)",
        "delete from schema_migrations where name = '0094_of_a_branch'",
      )
      expect(newer).toBeInstanceOf(SchemaIsNewer)
      expect(newer).toHaveProperty('unknown', ['0094_of_a_branch'])
      const other = await refusalAfter(
        `update schema_migrations set checksum = 'x' || checksum where name = '0033_events'`,
        `update schema_migrations set checksum = substr(checksum, 2) where name = '0033_events'`,
      )
      expect(other).toBeInstanceOf(MigrationsRefused)
      expect(other).toHaveProperty('message', expect.stringContaining('0033_events was another file when it ran'))
    })

    test('is refused when its schema is another, with what differs', async () => {
      const refusal = await refusalAfter(
        `drop index purchases_travel_date;
      create table reports (id int);
      alter table venues alter column capacity drop not null;
      alter table coupons disable trigger coupons_currencies;
      alter table events drop constraint sales_end_after_they_begin,
        add constraint sales_end_after_they_begin check (off_sale_at >= on_sale_at);
      create or replace function all_match(given text[], pattern text) returns boolean
        language sql immutable parallel safe as 'select true'`,
        `create index purchases_travel_date on purchases (travel_date, id);
      drop table reports;
      alter table venues alter column capacity set not null;
      alter table coupons enable trigger coupons_currencies;
      alter table events drop constraint sales_end_after_they_begin,
        add constraint sales_end_after_they_begin check (off_sale_at > on_sale_at);
      create or replace function all_match(given text[], pattern text) returns boolean
        language sql immutable parallel safe as $$
  select not exists (select from unnest(given) as value where value !~ pattern)
$$`,
      )
      expect(refusal).toBeInstanceOf(MigrationsRefused)
      expect(refusal).toHaveProperty(
        'message',
        `The schema of this database is not the one that ${last} left, so nothing was changed. ` +
          'column reports.id was added, column venues.capacity differs, constraint events.sales_end_after_they_begin ' +
          'differs, function all_match(given text[], pattern text) differs, index purchases_travel_date is missing, ' +
          'and 2 more. Put that right, or restore a backup, and start again.',
      )
    })

    test('is taken over as it is, and only its ledger changes', async () => {
      const { ledger: _, ...before } = await stateOf(db)
      const files = (await readdir(folder)).map((name) => name.replace('.sql', '')).sort()
      const adopted = files.filter((name) => name <= '0013_discovery_api')
      const ofThose = await mkdtemp(join(tmpdir(), 'marquee-adopted-'))
      for (const name of adopted) await copyFile(new URL(`${name}.sql`, folder), join(ofThose, `${name}.sql`))
      await migrate(db, pathToFileURL(`${ofThose}/`), silent)
      await rm(ofThose, { recursive: true })
      const { ledger, ...after } = await stateOf(db)
      expect(ledger.map((line) => line.split(' ')[0])).toEqual(adopted)
      expect(after).toEqual(before)
      await db.pool.query(`
        insert into merges (resource, winner_id, loser_id, winner_title, loser_title, loser, took, status, merged_by)
        values ('performers', 2, 1, 'The Band', 'Band', '{"id": 1}', '{name}', 'merged', 'Ann')`)
      // Later changes are migrations like any other.
      expect(await start()).toEqual({ applied: files.slice(adopted.length) })
      expect((await db.pool.query("select description from roles where name = 'kept'")).rows).toEqual([
        { description: 'From before' },
      ])
      const merges = await db.pool.query(`
        select survivor_title, duplicate_title, merged_fields, merge_survivor('performers', 1) as now,
          merge_duplicates('performers', '{2}') as before from merges`)
      expect(merges.rows).toEqual([
        { survivor_title: 'The Band', duplicate_title: 'Band', merged_fields: ['name'], now: 2, before: [1] },
      ])
      expect(await start()).toEqual({ applied: [] })
    })
  },
)

/** All that a start can change: the ledger, every object of the schema, how many rows there are, and the schemas. */
async function stateOf(db: Database) {
  const ledger = await db.pool.query<{ line: string }>(
    "select name || ' ' || checksum as line from schema_migrations order by name",
  )
  const counts = await db.pool.query<{ name: string; oid: string; rows: string }>(
    `select relname as name, oid::text, relfilenode::text as file,
      (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || oid::regclass, false, true, '')))[1]::text as rows
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'schema_migrations' order by 1`,
  )
  const schemas = await db.pool.query("select nspname from pg_namespace where nspname not like 'pg\\_%' order by 1")
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    const schema = [...(await describeSchema(client, 'public', 'public'))].sort(([a], [b]) => (a < b ? -1 : 1))
    await client.query('commit')
    return { ledger: ledger.rows.map(({ line }) => line), counts: counts.rows, schemas: schemas.rows, schema }
  } finally {
    client.release()
  }
}
