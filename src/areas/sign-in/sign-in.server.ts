import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../kit/access.ts'
import { appendAudit } from '../../kit/audit.server.ts'
import type { Database } from '../../db/database.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import type { Implementation } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { msg, t } from '../../kit/language.ts'
import { createRateLimit, networkOf } from '../../kit/rate-limit.server.ts'
import { permissionActions, permissionObjects } from '../../permissions.ts'
import { chosenLanguage, setLanguageCookie } from '../console-language/console-language.server.ts'
import type { AddressCheck } from './address-check.server.ts'
import { refuseForgery, sessionOf } from './authenticate.server.ts'
import { demoPeople } from './demo-people.ts'
import { createDemoIssuer, findDemoPerson } from './demo-issuer.server.ts'
import type { DemoIssuer } from './demo-issuer.server.ts'
import { listDemoPeople, makeDemoToken, signIn, signOut, whoAmI } from './endpoints.ts'
import { createRemoteKeys, googleIssuers, googleKeysUrl } from './google-keys.server.ts'
import { verifyIdToken } from './id-token.server.ts'
import type { Identity, IssuerTrust } from './id-token.server.ts'
import { clearSessionCookies, sessionCookiesOf, setSessionCookies } from './session-cookies.server.ts'
import { endReplaced, endSession, findSession, openSession } from './sessions.server.ts'
import type { NewSession, Session } from './sessions.server.ts'
import { actorOf, createDenialAudit } from './sign-in-audit.server.ts'
import { isHttps } from './sign-in-settings.server.ts'
import type { SignInSettings } from './sign-in-settings.server.ts'
import { admit, noteSignIn } from './staff.server.ts'
import type { Denial, StaffMember } from './staff.server.ts'
import { looksLikeSecret } from './tokens.server.ts'

export interface SignInOptions {
  readonly db: Database
  readonly settings: SignInSettings
  /** Whom ID tokens are believed from besides the demo issuer; Google itself unless told. */
  readonly trusts?: readonly IssuerTrust[]
  /** Whether people may sign in from where they are; without it, from anywhere. */
  readonly addresses?: AddressCheck
}

const tooManyTries = msg('Too many sign-ins from your network. Wait a moment and try again.')

/** The server parts of signing in and out, of whoami, and in demo mode of the local issuer. */
export async function implementSignIn({ db, settings, trusts, addresses }: SignInOptions): Promise<Implementation[]> {
  const https = isHttps(settings)
  const demoIssuer = settings.demoIssuer && settings.mode === 'demo' ? await createDemoIssuer() : null
  const believed = [...trusts ?? googleTrust(settings), ...demoIssuer ? [demoIssuer.trust] : []]
  const recordDenial = createDenialAudit(db.kysely)
  // Failures are what guessing looks like. The other limit only keeps one network from filling the table of sessions.
  const failures = createRateLimit({ limit: 10, windowSeconds: 60, message: () => t(tooManyTries) })
  const attempts = createRateLimit({ limit: 120, windowSeconds: 60, message: () => t(tooManyTries) })

  async function identify(request: FastifyRequest, googleToken: string): Promise<Identity> {
    try {
      return await verifyIdToken(googleToken, believed)
    } catch (refusal) {
      if (refusal instanceof Refusal && refusal.status === 401) {
        failures.take(networkOf(request.clientAddress))
        await recordDenial(request, { action: 'sign-in-refused', object: 'sessions', reason: 'The ID token could not be confirmed.' })
      }
      throw refusal
    }
  }

  async function deny(request: FastifyRequest, identity: Identity, denial: Denial): Promise<never> {
    failures.take(networkOf(request.clientAddress))
    if (denial === 'other-account') request.log.error({ alert: denial }, 'An address of staff came with another Google account')
    await recordDenial(request, {
      action: 'sign-in-refused', object: 'sessions', title: identity.email, reason: denialReasons[denial],
    })
    const message = denial === 'lapsed' ? t('Your invitation has lapsed. Ask an admin to send another.') : t('This account has no access. Ask an admin to invite you.')
    throw new Refusal(401, message, { error: 'NoAccess' })
  }

  async function refuseElsewhere(request: FastifyRequest, { refusal, staff }: { refusal: Refusal; staff: StaffMember }): Promise<never> {
    await recordDenial(request, {
      action: 'sign-in-refused', object: 'sessions', title: staff.email,
      reason: 'The address is in no range, and the person has not proved that it is theirs.',
    }, actorOf({ ...staff, staffId: staff.id, grants: {} }))
    throw refusal
  }

  async function logIn(request: FastifyRequest, reply: FastifyReply, googleToken: string): Promise<{ token: string }> {
    failures.check(networkOf(request.clientAddress))
    attempts.take(networkOf(request.clientAddress))
    const identity = await identify(request, googleToken)
    // The token is checked before the transaction: asking Google for its keys must not hold the only connection.
    await addresses?.prepare()
    const opened = await db.kysely.transaction().execute(async (transaction) => {
      const staff = await admit(transaction, identity)
      if (typeof staff === 'string') return staff
      // Committed all the same: the verification that it opens is how they get in after all.
      const refusal = await addresses?.atSignIn(transaction, { ...staff, staffId: staff.id }, request)
      if (refusal) return { refusal, staff }
      await noteSignIn(transaction, staff.id, identity.avatarUrl)
      await endReplaced(transaction, staff.id, sessionCookiesOf(request.headers.cookie, https).sids)
      const session = await openSession(transaction, {
        staffId: staff.id,
        // Browsers always send this header; a session that one opens is good for that browser alone.
        isBound: request.headers['sec-fetch-site'] !== undefined,
        address: request.clientAddress,
        userAgent: request.headers['user-agent'] ?? '',
      })
      await appendAudit(transaction, [signedIn(staff, session)], {
        actor: actorOf({ ...staff, staffId: staff.id, grants: {} }), requestId: request.id, address: request.clientAddress,
      })
      return { session, language: await chosenLanguage(transaction, staff.id) }
    })
    if (typeof opened === 'string') return deny(request, identity, opened)
    if (opened.refusal) return refuseElsewhere(request, opened)
    const { session, language } = opened
    setSessionCookies(reply, session, { isHttps: https, sessionSecret: settings.sessionSecret })
    if (language !== null) setLanguageCookie(reply, language, https)
    return { token: session.token }
  }

  async function logOut(request: FastifyRequest, reply: FastifyReply): Promise<Record<string, never>> {
    const token = request.headers['x-token']
    const session = typeof token === 'string' && looksLikeSecret(token) ? await findSession(db, token) : null
    if (session) {
      refuseForgery(request, session, sessionCookiesOf(request.headers.cookie, https).hasSession, settings.sessionSecret)
      await db.kysely.transaction().execute(async (transaction) => {
        if (!await endSession(transaction, session.id, 'signed-out')) return
        await appendAudit(transaction, [{ action: 'sign-out', object: 'sessions', recordId: session.id, title: session.email }], {
          actor: actorOf(session), requestId: request.id, address: request.clientAddress,
        })
      })
    }
    clearSessionCookies(reply, https)
    // Also takes pages out of the back button's memory. Preferences in cookies and storage are not the session's.
    void reply.header('clear-site-data', '"cache"')
    return {}
  }

  return [
    implement(signIn, ({ request, reply, input }) => logIn(request, reply, input.googleToken), { transaction: false }),
    implement(signOut, ({ request, reply }) => logOut(request, reply), { transaction: false }),
    implement(whoAmI, async ({ request, actor }) => describe(sessionOf(request), actor)),
    ...demoIssuer ? implementDemo(demoIssuer) : [],
  ]
}

