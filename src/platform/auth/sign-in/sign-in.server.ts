import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../../core/access/access.ts'
import { appendAudit } from '../../../core/audit/audit.server.ts'
import type { Database } from '../../../db/database.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import { createRateLimit } from '../../../core/http/rate-limit.server.ts'
import { permissionActions, permissionObjects } from '../../../core/access/permissions.ts'
import { chosenLanguage, setLanguageCookie } from './console-language.server.ts'
import type { AddressCheck } from './address-check.server.ts'
import { refuseForgery, sessionOf } from './authenticate.server.ts'
import { createDemoIssuer } from './demo-issuer.server.ts'
import { implementDemo } from './sign-in-demo.server.ts'
import { signIn, signOut, whoAmI } from './sign-in.endpoints.ts'
import { createIdentify, googleTrust } from './identify.server.ts'
import type { ClaimedToken, Identity, IssuerTrust } from './id-token.server.ts'
import { clearSessionCookies, sessionCookiesOf, setSessionCookies } from './session-cookies.server.ts'
import { endReplaced, endSession, findSessions, openSession } from './sessions.server.ts'
import type { NewSession, Session } from './sessions.server.ts'
import type { RefusalAudit } from './refusal-audit.server.ts'
import { actorOf } from './sign-in-audit.server.ts'
import { isHttps } from './sign-in-settings.server.ts'
import type { SignInSettings } from './sign-in-settings.server.ts'
import { admit, noteSignIn } from './staff.server.ts'
import type { Denial, StaffMember } from './staff.server.ts'
import { looksLikeSecret } from './tokens.server.ts'
import { useUp } from './used-tokens.server.ts'

export interface SignInOptions {
  readonly db: Database
  readonly settings: SignInSettings
  readonly refusals: RefusalAudit
  /** The issuers whose ID tokens are trusted besides the demo issuer; defaults to Google. */
  readonly trusts?: readonly IssuerTrust[]
  /** Checks whether people can sign in from their address; without it, every address is allowed. */
  readonly addresses?: AddressCheck
}

const tooManyOfYours = msg('Too many sign-ins within a minute. Wait a moment and try again.')

/** The server parts of signing in and out, of whoami, and in demo mode of the local issuer. */
export async function implementSignIn(options: SignInOptions): Promise<Implementation[]> {
  const { db, settings, trusts } = options
  const demoIssuer = settings.demoIssuer && settings.mode === 'demo' ? await createDemoIssuer() : null
  const believed = [...(trusts ?? googleTrust(settings)), ...(demoIssuer ? [demoIssuer.trust] : [])]
  const logIn = createLogIn(options, believed)
  return [
    implement(signIn, ({ request, reply, input }) => logIn(request, reply, input.googleToken), {
      transaction: false,
      isSecret: true,
    }),
    implement(signOut, ({ request, reply }) => logOut(db, settings, request, reply), { transaction: false }),
    implement(whoAmI, async ({ request, actor }) => describe(sessionOf(request), actor)),
    ...(demoIssuer ? implementDemo(demoIssuer) : []),
  ]
}

function createLogIn({ db, settings, refusals, addresses }: SignInOptions, believed: readonly IssuerTrust[]) {
  const https = isHttps(settings)
  const identify = createIdentify(believed, refusals)
  const turnedAway = createRateLimit({ limit: 10, windowSeconds: 60, message: () => t(tooManyOfYours) })
  // Only keeps one person from filling the table of sessions.
  const openings = createRateLimit({ limit: 120, windowSeconds: 60, message: () => t(tooManyOfYours) })

  /** Opens a session for a person who is let in; otherwise says why they are not. */
  async function admitTo(transaction: Db, request: FastifyRequest, claimed: ClaimedToken) {
    // Committed whatever becomes of the sign-in: a token is accepted once.
    if (!(await useUp(transaction, claimed))) return 'used'
    const staff = await admit(transaction, claimed.identity)
    if (typeof staff === 'string') return staff
    // Committed all the same: the verification that it opens is how they get in after all.
    const refusal = await addresses?.atSignIn(transaction, { ...staff, staffId: staff.id }, request)
    if (refusal) return { refusal, staff }
    await noteSignIn(transaction, staff.id, claimed.identity.avatarUrl)
    await endReplaced(transaction, staff.id, sessionCookiesOf(request.headers.cookie, https).sids)
    const session = await openSession(transaction, {
      staffId: staff.id,
      // Browsers always send this header; a session that one opens is good for that browser alone.
      isBound: request.headers['sec-fetch-site'] !== undefined,
      address: request.clientAddress,
      userAgent: request.headers['user-agent'] ?? '',
    })
    await appendAudit(transaction, [signedIn(staff, session)], {
      actor: actorOf({ ...staff, staffId: staff.id, grants: {} }),
      requestId: request.id,
      address: request.clientAddress,
    })
    return { session, language: await chosenLanguage(transaction, staff.id) }
  }

  return async function logIn(
    request: FastifyRequest,
    reply: FastifyReply,
    googleToken: string,
  ): Promise<{ token: string }> {
    const claimed = await identify(request, googleToken)
    const { identity } = claimed
    openings.take(identity.sub)
    // The token is checked before the transaction: asking Google for its keys must not hold the only connection.
    await addresses?.prepare()
    const opened = await db.kysely.transaction().execute((transaction) => admitTo(transaction, request, claimed))
    if (typeof opened === 'string') {
      turnedAway.take(identity.sub)
      return deny(refusals, request, identity, opened)
    }
    if (opened.refusal) return refuseElsewhere(refusals, request, opened)
    const { session, language } = opened
    setSessionCookies(reply, session, { isHttps: https, sessionSecret: settings.sessionSecret })
    if (language !== null) setLanguageCookie(reply, language, https)
    return { token: session.token }
  }
}

