import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { startSignIn } from './testing/sign-in.server.ts'
import { csrfTokenFor } from './tokens.server.ts'
import {
  type SignedIn,
  at,
  browser,
  change,
  cookieHeader,
  home,
  script,
  serveSessions,
  sessionRow,
  signIn,
  whoAmI,
  withBrowser,
} from './testing/signed-in-people.server.ts'

serveSessions()

describe('a sign-in in a browser', () => {
  it('sets the cookies: the token for scripts, the second secret out of their reach', async () => {
    const { token, setCookies, staffId } = await signIn()
    const attributes = new Map(
      setCookies.map((line) => {
        const [pair = '', ...rest] = line.split('; ')
        return [pair.split('=')[0] ?? '', { value: pair.slice(pair.indexOf('=') + 1), rest: rest.toSorted() }] as const
      }),
    )
    expect(attributes.get('token')).toEqual({ value: token, rest: ['Max-Age=28800', 'Path=/', 'SameSite=Strict'] })
    expect(attributes.get('XSRF-TOKEN')?.rest).toEqual(['Max-Age=28800', 'Path=/', 'SameSite=Strict'])
    expect(attributes.get('__Host-sid')?.rest).toEqual([
      'HttpOnly',
      'Max-Age=28800',
      'Path=/',
      'SameSite=Strict',
      'Secure',
    ])
    expect(attributes.get('__Host-sid')?.value).not.toBe(token)
    expect(await sessionRow(staffId)).toMatchObject({ is_bound: true, seconds: 8 * 3600, user_agent: 'Test Browser' })
  })

  it('marks every cookie Secure on https, and needs no plain one', { timeout: 120_000 }, async () => {
    const strict = await startSignIn({
      postgresUrl: inject('postgresUrl'),
      name: 'https',
      settings: { mode: 'production', publicUrl: 'https://admin.example.com' },
    })
    try {
      await strict.invite('ana@marquee.example')
      const response = await strict.post('/user/login', { googleToken: await strict.google.token() }, browser)
      const lines = response.headers.getSetCookie()
      expect(lines.map((line) => line.split('=')[0])).toEqual(['token', 'XSRF-TOKEN', '__Host-sid'])
      expect(lines.every((line) => line.includes('; Secure'))).toBe(true)
    } finally {
      await strict.close()
    }
  })

  it('works with token and cookie together', async () => {
    const session = await signIn()
    expect(await whoAmI(withBrowser(session))).toBe(`200 ${session.email}`)
    expect(await change(withBrowser(session))).toBe('200')
    // Safari keeps no Secure cookie on plain http.
    const withoutHost = new Map([...session.cookies].filter(([name]) => name !== '__Host-sid'))
    expect(await whoAmI(withBrowser(session, { cookie: cookieHeader(withoutHost) }))).toBe(`200 ${session.email}`)
  })

  it('goes on from another address, as people do', async () => {
    const session = await signIn()
    expect(await whoAmI(withBrowser(session, { 'x-forwarded-for': '192.0.2.99' }))).toBe(`200 ${session.email}`)
  })

  it.each(['without the second secret', 'with the second secret of another session'])(
    'is revoked when its token is used %s',
    async (how) => {
      const session = await signIn()
      const thief = await signIn()
      const cookie = how.startsWith('without')
        ? undefined
        : cookieHeader(
            new Map([
              ...session.cookies,
              ['__Host-sid', thief.cookies.get('__Host-sid') ?? ''],
              ['sid', thief.cookies.get('sid') ?? ''],
            ]),
          )
      expect(await whoAmI(withBrowser(session, { cookie }))).toBe('403 SessionExpired')
      expect(await sessionRow(session.staffId)).toMatchObject({ ended_because: 'stolen' })
      expect((await at.audited())[0]).toMatchObject({
        action: 'session-revoked',
        actor_email: session.email,
        title: session.email,
        address: home,
      })
      expect(await whoAmI(withBrowser(session))).toBe('403 SessionExpired')
      expect(await whoAmI(withBrowser(thief))).toBe(`200 ${thief.email}`)
    },
  )
})

