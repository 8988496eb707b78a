import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { at, bodyOf, count, newcomer, serveSignIn } from './testing/newcomers.server.ts'

serveSignIn()

async function staffRow(
  email: string,
): Promise<{ status: string; google_sub: string | null; last_login_at: string | null } | undefined> {
  const { rows } = await sql<{ status: string; google_sub: string | null; last_login_at: string | null }>`
    select status, google_sub, last_login_at from staff where email = ${email}`.execute(at.db.kysely)
  return rows[0]
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
    expect(message).toBe('We couldn’t confirm this sign-in. Sign in again.')
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
