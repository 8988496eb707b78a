import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Maker } from '../../core/testing/make.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { rounds } from '../../core/testing/rounds.ts'
import { resources } from '../../app/registry.server.ts'

const postgresUrl = inject('postgresUrl')
const { races } = rounds

describe.skipIf(postgresUrl === null)('units of options, changed by several at once', () => {
  let server: TestServer
  let admin: Client
  let records: Maker

  beforeAll(async () => {
    server = await startTestServer({ postgresUrl, name: 'option units' })
    admin = await server.signIn('admin')
    records = maker(server.database.kysely, resources, examples)
  })
  afterAll(() => server?.stop())

  const db = () => server.database.kysely
  const band = (productId: number, optionId: number | null, ages: readonly [number, number], retail: number) =>
    records.make('product-age-bands', {
      productId,
      optionId,
      type: 'ADULT',
      minAge: ages[0],
      maxAge: ages[1],
      currency: 'EUR',
      net: 100,
      retail,
      isIdRequired: false,
      paxCount: 1,
      minQuantity: 0,
      maxQuantity: 9,
      accompaniedBy: [],
      intendedGaps: [],
    })
  async function tour() {
    const id = await records.make('products', {
      status: 'live',
      suspendedBecause: null,
      overrides: [],
      currency: 'EUR',
      pricingPer: 'UNIT',
      netFrom: 100,
      retailFrom: 1_000,
    })
    const [standard, vip] = [
      await records.make('product-options', { productId: id, isActive: true }),
      await records.make('product-options', { productId: id, isActive: true }),
    ]
    return {
      id,
      standard,
      vip,
      adult: await band(id, standard, [0, 120], 2_000),
      guest: await band(id, vip, [0, 120], 1_000),
    }
  }
  /** Whether the product sells from what a unit costs that is sold. */
  async function isTrue(id: number): Promise<boolean> {
    const {
      rows: [row],
    } = await sql<{ holds: boolean }>`
      select (p.net_from, p.retail_from) = (f.net, f.retail) as holds from products p cross join lateral product_from_unit(p.id) as f where p.id = ${id}`.execute(
      db(),
    )
    return row?.holds === true
  }

  it(`a product sells from a unit that is sold, while options are switched and prices change (${races} rounds)`, async () => {
    for (let round = 0; round < races; round++) {
      const { id, vip, adult, guest } = await tour()
      const replies = await Promise.all([
        admin.patch(`/rest/data/product-options/${vip}`, { isActive: false }),
        admin.patch(`/rest/data/product-age-bands/${guest}`, { retail: 500 + round }),
        admin.patch(`/rest/data/product-age-bands/${adult}`, { retail: 700 + round }),
      ])
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
      expect([(await admin.get(`/rest/data/products/${id}`)).body, await isTrue(id)]).toMatchObject([
        { retailFrom: 700 + round },
        true,
      ])
    }
  })

  it(`as programs change them without asking first (${races} rounds)`, async () => {
    for (let round = 0; round < races; round++) {
      const { id, adult, guest } = await tour()
      const price = (unit: number, retail: number) =>
        sql`update product_age_bands set retail = ${retail} where id = ${unit}`.execute(db())
      await Promise.all([
        price(guest, 3_000 + round),
        price(adult, 1_000),
        price(guest, 1_500),
        price(adult, 4_000),
        price(guest, 900),
      ])
      expect(await isTrue(id)).toBe(true)
    }
  })

  it(`of two who move bands so that together they leave out an age, one is refused (${races} rounds)`, async () => {
    for (let round = 0; round < races; round++) {
      const { id, vip, guest } = await tour()
      const shared = await band(id, null, [0, 120], 5_000)
      const replies = await Promise.all([
        admin.patch(`/rest/data/product-age-bands/${guest}`, { minAge: 30 }),
        admin.patch(`/rest/data/product-age-bands/${shared}`, { minAge: 20 }),
      ])
      expect([vip, replies.map(({ status }) => status).toSorted((a, b) => a - b)]).toEqual([vip, [200, 422]])
    }
  })

  it(`a purchase never gets a line of one option and another option at once (${races} rounds)`, async () => {
    for (let round = 0; round < races; round++) {
      const { id, standard, vip, adult } = await tour()
      const purchase = await records.make('purchases', {
        kind: 'product',
        productId: id,
        productOptionId: standard,
        eventId: null,
        performanceId: null,
      })
      const settled = await Promise.allSettled([
        sql`insert into purchase_lines (purchase_id, position, kind, title, quantity, unit_price, amount, product_age_band_id) values (${purchase}, 1, 'item', 'Adult', 1, 500, 500, ${adult})`.execute(
          db(),
        ),
        sql`update purchases set product_option_id = ${vip} where id = ${purchase}`.execute(db()),
      ])
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })
})
