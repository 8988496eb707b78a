import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, Reply, TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'
import { maker } from '../../../core/testing/make.server.ts'
import { resources } from '../../../app/registry.server.ts'
import type { Catalogue } from '../../coupons/testing/coupons.server.ts'
import { makeCatalogue } from '../../coupons/testing/coupons.server.ts'
import { cityLaunchJob } from './city-launches.server.ts'
import { madrid, makeSpain } from './testing/places.server.ts'

let server: TestServer
let admin: Client
let catalogue: Catalogue
const data = '/rest/data'

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'city_launches' })
  admin = await server.signIn('admin')
  catalogue = await makeCatalogue(server.database.kysely)
})
afterAll(() => server.stop())

const run = <T = unknown>(query: ReturnType<typeof sql<T>>) => query.execute(server.database.kysely)
const idOf = (reply: Reply) => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return (reply.body as { id: number }).id
}
const spain = () => makeSpain(server.database.kysely)

describe('the launch board', () => {
  const board = async (id: number) =>
    (await admin.get(`${data}/city-launches/${id}`)).body as {
      stage: string
      stepsDone: number
      priority: number
    }
  const onSale = (cityId: number, ids: readonly number[]) =>
    run(sql`update products set city_id = ${cityId}, status = 'live' where id = any(${ids}::bigint[])`)
  async function products(count: number): Promise<number[]> {
    const records = maker(server.database.kysely, resources, examples)
    const ids = []
    for (let n = 0; n < count; n++)
      ids.push(await records.make('products', { cityId: catalogue.cityId, status: 'imported', suspendedBecause: null }))
    return ids
  }

  it('knows how far a city is, and its page goes public when what blocks it is there', async () => {
    const countryId = await spain()
    const id = idOf(await admin.post(`${data}/cities`, { ...madrid(), countryId, description: '<p>The capital.</p>' }))
    expect(await board(id)).toMatchObject({
      stage: 'unmapped',
      stepsDone: 2,
      isMarketOpen: true,
      hasDescription: true,
      isTranslated: false,
      isStocked: false,
    })
    await admin.patch(`${data}/cities/${id}`, { viatorDestination: '566', unLocode: 'ESMAD' })
    expect(await board(id)).toMatchObject({ stage: 'mapped', isMapped: true, hasCodes: true, stepsDone: 4 })
    await admin.put(`${data}/cities/${id}/translations/es`, { texts: { name: { text: 'Madrid', status: 'approved' } } })
    const refused = await admin.post(`${data}/cities/${id}/publish`, {})
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      409,
      expect.stringContaining('nothing can be bought there'),
    ])
    await onSale(id, [catalogue.productId])
    expect(await board(id)).toMatchObject({ stage: 'ready', stepsDone: 6 })
    // A market that is closed stops checkout, never content.
    await admin.post(`${data}/countries/market`, { ids: [countryId], isBlocked: true, because: 'tax' })
    expect((await admin.post(`${data}/cities/${id}/publish`, {})).status).toBe(200)
    await admin.post(`${data}/countries/market`, { ids: [countryId], isBlocked: false })
    expect(await board(id)).toMatchObject({ stage: 'live', isLive: true, isIndexed: false, sellable: 1 })
    await run(
      sql`update products set city_id = ${catalogue.cityId}, status = 'imported' where id = ${catalogue.productId}`,
    )
  })

  it('calls ready what the checklist of its page finds ready, whatever of it comes and goes', async () => {
    const id = idOf(await admin.post(`${data}/cities`, { ...madrid(), countryId: await spain() }))
    const records = maker(server.database.kysely, resources, examples)
    const imageId = await records.make('images', { altText: null })
    const agrees = async () => {
      const { isReady } = (await admin.get(`${data}/cities/${id}/publication`)).body as { isReady: boolean }
      expect((await board(id)).stage === 'ready').toBe(isReady)
      return isReady
    }
    const steps: (() => Promise<unknown>)[] = [
      () => admin.patch(`${data}/cities/${id}`, { tourcmsLocation: 'Madrid' }),
      () => onSale(id, [catalogue.productId]),
      () => admin.patch(`${data}/cities/${id}`, { description: '<p>The capital.</p>', heroImageId: imageId }),
      () =>
        admin.put(`${data}/cities/${id}/translations/es`, { texts: { name: { text: 'Madrid', status: 'approved' } } }),
      () => admin.patch(`${data}/images/${imageId}`, { altText: 'The square' }),
    ]
    const came: boolean[] = [await agrees()]
    for (const step of steps) {
      await step()
      came.push(await agrees())
    }
    expect(came).toEqual([false, false, false, false, false, true])
    // A language that pages need from now on, and then no longer.
    await run(
      sql`insert into locales (code, name, native_name, fallback_id, is_enabled_on_site, is_required_to_publish) select 'fr', 'French', 'français', id, true, true from locales where is_default`,
    )
    expect(await agrees()).toBe(false)
    await run(sql`update locales set is_required_to_publish = false where code = 'fr'`)
    expect(await agrees()).toBe(true)
    for (const undo of [
      sql`update cities set description = null where id = ${id}`,
      sql`delete from translations where resource = 'cities' and record_id = ${id}`,
    ]) {
      await run(undo)
      expect(await agrees()).toBe(false)
    }
    await run(sql`delete from locales where code = 'fr'`)
    await run(
      sql`update products set city_id = ${catalogue.cityId}, status = 'imported' where id = ${catalogue.productId}`,
    )
  })

  it('has no stage without those before it, and begins with what is begun', async () => {
    const countryId = await spain()
    const [finished, unmapped, untouched, begun] = [
      idOf(await admin.post(`${data}/cities`, { ...madrid(), countryId, popularity: 90 })),
      idOf(await admin.post(`${data}/cities`, { ...madrid(), countryId, popularity: 90 })),
      idOf(await admin.post(`${data}/cities`, { ...madrid(), countryId, popularity: 90 })),
      idOf(
        await admin.post(`${data}/cities`, { ...madrid(), countryId, popularity: 1, tiqetsCity: '71', name: 'Begun' }),
      ),
    ]
    for (const id of [finished, unmapped]) {
      await onSale(id, await products(3))
      await run(
        sql`update cities set publication = 'published', published_at = now(), description = 'x' where id = ${id}`,
      )
      await admin.put(`${data}/cities/${id}/translations/es`, {
        texts: { name: { text: 'Madrid', status: 'approved' } },
      })
    }
    expect(await board(unmapped)).toMatchObject({
      stage: 'unmapped',
      isLive: true,
      isIndexed: false,
      isFinished: false,
    })
    await admin.patch(`${data}/cities/${finished}`, { viatorDestination: '4711' })
    const indexed = await board(finished)
    expect(indexed).toMatchObject({ stage: 'indexed', isIndexed: true, isFinished: false, stepsDone: 7 })
    await admin.patch(`${data}/cities/${finished}`, { unLocode: 'ESQQQ' })
    await run(
      sql`insert into venues (name, slug, city_id, latitude, longitude, time_zone, capacity) values ('Odeon', 'odeon-of-launches', ${finished}, 40.4, -3.7, 'Europe/Madrid', 500)`,
    )
    expect(await board(finished)).toMatchObject({ stage: 'indexed', isFinished: true, stepsDone: 9 })
    const order = [await board(begun), indexed, await board(untouched), await board(finished)].map(
      ({ priority }) => priority,
    )
    expect(order).toEqual(order.toSorted((a, b) => b - a))
    const { body } = await admin.get(`${data}/city-launches`, {
      sort: '["priority","DESC"]',
      filter: JSON.stringify({ id: [finished, unmapped, untouched, begun] }),
    })
    expect((body as { id: number }[]).map(({ id }) => id)).toEqual([unmapped, begun, untouched, finished])
    const todo = (
      await admin.get(`${data}/city-launches`, { filter: JSON.stringify({ id: [finished, begun], isFinished: false }) })
    ).body as { id: number }[]
    expect(todo.map(({ id }) => id)).toEqual([begun])
  })
})

