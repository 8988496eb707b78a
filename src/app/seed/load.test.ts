import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Database } from '../../db/database.server.ts'
import { openDatabase } from '../../db/database.server.ts'
import { migrate } from '../../db/migrate.server.ts'
import { type MigratedDatabase, migrations, openMigrated } from '../../db/testing/migrated-database.server.ts'
import { createTestDatabase } from '../../db/testing/test-database.server.ts'
import { compareReplacements } from '../../features/orders/replacement/replacements.server.ts'
import { brokenIdentities, danglingReferences } from './testing/identities.server.ts'
import { demoDataState } from './load-marker.server.ts'
import { loadDemoData } from './load.server.ts'

const log = pino({ level: 'silent' })
const postgresUrl = inject('postgresUrl')
const today = { today: '2026-11-21', now: '2026-11-21T16:20:00Z', log }

/** Staff sold one more by phone, and split one from another. */
const isGenerated = sql`(p.kind = 'event' or not exists (select from order_placements o where o.purchase_id = p.id and o.supplier = 'house'))
  and not exists (select from purchase_events e where e.purchase_id = p.id and e.kind = 'split_from')`

/** The complete result of a load. */
async function digestOf({ kysely }: Database): Promise<Record<string, string>> {
  const tables = [
    'cities',
    'products',
    'performances',
    'customers',
    'purchases',
    'purchase_lines',
    'payments',
    'refunds',
  ]
  const found: Record<string, string> = {}
  for (const table of tables) {
    const {
      rows: [row],
    } = await sql<{ digest: string }>`
      select count(*) || ' ' || md5(coalesce(string_agg(t::text, '' order by t::text), '')) as digest
        from ${sql.table(table)} t`.execute(kysely)
    found[table] = row?.digest ?? ''
  }
  return found
}

async function dropRole(role: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl ?? '' })
  await client.connect()
  await client.query(`drop role ${role}`)
  await client.end()
}