describe('a sign-in of a script', () => {
  it('opens a session of two hours that the token alone carries', async () => {
    const session = await signIn(script)
    expect([...session.cookies.keys()]).toEqual(['token', 'XSRF-TOKEN'])
    expect(await sessionRow(session.staffId)).toMatchObject({ is_bound: false, seconds: 2 * 3600 })
    expect(await whoAmI({ ...script, 'x-token': session.token })).toBe(`200 ${session.email}`)
    expect(await change({ ...script, 'x-token': session.token })).toBe('200')
  })

  it('is good from the address it was made at, in either spelling, and from no other', async () => {
    const session = await signIn(script)
    expect(await whoAmI({ 'x-token': session.token, 'x-forwarded-for': `::ffff:${home}` })).toBe(`200 ${session.email}`)
    expect(await whoAmI({ 'x-token': session.token, 'x-forwarded-for': '203.0.113.6' })).toBe('403 UnverifiedIP')
    expect((await at.audited())[0]).toMatchObject({
      action: 'session-refused',
      title: session.email,
      address: '203.0.113.6',
    })
    expect(await whoAmI({ 'x-token': session.token, 'x-forwarded-for': home })).toBe(`200 ${session.email}`)
  })

  it('cannot claim its address in a header when it comes without a proxy', { timeout: 120_000 }, async () => {
    const direct = await startSignIn({ postgresUrl: inject('postgresUrl'), name: 'direct', trustedProxies: [] })
    try {
      await direct.invite('ana@marquee.example')
      const response = await direct.post(
        '/user/login',
        { googleToken: await direct.google.token() },
        { 'x-forwarded-for': home },
      )
      const { token } = (await response.json()) as { token: string }
      expect((await direct.audited())[0]).toMatchObject({ action: 'sign-in', address: '127.0.0.1' })
      const who = await direct.call('/rest/data/rbac/whoami', {
        headers: { 'x-token': token, 'x-forwarded-for': '198.51.100.200' },
      })
      expect(who.status).toBe(200)
    } finally {
      await direct.close()
    }
  })
})

describe('a changing call that carries a session cookie', () => {
  it('needs the CSRF token of its own session (403 CsrfFailed)', async () => {
    const session = await signIn()
    const other = await signIn()
    const mine = session.cookies.get('XSRF-TOKEN') ?? ''
    const [random = ''] = mine.split('.')
    for (const header of [
      undefined,
      '',
      random,
      `${random}.`,
      'x.y',
      `${mine}x`,
      other.cookies.get('XSRF-TOKEN'),
      csrfTokenFor(1, 'another secret'),
    ]) {
      expect([header, await change(withBrowser(session, { 'x-xsrf-token': header }))]).toEqual([
        header,
        '403 CsrfFailed',
      ])
    }
    expect((await at.audited())[0]).toMatchObject({ action: 'call-refused', title: session.email })
    expect(await change(withBrowser(session))).toBe('200')
    expect(await whoAmI(withBrowser(session, { 'x-xsrf-token': undefined }))).toBe(`200 ${session.email}`)
  })

  it('needs it for the session of a script, too', async () => {
    const session = await signIn(script)
    const headers = { ...script, 'x-token': session.token, 'cookie': cookieHeader(session.cookies) }
    expect(await change(headers)).toBe('403 CsrfFailed')
    expect(await change({ ...headers, 'x-xsrf-token': session.cookies.get('XSRF-TOKEN') ?? '' })).toBe('200')
  })

  it('must come from our own pages (403 CsrfFailed)', async () => {
    const session = await signIn()
    expect(await change(withBrowser(session, { 'sec-fetch-site': 'cross-site' }))).toBe('403 CsrfFailed')
    expect(await change(withBrowser(session, { origin: 'null' }))).toBe('403 CsrfFailed')
    expect(await change(withBrowser(session, { origin: 'https://evil.example' }))).toBe('403 CsrfFailed')
    expect(await change(withBrowser(session, { origin: at.url }))).toBe('200')
  })
})

