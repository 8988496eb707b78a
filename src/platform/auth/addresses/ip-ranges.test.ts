import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import type { Browser } from './testing/ip.server.ts'
import { startIpServer } from './testing/ip.server.ts'
import { createPolicyReader, expectPolicyChange } from './ip-policy.server.ts'

let server: Awaited<ReturnType<typeof startIpServer>>
let admin: Browser
const office = '198.51.100.1'

beforeAll(async () => {
  server = await startIpServer(inject('postgresUrl'))
})
afterAll(async () => {
  leap.mockRestore()
  await server.stop()
})
beforeEach(async () => {
  await sql`truncate ip_ranges, ip_trusts, ip_verifications, messages, staff_networks cascade`.execute(
    server.database.kysely,
  )
  expectPolicyChange()
  admin = server.browser(office)
  expect((await admin.signIn()).status).toBe(200)
})

// What this process remembers is as old as its clock says, which leaps where a test lets time pass, and goes on.
const clock = performance.now.bind(performance)
let ahead = 0
const leap = vi.spyOn(performance, 'now').mockImplementation(() => clock() + ahead)
const pass = (ms: number) => {
  ahead += ms
}

const add = (range: string, more: object = {}) =>
  admin.call('POST', '/rest/data/ip-ranges', { range, label: range, owner: 'IT', ...more })
const words = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  `${status} ${String(body['error'] ?? '')}`.trim()

