import { generateKeyPair } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { rawRequest } from '../../../core/testing/raw-http.server.ts'
import { demoPeople } from './demo-people.ts'
import { startSignIn } from './testing/sign-in.server.ts'
import type { SignInFixture } from './testing/sign-in.server.ts'

let at: SignInFixture
beforeAll(async () => {
  at = await startSignIn({ postgresUrl: inject('postgresUrl'), name: 'sign-in' })
}, 120_000)
afterAll(() => at.close())

interface Body {
  token?: string
  error?: string
  message?: string
  fields?: Record<string, string>
  requestId?: string
}
async function bodyOf(response: Response): Promise<Body> {
  return (await response.json()) as Body
}

async function count(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(at.db.kysely)
  return rows[0]?.n ?? -1
}

async function staffRow(
  email: string,
): Promise<{ status: string; google_sub: string | null; last_login_at: string | null } | undefined> {
  const { rows } = await sql<{ status: string; google_sub: string | null; last_login_at: string | null }>`
    select status, google_sub, last_login_at from staff where email = ${email}`.execute(at.db.kysely)
  return rows[0]
}

let people = 0
/** An invitation of its own, and the claims of the person who accepts it. */
async function newcomer(role?: string) {
  const n = ++people
  const email = `person${n}@marquee.example`
  const id = await at.invite(email, role)
  return { id, email, claims: { email, sub: `sub-${n}` } }
}

