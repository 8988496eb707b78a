import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Maker } from '../../core/testing/make.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import { apiScopes } from '../api-users/api-users.ts'
import { keyWith } from '../discovery/testing/discovery.server.ts'
import type { CopyResults } from './option.endpoints.ts'
import type { PartyAnswer } from './party.endpoints.ts'
import type { StepResults } from './product.endpoints.ts'

let server: TestServer
let admin: Client
let records: Maker
let subcategoryId: number

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'units of options' })
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
const option = (productId: number, title: string, values: object = {}) =>
  records.make('product-options', {
    productId,
    title,
    isActive: true,
    minUnits: 1,
    maxUnits: 9,
    startTimes: ['10:00'],
    cutoffAmount: 0,
    ...values,
  })
const band = (
  productId: number,
  optionId: number | null,
  type: string,
  [minAge, maxAge]: readonly [number, number],
  values: object = {},
) =>
  records.make('product-age-bands', {
    productId,
    optionId,
    type,
    title: type.toLowerCase(),
    titlePlural: `${type.toLowerCase()}s`,
    minAge,
    maxAge,
    currency: 'EUR',
    net: 1_000,
    retail: 1_500,
    isIdRequired: false,
    paxCount: 1,
    minQuantity: 0,
    maxQuantity: 9,
    accompaniedBy: [],
    intendedGaps: [],
    ...values,
  })
const read = async (id: number, of = 'products') =>
  (await admin.get(`/rest/data/${of}/${id}`)).body as Record<string, unknown>
const change = (id: number, values: object, of = 'product-age-bands') => admin.patch(`/rest/data/${of}/${id}`, values)
const fieldsOf = ({ body }: { body: unknown }) => (body as { fields?: object }).fields
const activate = (id: number, isActive: boolean) => change(id, { isActive }, 'product-options')

/** A tour with a shared price for adults, an option for everyone and one for adults only. */
async function tour(values: object = {}) {
  const id = await product(values)
  const [standard, vip] = [await option(id, 'Standard'), await option(id, 'VIP')]
  return {
    id,
    standard,
    vip,
    adult: await band(id, standard, 'ADULT', [18, 120], { retail: 3_000, net: 2_000 }),
    child: await band(id, standard, 'CHILD', [0, 17], { accompaniedBy: ['ADULT'] }),
    grown: await band(id, vip, 'ADULT', [18, 120], {
      title: 'guest',
      titlePlural: 'guests',
      retail: 9_000,
      net: 6_000,
      intendedGaps: ['below'],
    }),
  }
}

describe('a unit of one option', () => {
  it('is of an option of its product, and of no fewer options than it was sold with', async () => {
    const { id, standard, vip, adult } = await tour()
    const elsewhere = await option(await product(), 'Elsewhere')
    await expect(band(id, elsewhere, 'ADULT', [0, 120])).rejects.toThrow(/a_unit_is_of_an_option_of_its_product/)
    const shared = await band(id, null, 'SENIOR', [65, 120], { isIdRequired: true })
    for (const [unit, to] of [
      [adult, vip],
      [shared, standard],
      [adult, elsewhere],
    ] as const) {
      await expect(
        sql`update product_age_bands set option_id = ${to} where id = ${unit}`.execute(db()),
      ).rejects.toThrow(/a_unit_stays_with_its_option|stays with its product/)
    }
    await expect(
      sql`update product_age_bands set product_id = ${await product()} where id = ${shared}`.execute(db()),
    ).rejects.toThrow(/stays with its product/)
    await sql`update product_age_bands set option_id = null where id = ${adult}`.execute(db())
    expect(await read(adult, 'product-age-bands')).toMatchObject({ optionId: null, option: null })
    expect([
      fieldsOf(await change(shared, { optionId: vip })),
      (await change(shared, { optionId: null, title: 'Over 65' })).status,
    ]).toEqual([{ optionId: expect.any(String) }, 200])
  })

  it('is listed with its option and found by it', async () => {
    const { id, vip, grown } = await tour()
    const found = (
      await admin.get(`/rest/data/product-age-bands?filter=${JSON.stringify({ productId: id, optionId: vip })}`)
    ).body as object[]
    expect(found).toMatchObject([{ id: grown, optionId: vip, option: { id: vip, title: 'VIP' } }])
  })

  it('can be renamed together with those of other options', async () => {
    const { adult, grown } = await tour()
    const edit = await admin.post('/rest/data/product-age-bands/bulk-edits', {
      ids: [adult, grown],
      change: { title: { set: 'Grown-up' }, type: { set: 'TRAVELER' } },
    })
    expect([
      edit.status,
      (await read(adult, 'product-age-bands'))['title'],
      (await read(grown, 'product-age-bands'))['type'],
    ]).toEqual([201, 'Grown-up', 'TRAVELER'])
  })
})

