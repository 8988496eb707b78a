// What benches of orders and money have in common: the product over a database of its own, beside the same writes by hand.
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Composed } from '../src/app/server/compose.server.ts'
import { compose } from '../src/app/server/compose.server.ts'
import { loadDemoData } from '../src/app/seed/load.server.ts'
import { seedDemoStaff } from '../src/app/seed/demo-staff.server.ts'
import { migrationsFolder } from '../src/app/settings/paths.server.ts'
import { readSettings } from '../src/app/settings/settings.server.ts'
import { createLog } from '../src/core/http/log.server.ts'
import type { Settings } from '../src/core/settings.server.ts'
import type { Database } from '../src/db/database.server.ts'
import { openDatabase } from '../src/db/database.server.ts'
import { migrate } from '../src/db/migrate.server.ts'
import { startPostgres } from '../src/db/testing/postgres.server.ts'
import { createTestDatabase } from '../src/db/testing/test-database.server.ts'

const count = Number(process.env['BENCH_COUNT'] ?? 200)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const log = createLog({ level: 'silent' })

export interface Bench {
  readonly database: Database
  readonly settings: Settings
  readonly composed: Composed
  /** For the writes by hand: pg alone. */
  readonly pool: pg.Pool
}

/** One thing done, by the product or by hand. */
export type Work = (n: number) => Promise<unknown>

export async function withBench(name: string, work: (bench: Bench) => Promise<void>): Promise<void> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('A real PostgreSQL is needed for the benchmarks.')
  const own = await createTestDatabase(postgres.url, name)
  const database = await openDatabase({ url: own.url, dataDir: '', log, poolSize: 16 })
  const pool = new pg.Pool({ connectionString: own.url, max: 16 })
  try {
    await migrate(database, migrationsFolder, log)
    await database.kysely.transaction().execute(seedDemoStaff)
    const today = new Date().toISOString().slice(0, 10)
    await loadDemoData(database, { purchases: 300, today, log, say: () => {} })
    await database.withoutDeadline(() => database.pool.query('vacuum analyze'))
    const settings = readSettings({ SESSION_SECRET: 'of this bench only, and long enough', LOG_LEVEL: 'silent' })
    const composed = await compose({ settings, database, log })
    process.stdout.write(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${rounds} rounds of ${count}\n`)
    await work({ database, settings, composed, pool })
    await composed.server.close()
  } finally {
    await pool.end()
    await database.close()
    await own.drop()
    await postgres.stop()
  }
}

/**
 * Does both turn and turn about, with one and with sixteen at once, and prints what each makes a second. `prepare` makes what so
 * many need, before anything is timed.
 */
export async function compare(
  bench: Bench,
  name: string,
  ours: Work,
  raw: Work,
  prepare: (howMany: number) => Promise<void> = async () => {},
): Promise<void> {
  await prepare(2 * 11)
  const written = [await writesOf(bench, ours), await writesOf(bench, raw)] as const
  if (written[0] !== written[1]) throw new Error(`Other writes:\n  ours ${written[0]}\n  raw  ${written[1]}`)
  process.stdout.write(`${name}: both write ${written[0]}\n`)
  let last = 0
  const rate = async (work: Work, atOnce: number) => {
    const end = last + count
    await prepare(count)
    const started = performance.now()
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (last < end) await work(++last)
      }),
    )
    return (count * 1_000) / (performance.now() - started)
  }
  for (const atOnce of [1, 16]) {
    const figures: [ours: number[], raw: number[]] = [[], []]
    for (let round = 0; round <= rounds; round++) {
      const pair = [await rate(ours, atOnce), await rate(raw, atOnce)] as const
      // The first one warms up.
      if (round > 0) pair.forEach((figure, n) => figures[n]?.push(figure))
    }
    const [own = 0, baseline = 0] = figures.map((all) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0)
    process.stdout.write(
      `${name}, ${atOnce} at once: ${own.toFixed(0)}/s, raw ${baseline.toFixed(0)}/s, ratio ${(own / baseline).toFixed(2)}\n`,
    )
  }
}

/** Rows that are written for one thing, by table, as PostgreSQL counts them: triggers included, background work not. */
async function writesOf({ pool }: Bench, work: Work): Promise<string> {
  const times = 10
  const counted = async () => {
    // A connection that is idle reports what it counted after ten seconds.
    await sleep(11_000)
    const { rows } = await pool.query<{ name: string; n: number }>(`
      select relname || x.what as name, x.n::integer as n from pg_stat_user_tables,
        lateral (values ('+', n_tup_ins), ('~', n_tup_upd), ('-', n_tup_del)) x (what, n)
      where schemaname = 'public' and x.n > 0 and relname not like 'audit_seal%'`)
    return new Map(rows.map(({ name, n }) => [name, n]))
  }
  await work(0)
  const before = await counted()
  for (let n = 0; n < times; n++) await work(0)
  const after = await counted()
  return [...after]
    .map(([name, n]) => [name, Math.round((n - (before.get(name) ?? 0)) / times)] as const)
    .filter(([, n]) => n > 0)
    .map(([name, n]) => `${name}${n}`)
    .toSorted()
    .join(' ')
}

/** Makes rows like one that the product wrote, each with some other values: one prepared INSERT without any reading. */
export async function inserterLike(
  { pool }: Bench,
  table: string,
  where: string,
): Promise<(client: pg.ClientBase, changes: Readonly<Record<string, unknown>>) => Promise<unknown>> {
  const { rows: columns } = await pool.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  const { rows } = await pool.query<Record<string, string | null>>(
    `select ${columns.map(({ name }) => `${name}::text as ${name}`).join(', ')} from ${table} where ${where} limit 1`,
  )
  const [like] = rows
  if (!like) throw new Error(`No row of ${table} where ${where}.`)
  return async (client, changes) => {
    const used = columns.filter(({ name }) => name !== 'id' || 'id' in changes)
    const text = `insert into ${table} (${used.map(({ name }) => name).join(', ')})
      values (${used.map(({ type }, n) => `$${n + 1}::${type}`).join(', ')})`
    const values = used.map(({ name }) => (name in changes ? changes[name] : like[name]))
    // A table gets the same values each time it is written to.
    return await client.query({ name: `like-${table}`, text, values })
  }
}

/** A transaction by hand. */
export async function inTransaction<T>({ pool }: Bench, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** What the audit gets with one write. */
export async function auditByHand(client: pg.ClientBase, action: string, id: number): Promise<void> {
  const row = {
    actor_kind: 'system',
    actor_name: 'bench',
    action,
    object: 'purchases',
    record_id: String(id),
    title: 'ABCDEFGH',
    after: { grandTotal: 9_900, currency: 'EUR' },
  }
  await client.query({ name: 'audit', text: 'select audit_append($1::jsonb)', values: [JSON.stringify([row])] })
}
