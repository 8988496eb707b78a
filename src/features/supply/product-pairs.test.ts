import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { makeCatalogue } from '../coupons/testing/coupons.server.ts'
import type { ProductPair } from './importing/pair.endpoints.ts'
import { lookAt } from './importing/picture-look.server.ts'
import { paintPicture } from './importing/simulated-pictures.server.ts'
import { storePictures } from './importing/supplier-pictures.server.ts'
import { seedProductCodes } from './seed-product-codes.server.ts'

const path = '/rest/data/product-pairs'

describe('pairs of imported products', () => {
  let server: TestServer
  let admin: Client
  const ids = { cruise: 0, sameTitle: 0, samePlace: 0, pictureAlone: 0, elsewhere: 0, ownSecond: 0 }

  const compare = () => server.runJob('compare-pictures')
  const read = async (query = '') =>
    (await admin.get(`${path}${query}`)).body as { pairs: ProductPair[]; total: number }
  const open = async () => (await read()).pairs.map(({ one, other }) => [one.id, other.id])
  const pairOf = (id: number) => [ids.cruise, id]

  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'product pairs' })
    admin = await server.signIn('admin')
    const db = server.database.kysely
    const { cityId } = await makeCatalogue(db)
    const records = maker(db, resources, examples)
    const otherCity = await records.make('cities')
    const harbour = await records.make('providers', { code: 'harbour', name: 'Harbour Tours' })
    const quay = await records.make('providers', { code: 'quay', name: 'Quay Trips' })
    async function make(
      code: string,
      title: string,
      values: { at?: readonly [number, number]; picture?: number; by?: number; city?: number },
    ) {
      const { at = [10, 10], picture, by = quay, city = cityId } = values
      const id = await records.make('products', { title, cityId: city, providerId: by, supplierCode: code })
      await sql`update products set image_ids = '{}', latitude = ${at[0]}, longitude = ${at[1]} where id = ${id}`.execute(
        db,
      )
      if (picture !== undefined) {
        const look = await lookAt(
          await paintPicture(picture, { width: 300, height: 200, brightness: by === quay ? 0.85 : 1 }),
        )
        const supplier = by === quay ? 'quay' : 'harbour'
        await storePictures(db, [{ supplier, code, url: `https://${supplier}.example/${code}.jpg`, ...look }])
      }
      return id
    }
    ids.cruise = await make('A', 'Harbour dinner cruise', { at: [48.85, 2.35], picture: 970_201, by: harbour })
    ids.sameTitle = await make('B', 'Harbour Dinner-Cruise', { at: [48.9, 2.4], picture: 970_209 })
    ids.samePlace = await make('C', 'Zzz', { at: [48.8505, 2.35], picture: 970_201 })
    ids.pictureAlone = await make('D', 'Qqq', { at: [20, 20], picture: 970_201 })
    ids.elsewhere = await make('E', 'Harbour dinner cruise', { at: [48.85, 2.35], picture: 970_201, city: otherCity })
    ids.ownSecond = await make('F', 'Harbour dinner cruise', { at: [48.85, 2.35], by: harbour, city: otherCity })
    await compare()
  })
  afterAll(() => server?.stop())

  it('are offered by title, or by picture and place, with their evidence, the most alike first', async () => {
    const { pairs, total } = await read()
    expect(await open()).toEqual([
      // In the other city both are the same in everything but the picture, which one of them lacks.
      [ids.elsewhere, ids.ownSecond],
      pairOf(ids.sameTitle),
      pairOf(ids.samePlace),
    ])
    expect(total).toBe(3)
    expect(pairs[0]).toMatchObject({ metres: 0, isSamePicture: null, likeness: 10_000 })
    expect(pairs[1]).toMatchObject({
      one: {
        title: 'Harbour dinner cruise',
        provider: 'Harbour Tours',
        picture: expect.stringMatching(/^data:image\/webp;base64,\S+$/),
      },
      other: { title: 'Harbour Dinner-Cruise', provider: 'Quay Trips' },
      isSamePicture: false,
      decidedBy: null,
    })
    expect(pairs[2]).toMatchObject({ metres: 56, isSamePicture: true })
    expect((await read(`?product=${ids.samePlace}`)).pairs).toHaveLength(1)
    expect((await read(`?product=${ids.pictureAlone}`)).pairs).toEqual([])
    expect((await read('?skip=2')).pairs.map(({ other }) => other.id)).toEqual([ids.samePlace])
    expect((await admin.get(`${path}?skip=some`)).status).toBe(422)
  })

  it('are no longer offered once staff say that they are not the same, until that is undone', async () => {
    const decide = (isDistinct: boolean, client = admin) =>
      client.post(path, { productId: ids.sameTitle, otherId: ids.cruise, isDistinct })
    const reader = await server.signIn('read-only')
    expect((await decide(true, reader)).status).toBe(403)
    expect((await decide(true)).body).toEqual({ isDistinct: true })
    expect(await open()).not.toContainEqual(pairOf(ids.sameTitle))
    // A new look at it changes nothing.
    await sql`update products set updated_at = now() + interval '1 second' where id = ${ids.sameTitle}`.execute(
      server.database.kysely,
    )
    await compare()
    expect(await open()).not.toContainEqual(pairOf(ids.sameTitle))
    const own = (await read(`?product=${ids.sameTitle}`)).pairs[0]
    expect(own).toMatchObject({ decidedBy: expect.stringContaining(' '), decidedAt: expect.stringMatching(/Z$/) })
    expect((await decide(false)).body).toEqual({ isDistinct: false })
    expect(await open()).toContainEqual(pairOf(ids.sameTitle))
    const { rows } = await sql<{ action: string }>`
      select action from audit where object = 'products' and record_id = ${String(ids.cruise)} and action like '%distinct%' order by id`.execute(
      server.database.kysely,
    )
    expect(rows.map(({ action }) => action)).toEqual(['mark-distinct', 'forget-distinction'])
    const none = await admin.post(path, { productId: ids.cruise, otherId: ids.pictureAlone, isDistinct: true })
    expect([none.status, none.body]).toMatchObject([404, { message: 'These two products are no pair any more.' }])
  })

  it('are gone when they no longer look alike, or one of them is retired', async () => {
    const db = server.database.kysely
    await sql`update products set title = 'Balloon ride', updated_at = now() + interval '2 seconds' where id = ${ids.sameTitle}`.execute(
      db,
    )
    await sql`update products set status = 'retired', suspended_because = null, updated_at = now() + interval '2 seconds' where id = ${ids.samePlace}`.execute(
      db,
    )
    await compare()
    expect(await open()).toEqual([[ids.elsewhere, ids.ownSecond]])
  })
})

