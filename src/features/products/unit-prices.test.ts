import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import { system } from '../../core/access/access.ts'
import type { Maker } from '../../core/testing/make.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import { takeSupplierValues } from './drifts.server.ts'
import type { Overrides } from './product.endpoints.ts'
import type { SupplierField } from './supplier-fields.ts'

let server: TestServer
let admin: Client
let records: Maker
let subcategoryId: number

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'unit prices' })
  admin = await server.signIn('admin')
  records = maker(server.database.kysely, resources, examples)
  subcategoryId = await records.make('subcategories')
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
  timeZone: 'Europe/Rome',
  syncStatus: 'synced',
}
const product = (values: object = {}) =>
  records.make('products', { ...plain, subcategoryIds: [subcategoryId], ...values })
const option = (productId: number, values: object = {}) =>
  records.make('product-options', {
    productId,
    isActive: true,
    minUnits: 1,
    maxUnits: 9,
    startTimes: ['10:00'],
    cutoffAmount: 0,
    ...values,
  })
const band = (productId: number, type: string, [minAge, maxAge]: readonly [number, number], values: object = {}) =>
  records.make('product-age-bands', {
    productId,
    type,
    minAge,
    maxAge,
    currency: 'EUR',
    net: 1_000,
    retail: 1_500,
    isIdRequired: false,
    paxCount: 1,
    minQuantity: 0,
    maxQuantity: 9,
    accompaniedBy: type === 'INFANT' ? ['ADULT'] : [],
    intendedGaps: [],
    ...values,
  })
const read = async (id: number, of = 'products') =>
  (await admin.get(`/rest/data/${of}/${id}`)).body as Record<string, unknown>
const change = (id: number, values: object, of = 'products') => admin.patch(`/rest/data/${of}/${id}`, values)
const overridesOf = async (id: number) => (await admin.get(`/rest/data/products/${id}/overrides`)).body as Overrides
const says = (id: number, said: Partial<Record<SupplierField, unknown>>) =>
  db()
    .transaction()
    .execute(async (trx) => {
      await appendAudit(trx, await takeSupplierValues(trx, id, said), { actor: system('imports') })
    })

describe('the price that a product sells from', () => {
  it('is that of its cheapest unit that one person can buy alone, for its options and its pages as well', async () => {
    const id = await product()
    const [cheap, dear] = [await option(id), await option(id)]
    await band(id, 'CHILD', [2, 12], { net: 300, retail: 450, accompaniedBy: ['ADULT'] })
    await band(id, 'SENIOR', [65, 120], { net: 500, retail: 700, isIdRequired: true })
    await band(id, 'INFANT', [0, 1], { net: 0, retail: 0 })
    expect(await read(id)).toMatchObject({ netFrom: 300, retailFrom: 450 })
    const adult = await band(id, 'ADULT', [13, 120], { net: 900, retail: 1_350 })
    expect(await read(id)).toMatchObject({ netFrom: 900, retailFrom: 1_350, priceTo: 1_350 })
    for (const one of [cheap, dear])
      expect(await read(one, 'product-options')).toMatchObject({ priceFrom: 1_350, priceTo: 1_350 })
    const page = await records.make('aliases')
    expect(
      (await admin.put(`/rest/data/aliases/${page}/members`, { seen: [], members: [{ productId: id }] })).status,
    ).toBe(200)
    const members = async () =>
      ((await admin.get(`/rest/data/aliases/${page}/members`)).body as { members: { price: number; net: number }[] })
        .members
    expect(await members()).toMatchObject([{ price: 1_350, net: 900 }])
    // A loss is a warning, not an error.
    expect((await change(adult, { retail: 100 }, 'product-age-bands')).body).toMatchObject({
      retail: 100,
      isBelowNet: true,
    })
    expect([await read(id), await members()]).toMatchObject([
      { netFrom: 900, retailFrom: 100, margin: -80_000 },
      [{ price: 100, net: 900 }],
    ])
    const losses = (
      await admin.get(`/rest/data/product-age-bands?filter=${JSON.stringify({ productId: id, isBelowNet: true })}`)
    ).body as { id: number }[]
    expect(losses.map((row) => row.id)).toEqual([adult])
    // Beyond any loss that is worth telling apart, and a change of the supplier that is a loss as well.
    await change(adult, { retail: 1 }, 'product-age-bands')
    await sql`update product_age_bands set net = 900000000 where id = ${adult}`.execute(db())
    expect(await read(id)).toMatchObject({ margin: -1_000_000 })
    await sql`update product_age_bands set net = 900, retail = 100 where id = ${adult}`.execute(db())
    await says(id, { netFrom: 450 })
    expect(await read((await overridesOf(id)).drifts[0]?.id ?? 0, 'product-drifts')).toMatchObject({ change: -5_000 })
    await sql`update products set net_from = 5, retail_from = 6 where id = ${id}`.execute(db())
    expect(await read(id)).toMatchObject({ netFrom: 900, retailFrom: 100 })
  })

  it('changes with the units that a net price of the supplier is about, and those alone', async () => {
    const id = await product()
    const units = [
      await band(id, 'ADULT', [18, 120]),
      await band(id, 'OTHER', [13, 17], { net: 1_100, retail: 1_650 }),
      await band(id, 'CHILD', [0, 12], { net: 500, retail: 750, accompaniedBy: ['ADULT'] }),
    ]
    const prices = async () => await Promise.all(units.map(async (unit) => await read(unit, 'product-age-bands')))
    await says(id, { netFrom: 1_050 })
    const accept = async () =>
      await admin.post('/rest/data/product-drifts/accept', { ids: [(await overridesOf(id)).drifts[0]?.id] })
    expect((await accept()).status).toBe(200)
    expect([await read(id), ...(await prices())]).toMatchObject([
      { netFrom: 1_050, retailFrom: 1_575 },
      { net: 1_050, retail: 1_575 },
      { net: 1_100, retail: 1_650 },
      { net: 500, retail: 750 },
    ])
    // No unit that can be bought alone can cost less than the supplier's starting price.
    await says(id, { netFrom: 1_200 })
    await accept()
    expect([await read(id), ...(await prices())]).toMatchObject([
      { netFrom: 1_200, retailFrom: 1_800 },
      { net: 1_200, retail: 1_800 },
      { net: 1_200, retail: 1_800 },
      { net: 500 },
    ])
    const { rows } = await sql<{
      reason: string
    }>`select reason from audit_log where object = 'product-age-bands' and record_id = ${String(units[0])} order by id`.execute(
      db(),
    )
    expect(rows.map(({ reason }) => reason)).toEqual(
      Array.from({ length: 2 }, () => 'The product has another net price'),
    )
    await says(id, { netFrom: 1_200 })
    expect((await read(id))['driftCount']).toBe(0)
  })

  it('is that of the booking where a booking is what is priced', async () => {
    const id = await product({ pricingPer: 'BOOKING' })
    const one = await option(id)
    await band(id, 'ADULT', [0, 120], { net: 10, retail: 15 })
    expect([await read(id), await read(one, 'product-options')]).toMatchObject([
      { netFrom: 1_000, retailFrom: 1_500, priceTo: 1_500 },
      { priceFrom: 1_500, priceTo: 1_500 },
    ])
    expect((await change(id, { pricingPer: 'UNIT', overrides: ['pricingPer'] })).body).toMatchObject({
      netFrom: 10,
      retailFrom: 15,
    })
  })
})