/** A database whose transactions fail from some number on, as when the process is killed. */
function failingAfter(db: Database, transactions: number): Database {
  let left = transactions
  const kysely = new Proxy(db.kysely, {
    get(target, key) {
      if (key === 'transaction' && left-- <= 0) throw new Error('The process was killed.')
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...db, availability: 'ready', kysely }
}

describe.skipIf(postgresUrl === null)('demo data on PostgreSQL', () => {
  const made: MigratedDatabase[] = []
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'marquee-demo-'))
  })
  afterAll(async () => {
    for (const { drop } of made) await drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function open(): Promise<Database> {
    const opened = await openMigrated({ postgresUrl, name: 'demo', dataDir })
    made.push(opened)
    return opened.database
  }

  it('adds up to the minor unit, all 20,000 purchases of it', async () => {
    const db = await open()
    expect(await demoDataState(db)).toBe('none')
    const steps: { step: string; milliseconds: number }[] = []
    const write = (line: string) => {
      const entry = JSON.parse(line) as { step?: string; milliseconds: number }
      if (entry.step !== undefined) steps.push({ step: entry.step, milliseconds: entry.milliseconds })
    }
    await loadDemoData(db, { ...today, log: pino({ level: 'debug' }, { write }) })
    // A step that looks every row of a table up in another without an index takes longer than all the others together.
    const all = steps.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
    expect(steps.length).toBeGreaterThan(50)
    expect(steps.filter(({ milliseconds }) => milliseconds > all / 2)).toEqual([])
    expect(await demoDataState(db)).toBe('complete')
    const {
      rows: [counts],
    } = await sql`
      select (select count(*) from purchases p where ${isGenerated}) as purchases, (select count(*) from customers) as customers,
        (select count(*) from cities) as cities, (select count(*) from products) as products,
        (select count(*) from events) as events, (select count(*)
          from performances) as performances`.execute(db.kysely)
    expect(counts).toEqual({
      purchases: 20_000,
      customers: 8_000,
      cities: 997,
      products: 400,
      events: 300,
      performances: 3_000,
    })
    expect(await brokenIdentities(db.kysely)).toEqual({})
    expect(await danglingReferences(db.kysely)).toEqual({})
    const {
      rows: [audit],
    } = await sql`select action, object, title from audit_log
      order by id desc limit 1`.execute(db.kysely)
    expect(audit).toEqual({ action: 'load', object: 'demo-data', title: '20000 purchases' })
    const { rows: queues } = await sql<{ step: string }>`
      select distinct next_step as step from purchases where next_step <> 'none'`.execute(db.kysely)
    expect(queues.length).toBeGreaterThanOrEqual(7)
    const { rows: silent } = await sql`select code from countries c where description is null and exists (
      select from cities t join venues v on v.city_id = t.id where t.country_id = c.id)`.execute(db.kysely)
    expect(silent).toEqual([])
    const {
      rows: [misplaced],
    } = await sql<{
      count: number
    }>`select count(*)::integer as count from venues v join cities t on t.id = v.city_id join countries c on c.id = t.country_id
      where (v.address ~ '^(Gran Vía|Calle|Plaza|Avenida)' and not c.languages && '{es,pt}') or (v.address ~ '^[0-9]+ (rue|avenue|place)' and not 'fr' = any(c.languages))`.execute(
      db.kysely,
    )
    expect(misplaced?.count).toBe(0)
    const { rows: withdrawn } = await sql<{ id: number }>`
      select p.id from purchases p join order_placements o on o.purchase_id = p.id and o.supplier = 'house'
      where p.next_step = 'fix_delivery'`.execute(db.kysely)
    const found = await Promise.all(
      withdrawn.map(({ id }) => compareReplacements(db.kysely, String(id), Date.parse(`${today.today}T12:00:00Z`))),
    )
    const likenesses = found.map(({ listings }) => listings.map(({ likeness }) => likeness))
    expect(likenesses).toEqual([expect.arrayContaining(['same_section', 'same_zone', 'better', 'worse'])])
  }, 300_000)

  it('is the same after two loads, after one cut off three times, and after two at once', async () => {
    const purchases = 5_000
    const plain = await open()
    await loadDemoData(plain, { ...today, purchases })
    const expected = await digestOf(plain)
    const before = await digestOf(plain)
    await loadDemoData(plain, { ...today, purchases })
    expect(await digestOf(plain)).toEqual(before)

    const cut = await open()
    for (const transactions of [2, 5, 2]) {
      await expect(loadDemoData(failingAfter(cut, transactions), { ...today, purchases })).rejects.toThrow('killed')
      expect(await demoDataState(cut)).toBe('begun')
    }
    await loadDemoData(cut, { today: '2026-11-22', log })
    expect(await digestOf(cut)).toEqual(expected)

    const shared = await open()
    await Promise.all([1, 2].map(() => loadDemoData(shared, { ...today, purchases })))
    expect(await digestOf(shared)).toEqual(expected)
    expect(await danglingReferences(shared.kysely)).toEqual({})
  }, 300_000)

  it('leaves the indexes as the migrations made them', async () => {
    const [empty, loaded] = [await open(), await open()]
    await loadDemoData(loaded, { ...today, purchases: 300 })
    const indexes = async (db: Database) =>
      (
        await sql<{ definition: string }>`
      select indexdef as definition from pg_indexes where schemaname = 'public'
        order by 1`.execute(db.kysely)
      ).rows
    expect(await indexes(loaded)).toEqual(await indexes(empty))
  }, 120_000)

  it('passes every check of the database where its role cannot skip them', async () => {
    const role = `plain_${randomBytes(5).toString('hex')}`
    const own = await createTestDatabase(postgresUrl ?? '', 'demo plain')
    const url = new URL(own.url)
    const server = await openDatabase({ url: own.url, dataDir, log })
    await sql.raw(`create role ${role} login password '${role}'`).execute(server.kysely)
    await sql.raw(`alter database "${own.name}" owner to ${role}`).execute(server.kysely)
    url.username = role
    url.password = role
    const db = await openDatabase({ url: url.href, dataDir, log })
    try {
      await migrate(db, migrations, log)
      await loadDemoData(db, { ...today, purchases: 1_200 })
      expect(await brokenIdentities(db.kysely)).toEqual({})
    } finally {
      await db.close()
      await sql.raw(`reassign owned by ${role} to current_user`).execute(server.kysely)
      await sql.raw(`drop owned by ${role}`).execute(server.kysely)
      await server.close()
      await own.drop()
    }
    await dropRole(role)
  }, 120_000)

  it('replaces what was there when another size is wanted', async () => {
    const db = await open()
    await loadDemoData(db, { ...today, purchases: 400 })
    await sql`insert into coupons (code, name, percent) values ('OURS', 'Made by staff',
      500)`.execute(db.kysely)
    await loadDemoData(db, { ...today, purchases: 900 })
    const {
      rows: [row],
    } = await sql`
      select (select count(*) from purchases p where ${isGenerated}) as purchases, (select count(*) from customers) as customers,
        exists (select from coupons where code = 'OURS') as kept`.execute(db.kysely)
    expect(row).toEqual({ purchases: 900, customers: 360, kept: true })
    expect(await brokenIdentities(db.kysely)).toEqual({})
  }, 120_000)

  it('leaves a database with real data alone', async () => {
    const db = await open()
    await sql`insert into customers (email, first_name, last_name, locale) values ('ana@example.com', 'Ana',
      'Ruiz', 'es')`.execute(db.kysely)
    expect(await demoDataState(db)).toBe('complete')
    await expect(loadDemoData(db, today)).rejects.toMatchObject({
      name: 'DemoDataRefused',
      message: 'This database holds data that is not the demo’s. Demo data is only made in an empty one.',
    })
    const { rows } = await sql`select name from customers`.execute(db.kysely)
    expect(rows).toEqual([{ name: 'Ana Ruiz' }])
  }, 60_000)
})