async function deny(
  refusals: RefusalAudit,
  request: FastifyRequest,
  identity: Identity,
  denial: Denial | 'used',
): Promise<never> {
  if (denial === 'other-account')
    request.log.error({ alert: denial }, 'An address of staff came with another Google account')
  await refusals.record(request, {
    action: 'sign-in-refused',
    object: 'sessions',
    title: identity.email,
    reason: denialReasons[denial],
  })
  if (denial === 'used')
    throw new Refusal(401, t('This sign-in was already used. Please sign in again.'), { error: 'InvalidGoogleToken' })
  const message =
    denial === 'lapsed'
      ? t('Your invitation has lapsed. Ask an admin to send another.')
      : t('This account has no access. Ask an admin to invite you.')
  throw new Refusal(401, message, { error: 'NoAccess' })
}

async function refuseElsewhere(
  refusals: RefusalAudit,
  request: FastifyRequest,
  { refusal, staff }: { refusal: Refusal; staff: StaffMember },
): Promise<never> {
  await refusals.record(
    request,
    {
      action: 'sign-in-refused',
      object: 'sessions',
      title: staff.email,
      reason: 'The address is in no range, and the person has not proved that it is theirs.',
    },
    { actor: actorOf({ ...staff, staffId: staff.id, grants: {} }), code: refusal.code },
  )
  throw refusal
}

async function logOut(
  db: Database,
  settings: SignInSettings,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Record<string, never>> {
  const https = isHttps(settings)
  const token = request.headers['x-token']
  const [session] = typeof token === 'string' && looksLikeSecret(token) ? await findSessions(db, [token]) : []
  if (session) {
    refuseForgery(request, session, sessionCookiesOf(request.headers.cookie, https).hasSession, settings.sessionSecret)
    await db.kysely.transaction().execute(async (transaction) => {
      if (!(await endSession(transaction, session.id, 'signed-out'))) return
      await appendAudit(
        transaction,
        [{ action: 'sign-out', object: 'sessions', recordId: session.id, title: session.email }],
        {
          actor: actorOf(session),
          requestId: request.id,
          address: request.clientAddress,
        },
      )
    })
  }
  clearSessionCookies(reply, https)
  // Also takes pages out of the back button's memory. Preferences in cookies and storage are not the session's.
  void reply.header('clear-site-data', '"cache"')
  return {}
}

const denialReasons: Readonly<Record<Denial | 'used', string>> = {
  'used': 'The ID token had been used before.',
  'unknown': 'No colleague has this address.',
  'suspended': 'The account is suspended.',
  'lapsed': 'The invitation has lapsed.',
  'other-account': 'The address came with another Google account than the one it is bound to.',
}

/**
 * The person, with what they can do in this call: less than their own access while they view the console as another
 * role.
 */
function describe(session: Session, { grants: { isSuperUser: isAdmin, objects, limits = {} }, viewingAs }: Actor) {
  const elevations = session.temporary?.elevations ?? []
  return {
    user: {
      // Temporary access to that role includes all of its permissions; clients go by its name.
      role: viewingAs ?? (isAdmin ? 'admin' : session.role),
      first_name: session.firstName,
      last_name: session.lastName,
      email: session.email,
      avatar: session.avatarUrl,
    },
    // In a stable order, whatever order the database returned.
    permissions: isAdmin
      ? everyPermission()
      : Object.keys(objects)
          .sort()
          .flatMap((action) => [...(objects[action] ?? [])].sort().map((object) => ({ action, object }))),
    limits: isAdmin
      ? []
      : Object.entries(limits).flatMap(([action, objects]) =>
          Object.entries(objects).map(([object, any]) => ({ action, object, any })),
        ),
    session: {
      fresh_for: Math.floor(session.freshFor),
      expires_at: session.expiresAt,
      own_role: session.role,
      viewing_as: viewingAs ?? null,
      elevations: elevations.map(({ id, role, reason, endsAt }) => ({ id, role, reason, ends_at: endsAt })),
    },
  }
}

/** The super user's permissions in full, for clients that only look at permissions. */
const everyPermission = () =>
  Object.keys(permissionActions).flatMap((action) =>
    Object.keys(permissionObjects).map((object) => ({ action, object })),
  )

function signedIn(staff: StaffMember, session: NewSession) {
  return {
    action: 'sign-in',
    object: 'sessions',
    recordId: session.id,
    title: staff.email,
    after: { bound: session.sid !== null },
  }
}
