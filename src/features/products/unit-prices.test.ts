import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  admin,
  band,
  change,
  db,
  option,
  overridesOf,
  product,
  read,
  records,
  says,
  serveProducts,
} from './testing/supplied-products.server.ts'

serveProducts('unit prices')

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
