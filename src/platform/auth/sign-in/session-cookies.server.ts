import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieText, readCookies } from '../../../core/http/cookies.server.ts'
import { csrfTokenFor } from './tokens.server.ts'
import type { NewSession } from './sessions.server.ts'

/** Readable by scripts, because the console sends it as X-Token. By itself it opens nothing. */
const tokenCookie = 'token'
const csrfCookie = 'XSRF-TOKEN'

/**
 * The second secret of a bound session, out of reach of scripts. Browsers keep `__Host-` cookies on loopback too,
 * except Safari, which wants https for anything Secure: so plain http gets the same secret under a plain name.
 */
const boundCookie = '__Host-sid'
const plainBoundCookie = 'sid'

export interface SessionCookies {
  /** Whether the request carries a cookie of a session, which a browser adds without being asked. */
  readonly hasSession: boolean
  readonly sids: readonly string[]
}

export function sessionCookiesOf(header: string | undefined, isHttps: boolean): SessionCookies {
  if (header === undefined) return { hasSession: false, sids: [] }
  const cookies = readCookies(header)
  const names = isHttps ? [boundCookie] : [boundCookie, plainBoundCookie]
  const sids = names.flatMap((name) => cookies.get(name) ?? [])
  return { hasSession: sids.length > 0 || cookies.has(tokenCookie), sids }
}

/**
 * Lets the readable cookie stand for X-Token, for what pages link to or show and nothing changes: a link sends no header. A
 * bound session still needs its second cookie, and SameSite keeps both at home.
 */
export function countTokenCookie({ headers }: FastifyRequest): void {
  const token = readCookies(headers.cookie).get(tokenCookie)
  if (headers['x-token'] === undefined && token !== undefined) headers['x-token'] = token
}

export function setSessionCookies(
  reply: FastifyReply,
  session: NewSession,
  options: { isHttps: boolean; sessionSecret: string },
): void {
  const { isHttps } = options
  const readable = { httpOnly: false, secure: isHttps, maxAge: session.maxAge }
  const values = [
    cookieText(tokenCookie, session.token, readable),
    cookieText(csrfCookie, csrfTokenFor(session.id, options.sessionSecret), readable),
  ]
  if (session.sid !== null) {
    values.push(cookieText(boundCookie, session.sid, { httpOnly: true, secure: true, maxAge: session.maxAge }))
    if (!isHttps)
      values.push(cookieText(plainBoundCookie, session.sid, { httpOnly: true, secure: false, maxAge: session.maxAge }))
  }
  void reply.header('set-cookie', values)
}

export function clearSessionCookies(reply: FastifyReply, isHttps: boolean): void {
  const gone = { secure: isHttps, maxAge: 0 }
  void reply.header('set-cookie', [
    cookieText(tokenCookie, '', { ...gone, httpOnly: false }),
    cookieText(csrfCookie, '', { ...gone, httpOnly: false }),
    cookieText(boundCookie, '', { httpOnly: true, secure: true, maxAge: 0 }),
    ...(isHttps ? [] : [cookieText(plainBoundCookie, '', { ...gone, httpOnly: true })]),
  ])
}
