import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { makeCatalogue } from '../coupons/testing/coupons.server.ts'
import { currencyExponents } from './importing/draft-money.server.ts'
import type { ProductDraft } from './importing/product-draft.ts'
import { commonFault } from './importing/supplier-answers.server.ts'
import type { ChangedPage, SupplierCatalogue, SupplierFault } from './importing/supplier-catalogue.server.ts'
import { SupplierError } from './importing/supplier-catalogue.server.ts'
import { tiqetsServer } from './tiqets/tiqets.server.ts'

type Row = Readonly<Record<string, unknown>>
type Say<T> = T | SupplierFault

/** What a supplier says, changed by each test: pages by their cursor ('' is the beginning), and products by their code. */
const says = { pages: new Map<string, Say<ChangedPage>>(), products: new Map<string, Say<ProductDraft>>() }
const asked: string[] = []

function answer<T extends object>(said: Say<T> | undefined): T {
  if (said === undefined) throw new SupplierError({ kind: 'not_found' })
  if ('kind' in said) throw new SupplierError(said)
  return said
}

const scripted = (): SupplierCatalogue => ({
  async listChanged(cursor) {
    asked.push(`list ${cursor ?? ''}`)
    return answer(says.pages.get(cursor ?? ''))
  },
  async getProduct(code) {
    asked.push(code)
    return answer(says.products.get(code))
  },
  getAvailability: () => Promise.resolve([]),
  classifyError: commonFault,
})

let server: TestServer
let admin: Client
let drafts: Map<string, ProductDraft>
/** Eight products, sold. */
const codes = Array.from({ length: 8 }, (_, n) => String(970_100 + n))
const [first = '', second = '', third = ''] = codes

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'supplier-sync' })
  admin = await server.signIn('admin')
  const db = server.database.kysely
  const { cityId } = await makeCatalogue(db)
  const subcategoryId = await maker(db, resources, examples).make('subcategories')
  await admin.post(
    '/rest/data/product-codes-tiqets/paste',
    { text: codes.join('\n'), cityId, subcategoryId },
    { 'idempotency-key': 'sync' },
  )
  await server.runJob('import-supplier-codes')
  // Products that look alike are imported all the same.
  await sql`update product_codes_tiqets set status = 'queued', is_forced = true, next_try_at = now() where status = 'duplicate'`.execute(
    db,
  )
  await server.runJob('import-supplier-codes')
  await sql`update products set status = 'live' where supplier_code = any(${codes})`.execute(db)
  const exponents = await currencyExponents(db)
  const { draftOf } = await tiqetsServer.loadDemo()
  vi.spyOn(tiqetsServer, 'openCatalogue').mockImplementation(scripted)
  drafts = new Map(codes.map((code) => [code, draftOf(code, exponents) as ProductDraft]))
})
afterAll(() => server?.stop())

const db = () => server.database.kysely
const page = (of: readonly string[], more: Partial<ChangedPage> = {}): ChangedPage => ({
  items: of.map((code) => ({ code, isGone: false })),
  nextCursor: null,
  done: true,
  ...more,
})
function say(
  pages: Readonly<Record<string, Say<ChangedPage>>>,
  products: Readonly<Record<string, Say<ProductDraft>>> = {},
) {
  says.pages = new Map(Object.entries(pages))
  says.products = new Map([...drafts, ...Object.entries(products)])
  asked.length = 0
}
const changed = (code: string, change: Partial<ProductDraft>): ProductDraft => ({
  ...(drafts.get(code) as ProductDraft),
  ...change,
})

