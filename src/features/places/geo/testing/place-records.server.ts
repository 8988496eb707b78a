import type { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Client, type Reply, type TestServer, startTestServer } from '../../../../app/testing/start.server.ts'
import { type Catalogue, makeCatalogue } from '../../../coupons/testing/coupons.server.ts'
import { makeSpain } from './places.server.ts'

export let server: TestServer
export let admin: Client
export let catalogue: Catalogue
export const data = '/rest/data'

/** Starts the product for the tests of a file, and stops it after them. */
export function servePlaces(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'places' })
    admin = await server.signIn('admin')
    catalogue = await makeCatalogue(server.database.kysely)
  })
  afterAll(() => server.stop())
}

export const run = <T = unknown>(query: ReturnType<typeof sql<T>>) => query.execute(server.database.kysely)
export const fieldsOf = (reply: Reply) => (reply.body as { fields?: Record<string, string> }).fields ?? {}
export const idOf = (reply: Reply) => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return (reply.body as { id: number }).id
}

export const spain = () => makeSpain(server.database.kysely)
