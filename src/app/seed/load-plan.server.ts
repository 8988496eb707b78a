import { sql } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { seedPlaces } from '../../features/places/seed-places.server.ts'
import { system } from '../../core/access/access.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { SeedStep } from '../../core/calls/server-module.server.ts'
import { featureSteps } from './feature-steps.server.ts'
import { insertOf } from './insert.server.ts'
import type { Marker } from './load-marker.server.ts'
import { namesOfIndexes, parkIndexes, refreshStatistics, restoreIndexes, settleDemoData } from './load-steps.server.ts'
import { catalogueBatches, customerBatch, openMarketplace, purchaseBatches } from './marketplace.ts'
import type { Marketplace } from './purchases.ts'
import { hashText, randomOf } from './random.ts'
import type { TableBatch } from './rows.ts'

const customersPerPurchase = 0.4

type Work = (trx: Db) => Promise<void>

/** One or more transactions of the load. `prepare` can work ahead while the database is busy with the step before. */
export interface Step {
  readonly label: string
  /** People can work before it is done: what editors made of the catalogue, indexes, statistics. */
  readonly isAfterwards?: true
  prepare(): Promise<readonly Work[]>
}

function step(label: string, work: Work): Step {
  return { label, prepare: async () => [work] }
}

function afterwards(label: string, work: Work): Step {
  return { ...step(label, work), isAfterwards: true }
}

/** The steps in their order, the same whenever a load is gone on with. */
export async function stepsOf(db: Database, marker: Marker): Promise<Step[]> {
  const isSuperUser = await mayPassOverChecks(db.kysely)
  const { rows: staff } = await sql<{ id: number; isApprover: boolean }>`
    select s.id, r.name in ('admin', 'finance') as "isApprover" from staff s join roles r on r.id = s.role_id
    where s.status = 'active' and r.name in ('admin', 'sales-agent', 'finance')
      order by s.id`.execute(db.kysely)
  const customers = Math.max(50, Math.round(marker.purchases * customersPerPurchase))
  const market = openMarketplace({
    seed: marker.seed,
    now: Date.parse(marker.as_of),
    purchases: marker.purchases,
    customers,
    staff: staff.map(({ id }) => id),
    approvers: staff.flatMap(({ id, isApprover }) => (isApprover ? id : [])),
  })
  const indexes = await namesOfIndexes(db.kysely)
  const story = {
    asOf: marker.as_of,
    random: (area: string, place: number) => randomOf(market.seed ^ hashText(area), place),
  }
  const ownStep = ({ name, load }: SeedStep): Step => ({
    label: name,
    prepare: async () => [await load()].flat().map((work) => (trx: Db) => work(trx, story)),
  })
  // The embedded database has one connection: no caller should wait for it longer than a fifth of a second.
  const pageSize = db.engine === 'embedded' ? 400 : 2_000
  const insert = (label: string, make: () => Promise<readonly TableBatch[]>): Step => ({
    label,
    async prepare() {
      const insert = await insertOf(await make())
      const work: Work = async (trx) => {
        // Every row is made to fit, which the tests look at row by row; checking each again would take most
        // of the time.
        if (isSuperUser) await sql`set local session_replication_role = replica`.execute(trx)
        await insert(trx)
      }
      return [work]
    },
  })
  const pages = (count: number, size: number) =>
    Array.from(
      { length: Math.ceil(count / size) },
      (_, page) => [page * size, Math.min(count, (page + 1) * size)] as const,
    )
  return [
    step('indexes', parkIndexes),
    ...catalogueBatches(market).map((batches) => insert('catalogue', async () => batches)),
    step('places', (trx) => seedPlaces(trx, marker.as_of)),
    ...pages(customers, 2_000).map(([first, last]) =>
      insert('customers', async () => [customerBatch(market, first, last)]),
    ),
    ...pages(marker.purchases, pageSize).map(([first, last]) =>
      insert(`${last.toLocaleString('en')} of ${marker.purchases.toLocaleString('en')} purchases`, () =>
        pageInTurns(market, first, last),
      ),
    ),
    step('figures', settleDemoData),
    ...featureSteps('first').map(ownStep),
    ...featureSteps('later').map((one): Step => ({ ...ownStep(one), isAfterwards: true })),
    ...groupsOf(indexes).map((names) => afterwards(`index ${names.at(-1) ?? ''}`, (trx) => restoreIndexes(trx, names))),
    afterwards('statistics', async (trx) => {
      await refreshStatistics(trx)
      await sql`update demo_data set finished_at = now()`.execute(trx)
      await appendAudit(
        trx,
        [
          {
            action: 'load',
            object: 'demo-data',
            title: `${marker.purchases} purchases`,
            after: { purchases: marker.purchases, customers, asOf: marker.as_of, seed: marker.seed },
          },
        ],
        { actor: system('demo data') },
      )
    }),
  ]
}

/** Indexes to build in one transaction: few enough not to be long, and the large ones (for searching) each alone. */
function groupsOf(indexes: readonly string[]): string[][] {
  const isLarge = (name: string) => name.endsWith('_search')
  const small = indexes.filter((name) => !isLarge(name))
  const groups = Array.from({ length: Math.ceil(small.length / 4) }, (_, group) =>
    small.slice(group * 4, group * 4 + 4),
  )
  return [...groups, ...indexes.filter(isLarge).map((name) => [name])]
}

/** Makes a page in small pieces, so that the connection can send and receive in between. */
async function pageInTurns(market: Marketplace, first: number, last: number) {
  const parts = []
  for (let from = first; from < last; from += 25) {
    parts.push(purchaseBatches(market, from, Math.min(last, from + 25)))
    await nextTurn()
  }
  const [head = [], ...rest] = parts
  return head.map((batch, index) => ({
    ...batch,
    rows: [...batch.rows, ...rest.flatMap((part) => part[index]?.rows ?? [])],
  }))
}

async function mayPassOverChecks(db: Db): Promise<boolean> {
  const {
    rows: [row],
  } = await sql<{ may: boolean }>`select rolsuper as may from pg_roles
    where rolname = current_user`.execute(db)
  return row?.may ?? false
}
