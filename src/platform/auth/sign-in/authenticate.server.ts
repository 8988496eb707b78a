import DataLoader from 'dataloader'
import type { FastifyRequest } from 'fastify'
import type { Authenticate } from '../../../core/http/access.server.ts'
import type { Database } from '../../../db/database.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { unknownAddress } from '../../../core/unknown-address.ts'
import { isSafe } from '../../../core/http/request-guard.server.ts'
import type { AddressCheck } from './address-check.server.ts'
import { refuseUnknownAddress } from './address-check.server.ts'
import type { RefusalAudit } from './refusal-audit.server.ts'
import { actorOf } from './sign-in-audit.server.ts'
import { sessionCookiesOf } from './session-cookies.server.ts'
import { endSession, findSessions, touchSession } from './sessions.server.ts'
import type { Session } from './sessions.server.ts'
import { isHttps } from './sign-in-settings.server.ts'
import type { SignInSettings } from './sign-in-settings.server.ts'
import { isCsrfTokenFor, isDigestOf, looksLikeSecret } from './tokens.server.ts'

const sessions = new WeakMap<FastifyRequest, Session>()

/** The session that `authenticate` found for a request. Throws if there is none, as on public routes. */
export function sessionOf(request: FastifyRequest): Session {
  const session = sessions.get(request)
  if (!session) throw new Error(`${request.method} ${request.routeOptions.url ?? ''} has no session.`)
  return session
}

function sessionExpired(): Refusal {
  return new Refusal(403, t('Your session has ended. Please sign in again.'), { error: 'SessionExpired' })
}

/** Cookies make a browser act on another site's behalf; only our own pages can read and echo this one. */
export function refuseForgery(
  request: FastifyRequest,
  session: Session,
  hasSessionCookie: boolean,
  sessionSecret: string,
): void {
  if (!hasSessionCookie || isSafe(request.method)) return
  const header = request.headers['x-xsrf-token']
  if (typeof header === 'string' && isCsrfTokenFor(session.id, header, sessionSecret)) return
  throw new Refusal(403, t('This call did not come from the console. Reload the page and try again.'), {
    error: 'CsrfFailed',
  })
}

/**
 * Makes the core's check of who calls: by X-Token, never by a cookie alone. A bound session needs its second cookie
 * too, and ends at once when that is missing or another's, since then its token is in other hands. An unbound session
 * works only from the address that opened it.
 */
export function createAuthenticate({
  db,
  settings,
  refusals,
  addresses,
}: {
  db: Database
  settings: SignInSettings
  refusals: RefusalAudit
  addresses?: AddressCheck
}): Authenticate {
  const https = isHttps(settings)
  const refuse = createSessionRefusals(db, refusals)
  // Calls that arrive together, as those of a page do, are looked up together. Nothing is kept: none of them is answered
  // by what was read before it arrived.
  const found = new DataLoader((tokens: readonly string[]) => findSessions(db, tokens), {
    cache: false,
    maxBatchSize: 100,
    batchScheduleFn: (look) => setImmediate(look),
  })

  return async function authenticate(request) {
    const token = request.headers['x-token']
    if (typeof token !== 'string' || !looksLikeSecret(token)) throw sessionExpired()
    const session = await found.load(token)
    if (!session) throw sessionExpired()
    const cookies = sessionCookiesOf(request.headers.cookie, https)
    const { sidHash } = session
    if (sidHash !== null) {
      if (!cookies.sids.some((sid) => isDigestOf(sidHash, sid))) return refuse.stolen(request, session)
    } else if (session.address !== request.clientAddress || session.address === unknownAddress) {
      return refuse.moved(request, session)
    }
    if (addresses) await refuse.elsewhere(addresses, request, session)
    await refuse.forged(request, session, () =>
      refuseForgery(request, session, cookies.hasSession, settings.sessionSecret),
    )
    // An open console polls for its user's permissions now and then, which doesn't count as use of the session.
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

/** Refuses calls with a session that is there but can't be used like this, and writes that into the audit. */
function createSessionRefusals(db: Database, refusals: RefusalAudit) {
  async function note(
    request: FastifyRequest,
    session: Session,
    { action, reason, ...code }: { action: string; reason: string; code?: string },
  ): Promise<void> {
    const entry = { action, object: 'sessions', recordId: session.id, title: session.email, reason }
    await refusals.record(request, entry, { actor: actorOf(session), ...code })
  }

  return {
    async stolen(request: FastifyRequest, session: Session): Promise<never> {
      if (await endSession(db.kysely, session.id, 'stolen')) {
        const reason = 'The token was used without the cookie that belongs to it.'
        await note(request, session, { action: 'session-revoked', reason })
      }
      throw sessionExpired()
    },

    async moved(request: FastifyRequest, session: Session): Promise<never> {
      const reason = 'The token was used from another address than the one it was issued to.'
      await note(request, session, { action: 'session-refused', reason, code: 'UnverifiedIP' })
      if (request.clientAddress === unknownAddress) throw refuseUnknownAddress()
      throw new Refusal(403, t('This session belongs to another network address. Please sign in again.'), {
        error: 'UnverifiedIP',
      })
    },

    async elsewhere(check: AddressCheck, request: FastifyRequest, session: Session): Promise<void> {
      try {
        await check.onRequest(session, request)
      } catch (refusal) {
        // A database that was too slow has said nothing about the address.
        if (!(refusal instanceof Refusal) || refusal.status !== 403) throw refusal
        const reason = 'The address is in no range, and the person has not proved that it is theirs.'
        await note(request, session, { action: 'session-refused', reason, code: refusal.code })
        throw refusal
      }
    },

    async forged(request: FastifyRequest, session: Session, check: () => void): Promise<void> {
      try {
        check()
      } catch (refusal) {
        const reason = 'The call did not carry the CSRF token of its session.'
        await note(request, session, { action: 'call-refused', reason })
        throw refusal
      }
    },
  }
}
