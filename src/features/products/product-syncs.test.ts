import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Maker } from '../../core/testing/make.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import { takeSupplierValues } from './drifts.server.ts'
import type { CopyResults } from './option.endpoints.ts'
import type { StepResults } from './product.endpoints.ts'
import { noteFailedSync } from './product-syncs.server.ts'
import type { SupplierField } from './supplier-fields.ts'
import type { SyncLog } from './sync.endpoints.ts'

let server: TestServer
let admin: Client
let records: Maker

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'product syncs' })
  admin = await server.signIn('admin')
  records = maker(server.database.kysely, resources, examples)
})
afterAll(() => server.stop())

const db = () => server.database.kysely
const plain = {
  status: 'live',
  suspendedBecause: null,
  overrides: [],
  currency: 'EUR',
  netFrom: 1_000,
  retailFrom: 1_500,
  markup: 5_000,
  pricingPer: 'UNIT',
  syncStatus: 'synced',
}
const product = (values: object = {}) => records.make('products', { ...plain, ...values })
const says = (id: number, said: Partial<Record<SupplierField, unknown>>) =>
  db()
    .transaction()
    .execute((trx) => takeSupplierValues(trx, id, said))
const log = async (id: number, query = '') =>
  (await admin.get(`/rest/data/products/${id}/sync-log${query}`)).body as SyncLog
const read = async (id: number, of = 'products') =>
  (await admin.get(`/rest/data/${of}/${id}`)).body as Record<string, unknown>
const reasons = ({ body }: { body: unknown }) =>
  (body as StepResults).results.map(({ ok, message }) => (ok ? 'done' : message))

describe('the sync log of a product', () => {
  it('says what the feed changed and what was refused because of an override, and nothing of a feed that says the same again', async () => {
    const id = await product({ title: 'Theirs' })
    await admin.patch(`/rest/data/products/${id}`, { title: 'Ours', overrides: ['title'] })
    await says(id, { title: 'Theirs, new', netFrom: 1_234 })
    await says(id, { title: 'Theirs, new', netFrom: 1_234 })
    await says(id, { netFrom: 1_000 })
    const { entries, next } = await log(id)
    expect(entries.map(({ kind, by, changes }) => [kind, by, changes])).toEqual([
      ['changed', 'imports', [{ field: 'netFrom', ours: 1_000, theirs: 1_000, outcome: 'withdrawn' }]],
      [
        'changed',
        'imports',
        [
          { field: 'title', ours: 'Ours', theirs: 'Theirs, new', outcome: 'refused' },
          { field: 'netFrom', ours: 1_000, theirs: 1_234, outcome: 'waiting' },
        ],
      ],
    ])
    expect(next).toBeNull()
    expect(await read(id)).toMatchObject({ title: 'Ours', originTitle: 'Theirs, new', syncStatus: 'synced' })
  })

  it('names what a rule took, and pages back through older entries', async () => {
    const rule = await admin.post('/rest/data/product-drift-rules', {
      name: 'References of this test',
      field: 'reference',
    })
    const id = await product({ reference: 'R-0' })
    for (let n = 1; n <= 22; n++) await says(id, { reference: `R-${n}` })
    await admin.delete(`/rest/data/product-drift-rules/${(rule.body as { id: number }).id}`)
    const newest = await log(id)
    expect([newest.entries.length, newest.entries[0]?.changes]).toEqual([
      20,
      [{ field: 'reference', ours: 'R-21', theirs: 'R-22', outcome: 'taken' }],
    ])
    const older = await log(id, `?before=${newest.next}`)
    expect(older.entries.map(({ changes }) => changes[0]?.theirs)).toEqual(['R-2', 'R-1'])
    expect(older.next).toBeNull()
    expect((await admin.get('/rest/data/products/999999999/sync-log')).status).toBe(404)
  })

  it('keeps why a feed failed, which keeps the product from going live', async () => {
    const id = await product({ status: 'mapped', syncStatus: 'synced' })
    await db()
      .transaction()
      .execute((trx) => noteFailedSync(trx, id, 'The supplier answered with status 404.'))
    expect((await log(id)).entries).toMatchObject([
      { kind: 'failed', message: 'The supplier answered with status 404.', changes: [] },
    ])
    expect(await read(id)).toMatchObject({ syncStatus: 'failed' })
  })
})

