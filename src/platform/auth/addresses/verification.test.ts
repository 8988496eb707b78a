import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { makeBreakGlass } from './break-glass.server.ts'
import { expectPolicyChange } from './ip-policy.server.ts'
import type { Browser } from './testing/ip.server.ts'
import { startIpServer } from './testing/ip.server.ts'

let server: Awaited<ReturnType<typeof startIpServer>>
let admin: Browser
const office = '198.51.100.1'
/** Another for each test, because tries are limited by network. */
let home = '203.0.113.0'
let tests = 0
const finance = 'hiroshi.tanabe@demo.marquee.example'
const path = '/user/ip-verification'

beforeAll(async () => {
  server = await startIpServer(inject('postgresUrl'))
})
afterAll(() => server.stop())
beforeEach(async () => {
  await sql`truncate ip_ranges, ip_trusts, ip_verifications, ip_break_glass_codes, messages, staff_networks`.execute(
    server.database.kysely,
  )
  await sql`insert into ip_ranges (range, label, owner) values ('198.51.100.0/24', 'Office', 'IT')`.execute(
    server.database.kysely,
  )
  home = `203.0.113.${++tests}`
  expectPolicyChange()
  admin = server.browser(office)
  expect((await admin.signIn()).status).toBe(200)
})

const words = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  `${status} ${String(body['error'] ?? '')}`.trim()
const enter = (browser: Browser, code: string) => browser.call('POST', path, { code })

/** A browser at home that was refused. */
async function refused(role = 'finance', address: string = home): Promise<Browser> {
  const browser = server.browser(address)
  expect(words(await browser.signIn(role))).toBe('403 UnverifiedIP')
  return browser
}

async function withCode(): Promise<{ browser: Browser; code: string }> {
  const browser = await refused()
  expect((await browser.call('POST', `${path}/code`, {})).status).toBe(200)
  return { browser, code: await server.newestCode() }
}

const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

async function mails(template: string): Promise<{ recipient: string; text: string }[]> {
  const { rows } = await sql<{ recipient: string; text: string }>`
    select recipient, subject || ' ' || content::text as text from messages where template = ${template} order by id`.execute(
    server.database.kysely,
  )
  return rows
}

async function pendingId(): Promise<number> {
  const { body } = await admin.call(
    'GET',
    `/rest/data/ip-verifications?filter=${encodeURIComponent('{"state":"pending"}')}`,
  )
  return (body as unknown as { id: number }[])[0]?.id ?? 0
}