describe('the price that a product sells from', () => {
  it('is that of the options that are active, and each option has its own', async () => {
    const { id, standard, vip, grown } = await tour()
    const prices = async () => [
      await read(id),
      await read(standard, 'product-options'),
      await read(vip, 'product-options'),
    ]
    expect(await prices()).toMatchObject([
      { retailFrom: 3_000, netFrom: 2_000, priceTo: 9_000 },
      { priceFrom: 3_000, priceTo: 3_000 },
      { priceFrom: 9_000, priceTo: 9_000 },
    ])
    const before = await read(id)
    expect((await change(grown, { retail: 2_500 })).status).toBe(200)
    expect(await prices()).toMatchObject([
      { retailFrom: 2_500, netFrom: 6_000, priceTo: 3_000 },
      { priceFrom: 3_000 },
      { priceFrom: 2_500 },
    ])
    // The product itself was not saved, so an open form saves without a conflict; its last change is shown all the
    // same.
    const after = await read(id)
    expect([after['version'], String(after['updatedAt']) > String(before['updatedAt'])]).toEqual([
      before['version'],
      true,
    ])
    expect(
      (
        await admin.patch(
          `/rest/data/products/${id}`,
          { internalName: 'Saved late' },
          { 'if-match': `"${String(before['version'])}"` },
        )
      ).status,
    ).toBe(200)
    expect((await activate(vip, false)).status).toBe(200)
    expect(await prices()).toMatchObject([
      { retailFrom: 3_000, priceTo: 3_000 },
      { priceFrom: 3_000 },
      { priceFrom: 2_500 },
    ])
    expect((await activate(vip, true)).status).toBe(200)
    expect(await read(id)).toMatchObject({ retailFrom: 2_500 })
  })

  it('is what all of them cost while nothing is active yet', async () => {
    const id = await product({ status: 'imported' })
    const only = await option(id, 'Only', { isActive: false })
    await band(id, null, 'CHILD', [0, 12], { retail: 700, net: 500, accompaniedBy: ['ADULT'] })
    await band(id, only, 'ADULT', [13, 120], { retail: 1_400, net: 1_000 })
    const prices = async () => [await read(id), await read(only, 'product-options')]
    expect(await prices()).toMatchObject([{ netFrom: 1_000, retailFrom: 1_400, priceTo: 1_400 }, { priceFrom: 1_400 }])
    expect((await admin.patch(`/rest/data/products/${id}`, { markup: 10_000 })).body).toMatchObject({
      netFrom: 1_000,
      retailFrom: 2_000,
    })
  })

  it('is the same for the pages that front it', async () => {
    const { id, vip, grown } = await tour()
    const page = await records.make('aliases')
    expect(
      (await admin.put(`/rest/data/aliases/${page}/members`, { seen: [], members: [{ productId: id }] })).status,
    ).toBe(200)
    const price = async () =>
      ((await admin.get(`/rest/data/aliases/${page}/members`)).body as { members: { price: number }[] }).members[0]
        ?.price
    await change(grown, { retail: 2_500 })
    expect(await price()).toBe(2_500)
    await activate(vip, false)
    expect(await price()).toBe(3_000)
  })

  it('is sent again to partners who have cached the product', async () => {
    const { id, grown } = await tour()
    const { key } = await keyWith(db(), apiScopes)
    const told = (known = '') =>
      server.anonymous.get(`/v1/products/${id}`, {}, { 'authorization': `Bearer ${key}`, 'if-none-match': known })
    const first = await told()
    expect((await told(first.headers.get('etag') ?? '')).status).toBe(304)
    await change(grown, { retail: 2_500 })
    const again = await told(first.headers.get('etag') ?? '')
    expect([again.status, again.body]).toMatchObject([200, { fromPrice: { total: 2_500, currency: 'EUR' } }])
    const updatedAt = ({ body }: { body: unknown }) => (body as { updatedAt: string }).updatedAt
    expect(updatedAt(again) > updatedAt(first)).toBe(true)
  })

  it('goes with a new net price to what is sold, and to what costs the same in an option that is off', async () => {
    const { id, vip, adult, grown } = await tour()
    const [cheap, alike] = [
      await band(id, vip, 'TRAVELER', [0, 120], { net: 500, retail: 750 }),
      await band(id, vip, 'OTHER', [0, 120], { net: 2_000, retail: 3_000 }),
    ]
    expect(await read(id)).toMatchObject({ netFrom: 500 })
    await activate(vip, false)
    expect(await read(id)).toMatchObject({ netFrom: 2_000 })
    expect(
      (await admin.patch(`/rest/data/products/${id}`, { netFrom: 2_200, overrides: ['netFrom'] })).body,
    ).toMatchObject({ netFrom: 2_200, retailFrom: 3_300 })
    const nets = await Promise.all(
      [adult, alike, cheap, grown].map(async (unit) => (await read(unit, 'product-age-bands'))['net']),
    )
    expect(nets).toEqual([2_200, 2_200, 500, 6_000])
  })
})