describe('resyncing', () => {
  it('marks products for their import, once, with who asked, and never what is retired', async () => {
    const [one, waiting, retired] = [
      await product({ syncStatus: 'failed' }),
      await product({ syncStatus: 'pending' }),
      await product({ status: 'retired' }),
    ]
    const reply = await admin.post('/rest/data/products/resync', {
      ids: [one, waiting, retired, 999_999_999],
      note: 'Prices look old',
    })
    expect(reasons(reply)).toEqual([
      'done',
      'Already waiting for the supplier.',
      'It is retired, for good.',
      'Product not found.',
    ])
    expect(await read(one)).toMatchObject({ syncStatus: 'pending' })
    expect((await log(one)).entries).toMatchObject([{ kind: 'asked', message: 'Prices look old' }])
    await says(one, { netFrom: 1_000 })
    expect(await read(one)).toMatchObject({ syncStatus: 'synced' })
  })

  it('is refused to people who can only read', async () => {
    const reader = await server.signIn('read-only')
    expect((await reader.post('/rest/data/products/resync', { ids: [1] })).status).toBe(403)
    expect((await reader.post('/rest/data/product-options/copy', { ids: [1] })).status).toBe(403)
  })
})

describe('copying options', () => {
  it('makes copies that wait to be activated, on their own product or another one, with codes that are free', async () => {
    const [from, to] = [await product(), await product()]
    const id = await records.make('product-options', {
      productId: from,
      code: 'STD',
      title: 'Standard',
      isActive: true,
      startTimes: ['09:00', '10:30'],
      minUnits: 2,
      maxUnits: 6,
      itinerary: 'There and back',
      cancellationCutoffAmount: 2,
      cancellationCutoffUnit: 'day',
    })
    const copy = async (input: object) =>
      ((await admin.post('/rest/data/product-options/copy', input)).body as CopyResults).results
    const [first] = await copy({ ids: [id] })
    const [second] = await copy({ ids: [id] })
    expect(await read(first?.copyId ?? 0, 'product-options')).toMatchObject({
      productId: from,
      code: 'STD-copy',
      title: 'Standard',
      isActive: false,
      isDefault: false,
      startTimes: ['09:00', '10:30'],
      minUnits: 2,
      maxUnits: 6,
      itinerary: 'There and back',
      cancellationCutoffAmount: 2,
      cancellationCutoffUnit: 'day',
    })
    expect(await read(second?.copyId ?? 0, 'product-options')).toMatchObject({ code: 'STD-copy-2' })
    // The first option of a product is its default, whichever way it came there.
    const [other] = await copy({ ids: [id], productId: to })
    expect(await read(other?.copyId ?? 0, 'product-options')).toMatchObject({
      productId: to,
      code: 'STD-copy',
      isActive: false,
      isDefault: true,
    })
    expect([(await read(from))['optionCount'], (await read(to))['optionCount']]).toEqual([3, 1])
    expect(await copy({ ids: [id, 999_999_999] })).toMatchObject([
      { id, ok: true },
      { ok: false, message: 'Product option not found.' },
    ])
    const nowhere = await admin.post('/rest/data/product-options/copy', { ids: [id], productId: 999_999_999 })
    expect([nowhere.status, (nowhere.body as { fields: object }).fields]).toEqual([
      422,
      { productId: 'Product not found.' },
    ])
    expect(await copy({ ids: [id], productId: await product({ status: 'retired' }) })).toEqual([
      { id, ok: false, message: 'Its product is retired, for good.' },
    ])
  })
})

describe('prices', () => {
  it('reach from the cheapest to the dearest unit, in the currency of the product', async () => {
    const id = await product()
    const option = await records.make('product-options', { productId: id })
    expect(await read(option, 'product-options')).toMatchObject({ priceFrom: null, priceTo: null, currency: 'EUR' })
    for (const [type, net, retail] of [
      ['ADULT', 500, 3_000],
      ['CHILD', 500, 1_200],
      ['INFANT', 0, 0],
    ] as const) {
      await records.make('product-age-bands', {
        productId: id,
        type,
        currency: 'EUR',
        retail,
        net,
        minAge: 0,
        maxAge: 120,
        paxCount: 1,
        isIdRequired: false,
        accompaniedBy: type === 'INFANT' ? ['ADULT'] : [],
        intendedGaps: [],
        minQuantity: 0,
        maxQuantity: 9,
      })
    }
    expect(await read(option, 'product-options')).toMatchObject({ priceFrom: 1_200, priceTo: 3_000 })
    expect(await read(id)).toMatchObject({ retailFrom: 1_200 })
    expect(await read(id)).toMatchObject({ priceTo: 3_000 })
  })
})

describe('what uses a product', () => {
  it('is counted: options, age bands, aliases and purchases that point at it', async () => {
    const id = await product()
    await records.make('product-options', { productId: id })
    const alias = await records.make('aliases')
    const put = await admin.put(`/rest/data/aliases/${alias}/members`, { seen: [], members: [{ productId: id }] })
    expect(put.status).toBe(200)
    const { uses } = (await admin.get(`/rest/data/products/${id}/used-by`)).body as {
      uses: { resource: string; key: string; count: number }[]
    }
    expect(uses).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ resource: 'product-options', key: 'productId', count: 1 }),
        expect.objectContaining({ resource: 'aliases', key: 'productIds', count: 1 }),
      ]),
    )
  })
})
