import { sql } from 'kysely'
import { afterAll, beforeAll, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../../app/testing/start.server.ts'
import { type Maker, maker } from '../../../../core/testing/make.server.ts'
import { mergesAt, rowsOf as rowsIn } from '../../../../platform/merges/testing/merges.server.ts'
import { resources } from '../../../../app/registry.server.ts'
import { examples } from '../../../../app/testing/examples.server.ts'
import { makeCatalogue, makePurchases } from '../../../coupons/testing/coupons.server.ts'

export let server: TestServer
export let admin: Client
export let records: Maker
export const run = <T = unknown>(query: ReturnType<typeof sql<T>>) => query.execute(server.database.kysely)
let last = 0
export const next = () => ++last

/** Starts the product for the tests of a file, and stops it after them. */
export function serveEvents(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'event merges' })
    admin = await server.signIn('admin')
    await makeCatalogue(server.database.kysely)
    records = maker(server.database.kysely, resources, examples)
  })
  afterAll(() => server.stop())
}

export async function event(name: string, values: object = {}): Promise<number> {
  return await records.make('events', {
    name,
    slug: `event-${++last}`,
    publication: 'draft',
    publishedAt: null,
    performerIds: [],
    tagIds: [],
    imageIds: [],
    superEventId: null,
    providerCode: null,
    otherCodes: [],
    ...values,
  })
}
export async function performance(
  eventId: number,
  venueId: number,
  localDate: string,
  values: object = {},
): Promise<number> {
  return await records.make('performances', {
    eventId,
    venueId,
    timeZone: 'UTC',
    localDate,
    localTime: '20:00',
    isTimeTba: false,
    isDateTbd: false,
    doorsTime: null,
    startsAt: `${localDate}T20:00:00.000Z`,
    venueConfigurationId: null,
    ...values,
  })
}
export const { read, preview, merge, undo } = mergesAt('/rest/data/events', {
  get: (...call) => admin.get(...call),
  post: (...call) => admin.post(...call),
})
export const rowsOf = (table: string, ids: readonly number[]) => rowsIn(server, table, ids)

/** A performance that two events have, and one row of what refers to that of the second. */
export async function twoHamlets() {
  const venueId = await records.make('venues')
  const [into, from] = [await event('Hamlet'), await event('Hamlet (Old Hall)')]
  const [twin, going] = [
    await performance(into, venueId, '2036-08-01', { available: 7, capacity: 90, minPrice: 100, maxPrice: 900 }),
    await performance(from, venueId, '2036-08-01', { capacity: 90 }),
  ]
  const listing = async (performanceId: number, providerId: number, isSupplied = true) =>
    await idOf(sql`insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price, is_supplied)
      select ${performanceId}, ${providerId}, ${`L${++last}`}, 'A', 4, currency, 5000, ${isSupplied} from performances where id = ${performanceId} returning id`)
  const match = async (performanceId: number, providerId: number) =>
    await idOf(sql`insert into provider_events (provider_id, code, name, state, performance_id, method, matched_at, is_locked, decided_by)
      values (${providerId}, ${`X${++last}`}, 'Hamlet', 'matched', ${performanceId}, 'manual', now(), true, 'Ann') returning id`)
  return { into, from, twin, going, listing, match, provider: await records.make('providers') }
}
export const idOf = async (insert: ReturnType<typeof sql>) => Number(((await run(insert)).rows[0] as { id: number }).id)
export const performanceOf = async (table: string, id: number) =>
  (await run(sql<{ id: number | null }>`select performance_id as id from ${sql.table(table)} where id = ${id}`)).rows[0]
    ?.id

/** A purchase of tickets for a performance of an event. */
export async function sale(): Promise<{ id: number; eventId: number; performanceId: number }> {
  const eventId = await event('Sold show')
  const performanceId = await performance(eventId, await records.make('venues'), '2036-07-01')
  await makePurchases(server.database.kysely, 1)
  const {
    rows: [found],
  } = await run(sql<{ id: number }>`
    update purchases set kind = 'event', event_id = ${eventId}, performance_id = ${performanceId}, product_id = null, product_option_id = null
    where id = (select max(id) from purchases) returning id`)
  return { id: found?.id ?? 0, eventId, performanceId }
}
