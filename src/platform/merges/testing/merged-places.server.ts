import { sql } from 'kysely'
import { afterAll, beforeAll, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import { maxAtOnce } from '../merges.ts'
import { type Catalogue, makeCatalogue } from '../../../features/coupons/testing/coupons.server.ts'

export let server: TestServer
export let admin: Client
export let catalogue: Catalogue
export const data = '/rest/data'

/** Starts the product for the tests of a file, and stops it after them. */
export function serveMerges(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'merges' })
    admin = await server.signIn('admin')
    catalogue = await makeCatalogue(server.database.kysely)
  })
  afterAll(() => server.stop())
}

export const run = <T = unknown>(query: ReturnType<typeof sql<T>>) => query.execute(server.database.kysely)
let last = 0
export const next = () => ++last

export async function venue(cityId: number, name = 'Hall'): Promise<number> {
  const {
    rows: [made],
  } = await run(sql<{ id: number }>`
    insert into venues (name, slug, city_id, latitude, longitude, time_zone, capacity) values (${name}, ${`hall-${++last}`}, ${cityId}, 41.9, 12.5, 'Europe/Rome', 500) returning id`)
  return made?.id ?? 0
}

export async function city(name = 'Roma'): Promise<number> {
  const {
    rows: [made],
  } = await run(sql<{ id: number }>`
    insert into cities (name, slug, country_id, latitude, longitude, time_zone)
    select ${name}, ${`roma-${++last}`}, country_id, 41.9, 12.5, 'Europe/Rome' from cities where id = ${catalogue.cityId} returning id`)
  return made?.id ?? 0
}
/** Gives a city so many venues that a merge of it is left to the job. */
export async function manyVenues(cityId: number): Promise<void> {
  await run(sql`
    insert into venues (name, slug, city_id, latitude, longitude, time_zone, capacity)
    select 'Hall', ${`many-${++last}-`} || n, ${cityId}, 41.9, 12.5, 'Europe/Rome', 500 from generate_series(1, ${maxAtOnce + 1}::int) n`)
}

export const merge = (resource: string, into: number, from: number) =>
  admin.post(`${data}/${resource}/${into}/merge`, { from })
export const undo = (resource: string, into: number, { id }: { id: number }) =>
  admin.post(`${data}/${resource}/${into}/merges/${id}/undo`, {})
