import { fastify } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { system } from '../../core/access/access.ts'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { createLog } from '../../core/http/log.server.ts'
import { mount } from '../../core/http/http.server.ts'
import { createWebServer } from '../../core/http/web-server.server.ts'
import type { ApiGateway } from './api-gateway.server.ts'
import { apiGatewayOf } from './api-gateway.server.ts'
import { issueKey } from './api-keys.server.ts'

const readPrices = defineEndpoint('GET /v1/prices/:id', {
  summary: 'Read a price, to try the gateway out',
  access: 'public',
  params: z.object({ id: z.string() }),
  output: z.object({ of: z.string(), by: z.string() }),
})

let product: TestServer
let gateway: ApiGateway
const stops: (() => void | Promise<void>)[] = []
const api = createWebServer({ log: fastify().log, isProduction: false })

beforeAll(async () => {
  product = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'api gateway' })
  gateway = apiGatewayOf({
    database: product.database,
    log: createLog({ level: 'silent' }),
    onStop: (_when, work) => void stops.push(work),
  })
  mount(api, {
    db: product.database.kysely,
    requireIfMatch: false,
    checkOutput: true,
    authenticate: async () => {
      throw new Error('The gateway asks no one else.')
    },
    implementations: [
      gateway.implement(readPrices, 'prices:read', async ({ params, caller }) => {
        if (params.id === '404') throw new Refusal(404, 'price not found.')
        return { of: params.id, by: caller.name }
      }),
    ],
  })
  await api.ready()
})
afterAll(async () => {
  await api.close()
  for (const stop of stops) await stop()
  await product.stop()
})

async function keyWith(scopes: readonly string[]): Promise<{ id: number; key: string }> {
  const db = product.database.kysely
  const {
    rows: [user],
  } = await sql<{ id: number }>`
    insert into discovery_api_users (name, company, email, scopes, quota_per_minute) values ('Robot', 'Acme', 'r@example.com', ${scopes}::text[], 2) returning id`.execute(
    db,
  )
  const id = user?.id ?? 0
  return { id, key: (await issueKey(db, id, system('test'))).key }
}
/** A key as we make them that no one has. */
async function forgottenKey(): Promise<string> {
  const { key } = await keyWith([])
  await sql`delete from discovery_api_users where id = (select max(id) from discovery_api_users)`.execute(
    product.database.kysely,
  )
  return key
}
const call = (key: string, id = '7') =>
  api.inject({ url: `/v1/prices/${id}`, headers: { host: 'x', authorization: `Bearer ${key}` } })

describe('an endpoint of the discovery API', () => {
  it('answers keys that have its scope, and names the missing scope to others', async () => {
    const [right, wrong, none] = [
      await keyWith(['catalogue:read', 'prices:read']),
      await keyWith(['catalogue:read']),
      await keyWith([]),
    ]
    expect((await call(right.key)).json()).toEqual({ of: '7', by: 'Robot' })
    for (const { key } of [wrong, none]) {
      const reply = await call(key)
      expect([reply.statusCode, reply.json()]).toEqual([
        403,
        expect.objectContaining({ error: 'ScopeMissing', message: 'This key lacks the scope prices:read.' }),
      ])
    }
  })

  it('counts a call against the quota only when it gets through, and every call of a known key as usage', async () => {
    const { id, key } = await keyWith([])
    for (let n = 0; n < 4; n++) expect((await call(key)).statusCode).toBe(403)
    await sql`update discovery_api_users set scopes = '{prices:read}' where id = ${id}`.execute(product.database.kysely)
    const statuses = []
    for (const price of ['1', '404', '2', '3', '4', '5']) statuses.push((await call(key, price)).statusCode)
    expect(statuses.slice(0, 2)).toEqual([200, 404])
    expect(statuses).toContain(429)
    await gateway.usage.flush()
    const { rows } = await sql`select endpoint, calls, errors from discovery_api_usage where user_id = ${id}`.execute(
      product.database.kysely,
    )
    expect(rows).toEqual([
      { endpoint: 'GET /v1/prices/:id', calls: 10, errors: 4 + statuses.filter((status) => status >= 400).length },
    ])
  })

  it('slows down those who try keys, whatever they look like, and never a good key beside them', async () => {
    const statuses = []
    const { key } = await keyWith(['prices:read'])
    for (let n = 0; n < 70; n++)
      statuses.push((await call(n % 2 === 0 ? await forgottenKey() : `mk_live_${'x'.repeat(49)}`)).statusCode)
    expect([...new Set(statuses)]).toEqual([401, 429])
    expect((await call(await forgottenKey())).statusCode).toBe(429)
    expect((await call(key)).statusCode).toBe(200)
  })
})