const denialReasons: Readonly<Record<Denial, string>> = {
  'unknown': 'Nobody on the staff has this address.',
  'suspended': 'The account is suspended.',
  'lapsed': 'The invitation has lapsed.',
  'other-account': 'The address came with another Google account than the one it is bound to.',
}

/** Writes down at start which issuers can let people in. */
export function describeIssuers(settings: SignInSettings, log: FastifyBaseLogger): void {
  log.info({ google: settings.googleClientId !== undefined, demo: settings.demoIssuer }, 'People sign in with')
}

function googleTrust(settings: SignInSettings): IssuerTrust[] {
  if (settings.googleClientId === undefined) return []
  return [{
    issuers: googleIssuers,
    audience: settings.googleClientId,
    keys: createRemoteKeys(googleKeysUrl),
    hostedDomains: settings.googleHostedDomains.map((domain) => domain.toLowerCase()),
  }]
}

/** The person, with what they may do in this call: less than their own while they view the console as another role. */
function describe(session: Session, { grants: { isSuperUser: isAdmin, objects, limits = {} }, viewingAs }: Actor) {
  const elevations = session.lent?.elevations ?? []
  return {
    user: {
      // Whoever holds that role for an hour may do for an hour what it may; clients go by its name.
      role: viewingAs ?? (isAdmin ? 'admin' : session.role),
      first_name: session.firstName,
      last_name: session.lastName,
      email: session.email,
      avatar: session.avatarUrl,
    },
    // In one order, whichever way the database came to them.
    permissions: isAdmin ? everyPermission : Object.keys(objects).sort()
      .flatMap((action) => [...objects[action] ?? []].sort().map((object) => ({ action, object }))),
    limits: isAdmin ? [] : Object.entries(limits)
      .flatMap(([action, objects]) => Object.entries(objects).map(([object, any]) => ({ action, object, any }))),
    session: {
      fresh_for: Math.floor(session.freshFor),
      expires_at: session.expiresAt,
      own_role: session.role,
      viewing_as: viewingAs ?? null,
      elevations: elevations.map(({ id, role, reason, endsAt }) => ({ id, role, reason, ends_at: endsAt })),
    },
  }
}

/** What the super user may do, spelled out for clients that look at permissions alone. */
const everyPermission = Object.keys(permissionActions)
  .flatMap((action) => Object.keys(permissionObjects).map((object) => ({ action, object })))

function signedIn(staff: StaffMember, session: NewSession) {
  return {
    action: 'sign-in', object: 'sessions', recordId: session.id, title: staff.email,
    after: { bound: session.sid !== null },
  }
}

function implementDemo(issuer: DemoIssuer): Implementation[] {
  return [
    implement(listDemoPeople, async ({ request }) => {
      refuseOtherHosts(request)
      return demoPeople.map(({ email, firstName, lastName, role }) => ({ email, name: `${firstName} ${lastName}`, role }))
    }),
    implement(makeDemoToken, async ({ request, input }) => {
      refuseOtherHosts(request)
      const person = findDemoPerson(input.email)
      if (!person) {
        throw new Refusal(422, t('There is no such demo person.'), { fields: { email: t('Name one of the demo people by e-mail address.') } })
      }
      return { googleToken: await issuer.tokenFor(person) }
    }, { transaction: false }),
  ]
}

/** A page elsewhere can point its own name at this machine; then the Host gives it away. */
export function refuseOtherHosts(request: FastifyRequest): void {
  const name = (request.headers.host ?? '').replace(/:\d+$/, '')
  if (name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name)) return
  throw new Refusal(403, t('The demo sign-in answers on this machine’s own address only, such as http://localhost.'))
}
