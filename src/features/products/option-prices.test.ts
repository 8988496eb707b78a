import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { keyWith } from '../discovery/testing/api-key.server.ts'
import { apiScopes } from '../api-users/api-users.ts'
import type { StepResults } from './product.endpoints.ts'
import type { PartyAnswer } from './party.endpoints.ts'
import { activate, band, change, fieldsOf, option, tour } from './testing/options-with-units.server.ts'
import { admin, db, product, read, records, server, serveProducts } from './testing/supplied-products.server.ts'

serveProducts('units of options')

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
      { isActive: 'No age band, so it can’t be booked.' },
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
    expect([alone.retail, broken(alone)]).toEqual([18_000, ['No age band fits “7”.']])
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