describe('signing in', () => {
  it.each([
    ['an empty object', '{}'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a number', '1'],
    ['no body', undefined],
    ['an empty token', '{"googleToken":""}'],
    ['a number as token', '{"googleToken":5}'],
  ])('with %s names the missing googleToken (422)', async (_name, body) => {
    const response = await at.call('/user/login', {
      method: 'POST',
      ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
    })
    expect(response.status).toBe(422)
    const { error, message, fields } = await bodyOf(response)
    expect(error).toBe('InvalidInput')
    expect(`${message} ${Object.keys(fields ?? {}).join()}`).toContain('googleToken')
  })

  it('with a field too many names it (422)', async () => {
    const response = await at.post('/user/login', { googleToken: 'x', role: 'admin' })
    expect([response.status, (await bodyOf(response)).fields]).toEqual([422, { role: expect.any(String) }])
  })

  it.each([
    ['two parts', 'a.b'],
    ['three parts', 'a.b.c'],
    ['10 KB', 'x'.repeat(10_000)],
  ])('with %s of nonsense is refused (401 InvalidGoogleToken)', async (_name, googleToken) => {
    const response = await at.post('/user/login', { googleToken })
    expect([response.status, (await bodyOf(response)).error]).toEqual([401, 'InvalidGoogleToken'])
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it('with more than 16 KB is refused (413)', async () => {
    expect((await at.post('/user/login', { googleToken: 'x'.repeat(16 * 1024) })).status).toBe(413)
    expect((await at.post('/user/login', { googleToken: 'x'.repeat(2_000_000) })).status).toBe(413)
  })

  it('of an invited person binds the Google account, and opens a session that works', async () => {
    const { email, claims, id } = await newcomer()
    const response = await at.post('/user/login', {
      googleToken: await at.google.token({ ...claims, email: email.toUpperCase() }),
    })
    expect(response.status).toBe(200)
    const { token } = await bodyOf(response)
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(await staffRow(email)).toMatchObject({
      status: 'active',
      google_sub: claims.sub,
      last_login_at: expect.any(String),
    })
    expect((await at.audited())[0]).toMatchObject({
      action: 'sign-in',
      actor_kind: 'staff',
      actor_email: email,
      title: email,
      address: expect.stringMatching(/^198\.51\.100\./),
    })
    const { rows } = await sql<{
      kept: boolean
    }>`select token_hash = sha256(${token}::text::bytea) as kept from sessions where staff_id = ${id}`.execute(
      at.db.kysely,
    )
    expect(rows).toEqual([{ kept: true }])
  })

  it('goes by the Google account from then on, whatever its address has become', async () => {
    const { claims } = await newcomer()
    await at.post('/user/login', { googleToken: await at.google.token(claims) })
    const renamed = await at.post('/user/login', {
      googleToken: await at.google.token({ ...claims, email: 'renamed@marquee.example' }),
    })
    expect(renamed.status).toBe(200)
  })

  it('of an unknown person is refused (401 NoAccess), and creates no one', async () => {
    const before = await count('staff')
    const response = await at.post('/user/login', {
      googleToken: await at.google.token({ email: 'stranger@marquee.example', sub: 'stranger' }),
    })
    expect([response.status, (await bodyOf(response)).error]).toEqual([401, 'NoAccess'])
    expect(await count('staff')).toBe(before)
    expect((await at.audited())[0]).toMatchObject({
      action: 'sign-in-refused',
      title: 'stranger@marquee.example',
      reason: 'No colleague has this address.',
    })
  })

  it.each([true, false])(
    'of a suspended person is refused (401 NoAccess), signed in before: %s',
    async (hasSignedIn) => {
      const { id, claims } = await newcomer()
      if (hasSignedIn) await at.post('/user/login', { googleToken: await at.google.token(claims) })
      await sql`update staff set status = 'suspended' where id = ${id}`.execute(at.db.kysely)
      const response = await at.post('/user/login', { googleToken: await at.google.token(claims) })
      expect([response.status, (await bodyOf(response)).error]).toEqual([401, 'NoAccess'])
    },
  )

  it('with an address that was registered again under another account is refused (401), with an alert', async () => {
    const { email, claims } = await newcomer()
    await at.post('/user/login', { googleToken: await at.google.token(claims) })
    at.logged.length = 0
    const response = await at.post('/user/login', {
      googleToken: await at.google.token({ email, sub: 'somebody-new' }),
    })
    expect([response.status, (await bodyOf(response)).error]).toEqual([401, 'NoAccess'])
    expect(await staffRow(email)).toMatchObject({ google_sub: claims.sub })
    expect((await at.audited())[0]).toMatchObject({
      action: 'sign-in-refused',
      title: email,
      reason: expect.stringContaining('another Google account'),
    })
    expect(at.logged.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 50, alert: 'other-account' }),
    )
  })

  it('binds an invitation once, when two accounts come for it at the same time', async () => {
    const { email, claims } = await newcomer()
    const tokens = await Promise.all(
      ['a', 'b', 'c', 'd'].map((end) => at.google.token({ ...claims, sub: claims.sub + end })),
    )
    const statuses = await Promise.all(
      tokens.map(async (googleToken) => (await at.post('/user/login', { googleToken })).status),
    )
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401])
    expect((await staffRow(email))?.google_sub).toMatch(new RegExp(`^${claims.sub}[abcd]$`))
  })

  describe('with a token that was used before', () => {
    const replays = (googleToken: string) => at.post('/user/login', { googleToken })

    it('is refused (401), and audited with what happened', async () => {
      const { email, claims } = await newcomer()
      const googleToken = await at.google.token(claims)
      expect((await replays(googleToken)).status).toBe(200)
      const second = await replays(googleToken)
      expect([second.status, await bodyOf(second)]).toEqual([
        401,
        expect.objectContaining({ error: 'InvalidGoogleToken', message: expect.stringContaining('already used') }),
      ])
      expect((await at.audited())[0]).toMatchObject({
        action: 'sign-in-refused',
        title: email,
        reason: 'The ID token had been used before.',
      })
      expect((await replays(await at.google.token(claims))).status).toBe(200)
    })

    it('is refused at another instance as well', async () => {
      const { claims } = await newcomer()
      const googleToken = await at.google.token(claims)
      expect((await replays(googleToken)).status).toBe(200)
      const other = await at.another()
      const again = await other.inject({
        method: 'POST',
        url: '/user/login',
        headers: { 'host': 'localhost', 'content-type': 'application/json' },
        body: JSON.stringify({ googleToken }),
      })
      expect(again.statusCode).toBe(401)
      await other.close()
    })

    it('is refused however the signature is spelled', async () => {
      const { claims } = await newcomer()
      const googleToken = await at.google.token(claims)
      expect((await replays(googleToken)).status).toBe(200)
      // A signature of 256 bytes leaves four bits of its last character without a meaning.
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
      const last = alphabet.indexOf(googleToken.at(-1) ?? '')
      const respelled = googleToken.slice(0, -1) + alphabet.charAt(last ^ 1)
      expect(Buffer.from(respelled.split('.')[2] ?? '', 'base64url')).toEqual(
        Buffer.from(googleToken.split('.')[2] ?? '', 'base64url'),
      )
      expect((await replays(respelled)).status).toBe(401)
      expect((await at.audited())[0]).toMatchObject({ reason: 'The ID token had been used before.' })
    })

    it('works once when it is sent several times at once', async () => {
      const { claims } = await newcomer()
      const googleToken = await at.google.token(claims)
      const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await replays(googleToken)).status))
      expect(statuses.toSorted()).toEqual([200, 401, 401, 401, 401, 401])
    })

    it('is known for as long as the token lives, and not for good', async () => {
      const over = Buffer.alloc(32, 1)
      await sql`insert into used_id_tokens (hash, expires_at) values (${over}, now() - interval '2 days')`.execute(
        at.db.kysely,
      )
      const { claims } = await newcomer()
      await replays(await at.google.token(claims))
      const { rows } = await sql`select 1 from used_id_tokens where hash = ${over}`.execute(at.db.kysely)
      expect(rows).toEqual([])
      const { rows: kept } = await sql<{ left: number }>`
        select extract(epoch from max(expires_at) - now())::int as left from used_id_tokens`.execute(at.db.kysely)
      expect(kept[0]?.left).toBeGreaterThan(3600)
    })
  })

  it('logs which claim was wrong, and tells no client', async () => {
    const { claims } = await newcomer()
    at.logged.length = 0
    const late = await at.google.token({ ...claims, iat: 1, exp: 2 })
    const { message } = await bodyOf(await at.post('/user/login', { googleToken: late }))
    expect(message).toBe('This sign-in could not be confirmed. Please sign in again.')
    expect(at.logged.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 40, flaw: expect.stringMatching(/^exp, \d+ s ago$/) }),
    )
  })

  it('says nothing in the log about the token or the person', async () => {
    const { email, claims } = await newcomer()
    at.logged.length = 0
    const googleToken = await at.google.token(claims)
    const { token } = await bodyOf(await at.post('/user/login', { googleToken }))
    await at.post('/user/login', { googleToken: `${googleToken}x` })
    const log = at.logged.join('')
    expect(log).toContain('/user/login')
    for (const secret of [googleToken, token ?? 'none', email, claims.sub]) expect(log).not.toContain(secret)
  })
})