async function run(signal = new AbortController().signal): Promise<void> {
  const job = server.jobs.find(({ name }) => name === 'sync-tiqets')
  await job?.run({ database: server.database, log: pino({ level: 'silent' }), signal, count: () => {} })
}
async function product(code: string): Promise<Row & { id: number }> {
  const { rows } = await sql<Row & { id: number }>`
    select p.*, s.gone_at, s.note from products p left join supplier_products s on s.product_id = p.id where supplier_code = ${code}`.execute(
    db(),
  )
  if (!rows[0]) throw new Error(`${code} was not imported.`)
  return rows[0]
}
const openDrifts = async () =>
  (
    await sql<Row>`
      select p.supplier_code as code, d.field, d.their_value as theirs from product_drifts d join products p on p.id = d.product_id
      where d.state = 'open' order by 1, 2`.execute(db())
  ).rows
const sync = async () => (await admin.get('/rest/data/product-codes-tiqets/sync')).body as Row & { quarantined: Row[] }
const cursor = async () =>
  (await sql<{ cursor: string | null }>`select cursor from supplier_syncs where supplier = 'tiqets'`.execute(db()))
    .rows[0]?.cursor

describe('the sync with a supplier', () => {
  it('changes nothing where nothing has changed, however often a page comes', async () => {
    say({ '': page([...codes, first, '999']) })
    await run()
    const before = (await sql<Row>`select id, title, version, net_from from products order by id`.execute(db())).rows
    await run()
    expect(asked.filter((one) => one === first)).toHaveLength(2)
    expect((await sql<Row>`select id, title, version, net_from from products order by id`.execute(db())).rows).toEqual(
      before,
    )
    expect(await openDrifts()).toEqual([])
    expect(await sync()).toMatchObject({ products: 8, gone: 0, failed: 0, waiting: 0, problem: null, quarantined: [] })
  })

  it('leaves what changed in the drift inbox, and what staff have overridden as it is', async () => {
    const { id } = await product(second)
    await sql`update products set overrides = '{title}' where id = ${id}`.execute(db())
    await sql`update products set title = 'Ours' where id = ${id}`.execute(db())
    say(
      { '': page([first, second]) },
      {
        [first]: changed(first, { description: 'Now with a guide' }),
        [second]: changed(second, { title: 'Theirs', description: 'Another text' }),
      },
    )
    await run()
    expect(await product(second)).toMatchObject({ title: 'Ours' })
    expect(await openDrifts()).toEqual([
      { code: first, field: 'description', theirs: 'Now with a guide' },
      { code: second, field: 'description', theirs: 'Another text' },
      { code: second, field: 'title', theirs: 'Theirs' },
    ])
    const before = await sql<Row>`select * from product_syncs order by id`.execute(db())
    await run()
    expect((await sql<Row>`select * from product_syncs order by id`.execute(db())).rows).toEqual(before.rows)
  })

  it('goes on with the page where it stopped, and loses none', async () => {
    say({
      '': page([first], { nextCursor: '2', done: false }),
      '2': { kind: 'invalid', detail: 'JSON that is cut off' },
    })
    await run()
    expect(await cursor()).toBe('2')
    expect(await sync()).toMatchObject({ problem: 'Tiqets sent an answer we can’t read: JSON that is cut off' })
    expect(asked).toEqual(['list ', 'list 2'])
    // The process is gone, and its hold of the sync with it.
    say({ '2': page([third, first], { nextCursor: null }) })
    await run()
    expect(asked).toEqual(['list 2', first, third])
    expect([await cursor(), (await sync())['problem']]).toEqual([null, null])
  })

  it('goes on with the products of a run that was stopped', async () => {
    const stop = new AbortController()
    say({ '': page([first, second, third]) })
    says.products.get = (code) => {
      if (code === second) stop.abort()
      return drafts.get(code)
    }
    await run(stop.signal)
    say({})
    await run()
    expect(asked).not.toContain('list ')
    expect(asked).toEqual([third])
  })

  it('stops where a list leads in a circle, and says so', async () => {
    say({
      '': page([first], { nextCursor: '2', done: false }),
      '2': page([second], { nextCursor: '3', done: false }),
      '3': page([third], { nextCursor: '2', done: false }),
    })
    await run()
    expect(asked).toEqual(['list ', 'list 2', 'list 3', first, second, third])
    expect(await sync()).toMatchObject({ problem: 'Tiqets sends the same page of its list again and again.' })
    await sql`update supplier_syncs set cursor = null`.execute(db())
  })

  it('waits for a supplier that is busy, and gives up after some tries', async () => {
    say({ '': page([first, third]) }, { [third]: { kind: 'rate_limited', retryAfter: 1_000 } })
    await run()
    expect(await sync()).toMatchObject({ waiting: 1, failed: 0 })
    asked.length = 0
    await run()
    expect(asked, 'not before its time, and no list before it is settled').toEqual([])
    for (let n = 0; n < 4; n++) {
      await sql`update supplier_changes set next_try_at = now() where state = 'waiting'`.execute(db())
      await run()
    }
    expect(await sync()).toMatchObject({ waiting: 0, failed: 1 })
    expect(await product(third)).toMatchObject({ sync_status: 'failed', status: 'live' })
    // What failed is asked about again, though no list names it.
    say({ '': page([]) })
    await run()
    expect(await product(third)).toMatchObject({ sync_status: 'synced' })
  })

  it('keeps the price of a product that comes without one', async () => {
    const { net_from: net } = await product(third)
    const units = (drafts.get(third)?.units ?? []).map((unit) => ({ ...unit, net: 0, retail: 0 }))
    say({ '': page([third]) }, { [third]: changed(third, { units }) })
    await run()
    await run()
    expect(await product(third)).toMatchObject({ net_from: net, sync_status: 'failed' })
    const { rows } = await sql<Row>`
      select message from product_syncs s join products p on p.id = s.product_id where p.supplier_code = ${third} and kind = 'failed'
      and message like 'None%'`.execute(db())
    expect(rows, 'once, however often it comes').toEqual([{ message: 'None of its units has a price.' }])
  })

  it('suspends what its supplier ends, in the list or by the time that it is fetched, and brings it back', async () => {
    say(
      {
        '': {
          items: [
            { code: first, isGone: false },
            { code: second, isGone: true },
          ],
          nextCursor: null,
          done: true,
        },
      },
      { [first]: { kind: 'gone' }, [third]: drafts.get(third) as ProductDraft },
    )
    await run()
    for (const code of [first, second])
      expect(await product(code)).toMatchObject({
        status: 'suspended',
        suspended_because: 'supplier_off',
        note: 'Tiqets no longer sells this product.',
      })
    const id = Number((await product(first)).id)
    expect((await admin.get(`/rest/data/products/${id}/supplier-sync`)).body).toMatchObject({
      sync: { supplier: 'Tiqets', note: 'Tiqets no longer sells this product.', goneAt: expect.any(String) },
    })
    const { rows } = await sql<Row>`
      select actor_kind, reason from audit_log where object = 'products' and record_id = ${String(id)} and action = 'suspend'`.execute(
      db(),
    )
    expect(rows).toEqual([{ actor_kind: 'system', reason: 'Tiqets no longer sells this product.' }])
    // Staff have suspended the other one in between: that is theirs to undo.
    await sql`update products set suspended_because = 'quality' where supplier_code = ${second}`.execute(db())
    say({ '': page([first, second]) })
    await run()
    expect(await product(first)).toMatchObject({
      status: 'live',
      suspended_because: null,
      gone_at: null,
      sync_status: 'synced',
    })
    expect(await product(second)).toMatchObject({ status: 'suspended', suspended_because: 'quality', gone_at: null })
    await sql`update products set status = 'live', suspended_because = null where supplier_code = ${second}`.execute(
      db(),
    )
  })

  it('asks for what a list of everything lacks, and suspends what is not there', async () => {
    const rest = codes.slice(2)
    say({ '': page(rest, { present: rest }) }, { [first]: { kind: 'not_found' } })
    await run()
    expect(asked.slice(0, 1)).toEqual(['list '])
    expect(asked).toEqual(expect.arrayContaining([first, second]))
    expect(await product(first)).toMatchObject({ status: 'suspended', note: 'Tiqets has no product with this code.' })
    expect(await product(second)).toMatchObject({ status: 'live' })
    say({ '': page(codes, { present: codes }) })
    await run()
    expect(await product(first)).toMatchObject({ status: 'live' })
  })
})

