import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Row, problemsIn } from '../../core/testing/test-context.server.ts'
import {
  type Created,
  agent,
  codeOf,
  create,
  draft,
  path,
  serveApiUsers,
  testContext,
  traces,
} from './testing/api-user-records.server.ts'

serveApiUsers()

describe('an API user', () => {
  it('is created by POST with a key that is shown this once, stored as SHA-256, and known by its ends', async () => {
    const reply = await agent.post(path, draft)
    expect(reply.status).toBe(201)
    const { id, key } = reply.body as Created
    expect(reply.headers.get('location')).toBe(`${path}/${id}`)
    expect(reply.body).toMatchObject({ keyHint: `${key.slice(0, 12)}…${key.slice(-4)}`, keyCount: 1 })
    expect(key).toMatch(/^mk_live_[0-9A-Za-z]{49}$/)
    const read = (await agent.get(`${path}/${id}`)).body as Row
    expect(read).toMatchObject({
      ...draft,
      status: 'active',
      quotaPerMinute: 60,
      quotaPerDay: 10_000,
      keyHint: `${key.slice(0, 12)}…${key.slice(-4)}`,
      keyCount: 1,
    })
    expect((await agent.get(path, { filter: { id } })).body).toEqual([read])
    const { rows } = await sql<{
      hash: string
    }>`select encode(hash, 'hex') as hash from discovery_api_keys where user_id = ${id}`.execute(testContext.db)
    expect(rows).toEqual([{ hash: createHash('sha256').update(key).digest('hex') }])
    const kept = await Promise.all(
      ['discovery_api_users', 'discovery_api_keys', 'audit_log', 'idempotency_keys'].map(async (table) =>
        (
          await sql<{ text: string }>`select row_to_json(t)::text as text from ${sql.table(table)} t`.execute(
            testContext.db,
          )
        ).rows
          .map(({ text }) => text)
          .join(),
      ),
    )
    expect(kept.join()).not.toContain(key)
    expect((await traces(id)).map(({ action }) => action)).toEqual(['create', 'make-key'])
  })

  it('keeps no reply with a key in it for another call', async () => {
    const made = async () => await agent.post(path, draft, { 'idempotency-key': 'once' })
    const [first, again] = [await made(), await made()]
    expect([first.status, again.status, (again.body as { error: string }).error]).toEqual([201, 409, 'AlreadyDone'])
    const { rows } = await sql`select 1 from idempotency_keys where body <> ''`.execute(testContext.db)
    expect(rows).toEqual([])
  })

  it('is refused without name, company or email, with unknown scopes, keys, addresses and quotas, naming each', async () => {
    const refusals: [object, string[]][] = [
      [{}, ['company', 'email', 'name']],
      [{ ...draft, scopes: ['everything'] }, ['scopes.0']],
      [{ ...draft, key: 'mk_live_x' }, ['key']],
      [{ ...draft, isAdmin: true, hash: 'x' }, ['hash', 'isAdmin']],
      ...['10.0.0.0/33', '300.1.1.1', 'example.com', '10.0.0.1-5', '::1/129', '1.2.3.4/24/8'].map(
        (range): [object, string[]] => [{ ...draft, allowedRanges: ['192.0.2.1', range] }, ['allowedRanges']],
      ),
      [{ ...draft, quotaPerMinute: 0 }, ['quotaPerMinute']],
      [{ ...draft, quotaPerMinute: 100, quotaPerDay: 99 }, ['quotaPerDay']],
      [{ ...draft, email: 'x' }, ['email']],
    ]
    for (const [body, fields] of refusals) {
      const reply = await agent.post(path, body)
      expect([reply.status, Object.keys(problemsIn(reply)).sort()], JSON.stringify(body)).toEqual([422, fields])
    }
  })

  it('is changed by PUT on the collection, with its id in the body', async () => {
    const { id } = await create()
    const reply = await agent.put(path, { id, company: 'Wanderlust GmbH', quotaPerDay: 500 }, { 'if-match': '"1"' })
    expect([reply.status, reply.headers.get('etag')]).toEqual([200, '"2"'])
    expect(reply.body).toMatchObject({ id, company: 'Wanderlust GmbH', quotaPerDay: 500, version: 2 })
    expect((await agent.put(path, { id, company: 'Late' }, { 'if-match': '"1"' })).status).toBe(412)
    expect((await agent.put(path, { id: 999_999_999, company: 'X' })).status).toBe(404)
    for (const body of [{ company: 'X' }, { id: '5' }, { id: -1 }, { id: 1.5 }, { id: null }])
      expect(Object.keys(problemsIn(await agent.put(path, body)))).toEqual(['id'])
    expect(Object.keys(problemsIn(await agent.put(path, { id, token: 'x', keyCount: 9 }))).sort()).toEqual([
      'keyCount',
      'token',
    ])
    expect((await traces(id)).at(-1)).toMatchObject({
      action: 'update',
      after: { company: 'Wanderlust GmbH', quotaPerDay: 500 },
    })
  })

  it('and its keys are out of reach for people who can only read', async () => {
    const { id } = await create()
    const finance = await testContext.server.signIn('finance')
    expect((await finance.get(`${path}/${id}/keys`)).status).toBe(200)
    for (const reply of [
      await finance.post(path, draft),
      await finance.put(path, { id, name: 'X' }),
      await finance.post(`${path}/${id}/rotate`, {}),
    ])
      expect(codeOf(reply)).toBe('403 Forbidden')
  })
})