describe('a person on an unknown network', () => {
  it('proves by an e-mailed code that it is theirs, and works from there from then on', async () => {
    const browser = await refused()
    const before = (await browser.call('GET', path)).body
    expect(before).toMatchObject({
      state: 'pending',
      address: home,
      email: 'h••••@d••••.example',
      hasCode: false,
      trustDays: 7,
      mail: 'demo-inbox',
    })
    const sent = await browser.call('POST', `${path}/code`, {})
    expect(sent.body).toMatchObject({ hasCode: true, triesLeft: 5, codeEndsIn: 600 })
    expect(JSON.stringify(sent.body)).not.toContain(await server.newestCode())
    expect(await mails('ip-code')).toEqual([{ recipient: finance, text: expect.stringContaining(home) }])
    const code = await server.newestCode()
    expect((await enter(browser, `${code.slice(0, 3)} ${code.slice(3)}`)).body['state']).toBe('verified')
    expect((await browser.signIn('finance')).status).toBe(200)
    expect(await browser.whoAmI()).toBe('in')
    expect(await mails('ip-verified')).toEqual([{ recipient: finance, text: expect.stringContaining('7 days') }])
    const { rows } = await sql<{ days: number; via: string }>`
      select round(extract(epoch from expires_at - now()) / 86400)::int as days, via from ip_trusts`.execute(
      server.database.kysely,
    )
    expect(rows).toEqual([{ days: 7, via: 'code' }])
    expect(await browser.at('203.0.113.250').whoAmI()).toBe('UnverifiedIP')
    // An address that one person has verified doesn't count for anyone else.
    expect(words(await server.browser(home).signIn('read-only'))).toBe('403 UnverifiedIP')
  })

  it('is refused in the middle of a session into the same verification, however many calls a page makes', async () => {
    const browser = server.browser(office)
    await browser.signIn('finance')
    browser.at(home)
    const replies = await Promise.all(Array.from({ length: 8 }, () => browser.call('GET', '/rest/data/rbac/whoami')))
    expect(new Set(replies.map(words))).toEqual(new Set(['403 UnverifiedIP']))
    expect(new Set(replies.map(({ headers }) => headers.getSetCookie().join()))).toHaveProperty('size', 1)
    const { rows } = await sql`select id from ip_verifications`.execute(server.database.kysely)
    expect(rows).toHaveLength(1)
    await browser.call('POST', `${path}/code`, {})
    expect((await enter(browser, await server.newestCode())).status).toBe(200)
    expect(await browser.whoAmI()).toBe('in')
  })

  it('works from the rest of an IPv6 network that they proved', async () => {
    const browser = await refused('finance', '2001:db8:1:2::5')
    await browser.call('POST', `${path}/code`, {})
    await enter(browser, await server.newestCode())
    expect((await browser.at('2001:db8:1:2:aaaa::9').signIn('finance')).status).toBe(200)
    expect(words(await browser.at('2001:db8:1:3::5').signIn('finance'))).toBe('403 UnverifiedIP')
  })

  it('can use a code once', async () => {
    const { browser, code } = await withCode()
    const cookies = new Map(browser.cookies)
    const both = await Promise.all([enter(browser, code), enter(browser, code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const [name, value] of cookies) (browser.cookies as Map<string, string>).set(name, value)
    expect(words(await enter(browser, code))).toBe('409 NothingToVerify')
  })

  it('has five tries for a code, and ten minutes', async () => {
    const { browser, code } = await withCode()
    const said: string[] = []
    for (let tries = 0; tries < 5; tries++) {
      const { status, body } = await enter(browser, wrong(code))
      expect([status, (body['fields'] as { code: string }).code === body['message']]).toEqual([422, true])
      said.push(String(body['message']))
    }
    expect(said[3]).toContain('One try is left')
    expect(said[4]).toContain('last try')
    expect((await enter(browser, code)).body['message']).toBe('That code is no longer good. Ask for a new one.')
    await sql`update ip_verifications set code_sent_at = now() - interval '1 minute'`.execute(server.database.kysely)
    await browser.call('POST', `${path}/code`, {})
    await sql`update ip_verifications set code_expires_at = now()`.execute(server.database.kysely)
    expect((await enter(browser, await server.newestCode())).status).toBe(422)
    expect(words(await browser.signIn('finance'))).toBe('403 UnverifiedIP')
  })

  it('cannot request an unlimited number of codes', async () => {
    const { browser } = await withCode()
    const again = await browser.call('POST', `${path}/code`, {})
    expect([again.status, Number(again.headers.get('retry-after')) > 20]).toEqual([429, true])
    for (let sent = 1; sent < 5; sent++) {
      await sql`update ip_verifications set code_sent_at = now() - interval '31 seconds'`.execute(
        server.database.kysely,
      )
      expect((await browser.call('POST', `${path}/code`, {})).status).toBe(200)
    }
    await sql`update ip_verifications set code_sent_at = now() - interval '31 seconds'`.execute(server.database.kysely)
    expect((await browser.call('POST', `${path}/code`, {})).status).toBe(429)
    expect((await browser.call('GET', path)).body).toMatchObject({ nextCodeIn: null, hasCode: true })
    // Nor from one network after another.
    const elsewhere = await refused('finance', '192.0.2.50')
    for (let sent = 0; sent < 3; sent++) {
      expect((await elsewhere.call('POST', `${path}/code`, {})).status).toBe(200)
      await sql`update ip_verifications set code_sent_at = now() - interval '31 seconds'`.execute(
        server.database.kysely,
      )
    }
    expect((await elsewhere.call('POST', `${path}/code`, {})).status).toBe(429)
    expect(await mails('ip-code')).toHaveLength(8)
  })

  it('cannot use a code in another browser, nor for another network', async () => {
    const { browser, code } = await withCode()
    const stranger = server.browser(home)
    expect(words(await enter(stranger, code))).toBe('409 NothingToVerify')
    expect((await stranger.call('GET', path)).body).toMatchObject({ state: 'none', email: null })
    const forged = server.browser(home)
    const {
      rows: [row],
    } = await sql<{ id: number }>`select id from ip_verifications`.execute(server.database.kysely)
    ;(forged.cookies as Map<string, string>).set('ip-verification', `${row?.id}.${'A'.repeat(43)}`)
    expect(words(await enter(forged, code))).toBe('409 NothingToVerify')
    browser.at('192.0.2.9')
    expect((await browser.call('GET', path)).body['state']).toBe('elsewhere')
    expect(words(await enter(browser, code))).toBe('409 NothingToVerify')
    const { rows } = await sql`select 1 from ip_trusts`.execute(server.database.kysely)
    expect(rows).toEqual([])
  })

  it('cannot try codes as fast as a program could', async () => {
    const browser = await refused()
    const replies = await Promise.all(Array.from({ length: 31 }, () => enter(browser, '000000')))
    const late = replies.filter(({ status }) => status === 429)
    expect(late).toHaveLength(1)
    expect(Number(late[0]?.headers.get('retry-after'))).toBeGreaterThan(30)
  })

  it('cannot be sent codes by a page elsewhere', async () => {
    const browser = await refused()
    expect(words(await browser.call('POST', `${path}/code`, {}, { 'sec-fetch-site': 'cross-site' }))).toBe(
      '403 CsrfFailed',
    )
    expect(await mails('ip-code')).toEqual([])
  })

  it('no longer has anything to verify once suspended', async () => {
    const { browser, code } = await withCode()
    await sql`update staff set status = 'suspended' where email = ${finance}`.execute(server.database.kysely)
    expect(words(await enter(browser, code))).toBe('409 NothingToVerify')
    await sql`update staff set status = 'active' where email = ${finance}`.execute(server.database.kysely)
  })
})

describe('an admin', () => {
  it('is asked by e-mail once, sees who waits, and lets them in', async () => {
    const browser = await refused()
    expect((await browser.call('POST', `${path}/approval`, {})).body['hasAsked']).toBe(true)
    await browser.call('POST', `${path}/approval`, {})
    expect(await mails('ip-approval-wanted')).toEqual([
      { recipient: 'ingrid.solheim@demo.marquee.example', text: expect.stringContaining('Hiroshi Tanabe') },
    ])
    const id = await pendingId()
    const { body } = await admin.call('GET', `/rest/data/ip-verifications/${id}`)
    expect(body).toMatchObject({
      person: 'Hiroshi Tanabe',
      email: finance,
      address: home,
      userAgent: expect.stringContaining('Firefox/140.0'),
      state: 'pending',
    })
    expect((await admin.call('POST', `/rest/data/ip-verifications/${id}/approve`, { reason: 'x' })).status).toBe(422)
    const reply = await admin.call('POST', `/rest/data/ip-verifications/${id}/approve`, {
      reason: 'Called me from home',
      days: 3,
    })
    expect(reply.status).toBe(200)
    expect((await browser.call('GET', path)).body['state']).toBe('approved')
    expect((await browser.signIn('finance')).status).toBe(200)
    expect(
      words(await admin.call('POST', `/rest/data/ip-verifications/${id}/deny`, { reason: 'Too late for that' })),
    ).toBe('409 Conflict')
    expect(await mails('ip-verified')).toEqual([{ recipient: finance, text: expect.stringContaining('3 days') }])
    const {
      rows: [row],
    } = await sql<{ reason: string; actor_email: string }>`
      select reason, actor_email from audit_log where action = 'approve' and object = 'ip-verifications' order by id desc limit 1`.execute(
      server.database.kysely,
    )
    expect(row).toEqual({ reason: 'Called me from home', actor_email: 'ingrid.solheim@demo.marquee.example' })
  })

  it('denies, after which no code opens that network for a day', async () => {
    const { browser, code } = await withCode()
    await admin.call('POST', `/rest/data/ip-verifications/${await pendingId()}/deny`, { reason: 'Not them, I asked' })
    expect((await browser.call('GET', path)).body).toMatchObject({ state: 'denied', reason: 'Not them, I asked' })
    expect(words(await enter(browser, code))).toBe('409 NothingToVerify')
    const again = await refused()
    expect((await again.call('GET', path)).body['state']).toBe('denied')
    expect(words(await again.call('POST', `${path}/code`, {}))).toBe('409 NothingToVerify')
    await sql`update ip_verifications set decided_at = now() - interval '25 hours'`.execute(server.database.kysely)
    expect((await (await refused()).call('GET', path)).body['state']).toBe('pending')
  })

  it('does not decide about themselves', async () => {
    await refused('admin')
    expect(
      words(
        await admin.call('POST', `/rest/data/ip-verifications/${await pendingId()}/approve`, { reason: 'It is me' }),
      ),
    ).toBe('409 Conflict')
  })

  it('takes a trust away, which acts on the next request', async () => {
    const { browser, code } = await withCode()
    await enter(browser, code)
    await browser.signIn('finance')
    const { body } = await admin.call('GET', '/rest/data/ip-trusts')
    const [trust] = body as unknown as { id: number; person: string; network: string }[]
    expect(trust).toMatchObject({ person: 'Hiroshi Tanabe', network: home })
    expect(await browser.whoAmI()).toBe('in')
    expect((await admin.call('DELETE', `/rest/data/ip-trusts/${trust?.id}`)).status).toBe(200)
    expect(await browser.whoAmI()).toBe('UnverifiedIP')
  })

  it('cannot take away the trust that lets them in', async () => {
    const browser = await refused('admin')
    await browser.call('POST', `${path}/code`, {})
    await enter(browser, await server.newestCode())
    await browser.signIn('admin')
    const { body } = await browser.call('GET', '/rest/data/ip-trusts')
    const [trust] = body as unknown as { id: number }[]
    expect(words(await browser.call('DELETE', `/rest/data/ip-trusts/${trust?.id}`))).toBe('409 LocksYouOut')
    // The office range can now be deleted: their verified address still lets them in.
    expect(
      (await browser.call('POST', '/rest/data/ip-ranges', { range: '192.0.2.0/24', label: 'VPN', owner: 'IT' })).status,
    ).toBe(201)
    expect((await admin.call('DELETE', `/rest/data/ip-trusts/${trust?.id}`)).status).toBe(200)
    expect(await browser.whoAmI()).toBe('UnverifiedIP')
  })
})

describe('a break-glass code', () => {
  const make = (email = finance) => server.database.kysely.transaction().execute((db) => makeBreakGlass(db, email))

  it('opens an address for a day without any mail, once', async () => {
    const browser = await refused()
    const { code } = await make()
    expect(code).toMatch(/^(?:[0-9A-Z]{5}-){3}[0-9A-Z]{5}$/)
    expect((await enter(browser, code.toLowerCase())).body['state']).toBe('verified')
    expect((await browser.signIn('finance')).status).toBe(200)
    const other = await refused('finance', '192.0.2.60')
    expect((await enter(other, code)).status).toBe(422)
    const { rows } = await sql<{ via: string; hours: number }>`
      select via, round(extract(epoch from expires_at - now()) / 3600)::int as hours from ip_trusts`.execute(
      server.database.kysely,
    )
    expect(rows).toEqual([{ via: 'break-glass', hours: 24 }])
    const { rows: audited } = await sql<{ action: string; after: object }>`
      select action, after from audit_log where action in ('make-break-glass', 'verify-address') order by id desc limit 2`.execute(
      server.database.kysely,
    )
    expect(audited).toMatchObject([
      { action: 'verify-address', after: { via: 'break-glass' } },
      { action: 'make-break-glass' },
    ])
  })

  it('is one person’s own, ends with the next one, and after fifteen minutes', async () => {
    const browser = await refused()
    const first = await make()
    const second = await make()
    const others = await make('leila.haddad@demo.marquee.example')
    expect((await enter(browser, first.code)).status).toBe(422)
    expect((await enter(browser, others.code)).status).toBe(422)
    await sql`update ip_break_glass_codes set expires_at = now()`.execute(server.database.kysely)
    expect((await enter(browser, second.code)).status).toBe(422)
    expect((await enter(browser, (await make()).code)).status).toBe(200)
  })

  it('is made for active staff alone', async () => {
    await expect(make('nobody@example.com')).rejects.toThrow('No active colleague has the address nobody@example.com.')
  })
})

describe('a sign-in from somewhere new', () => {
  it('is sent to the person by e-mail, except for the very first and for a neighbouring address', async () => {
    await sql`delete from ip_ranges`.execute(server.database.kysely)
    expectPolicyChange()
    const browser = server.browser('192.0.2.1')
    for (const address of ['192.0.2.1', '192.0.2.200', '192.0.2.1']) await browser.at(address).signIn('finance')
    expect(await mails('new-network')).toEqual([])
    await browser.at(home).signIn('finance')
    await browser.at(home).signIn('finance')
    expect(await mails('new-network')).toEqual([
      {
        recipient: finance,
        text: expect.stringMatching(new RegExp(`${home.replaceAll('.', '\\.')}.*Firefox \\d+ on Linux`)),
      },
    ])
  })
})
