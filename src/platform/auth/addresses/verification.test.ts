import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { expectPolicyChange } from './ip-policy.server.ts'
import {
  enter,
  finance,
  home,
  mails,
  office,
  path,
  refused,
  serveVerification,
  server,
  withCode,
  words,
} from './testing/verified-people.server.ts'

serveVerification()

const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

describe('a person on an unknown network', () => {
  it('proves by an emailed code that it is theirs, and works from there from then on', async () => {
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
    expect(said[3]).toContain('One try left')
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

describe('a sign-in from somewhere new', () => {
  it('is sent to the person by email, except for the very first and for a neighbouring address', async () => {
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
