import type { Logger } from 'pino'
import { sql } from 'kysely'
import { currencyExponents } from '../importing/draft-money.server.ts'
import type { ProductDraft } from '../importing/product-draft.ts'
import { commonFault } from '../importing/supplier-answers.server.ts'
import type { ChangedPage, SupplierCatalogue, SupplierFault } from '../importing/supplier-catalogue.server.ts'
import { SupplierError } from '../importing/supplier-catalogue.server.ts'
import type { ImportStage } from './import-stage.server.ts'
import { startImportStage } from './import-stage.server.ts'
import { tiqetsServer } from '../tiqets/tiqets.server.ts'

type Row = Readonly<Record<string, unknown>>
type Say<T> = T | SupplierFault

/** What the supplier says next: pages by their cursor ('' is the beginning), products by their code. */
const says = { pages: new Map<string, Say<ChangedPage>>(), products: new Map<string, Say<ProductDraft>>() }
/** What it was asked, in order. */
const asked: string[] = []

function answer<T extends object>(said: Say<T> | undefined): T {
  if (said === undefined) throw new SupplierError({ kind: 'not_found' })
  if ('kind' in said) throw new SupplierError(said)
  return said
}

/** To stand in for the catalogue of Tiqets once its products are imported. */
export const scripted = (): SupplierCatalogue => ({
  async listChanged(cursor) {
    asked.push(`list ${cursor ?? ''}`)
    return answer(says.pages.get(cursor ?? ''))
  },
  async getProduct(code) {
    asked.push(code)
    return answer(says.products.get(code))
  },
  search: () => Promise.resolve({ items: [], total: 0 }),
  getAvailability: () => Promise.resolve([]),
  repeat: () => Promise.reject(new SupplierError({ kind: 'not_found' })),
  classifyError: commonFault,
})

const codes = Array.from({ length: 8 }, (_, n) => String(970_100 + n))
const silent = { info() {}, warn() {}, error() {}, debug() {} } as unknown as Logger

async function importProducts({ db, place, paste, run }: ImportStage): Promise<void> {
  await paste('product-codes-tiqets', codes.join('\n'), place)
  await run()
  // Products that look alike are imported all the same.
  await sql`update product_codes_tiqets set status = 'queued', is_forced = true, next_try_at = now() where status = 'duplicate'`.execute(
    db,
  )
  await run()
  await sql`update products set status = 'live' where supplier_code = any(${codes})`.execute(db)
}

/** A server on which eight products of Tiqets are live, and what tests of their sync need. */
export async function startSyncStage(name: string, postgresUrl: string | null) {
  const stage = await startImportStage(name, postgresUrl)
  await importProducts(stage)
  const { server, admin, db } = stage
  const exponents = await currencyExponents(db)
  const { draftOf } = await tiqetsServer.loadDemo()
  const drafts = new Map(codes.map((code) => [code, draftOf(code, exponents, 0) as ProductDraft]))
  const draftFor = (code: string) => drafts.get(code) as ProductDraft

  return {
    server,
    admin,
    db,
    says,
    asked,
    draftFor,
    changed: (code: string, change: Partial<ProductDraft>): ProductDraft => ({ ...draftFor(code), ...change }),
    page: (of: readonly string[], more: Partial<ChangedPage> = {}): ChangedPage => ({
      items: of.map((code) => ({ code, isGone: false })),
      nextCursor: null,
      done: true,
      ...more,
    }),
    /** From now on it says this; other products are as they were imported. */
    say(pages: Readonly<Record<string, Say<ChangedPage>>>, products: Readonly<Record<string, Say<ProductDraft>>> = {}) {
      says.pages = new Map(Object.entries(pages))
      says.products = new Map([...drafts, ...Object.entries(products)])
      asked.length = 0
    },
    async run(
      signal = new AbortController().signal,
      parameters?: Readonly<Record<string, string>>,
    ): Promise<Readonly<Record<string, number>>> {
      const counters: Record<string, number> = {}
      const job = server.jobs.find((one) => one.name === 'sync-tiqets')
      await job?.run({
        database: server.database,
        log: silent,
        signal,
        count: (name, by = 1) => (counters[name] = (counters[name] ?? 0) + by),
        ...(parameters && { parameters }),
      })
      return counters
    },
    async product(code: string): Promise<Row & { id: number }> {
      const { rows } = await sql<Row & { id: number }>`
        select p.*, s.gone_at, s.note from products p left join supplier_products s on s.product_id = p.id where supplier_code = ${code}`.execute(
        db,
      )
      if (!rows[0]) throw new Error(`${code} was not imported.`)
      return rows[0]
    },
    async openDrifts(): Promise<readonly Row[]> {
      const { rows } = await sql<Row>`
        select p.supplier_code as code, d.field, d.their_value as theirs from product_drifts d join products p on p.id = d.product_id
        where d.state = 'open' order by 1, 2`.execute(db)
      return rows
    },
    sync: async () => (await admin.get('/rest/data/product-codes-tiqets/sync')).body as Row & { quarantined: Row[] },
  }
}
export type SyncStage = Awaited<ReturnType<typeof startSyncStage>>