describe('too many tries', () => {
  it('from one network are refused (429) after ten that failed, but a good one gets through', async () => {
    const from = { 'x-forwarded-for': '203.0.113.77' }
    const { claims } = await newcomer()
    for (let n = 0; n < 10; n++) expect((await at.post('/user/login', { googleToken: 'a.b.c' }, from)).status).toBe(401)
    const response = await at.post('/user/login', { googleToken: 'a.b.c' }, from)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(50)
    expect(await bodyOf(response)).toMatchObject({ error: 'TooManyRequests' })
    const stolen = await at.google.token(claims, {}, (await generateKeyPair('RS256')).privateKey)
    expect((await at.post('/user/login', { googleToken: stolen }, from)).status).toBe(429)
    const googleToken = await at.google.token(claims)
    expect((await at.post('/user/login', { googleToken }, from)).status).toBe(200)
  })

  it('with tokens that look right and are not are refused (429) alike', async () => {
    const from = { 'x-forwarded-for': '203.0.113.78' }
    const { claims } = await newcomer()
    const { privateKey } = await generateKeyPair('RS256')
    const statuses = []
    for (let n = 0; n < 12; n++) {
      const googleToken = await at.google.token(claims, {}, privateKey)
      statuses.push((await at.post('/user/login', { googleToken }, from)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    const good = await at.google.token(claims)
    expect((await at.post('/user/login', { googleToken: good }, from)).status).toBe(200)
  })

  it('of a known person who is refused slow down that person alone', async () => {
    const from = { 'x-forwarded-for': '203.0.113.79' }
    const [refused, welcome] = [await newcomer(), await newcomer()]
    await sql`update staff set status = 'suspended' where id = ${refused.id}`.execute(at.db.kysely)
    const signIn = async ({ claims }: typeof refused) =>
      (await at.post('/user/login', { googleToken: await at.google.token(claims) }, from)).status
    for (let n = 0; n < 10; n++) expect(await signIn(refused)).toBe(401)
    expect([await signIn(refused), await signIn(welcome)]).toEqual([429, 200])
  })

  it('leave at most twelve rows a minute in the audit', async () => {
    const before = await count('audit_log')
    const from = { 'x-forwarded-for': '203.0.113.90' }
    for (let n = 0; n < 30; n++) await at.post('/user/login', { googleToken: 'a.b.c' }, from)
    expect((await count('audit_log')) - before).toBeLessThanOrEqual(12)
  })
})

describe('demo mode', () => {
  it('lists its people by address, name and role: one for each role', async () => {
    const response = await at.call('/demo/people')
    expect(response.status).toBe(200)
    const listed = (await response.json()) as { email: string; name: string; role: string }[]
    expect(listed.map(({ role }) => role)).toEqual([
      'admin',
      'catalogue-editor',
      'sales-agent',
      'finance',
      'read-only',
      'no-access',
    ])
    for (const { email, name } of listed) {
      expect(email).toMatch(/^[a-z.]+@demo\.marquee\.example$/)
      expect(name).toMatch(/^\p{Lu}\S+ \p{Lu}\S+$/u)
    }
  })

  it.each(demoPeople)('signs in $role, who can do what the role says', async ({ email, role, firstName, lastName }) => {
    const { googleToken } = (await (await at.post('/demo/token', { email })).json()) as { googleToken: string }
    const login = await at.post('/user/login', { googleToken }, { 'x-forwarded-for': '127.0.0.1' })
    const { token = '' } = await bodyOf(login)
    const who = await at.call('/rest/data/rbac/whoami', {
      headers: { 'x-token': token, 'x-forwarded-for': '127.0.0.1' },
    })
    const { user, permissions } = (await who.json()) as {
      user: object
      permissions: { action: string; object: string }[]
    }
    expect(user).toEqual({ role, first_name: firstName, last_name: lastName, email, avatar: null })
    const may = (action: string, object: string) =>
      permissions.some((one) => one.action === action && one.object === object)
    expect({
      seesPurchases: may('ui', 'purchases'),
      refunds: may('refund', 'purchases'),
      editsProducts: may('write', 'products'),
      editsCoupons: may('write', 'coupons'),
      managesRoles: may('write', 'roles'),
      any: permissions.length > 0,
    }).toEqual(
      {
        'admin': {
          seesPurchases: true,
          refunds: true,
          editsProducts: true,
          editsCoupons: true,
          managesRoles: true,
          any: true,
        },
        'catalogue-editor': {
          seesPurchases: false,
          refunds: false,
          editsProducts: true,
          editsCoupons: false,
          managesRoles: false,
          any: true,
        },
        'sales-agent': {
          seesPurchases: true,
          refunds: false,
          editsProducts: false,
          editsCoupons: true,
          managesRoles: false,
          any: true,
        },
        'finance': {
          seesPurchases: true,
          refunds: true,
          editsProducts: false,
          editsCoupons: false,
          managesRoles: false,
          any: true,
        },
        'read-only': {
          seesPurchases: true,
          refunds: false,
          editsProducts: false,
          editsCoupons: false,
          managesRoles: false,
          any: true,
        },
        'no-access': {
          seesPurchases: false,
          refunds: false,
          editsProducts: false,
          editsCoupons: false,
          managesRoles: false,
          any: false,
        },
      }[role],
    )
  })

  it('makes tokens for no one else (422)', async () => {
    for (const email of ['ana@marquee.example', '', '__proto__']) {
      const response = await at.post('/demo/token', { email })
      expect([response.status, Object.keys((await bodyOf(response)).fields ?? {})]).toEqual([422, ['email']])
    }
  })

  it('answers only to this machine’s own names, so that no page elsewhere can point its name here', async () => {
    const statusFor = async (host: string): Promise<number> =>
      (await rawRequest(at.port, `GET /demo/people HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).status
    expect(
      await Promise.all(
        [
          'localhost:3000',
          '127.0.0.1',
          '[::1]:3000',
          'evil.example',
          'localhost.evil.example',
          '127.0.0.1.evil.example',
        ].map(statusFor),
      ),
    ).toEqual([200, 200, 200, 403, 403, 403])
  })

  it('does not exist otherwise (404), and its tokens are worth nothing', { timeout: 120_000 }, async () => {
    const { googleToken } = (await (await at.post('/demo/token', { email: demoPeople[0]?.email })).json()) as {
      googleToken: string
    }
    const strict = await startSignIn({
      postgresUrl: inject('postgresUrl'),
      name: 'production',
      settings: { mode: 'production', demoIssuer: true, publicUrl: 'https://admin.example.com' },
    })
    try {
      expect((await strict.call('/demo/people')).status).toBe(404)
      expect((await strict.post('/demo/token', { email: 'x' })).status).toBe(404)
      const response = await strict.post('/user/login', { googleToken })
      expect([response.status, (await bodyOf(response)).error]).toEqual([401, 'InvalidGoogleToken'])
    } finally {
      await strict.close()
    }
  })
})
