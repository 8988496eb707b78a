import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readCookies } from '../../../core/http/cookies.server.ts'
import { rawRequest } from '../../../core/testing/raw-http.server.ts'
import { startSignIn } from './testing/sign-in.server.ts'
import type { SignInFixture } from './testing/sign-in.server.ts'
import { csrfTokenFor, newSecret } from './tokens.server.ts'

let at: SignInFixture
beforeAll(async () => {
  at = await startSignIn({ postgresUrl: inject('postgresUrl'), name: 'sessions' })
}, 120_000)
afterAll(() => at.close())

const home = '203.0.113.5'
const browser = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': home, 'user-agent': 'Test Browser' }
const script = { 'x-forwarded-for': home }

interface SignedIn {
  token: string
  /** Everything a browser would send along. */
  cookies: Map<string, string>
  setCookies: string[]
  staffId: number
  email: string
}

let people = 0
async function signIn(headers: Record<string, string> = browser, role?: string): Promise<SignedIn> {
  const n = ++people
  const email = `person${n}@marquee.example`
  const staffId = await at.invite(email, role)
  const response = await at.post(
    '/user/login',
    { googleToken: await at.google.token({ email, sub: `sub-${n}` }) },
    headers,
  )
  const setCookies = response.headers.getSetCookie()
  const cookies = new Map(setCookies.map((line) => [...readCookies(line.split(';')[0])][0] ?? ['', '']))
  return { token: ((await response.json()) as { token: string }).token, cookies, setCookies, staffId, email }
}

