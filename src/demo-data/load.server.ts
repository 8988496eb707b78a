import { sql } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { seedDemoStaff } from '../areas/sign-in/demo-issuer.server.ts'
import { system } from '../kit/access.ts'
import { appendAudit } from '../kit/audit.server.ts'
import type { Database } from '../kit/db.server.ts'
import type { Db } from '../kit/endpoint.server.ts'
import { clearDemoData, parkIndexes, restoreIndex, settleDemoData } from './load-steps.server.ts'
import { insertBatches } from './insert.server.ts'
import type { Marketplace } from './purchases.ts'
import { hashText, randomOf } from './random.ts'
import type { TableBatch } from './rows.ts'
import { catalogueBatches, customerBatch, openMarketplace, purchaseBatches } from './marketplace.ts'

export interface DemoDataOptions {
  /** 20,000 unless told; customers come in proportion. */
  readonly purchases?: number | undefined
  /** The last day of the two years, in UTC. */
  readonly today: string
  /** The moment at which the story stops; now when `today` is the present day, else that day's evening. */
  readonly now?: string | undefined
  readonly seed?: string | undefined
  readonly log: Logger
  /** Takes a line of progress for whoever waits. */
  readonly say?: ((line: string) => void) | undefined
}

/** Loading would mix made-up rows with somebody's own. */
export class DemoDataRefused extends Error {
  override readonly name = 'DemoDataRefused'
}

interface Marker { purchases: number; seed: string; as_of: string; steps_done: number; finished_at: string | null }

/** Changes whenever the same seed would give other rows, so that a load of older code is not gone on with. */
const edition = 'marquee-1'
const usualPurchases = 20_000
const customersPerPurchase = 0.4

async function readMarker(db: Db): Promise<Marker | null> {
  const { rows: [marker] } = await sql<Marker>`select purchases, seed, as_of, steps_done, finished_at
    from demo_data`.execute(db)
  return marker ?? null
}

async function hasOwnData(db: Db): Promise<boolean> {
  const { rows: [found] } = await sql<{ own: boolean }>`
    select exists (select from purchases) or exists (select from customers) or exists (select from products)
      or exists (select from events) or exists (select from cities) or exists (select
        from coupons) as own`.execute(db)
  return found?.own ?? false
}

/** True when there is nothing to load: the demo data is complete, or the database holds somebody's own. */
export async function isDemoDataLoaded(db: Database): Promise<boolean> {
  const marker = await readMarker(db.kysely)
  return marker ? marker.finished_at !== null : hasOwnData(db.kysely)
}

/**
 * Fills the database with two years of made-up business, the same for the same seed, size and moment. Safe to
 * interrupt and to call again, from two processes at once even: each step is a transaction that counts
 * itself, and
 * whoever comes next goes on behind the last one. Another size replaces what was loaded before.
 * @throws DemoDataRefused when the database holds data that did not come from here
 */
export async function loadDemoData(db: Database, options: DemoDataOptions): Promise<void> {
  await db.withoutDeadline(async () => {
    const marker = await begin(db, options)
    if (marker.finished_at !== null) return
    const startedAt = performance.now()
    const steps = await stepsOf(db, marker)
    for (;;) {
      const done = (await readMarker(db.kysely))?.steps_done ?? steps.length
      if (done >= steps.length) break
      await runFrom(db, steps, done, options)
    }
    const seconds = (performance.now() - startedAt) / 1_000
    options.log.info(
      { purchases: marker.purchases, seconds: Math.round(seconds * 10) / 10 }, 'demo data is loaded',
    )
  })
}

/** Decides between beginning, going on and replacing; answers with what is to be loaded. */
async function begin(db: Database, options: DemoDataOptions): Promise<Marker> {
  return await db.kysely.transaction().execute(async (trx) => {
    // Two processes that start together: the second finds the first one's marker.
    await sql`select pg_advisory_xact_lock(7262943102)`.execute(trx)
    const marker = await readMarker(trx)
    const wanted = options.purchases ?? marker?.purchases ?? usualPurchases
    const seed = `${edition} ${options.seed ?? 'demo'}`
    if (marker && marker.purchases === wanted && marker.seed === seed) return marker
    if (!marker && await hasOwnData(trx)) {
      throw new DemoDataRefused('This database holds data that is not the demo’s. Demo data is only made in an empty one.')
    }
    if (marker) options.say?.(`Removing the ${marker.purchases.toLocaleString('en')} purchases that were made before…`)
    await clearDemoData(trx)
    await seedDemoStaff(trx)
    const fresh: Marker = {
      purchases: wanted, seed, as_of: momentOf(options), steps_done: 0, finished_at: null,
    }
    await sql`insert into demo_data (purchases, seed, as_of) values (${fresh.purchases}, ${fresh.seed},
      ${fresh.as_of})`.execute(trx)
    return fresh
  })
}

