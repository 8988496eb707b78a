// Holding and booking our own stock, beside raw SQL that does the same writes, turn and turn about in one run.
// `node bench/stock.server.ts` prints how many sales a second each makes, with one and with sixteen at once.
import { cpus, loadavg } from 'node:os'
import { sql } from 'kysely'
import type { Database } from '../src/db/database.server.ts'
import { openDatabase } from '../src/db/database.server.ts'
import { createLog } from '../src/core/http/log.server.ts'
import { migrate } from '../src/db/migrate.server.ts'
import { startPostgres } from '../src/db/testing/postgres.server.ts'
import { createTestDatabase } from '../src/db/testing/test-database.server.ts'
import { migrationsFolder } from '../src/app/settings/paths.server.ts'
import { loadDemoData } from '../src/app/seed/load.server.ts'
import { seedDemoStaff } from '../src/app/seed/demo-staff.server.ts'
import { houseSupplier } from '../src/features/orders/house-supplier.server.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 4)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const slots = 200
const log = createLog({ level: 'silent' })

type Sell = (stockId: number, key: string) => Promise<unknown>

const postgres = await startPostgres()
if (!postgres) throw new Error('A real PostgreSQL is needed for the benchmarks.')
const own = await createTestDatabase(postgres.url, 'bench_stock')
const database = await openDatabase({ url: own.url, dataDir: '', log, poolSize: 16 })
try {
  await migrate(database, migrationsFolder, log)
  await database.kysely.transaction().execute(seedDemoStaff)
  const today = new Date().toISOString().slice(0, 10)
  await loadDemoData(database, { purchases: 300, today, log, say: () => {} })
  await measure(database)
} finally {
  await database.close()
  await own.drop()
  await postgres.stop()
}

async function measure({ kysely: db }: Database): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into house_stock (product_option_id, local_date, capacity)
    select (select min(id) from product_options), '2099-01-01'::date + n, 100000 from generate_series(1, ${slots}::integer) n
    returning id`.execute(db)
  const ids = rows.map(({ id }) => id)
  const house = houseSupplier({ kysely: db })
  const sell: Sell = async (stockId, key) => {
    await house.hold(key, { lines: [{ stockId, quantity: 2 }], seconds: 600 }, '')
    await house.book(key, {}, '')
  }
  const raw: Sell = async (stockId, key) => {
    await db.transaction().execute(async (transaction) => {
      await sql`update house_stock set taken = taken + 2 where id = ${stockId} and taken + 2 <= capacity`.execute(
        transaction,
      )
      await sql`
        insert into house_stock_holds (stock_id, key, quantity, held_until)
        values (${stockId}, ${key}, 2, now() + interval '10 minutes')`.execute(transaction)
    })
    await sql`
      update house_stock_holds set state = 'booked' where key = ${key} and state = 'held' and held_until > now()`.execute(
      db,
    )
  }
  process.stdout.write(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${slots} days\n`)
  for (const atOnce of [1, 16]) {
    const figures: [ours: number[], raw: number[]] = [[], []]
    for (let round = 0; round <= rounds; round++) {
      const pair = [await rate(sell, ids, atOnce), await rate(raw, ids, atOnce)] as const
      // The first one warms up.
      if (round > 0) pair.forEach((figure, n) => figures[n]?.push(figure))
    }
    const [ours = 0, baseline = 0] = figures.map((all) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0)
    process.stdout.write(
      `${atOnce} at once: ${ours.toFixed(0)}/s, raw ${baseline.toFixed(0)}/s, ratio ${(ours / baseline).toFixed(2)}\n`,
    )
  }
}

/** Sales a second. */
async function rate(sell: Sell, ids: readonly number[], atOnce: number): Promise<number> {
  const started = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() - started < seconds * 1_000) {
        await sell(ids[Math.floor(Math.random() * ids.length)] ?? 0, crypto.randomUUID())
        done += 1
      }
    }),
  )
  return (done * 1_000) / (performance.now() - started)
}
