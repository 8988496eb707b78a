import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Reply, type Row, problemsIn } from '../../core/testing/test-context.server.ts'
import { grant } from '../../app/testing/grant.server.ts'
import {
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

async function me(key: string | null, headers: Record<string, string> = {}): Promise<Reply> {
  return await testContext.server.anonymous.get('/v1/me', undefined, {
    ...(key !== null && { authorization: `Bearer ${key}` }),
    ...headers,
  })
}

describe('a key', () => {
  it('is rotated and revoked with the permission to manage keys; creating and changing an API user takes write alone', async () => {
    const { id } = await create()
    const [key] = (await agent.get(`${path}/${id}/keys`)).body as { id: number }[]
    await grant(testContext.server.database, 'finance', 'users', 'write')
    const writer = await testContext.server.signIn('finance')
    expect((await writer.post(path, draft)).status).toBe(201)
    expect((await writer.put(path, { id, company: 'Wanderlust Ltd' })).status).toBe(200)
    for (const reply of [
      await writer.post(`${path}/${id}/rotate`, {}),
      await writer.post(`${path}/${id}/keys/${key?.id}/revoke`, {}),
    ])
      expect(codeOf(reply)).toBe('403 Forbidden')
    expect((await agent.post(`${path}/${id}/rotate`, {})).status).toBe(201)
  })

  it('says who it belongs to, what it can be used for and what is left of its quota', async () => {
    const { key } = await create({ quotaPerMinute: 10, quotaPerDay: 100 })
    const reply = await me(key)
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        name: 'Summer app',
        company: 'Wanderlust',
        scopes: ['catalogue:read'],
        key: { prefix: key.slice(0, 12), lastFour: key.slice(-4), expiresAt: null },
        quota: {
          minute: { limit: 10, left: 9, resetsAt: expect.stringMatching(/:00\.000Z$/) as unknown },
          day: { limit: 100, left: 99, resetsAt: expect.stringMatching(/T00:00:00\.000Z$/) as unknown },
        },
      },
    ])
    expect([reply.headers.get('x-ratelimit-limit'), reply.headers.get('x-ratelimit-remaining')]).toEqual(['10', '9'])
    expect(['limit', 'remaining'].map((what) => reply.headers.get(`x-ratelimit-${what}-day`))).toEqual(['100', '99'])
    expect(Number(reply.headers.get('x-ratelimit-reset-day'))).toBeLessThanOrEqual(86_400)
    expect((await me(key)).body).toMatchObject({ quota: { minute: { left: 8 }, day: { left: 98 } } })
  })

  it('opens nothing in the address, in a cookie, mistyped, or as a session of the console', async () => {
    const { key } = await create()
    const anonymous = testContext.server.anonymous
    expect(codeOf(await anonymous.get('/v1/me', { key, api_key: key }))).toBe('401 KeyMissing')
    expect(codeOf(await me(null, { cookie: `key=${key}` }))).toBe('401 KeyMissing')
    expect(codeOf(await me(null, { 'x-token': key }))).toBe('401 KeyMissing')
    const flipped = `${key.slice(0, 20)}${key[20] === 'A' ? 'B' : 'A'}${key.slice(21)}`
    for (const wrong of [flipped, key.toLowerCase(), `${key}x`, key.slice(0, -1), 'mk_live_', 'x', `${key} ${key}`])
      expect(codeOf(await me(wrong)), wrong).toBe('401 KeyUnknown')
    expect((await me('x')).headers.get('www-authenticate')).toContain('Bearer')
    expect((await anonymous.get(path, undefined, { authorization: `Bearer ${key}` })).status).toBe(403)
  })

  it('is refused with the next call once it is revoked, has expired, or its user is suspended', async () => {
    const { id, key } = await create()
    expect((await me(key)).status).toBe(200)
    await agent.put(path, { id, status: 'suspended' })
    expect(codeOf(await me(key))).toBe('401 Suspended')
    await agent.put(path, { id, status: 'active', expiresAt: '2020-01-01T00:00:00Z' })
    expect(codeOf(await me(key))).toBe('401 KeyExpired')
    await agent.put(path, { id, expiresAt: null })
    expect((await me(key)).status).toBe(200)
    const [{ id: keyId }] = (await agent.get(`${path}/${id}/keys`)).body as [{ id: number }]
    expect((await agent.post(`${path}/${id}/keys/${keyId}/revoke`)).body).toMatchObject({ state: 'revoked' })
    expect(codeOf(await me(key))).toBe('401 KeyRevoked')
    expect((await agent.post(`${path}/${id}/keys/${keyId}/revoke`)).status).toBe(409)
    expect((await agent.post(`${path}/${(await create()).id}/keys/${keyId}/revoke`)).status).toBe(404)
  })

  it('is rotated with an overlap in which both work, after which only the new one does', async () => {
    const { id, key: old } = await create()
    const reply = await agent.post(`${path}/${id}/rotate`, { overlap: 2 })
    expect(reply.status).toBe(201)
    const { key, othersEndAt } = reply.body as { key: string; othersEndAt: string }
    expect(key).not.toBe(old)
    expect(Date.parse(othersEndAt) - Date.now()).toBeGreaterThan(7_100_000)
    expect([(await me(old)).status, (await me(key)).status]).toEqual([200, 200])
    expect((await agent.get(`${path}/${id}/keys`)).body).toMatchObject([
      { state: 'active', createdBy: 'Amara Okonkwo' },
      { state: 'ending', expiresAt: othersEndAt },
    ])
    await sql`update discovery_api_keys set expires_at = now() - interval '1 second' where user_id = ${id} and expires_at is not null`.execute(
      testContext.db,
    )
    expect([codeOf(await me(old)), (await me(key)).status]).toEqual(['401 KeyExpired', 200])
    const again = await agent.post(`${path}/${id}/rotate`, { overlap: 0 })
    expect(codeOf(await me(key))).toBe('401 KeyExpired')
    expect((await me((again.body as { key: string }).key)).status).toBe(200)
    for (const overlap of [-1, 169, 1.5, '2'])
      expect(Object.keys(problemsIn(await agent.post(`${path}/${id}/rotate`, { overlap })))).toEqual(['overlap'])
    expect((await traces(id)).map(({ text }) => text).join()).not.toContain(key)
  })

  it('works from its addresses alone, an IPv4 address however it is written', async () => {
    const { id, key } = await create({ allowedRanges: ['203.0.113.0/24', '2001:db8::/32'] })
    const reply = await me(key)
    expect([codeOf(reply), (reply.body as { message: string }).message]).toEqual([
      '403 AddressNotAllowed',
      'Calls with this key are not allowed from 127.0.0.1.',
    ])
    expect(codeOf(await me(key, { 'x-forwarded-for': '203.0.113.5' }))).toBe('403 AddressNotAllowed')
    await agent.put(path, { id, allowedRanges: ['127.0.0.0/30'] })
    expect((await me(key)).status).toBe(200)
  })
})