function cookieHeader(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** What a browser with this session sends, before anything is taken away from it. */
function withBrowser(
  { token, cookies }: SignedIn,
  changes: Record<string, string | undefined> = {},
): Record<string, string> {
  const headers = {
    ...browser,
    'x-token': token,
    'cookie': cookieHeader(cookies),
    'x-xsrf-token': cookies.get('XSRF-TOKEN'),
    ...changes,
  }
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

async function whoAmI(headers: Record<string, string>): Promise<string> {
  const response = await at.call('/rest/data/rbac/whoami', { headers })
  const body = (await response.json()) as { error?: string; user?: { email: string } }
  return `${response.status} ${body.error ?? body.user?.email}`
}

async function change(headers: Record<string, string>): Promise<string> {
  const response = await at.post('/rest/data/probe', {}, headers)
  const body = (await response.json()) as { error?: string }
  return `${response.status}${body.error ? ` ${body.error}` : ''}`
}

async function sessionRow(staffId: number) {
  const { rows } = await sql<{
    ended_because: string | null
    seconds: number
    idle: number
    user_agent: string
    is_bound: boolean
  }>`
    select ended_because, user_agent, sid_hash is not null as is_bound,
      round(extract(epoch from expires_at - created_at)) as seconds, round(extract(epoch from now() - last_seen_at)) as idle
    from sessions where staff_id = ${staffId} order by id desc limit 1`.execute(at.db.kysely)
  return rows[0]
}

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

describe('a token', () => {
  it('that is missing, empty, random or 10 KB long opens nothing (403 SessionExpired)', async () => {
    expect(await whoAmI({})).toBe('403 SessionExpired')
    expect(await whoAmI({ 'x-token': '' })).toBe('403 SessionExpired')
    expect(await whoAmI({ 'x-token': newSecret() })).toBe('403 SessionExpired')
    expect(await whoAmI({ 'x-token': 'x'.repeat(10_240) })).toBe('403 SessionExpired')
    expect(
      (
        await rawRequest(
          at.port,
          `GET /rest/data/rbac/whoami HTTP/1.1\r\nHost: x\r\nX-Token: ${'x'.repeat(17_000)}\r\n\r\n`,
        )
      ).status,
    ).toBe(431)
  })

  it('that is sent twice or as a list is refused (400)', async () => {
    const { token } = await signIn(script)
    for (const header of [`X-Token: ${token}\r\nX-Token: ${token}`, `X-Token: ${token}, ${newSecret()}`]) {
      const answer = await rawRequest(
        at.port,
        `GET /rest/data/rbac/whoami HTTP/1.1\r\nHost: x\r\n${header}\r\nConnection: close\r\n\r\n`,
      )
      expect(answer.status).toBe(400)
    }
  })

  it('with one character changed, or its case, is another one', async () => {
    const { token } = await signIn(script)
    const flipped = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
    const swapped = [...token]
      .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
      .join('')
    for (const other of [flipped, swapped, `${token}A`, `${token}=`, token.slice(0, -1)]) {
      expect(await whoAmI({ ...script, 'x-token': other })).toBe('403 SessionExpired')
    }
  })

  // A busy machine delays one request more than another, so a difference counts only when it shows up every time.
  it('is refused as fast when it nearly fits as when it does not at all', { retry: 4 }, async () => {
    const { token } = await signIn(script)
    const nearly = token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA')
    const times: { near: number[]; far: number[] } = { near: [], far: [] }
    // Taken in turns, so that what else the machine does meets both alike.
    for (let n = 0; n < 300; n++) {
      const kind = n % 2 === 0 ? 'near' : 'far'
      const started = performance.now()
      await whoAmI({ ...script, 'x-token': kind === 'near' ? nearly : newSecret() })
      times[kind].push(performance.now() - started)
    }
    const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length / 2] ?? 0
    expect(Math.abs(median(times.near) - median(times.far))).toBeLessThan(1)
  })

  it('in the cookie alone opens nothing', async () => {
    const session = await signIn()
    expect(await whoAmI(withBrowser(session, { 'x-token': undefined }))).toBe('403 SessionExpired')
    expect(await change(withBrowser(session, { 'x-token': undefined }))).toBe('403 SessionExpired')
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

describe('a session ends', () => {
  const ageBy = (staffId: number, interval: string) =>
    sql`
    update sessions set created_at = created_at - ${interval}::interval, expires_at = expires_at - ${interval}::interval,
      last_seen_at = last_seen_at - ${interval}::interval where staff_id = ${staffId}`.execute(at.db.kysely)

  it('30 minutes after it was last used', async () => {
    const session = await signIn()
    await ageBy(session.staffId, '29 minutes')
    expect(await whoAmI(withBrowser(session))).toBe(`200 ${session.email}`)
    await ageBy(session.staffId, '29 minutes')
    expect(await whoAmI(withBrowser(session))).toBe(`200 ${session.email}`)
    await ageBy(session.staffId, '31 minutes')
    expect(await whoAmI(withBrowser(session))).toBe('403 SessionExpired')
  })

  it('8 hours after sign-in, however busy it was', async () => {
    const session = await signIn()
    await sql`update sessions set created_at = created_at - interval '8 hours', expires_at = expires_at - interval '8 hours'
      where staff_id = ${session.staffId}`.execute(at.db.kysely)
    expect(await whoAmI(withBrowser(session))).toBe('403 SessionExpired')
  })

  it('with its person’s suspension, at once', async () => {
    const session = await signIn()
    await sql`update staff set status = 'suspended' where id = ${session.staffId}`.execute(at.db.kysely)
    expect(await whoAmI(withBrowser(session))).toBe('403 SessionExpired')
  })

  it('with signing out, which drops the cookies and is audited', async () => {
    const session = await signIn()
    const response = await at.post('/user/logout', {}, withBrowser(session))
    expect(response.status).toBe(200)
    expect(response.headers.get('clear-site-data')).toBe('"cache"')
    const dropped = response.headers.getSetCookie()
    expect(dropped.map((line) => line.split('=')[0])).toEqual(['token', 'XSRF-TOKEN', '__Host-sid', 'sid'])
    expect(dropped.every((line) => line.includes('; Max-Age=0') && /^[^=]+=;/.test(line))).toBe(true)
    expect(await sessionRow(session.staffId)).toMatchObject({ ended_because: 'signed-out' })
    expect((await at.audited())[0]).toMatchObject({ action: 'sign-out', actor_email: session.email })
    expect(await whoAmI(withBrowser(session))).toBe('403 SessionExpired')
  })

  it('also when it had ended already, or never was: signing out still drops the cookies', async () => {
    const session = await signIn()
    await sql`update sessions set expires_at = now(), created_at = now() - interval '9 hours' where staff_id = ${session.staffId}`.execute(
      at.db.kysely,
    )
    for (const headers of [withBrowser(session, { 'x-xsrf-token': undefined }), browser, {}]) {
      const response = await at.call('/user/logout', { method: 'POST', headers })
      expect(response.status).toBe(200)
      expect(response.headers.getSetCookie().length).toBeGreaterThan(2)
    }
  })

  it('not by another site’s doing', async () => {
    const session = await signIn()
    expect((await at.post('/user/logout', {}, withBrowser(session, { 'x-xsrf-token': undefined }))).status).toBe(403)
    expect((await at.post('/user/logout', {}, withBrowser(session, { 'sec-fetch-site': 'cross-site' }))).status).toBe(
      403,
    )
    expect(await whoAmI(withBrowser(session))).toBe(`200 ${session.email}`)
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
})

it('notes that a session is in use once a minute, not with every request', async () => {
  const session = await signIn()
  const seen = async (): Promise<string> => {
    const { rows } = await sql<{
      xmin: string
    }>`select xmin::text as xmin from sessions where staff_id = ${session.staffId}`.execute(at.db.kysely)
    return rows[0]?.xmin ?? ''
  }
  const first = await seen()
  for (let n = 0; n < 5; n++) await whoAmI(withBrowser(session))
  expect(await seen()).toBe(first)
  await sql`update sessions set last_seen_at = now() - interval '2 minutes' where staff_id = ${session.staffId}`.execute(
    at.db.kysely,
  )
  await whoAmI(withBrowser(session, { 'x-forwarded-for': '192.0.2.50' }))
  expect(await sessionRow(session.staffId)).toMatchObject({ idle: 0 })
})

it('forgets sessions of a person that ended three months ago', async () => {
  const email = `person${people + 1}@marquee.example`
  const { staffId } = await signIn()
  await sql`update sessions set created_at = now() - interval '100 days', expires_at = now() - interval '99 days' where staff_id = ${staffId}`.execute(
    at.db.kysely,
  )
  await at.post('/user/login', { googleToken: await at.google.token({ email, sub: `sub-${people}` }) }, browser)
  const { rows } = await sql<{ n: number }>`select count(*) as n from sessions where staff_id = ${staffId}`.execute(
    at.db.kysely,
  )
  expect(rows[0]?.n).toBe(1)
})
