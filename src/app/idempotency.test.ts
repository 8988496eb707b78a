import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { keyUseOf } from '../core/http/idempotency.server.ts'
import { callsIn } from '../core/testing/api-document.server.ts'
import type { Caller, Reply } from '../core/testing/test-context.server.ts'
import { findings, inShort } from '../core/testing/test-context.server.ts'
import { specifiedCalls } from './testing/specified-calls.ts'
import type { Client, TestServer } from './testing/start.server.ts'
import { startTestServer } from './testing/start.server.ts'
import { describedBy } from './testing/test-context.server.ts'

let server: TestServer
let admin: Client
let adminId: number

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'idempotency' })
  admin = await server.signIn('admin')
  adminId = await idOf(admin)
})
afterAll(() => server.stop())

async function idOf(person: Client): Promise<number> {
  const { body } = await person.get('/rest/data/rbac/whoami')
  const { email } = (body as { user: { email: string } }).user
  const { rows } = await sql<{ id: number }>`select id from staff where email = ${email}`.execute(
    server.database.kysely,
  )
  return rows[0]?.id ?? 0
}

const changing = () => server.implementations.filter((one) => keyUseOf(one) !== 'none' && !one.readsKey)
const concrete = (path: string) => path.replace(/:[a-zA-Z]+/g, '999999999')

/** A body that nothing takes: only the key can answer it with anything but a refusal. */
const body = { nobodyKnows: 1 }
const call = (method: string, path: string, caller: Caller, headers: Readonly<Record<string, string>>) =>
  method === 'DELETE'
    ? caller.delete(path, headers)
    : caller[method.toLowerCase() as 'post' | 'put' | 'patch'](path, body, headers)

/** The hash by which the server recognises a repeated call. */
const hashOf = (call: { method: string; url: string; body: unknown }) =>
  createHash('sha256')
    .update(JSON.stringify([call.method, call.url, call.body ?? null]))
    .digest('hex')

async function keep(key: string, hash: string): Promise<void> {
  await sql`insert into idempotency_keys (actor_id, key, request_hash, status, body) values (${adminId}, ${key}, ${hash}, 200, '{"kept":true}')`.execute(
    server.database.kysely,
  )
}

const isReplay = ({ status, headers, body: answer }: Reply) =>
  status === 200 && headers.get('idempotency-replayed') === 'true' && (answer as { kept?: boolean }).kept === true

describe('every call that changes something', { timeout: 60_000 }, () => {
  it('heeds its Idempotency-Key: the same call is answered alike, another is refused', async () => {
    expect(changing().length).toBeGreaterThan(200)
    expect(
      await findings(changing().entries(), async ([index, { endpoint }]) => {
        const { method } = endpoint
        const path = concrete(endpoint.path)
        const [same, other] = [`same-${index}`, `other-${index}`]
        await keep(same, hashOf({ method, url: path, body: method === 'DELETE' ? undefined : body }))
        await keep(other, 'of another call')
        const replies = {
          same: await call(method, path, admin, { 'idempotency-key': same }),
          other: await call(method, path, admin, { 'idempotency-key': other }),
          malformed: await call(method, path, admin, { 'idempotency-key': 'a b' }),
        }
        const says = (reply: Reply) => (reply.body as { message?: string }).message ?? ''
        const isRight =
          isReplay(replies.same) &&
          replies.other.status === 422 &&
          says(replies.other) === 'This Idempotency-Key was used for another call.' &&
          replies.malformed.status === 422 &&
          says(replies.malformed).startsWith('An Idempotency-Key must')
        return isRight ? undefined : `${method} ${endpoint.path}: ${Object.values(replies).map(inShort).join(' | ')}`
      }),
    ).toEqual([])
  })

  it('answers no one who has lost the permission since', async () => {
    const stranger = await server.signIn('no-access')
    const path = '/rest/data/coupons'
    await sql`insert into idempotency_keys (actor_id, key, request_hash, status, body)
      values (${await idOf(stranger)}, 'before', ${hashOf({ method: 'POST', url: path, body })}, 200, '{"kept":true}')`.execute(
      server.database.kysely,
    )
    expect((await stranger.post(path, body, { 'idempotency-key': 'before' })).status).toBe(403)
  })

  it('says so in the description of the API, and those that need one say that', async () => {
    const [document] = await describedBy(server)
    const described = new Map(
      callsIn(document).map(({ method, path, operation }) => [`${method.toUpperCase()} ${path}`, operation]),
    )
    expect(
      changing().flatMap((one) => {
        const { method, path, idempotencyKey } = one.endpoint
        const operation = described.get(`${method} ${path.replace(/:([a-zA-Z]+)/g, '{$1}')}`)
        const parameter = operation?.parameters.find(({ name }) => name === 'Idempotency-Key')
        const isRequired = idempotencyKey === 'required'
        const isRight =
          parameter !== undefined &&
          Boolean((parameter as { required?: boolean }).required) === isRequired &&
          Object.hasOwn(operation?.responses ?? {}, '428') === isRequired
        return isRight ? [] : [`${method} ${path}`]
      }),
    ).toEqual([])
  })

  it('that the specification names can be made without a key', () => {
    const needy = changing().filter((one) => keyUseOf(one) === 'required')
    expect(
      needy
        .map(({ endpoint: { method, path } }) => `${method} ${path}`)
        .filter((route) => specifiedCalls.includes(route)),
    ).toEqual([])
  })
})