describe('a delta that changes too much', () => {
  const title = (code: string) => `Broken ${code}`
  const broken = () => Object.fromEntries(codes.slice(2).map((code) => [code, changed(code, { title: title(code) })]))

  it('waits as a whole, changes nothing, and is not asked about twice', async () => {
    const before = await openDrifts()
    say({ '': page(codes) }, broken())
    await run()
    await run()
    expect(await openDrifts()).toEqual(before)
    const { quarantined } = await sync()
    expect(quarantined).toMatchObject([{ products: 8, texts: 6, prices: 0, gone: 0 }])
    expect(quarantined[0]?.['examples']).toContainEqual(expect.objectContaining({ newTitle: title(third) }))
  })

  it('is rejected by one press, once', async () => {
    const [delta] = (await sync()).quarantined
    const reject = () => admin.post('/rest/data/product-codes-tiqets/sync/reject', { deltaId: delta?.['id'] })
    expect(
      (await (await server.signIn('no-access')).post('/rest/data/product-codes-tiqets/sync/reject', {})).status,
    ).toBe(403)
    expect(await reject()).toMatchObject({ status: 200, body: { quarantined: [] } })
    expect(await reject()).toMatchObject({ status: 409, body: { message: 'These changes have been decided already.' } })
    say({ '': page(codes) }, broken())
    await run()
    expect((await sync()).quarantined, 'the same again is no news').toEqual([])
  })

  it('is applied by one press, as it was fetched, unless a newer word has come', async () => {
    const dearer = (code: string) =>
      changed(code, {
        units: (drafts.get(code)?.units ?? []).map((unit) => ({
          ...unit,
          net: unit.net * 10,
          retail: unit.retail * 10,
        })),
      })
    say({ '': page(codes) }, Object.fromEntries(codes.slice(2).map((code) => [code, dearer(code)])))
    await run()
    const [delta] = (await sync()).quarantined
    expect(delta).toMatchObject({ prices: 6, texts: 0 })
    say({ '': page([third]) }, { [third]: changed(third, { description: 'Newer' }) })
    await run()
    expect((await admin.post('/rest/data/product-codes-tiqets/sync/release', { deltaId: delta?.['id'] })).status).toBe(
      200,
    )
    say({ '': page([]) })
    await run()
    const drifts = (await openDrifts()).filter(({ field }) => field === 'netFrom')
    expect(drifts.map(({ code }) => code)).toEqual(codes.slice(3))
  })

  it('is measured against a share that staff set', async () => {
    expect(await admin.put('/rest/data/product-codes-tiqets/sync', { quarantineShare: 50 })).toMatchObject({
      status: 422,
      body: { fields: { quarantineShare: 'Enter 1 to 100 percent.' } },
    })
    await admin.put('/rest/data/product-codes-tiqets/sync', { quarantineShare: 10_000 })
    say(
      { '': page(codes) },
      Object.fromEntries(codes.map((code) => [code, changed(code, { title: `Newest ${code}` })])),
    )
    await run()
    expect((await sync()).quarantined).toEqual([])
    expect((await openDrifts()).filter(({ theirs }) => String(theirs).startsWith('Newest'))).toHaveLength(8)
  })

  it('is also one that ends most products', async () => {
    await admin.put('/rest/data/product-codes-tiqets/sync', { quarantineShare: 2_000 })
    const gone = Object.fromEntries(codes.map((code) => [code, { kind: 'not_found' } as const]))
    say({ '': page([], { present: [] }) }, gone)
    await run()
    expect((await sync()).quarantined).toMatchObject([{ gone: 8 }])
    expect(await product(first)).toMatchObject({ status: 'live' })
  })
})
