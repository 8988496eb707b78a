import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { auditLength } from '../../core/testing/audit-trail.server.ts'
import type { CouponCheck } from './check-coupon.ts'
import { makeCatalogue, makePurchases } from './testing/coupons.server.ts'

let server: TestServer
let admin: Client
let reference = ''
let last = 0

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'coupon check' })
  admin = await server.signIn('admin')
  const db = server.database.kysely
  await makeCatalogue(db)
  const [id = 0] = await makePurchases(db, 1)
  await sql`insert into purchase_lines (purchase_id, position, kind, title, quantity, unit_price, amount) values
    (${id}, 1, 'item', 'Adults', 2, 4000, 8000), (${id}, 2, 'item', 'Audio guide', 2, 1000, 2000),
    (${id}, 3, 'fee', 'Service fee', 1, 900, 900)`.execute(db)
  const {
    rows: [purchase],
  } = await sql<{ reference: string }>`select reference from purchases where id = ${id}`.execute(db)
  reference = purchase?.reference ?? ''
})
afterAll(() => server.stop())

async function create(draft: object = {}): Promise<number> {
  const reply = await admin.post('/rest/data/coupons', {
    code: `CHECK-${++last}`,
    name: 'To be tried',
    percent: 1000,
    status: 'active',
    ...draft,
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return (reply.body as { id: number }).id
}
/** Puts the product into a subcategory and on an alias; another category stays empty. */
async function sectionsOfProduct() {
  const { rows } = await sql<Record<'categoryId' | 'otherId' | 'subcategoryId' | 'aliasId' | 'providerId', number>>`
    with category as (insert into categories (name) values ('Tours') returning id),
    other as (insert into categories (name) values ('Sport') returning id),
    subcategory as (insert into subcategories (name, category_id) select 'Night tours', id from category returning id),
    alias as (insert into aliases (title, city_id) select 'Colosseum tours', min(id) from cities returning id),
    member as (insert into alias_members (alias_id, product_id, rank) select alias.id, p.id, 1 from alias, products p)
    select category.id as "categoryId", other.id as "otherId", subcategory.id as "subcategoryId", alias.id as "aliasId",
      (select min(id) from providers) as "providerId" from category, other, subcategory, alias`.execute(
    server.database.kysely,
  )
  const [places] = rows
  if (!places) throw new Error('A select from what was made answers with its row.')
  await sql`update products set subcategory_ids = ${[places.subcategoryId]}`.execute(server.database.kysely)
  return places
}
const check = async (id: number, purchase = reference) =>
  admin.get(`/rest/data/coupons/${id}/check?purchase=${encodeURIComponent(purchase)}`)
const refusals = ({ rules }: CouponCheck) =>
  rules.flatMap(({ rule, refusal }) => (refusal === null ? [] : [[rule, refusal]]))

describe('holding a coupon against a purchase', () => {
  it('says what it takes off, of the lines without the fees, and changes nothing', async () => {
    const id = await create()
    const before = await auditLength(server.database.kysely)
    const body = (await check(id)).body as CouponCheck
    expect(body).toMatchObject({ reference, currency: 'EUR', isUsable: true, isUsed: false, discount: 1000 })
    expect(body.lines).toEqual([
      { title: 'Adults', quantity: 2, amount: 8000, isInScope: true },
      { title: 'Audio guide', quantity: 2, amount: 2000, isInScope: true },
    ])
    expect(refusals(body)).toEqual([])
    expect(await auditLength(server.database.kysely)).toBe(before)
    expect((await admin.get(`/rest/data/coupons/${id}`)).body).toMatchObject({ timesUsed: 0 })
  })

  it('names every rule that refuses, not the first alone', async () => {
    const id = await create({
      status: 'draft',
      channels: ['phone'],
      minQuantity: 9,
      minSpends: [{ currency: 'EUR', amount: 99_900 }],
    })
    const body = (await check(id)).body as CouponCheck
    expect([body.isUsable, body.discount]).toEqual([false, 0])
    expect(refusals(body)).toEqual([
      ['In use, within its time and not used up', 'This coupon is not in use.'],
      ['Sold through an allowed channel', 'This coupon cannot be used here.'],
      ['Minimum spend', 'This purchase is below the minimum for this coupon.'],
      ['Minimum quantity', 'This coupon needs at least 9 tickets or travellers.'],
    ])
  })

  it('goes by the sections, the aliases and the provider of what was bought, as the catalogue has them', async () => {
    const places = await sectionsOfProduct()
    const isOn = async (draft: object) => ((await check(await create(draft))).body as CouponCheck).isUsable
    expect(await isOn({ categoryIds: [places.categoryId] })).toBe(true)
    expect(await isOn({ subcategoryIds: [places.subcategoryId] })).toBe(true)
    expect(await isOn({ aliasIds: [places.aliasId] })).toBe(true)
    expect(await isOn({ providerIds: [places.providerId], categoryIds: [places.categoryId] })).toBe(true)
    expect(await isOn({ categoryIds: [places.otherId] })).toBe(false)
    expect(await isOn({ categoryIds: [places.otherId], subcategoryIds: [places.subcategoryId] })).toBe(true)
    expect(await isOn({ excludedAliasIds: [places.aliasId] })).toBe(false)
    expect(await isOn({ excludedCategoryIds: [places.categoryId] })).toBe(false)
    await sql`update products set subcategory_ids = '{}'`.execute(server.database.kysely)
    expect(await isOn({ categoryIds: [places.categoryId] })).toBe(false)
  })

  it('finds the purchase as it is typed, and says when there is none', async () => {
    const id = await create()
    expect((await check(id, ` ${reference.toLowerCase()} `)).status).toBe(200)
    const none = await check(id, 'NOSUCHONE')
    expect([none.status, (none.body as { fields: unknown }).fields]).toEqual([
      422,
      { purchase: 'Purchase NOSUCHONE not found.' },
    ])
    expect((await check(999_999)).status).toBe(404)
  })

  it('hides purchases from people who cannot see them', async () => {
    const id = await create()
    const editor = await server.signIn('catalogue-editor')
    expect((await editor.get(`/rest/data/coupons/${id}/check?purchase=${reference}`)).status).toBe(403)
  })
})
