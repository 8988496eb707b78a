import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import type { PermissionAction, PermissionObject } from '../../core/access/permissions.ts'
import { permissionWords } from '../../core/access/permissions.ts'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import { grant } from '../../app/testing/grant.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { done, mergesAt } from './testing/merges.server.ts'
import { admin, catalogue, data, next, run, serveMerges, server, venue } from './testing/merged-places.server.ts'

serveMerges()

const role = 'read-only'
const hidden = (title: string, many = 'Events') =>
  `${many} that you can’t see refer to ${title}. Ask a colleague who can change them.`
const toPublish = () =>
  `You need the permission “${permissionWords('publish', 'places')}” for this. Ask your access manager.`

/** A person with exactly these permissions. */
async function personWith(grants: Partial<Record<PermissionObject, readonly PermissionAction[]>>): Promise<Client> {
  await run(sql`delete from role_permissions where role_id = (select id from roles where name = ${role})`)
  for (const [object, actions] of Object.entries(grants))
    await grant(server.database, role, object as PermissionObject, ...actions)
  return await server.signIn(role)
}

const publish = (id: number) =>
  run(sql`update venues set publication = 'published', published_at = now() where id = ${id}`)
const titleOf = async (id: number) =>
  (await run(sql<{ name: string }>`select name from venues where id = ${id}`)).rows[0]?.name
const messageOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { message: string }).message,
]
const couponAt = async (id: number) =>
  (
    await admin.post(`${data}/coupons`, {
      code: `MAY-${next()}`,
      name: 'At a venue',
      kind: 'percent',
      percent: 500,
      venueIds: [id],
    })
  ).body as { id: number; code: string }
const venuesOf = async ({ id }: { id: number }) =>
  ((await admin.get(`${data}/coupons/${id}`)).body as { venueIds: number[] }).venueIds

const draft = { publication: 'draft', publishedAt: null, performerIds: [], tagIds: [], imageIds: [], otherCodes: [] }
const evening = {
  timeZone: 'UTC',
  localDate: '2036-05-01',
  localTime: '20:00',
  isTimeTba: false,
  isDateTbd: false,
  doorsTime: null,
  startsAt: '2036-05-01T20:00:00.000Z',
  venueConfigurationId: null,
}

describe('a merge by a person who can’t change everything', () => {
  let into: number
  let from: number
  beforeEach(async () => {
    ;[into, from] = [await venue(catalogue.cityId, 'Rex'), await venue(catalogue.cityId, 'Rex Hall')]
  })
  const places = (client: Client) => mergesAt(`${data}/venues`, client)

  it('needs the permission to publish where the duplicate is public, to merge and to undo', async () => {
    await publish(into)
    await publish(from)
    const editor = places(await personWith({ places: ['ui', 'write'] }))
    expect((await editor.preview(into, from)).obstacles).toEqual([toPublish()])
    expect(messageOf(await editor.merge(into, from))).toEqual([403, toPublish()])
    expect(await titleOf(from)).toBe('Rex Hall')
    const made = done(await places(await personWith({ places: ['ui', 'write', 'publish'] })).merge(into, from))
    const without = places(await personWith({ places: ['ui', 'write'] }))
    expect(messageOf(await without.undo(into, made))).toEqual([403, toPublish()])
    expect(await titleOf(from)).toBeUndefined()
    done(await places(admin).undo(into, made))
  })

  it('needs no permission to publish where only the one that stays is public', async () => {
    await publish(into)
    done(await places(await personWith({ places: ['ui', 'write'] })).merge(into, from))
  })

  it('is refused while records that they can’t change refer to the duplicate', async () => {
    const coupon = await couponAt(from)
    const { code } = coupon
    const blind = places(await personWith({ places: ['ui', 'write'] }))
    expect((await blind.preview(into, from)).obstacles).toEqual([hidden('Rex Hall', 'Coupons')])
    expect(messageOf(await blind.merge(into, from))).toEqual([403, hidden('Rex Hall', 'Coupons')])
    const reader = places(await personWith({ places: ['ui', 'write'], coupons: ['ui'] }))
    expect(messageOf(await reader.merge(into, from))).toEqual([
      403,
      `You can’t change the coupon ${code}, which refers to Rex Hall. Ask a colleague who can.`,
    ])
    expect(await venuesOf(coupon)).toEqual([from])
    const editor = places(await personWith({ places: ['ui', 'write'], coupons: ['ui', 'write'] }))
    expect((await editor.preview(into, from)).obstacles).toEqual([])
    const made = done(await editor.merge(into, from))
    expect(await venuesOf(coupon)).toEqual([into])
    const later = places(await personWith({ places: ['ui', 'write'] }))
    expect(messageOf(await later.undo(into, made))).toEqual([403, hidden('Rex', 'Coupons')])
    expect(await venuesOf(coupon)).toEqual([into])
  })

  it('is kept to the cities that their permission on those records is limited to', async () => {
    const { rows } = await run(sql<{ id: number }>`
      insert into cities (name, slug, country_id, latitude, longitude, time_zone)
      select n, n, country_id, 41.9, 12.5, 'Europe/Rome' from cities, unnest(array['may-one', 'may-two']) n where id = ${catalogue.cityId} returning id`)
    const [one = 0, two = 0] = rows.map(({ id }) => id)
    await run(sql`update products set city_id = ${two} where id = ${catalogue.productId}`)
    const local = await personWith({ places: ['ui', 'write'], products: ['ui', 'write'] })
    const reach = (cities: readonly number[]) =>
      run(sql`update role_permissions set city_ids = ${cities}::bigint[] where object = 'products' and action = 'write'
        and role_id = (select id from roles where name = ${role})`)
    await reach([one])
    const cities = mergesAt(`${data}/cities`, local)
    expect((await cities.merge(one, two)).status).toBe(403)
    await run(sql`update role_permissions set city_ids = null where city_ids is not null`)
    done(await cities.merge(one, two))
    await run(sql`update products set city_id = ${catalogue.cityId} where id = ${catalogue.productId}`)
  })

  it('is refused for events whose performances they can’t change, moved or in common', async () => {
    const records = maker(server.database.kysely, resources, examples)
    const event = async (name: string) => await records.make('events', { ...draft, name, slug: `may-${next()}` })
    const [one, two] = [await event('May one'), await event('May two')]
    for (const eventId of [one, two]) await records.make('performances', { ...evening, eventId, venueId: into })
    const events = async (...also: readonly ('events' | 'performances')[]) => {
      const grants = Object.fromEntries(also.map((object) => [object, ['ui', 'write'] as const]))
      return mergesAt(`${data}/events`, await personWith(grants))
    }
    expect(messageOf(await (await events('events')).merge(one, two))).toEqual([403, hidden('May two', 'Performances')])
    const made = done(await (await events('events', 'performances')).merge(one, two))
    expect(messageOf(await (await events('events')).undo(one, made))).toEqual([403, hidden('May one', 'Performances')])
    done(await (await events('events', 'performances')).undo(one, made))
  })
})