describe('usage', () => {
  it('is counted by endpoint, with errors and refusals for want of quota apart, and shown at once', async () => {
    const { id, key } = await create({ quotaPerMinute: 3, quotaPerDay: 4, allowedRanges: [] })
    const statuses = []
    for (let call = 0; call < 5; call++) statuses.push((await me(key)).status)
    // A new minute can start in between, but the daily quota allows only four.
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(4)
    await agent.put(path, { id, allowedRanges: ['192.0.2.1'] })
    expect((await me(key)).status).toBe(403)
    const usage = (await agent.get(`${path}/${id}/usage`, { days: '7' })).body as {
      endpoints: Row[]
      byDay: Row[]
      quota: { day: Row }
    }
    const throttled = statuses.filter((status) => status === 429).length
    expect(throttled).toBeGreaterThan(0)
    expect(usage.endpoints).toEqual([
      { endpoint: 'GET /v1/me', calls: 6, errors: throttled + 1, throttled, averageMs: expect.any(Number) as unknown },
    ])
    expect(usage.byDay).toHaveLength(7)
    expect(usage.byDay.at(-1)).toMatchObject({ date: new Date().toISOString().slice(0, 10), calls: 6 })
    expect(usage.quota.day).toMatchObject({ limit: 4, left: 4 - (5 - throttled) })
    expect((await agent.get(`${path}/${id}`)).body).toMatchObject({
      callsToday: 6,
      errorsToday: throttled + 1,
      lastUsedAt: expect.any(String) as unknown,
    })
    for (const days of ['0', '91', '-1', '1.5', 'x'])
      expect(Object.keys(problemsIn(await agent.get(`${path}/${id}/usage`, { days })))).toEqual(['days'])
  })

  it('forecasts when the day’s quota will be used up', async () => {
    const { id, key } = await create({ quotaPerMinute: 60, quotaPerDay: 60 })
    const look = async () =>
      ((await agent.get(`${path}/${id}/usage`)).body as { quota: { day: { usedUpAt: string | null } } }).quota.day
    expect(await look()).toMatchObject({ usedUpAt: null })
    for (let call = 0; call < 58; call++) expect((await me(key)).status).toBe(200)
    const { usedUpAt } = await look()
    // Two calls are left at 58 in at most two hours; only in the last minutes of a day is the reset sooner.
    const minutesLeft = (86_400_000 - (Date.now() % 86_400_000)) / 60_000
    if (minutesLeft > 5) expect(Date.parse(usedUpAt ?? '') - Date.now()).toBeLessThan(5 * 60_000)
    else expect(usedUpAt === null || Date.parse(usedUpAt) > Date.now()).toBe(true)
  })

  it('writes once for many calls, not once a call', async () => {
    const { id, key } = await create({ quotaPerMinute: 6_000, quotaPerDay: 100_000 })
    await Promise.all(Array.from({ length: 200 }, () => me(key)))
    const written = async () =>
      (
        await sql<{ calls: number; taken: number }>`
      select coalesce((select sum(calls) from discovery_api_usage where user_id = ${id}), 0)::bigint as calls,
        (select max(taken) from discovery_api_leases where user_id = ${id}) as taken`.execute(testContext.db)
      ).rows[0]
    const before = await written()
    // Shares of 500 were taken out of both quotas, one or (around a full minute) two of them.
    expect(before?.taken).toBeGreaterThanOrEqual(500)
    expect(before?.taken).toBeLessThanOrEqual(1_000)
    await agent.get(`${path}/${id}/usage`)
    expect((await written())?.calls).toBe(200)
  })
})

describe('a key', () => {
  it('is created by a person who signed in within the last five minutes, and revoked with the permission alone', async () => {
    const { id } = await create()
    const other = await testContext.server.signIn('sales-agent')
    const [key] = (await other.get(`${path}/${id}/keys`)).body as { id: number }[]
    await sql`update sessions set created_at = now() - interval '6 minutes' where id = (select max(id) from sessions)`.execute(
      testContext.db,
    )
    for (const reply of [await other.post(path, draft), await other.post(`${path}/${id}/rotate`, {})]) {
      expect(codeOf(reply)).toBe('401 FreshSignInRequired')
    }
    expect((await other.post(`${path}/${id}/keys/${key?.id}/revoke`, {})).status).toBe(200)
  })
})
