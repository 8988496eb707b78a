import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { newSecret } from './tokens.server.ts'
import { rawRequest } from '../../../core/testing/raw-http.server.ts'
import {
  at,
  browser,
  change,
  people,
  script,
  serveSessions,
  sessionRow,
  signIn,
  whoAmI,
  withBrowser,
} from './testing/signed-in-people.server.ts'

serveSessions()

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