describe('ages that an option leaves out', () => {
  it('stop a change of a unit by the options that are active, and are named with them', async () => {
    const { id, vip, adult, child, grown } = await tour()
    expect(fieldsOf(await change(child, { maxAge: 15 }))).toEqual({
      maxAge: 'Ages 16 to 17 can’t be booked for Standard then. Move the band, or mark the gap as intended.',
    })
    expect(fieldsOf(await change(grown, { maxAge: 119 }))).toEqual({
      maxAge: 'Age 120 can’t be booked for VIP then. Move the band, or mark the gap as intended.',
    })
    expect(fieldsOf(await change(grown, { intendedGaps: [] }))).toEqual({
      minAge: 'Ages 0 to 17 can’t be booked for VIP then. Move the band, or mark the gap as intended.',
    })
    // A gap in what is not on sale leaves no one out.
    await activate(vip, false)
    expect((await change(grown, { maxAge: 119 })).status).toBe(200)
    // A unit of every option closes the gap in each.
    await band(id, null, 'TRAVELER', [0, 120])
    expect([(await change(adult, { minAge: 30 })).status, (await change(child, { maxAge: 3 })).status]).toEqual([
      200, 200,
    ])
  })

  it('keep a product from going live, and an option of a live one from being activated', async () => {
    const { id, vip, grown } = await tour({ status: 'mapped' })
    const live = async () =>
      ((await admin.post('/rest/data/products/go-live', { ids: [id] })).body as StepResults).results[0]?.message
    await sql`update product_age_bands set intended_gaps = '{}' where id = ${grown}`.execute(db())
    expect(await live()).toBe('These ages can’t be booked for VIP: 0–17. Close the gap, or mark it as intended.')
    await sql`delete from product_age_bands where id = ${grown}`.execute(db())
    expect(await live()).toBe('VIP has no age band, so it can’t be booked.')
    await activate(vip, false)
    expect(await live()).toBeUndefined()
    expect([(await activate(vip, true)).status, fieldsOf(await activate(vip, true))]).toEqual([
      409,
      { isActive: 'It has no age band, so it can’t be booked.' },
    ])
    const teens = await band(id, vip, 'YOUTH', [13, 120])
    expect(fieldsOf(await activate(vip, true))).toEqual({
      isActive: 'These ages can’t be booked: 0–12. Close the gap, or mark it as intended.',
    })
    await sql`update product_age_bands set min_age = 0 where id = ${teens}`.execute(db())
    expect((await activate(vip, true)).status).toBe(200)
  })
})

describe('a party', () => {
  it('is held against the units of the option that it asks for', async () => {
    const { id, standard, vip } = await tour()
    const tried = async (query: string) =>
      (await admin.get(`/rest/data/products/${id}/party?${query}`)).body as PartyAnswer
    const broken = (answer: PartyAnswer) => answer.rules.flatMap(({ problem }) => problem ?? [])
    expect(await tried('party=2 adults, 7')).toMatchObject({
      isSellable: true,
      retail: 7_500,
      option: { id: standard },
    })
    const alone = await tried(`party=2 adults, 7&optionId=${vip}`)
    expect([alone.retail, broken(alone)]).toEqual([18_000, ['No band takes “7”.']])
    expect(broken(await tried('party=2 guests'))).toEqual([
      '“2 guests” is neither an age nor a kind of traveller.',
      'The party is empty.',
    ])
    expect(await tried(`party=2 guests&optionId=${vip}`)).toMatchObject({
      isSellable: true,
      retail: 18_000,
      lines: [{ title: 'guests' }],
    })
  })
})

