import { sql } from 'kysely'
import { afterAll, beforeAll, inject } from 'vitest'
import { type SignInSetup, startSignIn } from './sign-in.server.ts'
import { readCookies } from '../../../../core/http/cookies.server.ts'

export let at: SignInSetup

/** Starts the product for the tests of a file, and stops it after them. */
export function serveSessions(): void {
  beforeAll(async () => {
    at = await startSignIn({ postgresUrl: inject('postgresUrl'), name: 'sessions' })
  }, 120_000)
  afterAll(() => at.close())
}

export const home = '203.0.113.5'
export const browser = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': home, 'user-agent': 'Test Browser' }
export const script = { 'x-forwarded-for': home }

export interface SignedIn {
  token: string
  /** Everything a browser would send along. */
  cookies: Map<string, string>
  setCookies: string[]
  staffId: number
  email: string
}

export let people = 0
export async function signIn(headers: Record<string, string> = browser, role?: string): Promise<SignedIn> {
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

export function cookieHeader(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** What a browser with this session sends, before anything is taken away from it. */
export function withBrowser(
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

export async function whoAmI(headers: Record<string, string>): Promise<string> {
  const response = await at.call('/rest/data/rbac/whoami', { headers })
  const body = (await response.json()) as { error?: string; user?: { email: string } }
  return `${response.status} ${body.error ?? body.user?.email}`
}

export async function change(headers: Record<string, string>): Promise<string> {
  const response = await at.post('/rest/data/probe', {}, headers)
  const body = (await response.json()) as { error?: string }
  return `${response.status}${body.error ? ` ${body.error}` : ''}`
}

export async function sessionRow(staffId: number) {
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