function momentOf({ now, today }: DemoDataOptions): string {
  if (now !== undefined) return new Date(now).toISOString()
  const present = new Date().toISOString()
  return present.startsWith(today) ? present : `${today}T18:00:00.000Z`
}

/** One transaction of the load. `prepare` may work ahead while the database is busy with the step before. */
interface Step { readonly label: string; prepare(): Promise<(trx: Db) => Promise<void>> }

function step(label: string, work: (trx: Db) => Promise<void>): Step {
  return { label, prepare: async () => work }
}

async function stepsOf(db: Database, marker: Marker): Promise<Step[]> {
  const isSuperUser = await mayPassOverChecks(db.kysely)
  const { rows: staff } = await sql<{ id: number }>`
    select s.id from staff s join roles r on r.id = s.role_id
    where s.status = 'active' and r.name in ('admin', 'sales-agent', 'finance')
      order by s.id`.execute(db.kysely)
  const customers = Math.max(50, Math.round(marker.purchases * customersPerPurchase))
  const market = openMarketplace({
    seed: marker.seed, now: Date.parse(marker.as_of), purchases: marker.purchases, customers,
    staff: staff.map(({ id }) => id),
  })
  // The embedded database has one connection: nobody should wait for it longer than a fifth of a second.
  const pageSize = db.engine === 'embedded' ? 400 : 2_000
  const insert = (label: string, make: () => TableBatch[][] | Promise<TableBatch[][]>): Step => ({
    label,
    async prepare() {
      const batches = await make()
      return async (trx) => {
        // Every row is made to fit, which the tests look at row by row; checking each again would take most
        // of the time.
        if (isSuperUser) await sql`set local session_replication_role = replica`.execute(trx)
        for (const batch of batches) await insertBatches(trx, batch)
      }
    },
  })
  const pages = (count: number, size: number) => Array.from(
    { length: Math.ceil(count / size) },
    (_, page) => [page * size, Math.min(count, (page + 1) * size)] as const,
  )
  return [
    step('indexes', parkIndexes),
    insert('catalogue', () => catalogueBatches(market)),
    ...pages(customers, 2_000).map(([first, last]) => insert(
      'customers', () => [[customerBatch(market, first, last)]],
    )),
    ...pages(marker.purchases, pageSize).map(([first, last]) => insert(
      `${last.toLocaleString('en')} of ${marker.purchases.toLocaleString('en')} purchases`,
      async () => [await pageInTurns(market, first, last)],
    )),
    step('search', restoreIndex),
    step('figures', async (trx) => {
      await settleDemoData(trx, randomOf(market.seed ^ hashText('coupons'), 0), marker.as_of.slice(0, 10))
      await sql`update demo_data set finished_at = now()`.execute(trx)
      await appendAudit(trx, [{
        action: 'load', object: 'demo-data', title: `${marker.purchases} purchases`,
        after: { purchases: marker.purchases, customers, asOf: marker.as_of, seed: marker.seed },
      }], { actor: system('demo data') })
    }),
  ]
}

/** Makes a page in small pieces, so that the connection can send and receive in between. */
async function pageInTurns(market: Marketplace, first: number, last: number) {
  const parts = []
  for (let from = first; from < last; from += 100) {
    parts.push(purchaseBatches(market, from, Math.min(last, from + 100)))
    await nextTurn()
  }
  const [head = [], ...rest] = parts
  return head.map((batch, index) => ({
    ...batch, rows: [...batch.rows, ...rest.flatMap((part) => part[index]?.rows ?? [])],
  }))
}

async function mayPassOverChecks(db: Db): Promise<boolean> {
  const { rows: [row] } = await sql<{ may: boolean }>`select rolsuper as may from pg_roles
    where rolname = current_user`.execute(db)
  return row?.may ?? false
}

/** Runs steps until the end, or until another process turns out to have done one of them. */
async function runFrom(db: Database, steps: readonly Step[], done: number, { log, say }: DemoDataOptions): Promise<void> {
  let told = performance.now()
  let ready = steps[done]?.prepare()
  for (let index = done; index < steps.length; index++) {
    const work = await ready
    if (!work) return
    const startedAt = performance.now()
    const wasOurs = db.kysely.transaction().execute(async (trx) => {
      const { numAffectedRows } = await sql`
        update demo_data set steps_done = ${index + 1} where steps_done = ${index}
          and finished_at is null`.execute(trx)
      if (numAffectedRows !== 1n) return false
      await work(trx)
      return true
    })
    ready = steps[index + 1]?.prepare()
    // Whichever fails first is what is told; the other must not end the process meanwhile.
    ready?.catch(() => {})
    if (!await wasOurs) return
    log.debug(
      { step: steps[index]?.label, milliseconds: Math.round(performance.now() - startedAt) }, 'demo data',
    )
    if (performance.now() - told > 2_000) {
      told = performance.now()
      say?.(`Demo data: ${steps[index]?.label ?? ''}`)
    }
  }
}