describe('the demo', () => {
  it('has a pair with a title, a place and a picture as its evidence, and no second one when it is made again', async () => {
    const server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'pair of the demo' })
    try {
      const db = server.database.kysely
      const { cityId } = await makeCatalogue(db)
      const records = maker(db, resources, examples)
      for (const code of ['viator', 'tiqets']) {
        const providerId = await records.make('providers', { code })
        const title = code === 'viator' ? 'Roman cooking class in Trastevere' : 'Catacombs by night'
        const id = await records.make('products', { title, cityId, providerId, supplierCode: `${code}1`, locale: 'en' })
        await sql`
          update products set status = 'live', currency = 'EUR', overrides = '{}', latitude = 41.9, longitude = ${code === 'viator' ? 12.5 : 12.6}
          where id = ${id}`.execute(db)
      }
      for (const work of [...seedProductCodes, ...seedProductCodes]) await db.transaction().execute(work)
      const admin = await server.signIn('admin')
      const { pairs } = (await admin.get(path)).body as { pairs: ProductPair[] }
      expect(pairs).toHaveLength(1)
      expect(pairs[0]).toMatchObject({
        one: { title: 'Roman cooking class in Trastevere', picture: expect.stringMatching(/^data:image/) },
        other: { title: 'Roman cooking class in Trastevere – small group' },
        metres: 122,
        isSamePicture: true,
        decidedBy: null,
      })
      const alias = await records.make('aliases')
      const both = pairs.flatMap(({ one, other }) => [one.id, other.id])
      await sql`update aliases set product_ids = ${both}::bigint[] where id = ${alias}`.execute(db)
      expect((await admin.get(path)).body).toMatchObject({ pairs: [], total: 0 })
    } finally {
      await server.stop()
    }
  })
})
