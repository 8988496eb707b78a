import type { FastifyRequest } from 'fastify'
import type { Authenticate } from '../../kit/access.server.ts'
import type { Database } from '../../db/database.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { isSafe } from '../../kit/request-guard.server.ts'
import type { AddressCheck } from './address-check.server.ts'
import { actorOf, createDenialAudit } from './sign-in-audit.server.ts'
import { sessionCookiesOf } from './session-cookies.server.ts'
import { endSession, findSession, touchSession } from './sessions.server.ts'
import type { Session } from './sessions.server.ts'
import { isHttps } from './sign-in-settings.server.ts'
import type { SignInSettings } from './sign-in-settings.server.ts'
import { isCsrfTokenFor, isDigestOf, looksLikeSecret } from './tokens.server.ts'

const sessions = new WeakMap<FastifyRequest, Session>()

/** The session that `authenticate` found for a request. Throws on routes that let anybody in. */
export function sessionOf(request: FastifyRequest): Session {
  const session = sessions.get(request)
  if (!session) throw new Error(`${request.method} ${request.routeOptions.url ?? ''} has no session.`)
  return session
}

export function sessionExpired(): Refusal {
  return new Refusal(403, t('Your session has ended. Please sign in again.'), { error: 'SessionExpired' })
}

/** Cookies make a browser act on another site's behalf; only our own pages can read and echo this one. */
export function refuseForgery(
  request: FastifyRequest, session: Session, hasSessionCookie: boolean, sessionSecret: string,
): void {
  if (!hasSessionCookie || isSafe(request.method)) return
  const header = request.headers['x-xsrf-token']
  if (typeof header === 'string' && isCsrfTokenFor(session.id, header, sessionSecret)) return
  throw new Refusal(403, t('This call did not come from the console. Reload the page and try again.'), { error: 'CsrfFailed' })
}

/**
 * Makes the kit's check of who calls: by X-Token, never by a cookie alone. A bound session needs its second cookie
 * too, and ends at once when that is missing or another's, since then its token is in other hands. An unbound session
 * works only from the address that opened it.
 */
export function createAuthenticate(
  { db, settings, addresses }: { db: Database; settings: SignInSettings; addresses?: AddressCheck },
): Authenticate {
  const https = isHttps(settings)
  const recordDenial = createDenialAudit(db.kysely)

  async function refuseStolen(request: FastifyRequest, session: Session): Promise<never> {
    if (await endSession(db.kysely, session.id, 'stolen')) {
      await recordDenial(request, {
        action: 'session-revoked', object: 'sessions', recordId: session.id, title: session.email,
        reason: 'The token was used without the cookie that belongs to it.',
      }, actorOf(session))
    }
    throw sessionExpired()
  }

  async function refuseElsewhere(check: AddressCheck, request: FastifyRequest, session: Session): Promise<void> {
    try {
      await check.onRequest(session, request)
    } catch (refusal) {
      await recordDenial(request, {
        action: 'session-refused', object: 'sessions', recordId: session.id, title: session.email,
        reason: 'The address is in no range, and the person has not proved that it is theirs.',
      }, actorOf(session))
      throw refusal
    }
  }

  return async function authenticate(request) {
    const token = request.headers['x-token']
    if (typeof token !== 'string' || !looksLikeSecret(token)) throw sessionExpired()
    const session = await findSession(db, token)
    if (!session) throw sessionExpired()
    const cookies = sessionCookiesOf(request.headers.cookie, https)
    const { sidHash } = session
    if (sidHash !== null) {
      if (!cookies.sids.some((sid) => isDigestOf(sidHash, sid))) return refuseStolen(request, session)
    } else if (session.address !== request.clientAddress) {
      await recordDenial(request, {
        action: 'session-refused', object: 'sessions', recordId: session.id, title: session.email,
        reason: 'The token was used from another address than the one it was issued to.',
      }, actorOf(session))
      throw new Refusal(403, t('This session belongs to another network address. Please sign in again.'), { error: 'UnverifiedIP' })
    }
    if (addresses) await refuseElsewhere(addresses, request, session)
    try {
      refuseForgery(request, session, cookies.hasSession, settings.sessionSecret)
    } catch (refusal) {
      await recordDenial(request, {
        action: 'call-refused', object: 'sessions', recordId: session.id, title: session.email,
        reason: 'The call did not carry the CSRF token of its session.',
      }, actorOf(session))
      throw refusal
    }
    // A console that is left open asks now and then what its person may do, which is no use of the session.
    if (session.isTouchDue && request.headers['x-background'] === undefined) {
      // A disk that is full must not lock out those who only want to read.
      await touchSession(db, session.id, request.clientAddress).catch((failure: unknown) => {
        request.log.warn({ err: failure }, 'The session could not be marked as in use')
      })
    }
    sessions.set(request, session)
    return actorOf(session)
  }
}