describe('a copy of an option', () => {
  const copy = async (id: number, productId: number | null = null) =>
    ((await admin.post('/rest/data/product-options/copy', { ids: [id], productId })).body as CopyResults).results[0]
  const unitsOf = async (optionId: number | undefined) =>
    (await admin.get(`/rest/data/product-age-bands?filter=${JSON.stringify({ optionId })}&sort=["id","ASC"]`)).body as {
      id: number
    }[]

  it('has units of its own like those of the other one, not on sale yet', async () => {
    const { id, vip, grown } = await tour()
    await band(id, null, 'SENIOR', [65, 120], { isIdRequired: true })
    await change(grown, { retail: 1_000 })
    const made = await copy(vip)
    const units = await unitsOf(made?.copyId)
    expect(units).toMatchObject([
      {
        productId: id,
        type: 'ADULT',
        title: 'guest',
        titlePlural: 'guests',
        minAge: 18,
        maxAge: 120,
        intendedGaps: ['below'],
        net: 6_000,
        retail: 1_000,
        version: 1,
      },
    ])
    const { rows } = await sql<{
      reason: string
    }>`select reason from audit_log where object = 'product-age-bands' and record_id = ${String(units[0]?.id)}`.execute(
      db(),
    )
    expect(rows).toEqual([{ reason: `Copy of ${grown}` }])
    await activate(vip, false)
    expect(await read(id)).toMatchObject({ retailFrom: 3_000 })
    expect((await activate(made?.copyId ?? 0, true)).status).toBe(200)
    expect(await read(id)).toMatchObject({ retailFrom: 1_000 })
  })

  it('goes to another product only where both have one currency', async () => {
    const { vip, standard } = await tour()
    const [same, yen] = [await product(), await product({ currency: 'JPY', title: 'In yen' })]
    expect(await unitsOf((await copy(vip, same))?.copyId)).toMatchObject([{ productId: same, title: 'guest' }])
    expect((await unitsOf((await copy(standard, same))?.copyId)).length).toBe(2)
    expect(await copy(vip, yen)).toEqual({
      id: vip,
      ok: false,
      message: 'Its own age bands cost EUR, and In yen is sold in JPY.',
    })
    expect((await copy(await option(same, 'Without units of its own'), yen))?.ok).toBe(true)
  })
})

describe('a purchase', () => {
  const bought = (productId: number, productOptionId: number) =>
    records.make('purchases', { kind: 'product', productId, productOptionId, eventId: null, performanceId: null })
  const line = (purchaseId: number, position: number, unit: number) =>
    sql`
    insert into purchase_lines (purchase_id, position, kind, title, quantity, unit_price, amount, product_age_band_id) values (${purchaseId}, ${position}, 'item', 'Adult', 1, 500, 500, ${unit})`.execute(
      db(),
    )

  it('names only units of the option that was bought, whatever is written first', async () => {
    const { id, standard, vip, adult, grown } = await tour()
    const shared = await band(id, null, 'SENIOR', [65, 120])
    const purchase = await bought(id, standard)
    await line(purchase, 1, adult)
    await line(purchase, 2, shared)
    await expect(line(purchase, 3, grown)).rejects.toThrow(/not sold with the option/)
    await expect(line(purchase, 3, await band(await product(), null, 'ADULT', [0, 120]))).rejects.toThrow(
      /not sold with the option/,
    )
    await expect(
      sql`update purchase_lines set product_age_band_id = ${grown} where purchase_id = ${purchase} and position = 2`.execute(
        db(),
      ),
    ).rejects.toThrow(/not sold with the option/)
    await expect(
      sql`update purchases set product_option_id = ${vip} where id = ${purchase}`.execute(db()),
    ).rejects.toThrow(/are not sold with option/)
    await sql`update purchase_lines set product_age_band_id = null where purchase_id = ${purchase} and position = 1`.execute(
      db(),
    )
    await sql`update purchases set product_option_id = ${vip} where id = ${purchase}`.execute(db())
    await line(purchase, 3, grown)
  })
})
