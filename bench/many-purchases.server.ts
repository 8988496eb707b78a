// node bench/many-purchases.server.ts <database> <purchases>: fills an empty PostgreSQL database with so many purchases, generated
// by SQL out of those of the demo. `BENCH_DATABASES` of run.server.ts takes databases that were filled in advance.
import { migrationsFolder } from '../src/app/settings/paths.server.ts'
import { seedDemoStaff } from '../src/app/seed/demo-staff.server.ts'
import { loadDemoData } from '../src/app/seed/load.server.ts'
import { createLog } from '../src/core/http/log.server.ts'
import type { Database } from '../src/db/database.server.ts'
import { openDatabase } from '../src/db/database.server.ts'
import { migrate } from '../src/db/migrate.server.ts'
import { keepPrices } from '../src/features/rules/price-keeping.server.ts'

/** The demo makes this many by itself; what is beyond are copies of them. */
const fromTheDemo = 100_000
/** Rows that are copied in one statement. */
const batch = 1_000

/** Fills an empty database. Copies are made with triggers off, so it needs a superuser. */
export async function fillPurchases(url: string, purchases: number, say: (line: string) => void): Promise<void> {
  const log = createLog({ level: 'silent' })
  const database = await openDatabase({ url, dataDir: '', log })
  const started = performance.now()
  const seconds = () => `${((performance.now() - started) / 1_000).toFixed(0)} s`
  await migrate(database, migrationsFolder, log)
  await database.kysely.transaction().execute(seedDemoStaff)
  const today = new Date().toISOString().slice(0, 10)
  await loadDemoData(database, { purchases: Math.min(purchases, fromTheDemo), today, log, say: () => {} })
  say(`the demo is loaded after ${seconds()}`)
  const copies = purchases / fromTheDemo - 1
  if (copies > 0) await database.withoutDeadline(() => copyPurchases(database, copies, say))
  // As a server does a moment after it starts, so that lists read the prices of events and do not work them out.
  await database.withoutDeadline(() => keepPrices(database, new AbortController().signal))
  await database.withoutDeadline(() => database.pool.query('vacuum analyze'))
  await database.close()
  say(`${purchases.toLocaleString('en')} purchases are there after ${seconds()}`)
}

/**
 * Each purchase so many times again, minutes before the first, by a customer address of its own. What the copies sum up
 * (payments, ledger, lines) stays with the first: lists read the purchase alone.
 */
async function copyPurchases({ pool }: Database, copies: number, say: (line: string) => void): Promise<void> {
  if (!Number.isInteger(copies)) throw new Error(`The number of purchases has to be a multiple of ${fromTheDemo}.`)
  const client = await pool.connect()
  try {
    await client.query(`set session_replication_role = replica; set maintenance_work_mem = '1GB'`)
    // Indexes are built several times as fast in one go.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where not indisunique and indrelid = 'purchases'::regclass`)
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    const { rows: columns } = await client.query<{ name: string }>(`
      select column_name as name from information_schema.columns
      where table_name = 'purchases' and table_schema = 'public' and is_generated = 'NEVER' and column_name <> 'id' order by ordinal_position`)
    const but: Readonly<Record<string, string>> = {
      // Letters of references only, and one more than those of the demo have.
      reference: `'Z' || translate(lpad(upper(to_hex(s.id * ${copies} + n)), 8, '0'), '0123456789ABCDEF', 'ABCDEFGHJKMNPQRS')`,
      customer_email: `left(n || '.' || s.customer_email, 254)`,
      created_at: `s.created_at - n * interval '7 minutes'`,
    }
    const own = columns.map(({ name }) => name)
    const { rows } = await client.query<{ last: number }>('select max(id) as last from purchases')
    const last = rows[0]?.last ?? 0
    for (let from = 1; from <= last; from += batch)
      await client.query(`
        insert into purchases (${own.join(', ')})
        select ${own.map((name) => but[name] ?? `s.${name}`).join(', ')}
        from purchases s cross join generate_series(1, ${copies}) as n where s.id between ${from} and ${from + batch - 1}`)
    say(`${copies} copies of each are made`)
    for (const { definition } of indexes) {
      const began = performance.now()
      await client.query(definition)
      say(`${definition.slice(0, 90)} ${((performance.now() - began) / 1_000).toFixed(0)} s`)
    }
  } finally {
    await client.query('reset session_replication_role')
    client.release()
  }
}

if (import.meta.main) {
  const [, , url = '', purchases = ''] = process.argv
  await fillPurchases(url, Number(purchases), (line) => void process.stderr.write(`${line}\n`))
}
