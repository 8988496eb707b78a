import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Reply, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import { type Worlds, makeWorlds } from './discovery.server.ts'
import { keyWith } from './api-key.server.ts'
import { type Maker, maker } from '../../../core/testing/make.server.ts'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'
import { apiScopes } from '../../api-users/api-users.ts'

export let server: TestServer
export let worlds: Worlds
export let made: Maker
let key = ''

/** Starts the product for the tests of a file, and stops it after them. */
export function serveDiscovery(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'discovery answers' })
    const db = server.database.kysely
    await sql`update locales set is_enabled_on_site = true where code = 'es'`.execute(db)
    await sql`insert into locales (code, name, native_name, is_enabled_on_site, publishes_machine_texts, fallback_id) select 'fr', 'French', 'français', true, true, id from locales where code = 'es'
    on conflict (code) do update set is_enabled_on_site = true, publishes_machine_texts = true, fallback_id = excluded.fallback_id`.execute(
      db,
    )
    made = maker(db, resources, examples)
    worlds = await makeWorlds(db, made)
    key = (await keyWith(db, apiScopes)).key
  })
  afterAll(() => server.stop())
}

export type Row = Readonly<Record<string, unknown>>
export const get = async (
  path: string,
  params: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Reply> => await server.anonymous.get(`/v1/${path}`, params, { authorization: `Bearer ${key}`, ...headers })
export const read = async (path: string, params: Record<string, string> = {}) => {
  const reply = await get(path, params)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as Row
}
export const run = <T = unknown>(query: ReturnType<typeof sql<T>>) => query.execute(server.database.kysely)
export const number = (id: string) => Number(id.split('-').at(-1))
