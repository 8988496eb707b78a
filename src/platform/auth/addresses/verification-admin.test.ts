import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeBreakGlass } from './break-glass.server.ts'
import {
  admin,
  enter,
  finance,
  home,
  mails,
  path,
  refused,
  serveVerification,
  server,
  withCode,
  words,
} from './testing/verified-people.server.ts'

serveVerification()

async function pendingId(): Promise<number> {
  const { body } = await admin.call(
    'GET',
    `/rest/data/ip-verifications?filter=${encodeURIComponent('{"state":"pending"}')}`,
  )
  return (body as unknown as { id: number }[])[0]?.id ?? 0
}

describe('an admin', () => {
  it('is asked by email once, sees who waits, and lets them in', async () => {
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