describe('IP ranges', () => {
  it('let each person in while there is none', async () => {
    for (const address of ['203.0.113.7', '2001:db8::1']) {
      const somebody = server.browser(address)
      expect((await somebody.signIn('finance')).status).toBe(200)
      expect(await somebody.whoAmI()).toBe('in')
    }
  })

  it('begin with one that contains the address of the person who saves it', async () => {
    const refused = await add('203.0.113.0/24')
    expect(words(refused)).toBe('409 LocksYouOut')
    expect((refused.body['fields'] as Record<string, string>)['range']).toContain(office)
    expect(words(await add('198.51.100.0/24', { expiresAt: '2020-01-01T00:00:00.000Z' }))).toBe('409 LocksYouOut')
    expect(await admin.whoAmI()).toBe('in')
    expect((await add('198.51.100.0/24')).status).toBe(201)
    expect((await add('203.0.113.0/24')).status).toBe(201)
  })

  it('are refused in words when they are none, or would admit every address', async () => {
    for (const range of ['198.51.100.0/33', 'office', '198.51.100', '0.0.0.0/0', '::/0', '128.0.0.0/1']) {
      const reply = await add(range)
      expect([range, reply.status, Object.keys(reply.body['fields'] as object)]).toEqual([range, 422, ['range']])
    }
    expect((await add('198.51.100.77/24')).body['range']).toBe('198.51.100.0/24')
    expect((await add('2001:DB8:0:0::1/48')).body['range']).toBe('2001:db8::/48')
  })

  it('keep out who comes from elsewhere, at sign-in and on every request after it', async () => {
    const home = server.browser('203.0.113.7')
    expect((await home.signIn('finance')).status).toBe(200)
    await add('198.51.100.0/24')
    expect(await home.whoAmI()).toBe('UnverifiedIP')
    const reply = await home.call('GET', '/rest/data/purchases')
    expect(words(reply)).toBe('403 UnverifiedIP')
    expect(words(await server.browser('203.0.113.7').signIn('finance'))).toBe('403 UnverifiedIP')
    expect(await home.at(office).whoAmI()).toBe('in')
    const { rows } = await sql<{ action: string; actor_email: string }>`
      select action, actor_email from audit_log where reason like 'The address is in no range%' order by id desc limit 2`.execute(
      server.database.kysely,
    )
    expect(rows.map(({ action }) => action)).toEqual(['sign-in-refused', 'session-refused'])
  })

  it('take the mapped spelling of an address for the address itself', async () => {
    await add('198.51.100.1')
    expect(await admin.at('::ffff:198.51.100.1').whoAmI()).toBe('in')
    expect(await admin.at('::FFFF:c633:6401').whoAmI()).toBe('in')
    expect(await admin.at('::ffff:198.51.100.2').whoAmI()).toBe('UnverifiedIP')
  })

  it.each(['garbage', 'unknown', '0177.0.0.1', ''])(
    'do not admit a caller whom the proxy names %j, even where they admit the proxy',
    async (forwardedFor) => {
      await add('198.51.100.0/24')
      await add('127.0.0.0/8')
      const reply = await admin.call('GET', '/rest/data/rbac/whoami', undefined, { 'x-forwarded-for': forwardedFor })
      expect(words(reply)).toBe('403 UnverifiedIP')
      expect(reply.body['message']).toContain('X-Forwarded-For')
      const guest = server.browser(forwardedFor)
      expect(words(await guest.signIn('finance'))).toBe('403 UnverifiedIP')
      expect((await guest.call('GET', '/user/ip-verification')).body).toMatchObject({
        state: 'none',
        address: 'unknown',
      })
      expect(await admin.whoAmI()).toBe('in')
    },
  )

  it('admit IPv6 networks as they do IPv4', async () => {
    await add('198.51.100.0/24')
    await add('2001:db8:aa::/48')
    expect(await admin.at('2001:db8:aa:1::5').whoAmI()).toBe('in')
    expect(await admin.at('2001:db8:ab::5').whoAmI()).toBe('UnverifiedIP')
  })

  it('end by themselves, and when all have ended no one gets in', async () => {
    await add('198.51.100.0/24')
    const id = (await add('203.0.113.0/24', { expiresAt: new Date(Date.now() + 1_500).toISOString() })).body['id']
    const guest = server.browser('203.0.113.7')
    expect((await guest.signIn('finance')).status).toBe(200)
    await sleep(1_600)
    expect(await guest.whoAmI()).toBe('UnverifiedIP')
    expect((await admin.call('GET', `/rest/data/ip-ranges/${String(id)}`)).body['state']).toBe('expired')
    await sql`update ip_ranges set expires_at = now()`.execute(server.database.kysely)
    pass(1_100)
    expect(await admin.whoAmI()).toBe('UnverifiedIP')
  })

  it('cannot be changed so that they lock out the person who changes them', async () => {
    const {
      body: { id },
    } = await add('198.51.100.0/24')
    const other = (await add('203.0.113.0/24')).body['id']
    const at = (some: unknown) => `/rest/data/ip-ranges/${String(some)}`
    expect(words(await admin.call('DELETE', at(id)))).toBe('409 LocksYouOut')
    expect(words(await admin.call('PATCH', at(id), { range: '192.0.2.0/24' }))).toBe('409 LocksYouOut')
    expect(words(await admin.call('PATCH', at(id), { expiresAt: new Date().toISOString() }))).toBe('409 LocksYouOut')
    expect(words(await admin.call('POST', '/rest/data/ip-ranges/expire', { ids: [other, id] }))).toBe('409 LocksYouOut')
    expect(await admin.whoAmI()).toBe('in')
    expect((await admin.call('GET', at(other))).body['state']).toBe('active')
    expect((await admin.call('POST', '/rest/data/ip-ranges/expire', { ids: [other] })).body).toEqual({
      expired: [other],
    })
    expect((await admin.call('DELETE', at(other))).status).toBe(200)
    // Without any range every address is allowed, so the last range can be deleted.
    expect((await admin.call('DELETE', at(id))).status).toBe(200)
    expect(await admin.at('203.0.113.7').whoAmI()).toBe('in')
  })

  it('count the sign-ins that they admit, and say when they were last used', async () => {
    const {
      body: { id },
    } = await add('198.51.100.0/24')
    expect((await server.browser('198.51.100.9').signIn('finance')).status).toBe(200)
    const { body } = await admin.call('GET', `/rest/data/ip-ranges/${String(id)}`)
    expect(body).toMatchObject({ hits: 1, lastSeenAt: expect.stringMatching(/Z$/) })
    // Use of a range is not a change: an open form must not report a conflict because of it.
    expect(body['version']).toBe(1)
  })

  it('show people who can see them their own address', async () => {
    const own = async () => (await admin.call('GET', '/rest/data/ip-ranges/own-address')).body
    expect(await own()).toEqual({ address: office, isOn: false, admittedBy: null })
    await add('198.51.100.0/24')
    expect(await own()).toEqual({ address: office, isOn: true, admittedBy: 'range' })
  })

  it('changed by one instance act on the others within about a second', async () => {
    // This instance's own last change is past, so that it reads no more often than others do.
    pass(2_100)
    const other = createPolicyReader(server.database)
    expect((await other.read()).isOn).toBe(false)
    // As another process does it: nothing in this one hears of it.
    await sql`insert into ip_ranges (range, label, owner) values ('198.51.100.0/24', 'Office', 'IT')`.execute(
      server.database.kysely,
    )
    pass(1_100)
    const now = await other.read()
    expect([now.isOn, now.rangeOf('203.0.113.7'), now.rangeOf(office)]).toEqual([true, null, expect.any(Number)])
    await sql`update ip_ranges set range = '203.0.113.0/24'`.execute(server.database.kysely)
    pass(1_100)
    expect((await other.read()).rangeOf(office)).toBe(null)
  })

  it('cost a request nothing but one look a second, however many come', async () => {
    let looks = 0
    const { pool } = server.database
    const counted = Object.create(pool, {
      query: {
        value: (...args: unknown[]) => {
          looks += 1
          return Reflect.apply(pool.query, pool, args) as unknown
        },
      },
    }) as typeof pool
    const reader = createPolicyReader({ ...server.database, availability: 'ready', pool: counted })
    await add('198.51.100.0/24')
    pass(2_100)
    looks = 0
    const end = performance.now() + 900
    let reads = 0
    while (performance.now() < end) {
      await Promise.all(Array.from({ length: 20 }, () => reader.read()))
      reads += 20
    }
    expect(reads).toBeGreaterThan(1_000)
    expect(looks).toBeLessThanOrEqual(2)
  })
})