describe('calls that arrive together', () => {
  const whoAmIInside = async (headers: Record<string, string>) => {
    const response = await at.server.inject({ url: '/rest/data/rbac/whoami', headers })
    const body = response.json<{ error?: string; user?: { email: string } }>()
    return `${response.statusCode} ${body.error ?? body.user?.email}`
  }

  it('are each answered as the person whose token they have', async () => {
    const [ana, bea, gone] = [await signIn(), await signIn(), await signIn()]
    await sql`update sessions set ended_at = now(), ended_because = 'revoked' where staff_id = ${gone.staffId}`.execute(
      at.db.kysely,
    )
    const unknown = { ...browser, 'x-token': 'A'.repeat(ana.token.length) }
    const callers = [withBrowser(bea), unknown, withBrowser(ana), withBrowser(gone), withBrowser(bea)]
    expect(await Promise.all(callers.map(whoAmIInside))).toEqual([
      `200 ${bea.email}`,
      '403 SessionExpired',
      `200 ${ana.email}`,
      '403 SessionExpired',
      `200 ${bea.email}`,
    ])
  })

  it('ask the database for their sessions once', async () => {
    const [ana, bea] = [await signIn(browser, 'sales-agent'), await signIn(browser, 'sales-agent')]
    const probe = async (session: SignedIn) =>
      (await at.server.inject({ url: '/rest/data/probe', headers: withBrowser(session) })).statusCode
    await probe(ana)
    let borrowed = 0
    const count = () => void borrowed++
    at.db.pool.on('acquire', count)
    const answers = await Promise.all([ana, bea, ana, bea].map(probe))
    at.db.pool.off('acquire', count)
    expect(answers).toEqual([200, 200, 200, 200])
    expect(borrowed).toBe(1)
  })
})

describe('what a person can do', () => {
  const probe = async (session: SignedIn): Promise<number> =>
    (await at.call('/rest/data/probe', { headers: withBrowser(session) })).status

  it('follows the role from the very next request on', async () => {
    const session = await signIn(browser, 'no-access')
    expect(await probe(session)).toBe(403)
    const moveTo = (role: string) =>
      sql`update staff set role_id = (select id from roles where name = ${role}) where id = ${session.staffId}`.execute(
        at.db.kysely,
      )
    await moveTo('sales-agent')
    expect(await probe(session)).toBe(200)
    await moveTo('catalogue-editor')
    expect(await probe(session)).toBe(403)
    await sql`insert into role_permissions (role_id, action, object) select id, 'ui', 'coupons' from roles where name = 'catalogue-editor'`.execute(
      at.db.kysely,
    )
    expect(await probe(session)).toBe(200)
    await sql`delete from role_permissions where object = 'coupons' and role_id = (select id from roles where name = 'catalogue-editor')`.execute(
      at.db.kysely,
    )
    expect(await probe(session)).toBe(403)
    await moveTo('admin')
    expect(await probe(session)).toBe(200)
  })

  it.each([
    ['rewritten', sql`update role_permissions set object = 'vouchers' where object = 'coupons'`],
    ['emptied', sql`truncate role_permissions`],
  ])('follows grants that are %s by hand, and one that is taken back', async (_, change) => {
    const session = await signIn(browser, 'sales-agent')
    expect(await probe(session)).toBe(200)
    const undone = new Error('Undone.')
    const changing = at.db.kysely.transaction().execute(async (trx) => {
      await change.execute(trx)
      expect(await probe(session)).toBe(200)
      throw undone
    })
    await expect(changing).rejects.toThrow(undone)
    expect(await probe(session)).toBe(200)
    const { rows: before } = await sql<Record<string, unknown>>`
      select role_id, action, object from role_permissions`.execute(at.db.kysely)
    await change.execute(at.db.kysely)
    expect(await probe(session)).toBe(403)
    await sql`delete from role_permissions`.execute(at.db.kysely)
    await sql`
      insert into role_permissions (role_id, action, object)
      select * from json_to_recordset(${JSON.stringify(before)}::json) as t (role_id bigint, action text, object text)`.execute(
      at.db.kysely,
    )
    expect(await probe(session)).toBe(200)
  })

  it('cannot be moved from one role to another, which would leave the first one’s stamp behind', async () => {
    const moved = sql`
      update role_permissions set role_id = (select id from roles where name = 'admin')
      where role_id = (select id from roles where name = 'sales-agent')`.execute(at.db.kysely)
    await expect(moved).rejects.toThrow('A grant cannot move to another role.')
  })
})