describe('what a city sells', () => {
  const launch = async (id: number) =>
    (await admin.get(`${data}/city-launches/${id}`)).body as { sellable: number; stage: string }

  it('is counted once for all changes of a transaction, in the cities of both ends of a move', async () => {
    const countryId = await spain()
    const [one, other] = [
      idOf(await admin.post(`${data}/cities`, { ...madrid(), countryId })),
      idOf(await admin.post(`${data}/cities`, { ...madrid(), countryId })),
    ]
    await server.database.kysely.transaction().execute(async (trx) => {
      await sql`update products set city_id = ${one}, status = 'live' where id = ${catalogue.productId}`.execute(trx)
      const { rows } = await sql`select from city_launch_changes`.execute(trx)
      expect(rows.length).toBe(2)
    })
    expect([(await launch(one)).sellable, (await launch(other)).sellable]).toEqual([1, 0])
    await run(sql`update products set city_id = ${other} where id = ${catalogue.productId}`)
    expect([(await launch(one)).sellable, (await launch(other)).sellable]).toEqual([0, 1])
    await run(
      sql`update products set city_id = ${catalogue.cityId}, status = 'imported' where id = ${catalogue.productId}`,
    )
    expect((await launch(other)).sellable).toBe(0)
    expect((await run(sql`select from city_launch_changes`)).rows).toEqual([])
  })

  it('follows events and their performances, and time by a job', async () => {
    const countryId = await spain()
    const cityId = idOf(await admin.post(`${data}/cities`, { ...madrid(), countryId }))
    const {
      rows: [venue],
    } = await run(sql<{ id: number }>`
      insert into venues (name, slug, city_id, latitude, longitude, time_zone, capacity) values ('Teatro', ${`teatro-${cityId}`}, ${cityId}, 40.4, -3.7, 'Europe/Madrid', 500) returning id`)
    const {
      rows: [event],
    } = await run(sql<{ id: number }>`
      insert into events (name, slug, type, venue_id, city_id, provider_id, locale, publication)
      values ('Play', ${`play-${cityId}`}, 'theatre', ${venue?.id}, ${cityId}, (select min(id) from providers), 'es', 'published') returning id`)
    expect((await launch(cityId)).sellable).toBe(0)
    const {
      rows: [performance],
    } = await run(sql<{ id: number }>`
      insert into performances (event_id, venue_id, city_id, local_date, local_time, time_zone, starts_at, duration_minutes, capacity, available, status, currency)
      values (${event?.id}, ${venue?.id}, ${cityId}, now()::date + 10, '20:00', 'Europe/Madrid', (now()::date + 10 + time '20:00') at time zone 'Europe/Madrid', 120, 500, 500, 'onsale', 'EUR') returning id`)
    expect(await launch(cityId)).toMatchObject({ sellable: 1, hasVenues: true })
    await run(sql`update performances set status = 'cancelled' where id = ${performance?.id}`)
    expect((await launch(cityId)).sellable).toBe(0)
    await run(sql`update performances set status = 'onsale' where id = ${performance?.id}`)
    // As if its last performance had begun since the count.
    await run(sql`update cities set sellable = 2, sellable_until = now() - interval '1 minute' where id = ${cityId}`)
    await cityLaunchJob.run({ database: server.database, signal: new AbortController().signal } as Parameters<
      typeof cityLaunchJob.run
    >[0])
    expect((await launch(cityId)).sellable).toBe(1)
  })

  it('goes with the market of its country', async () => {
    const countryId = await spain()
    const id = idOf(await admin.post(`${data}/cities`, { ...madrid(), countryId }))
    await run(
      sql`update countries set is_blocked = true, blocked_because = 'risk', blocked_at = now() where id = ${countryId}`,
    )
    expect(await launch(id)).toMatchObject({ isMarketOpen: false })
    await run(
      sql`update countries set is_blocked = false, blocked_because = null, blocked_at = null where id = ${countryId}`,
    )
    expect(await launch(id)).toMatchObject({ isMarketOpen: true })
  })
})