describe('changing who is let in', () => {
  it('asks for a sign-in within the last five minutes', async () => {
    const { id } = (await add('198.51.100.0/24')).body as { id: number }
    await sql`update sessions set created_at = now() - interval '6 minutes' where ended_at is null`.execute(
      server.database.kysely,
    )
    for (const reply of [
      await add('192.0.2.0/24'),
      await admin.call('PATCH', `/rest/data/ip-ranges/${id}`, { label: 'Home' }),
      await admin.call('DELETE', `/rest/data/ip-ranges/${id}`, undefined),
      await admin.call('POST', '/rest/data/ip-ranges/expire', { ids: [id] }),
    ])
      expect(words(reply)).toBe('401 FreshSignInRequired')
    expect((await sql`select label from ip_ranges`.execute(server.database.kysely)).rows).toEqual([
      { label: '198.51.100.0/24' },
    ])
  })
})

describe('without a proxy that is believed', () => {
  it('an address that a caller makes up is not looked at', async () => {
    const direct = await startIpServer(inject('postgresUrl'), { TRUSTED_PROXIES: '' })
    try {
      await sql`insert into ip_ranges (range, label, owner) values ('198.51.100.0/24', 'Office', 'IT')`.execute(
        direct.database.kysely,
      )
      const liar = direct.browser('198.51.100.1')
      const reply = await liar.signIn()
      expect(words(reply)).toBe('403 UnverifiedIP')
      await sql`insert into ip_ranges (range, label, owner) values ('127.0.0.1/32', 'Here', 'IT')`.execute(
        direct.database.kysely,
      )
      pass(1_100)
      expect((await liar.at('203.0.113.7').signIn()).status).toBe(200)
    } finally {
      await direct.stop()
    }
  })
})
