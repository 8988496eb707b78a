import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { withImageCookies } from '../../platform/media/image-files.server.ts'
import { createAddressCheck } from '../../platform/auth/addresses/address-check.server.ts'
import { implementVerification } from '../../platform/auth/addresses/verification.server.ts'
import { mailRouteOf } from '../../platform/mail/messages.server.ts'
import { viewAs } from '../../features/staff/roles/view-as.server.ts'
import { createAuthenticate } from '../../platform/auth/sign-in/authenticate.server.ts'
import type { IssuerTrust } from '../../platform/auth/sign-in/id-token.server.ts'
import { createRefusalAudit } from '../../platform/auth/sign-in/refusal-audit.server.ts'
import { implementSignIn } from '../../platform/auth/sign-in/sign-in.server.ts'
import { isHttps } from '../../platform/auth/sign-in/sign-in-settings.server.ts'
import { t } from '../../core/i18n/language.ts'
import { apiDocumentation } from './api-page.server.ts'
import { sayDefaults } from './default-sentences.server.ts'
import type { Database } from '../../db/database.server.ts'
import { collectCspReports } from '../../core/http/csp-reports.server.ts'
import { addDocuments } from '../../core/http/documents.server.ts'
import type { Authenticate } from '../../core/http/access.server.ts'
import type { Refusal } from '../../core/errors/errors.ts'
import type { Endpoint } from '../../core/http/endpoint.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { mount } from '../../core/http/http.server.ts'
import type { Sealer } from '../../core/audit/sealer.server.ts'
import { createSealer } from '../../core/audit/sealer.server.ts'
import { createSearchTraces } from '../../core/audit/search-traces.server.ts'
import { createSearchGate } from '../../core/http/search-gate.server.ts'
import { createRateLimit } from '../../core/http/rate-limit.server.ts'
import { implementationsOf } from '../../core/calls/registry.server.ts'
import type { Readiness } from '../../core/http/web-server.server.ts'
import { createWebServer } from '../../core/http/web-server.server.ts'
import { resources, servers } from '../registry.server.ts'
import { addLanguages } from '../locales/languages.server.ts'
import type { Settings } from '../../core/settings.server.ts'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { modules } from '../modules.server.ts'

export interface Composition {
  readonly settings: Settings
  readonly database: Database
  readonly log: Logger
  /** The built console; without it only the API is served. */
  readonly consoleFolder?: URL
  /** Whom ID tokens are believed from instead of Google. */
  readonly trusts?: readonly IssuerTrust[]
  readonly readiness?: () => Readiness
  readonly checkOutput?: boolean
}

export interface Composed {
  readonly server: FastifyInstance
  readonly implementations: readonly Implementation[]
  /** The server's background work; nothing runs yet either. */
  readonly jobs: readonly Job[]
  readonly sealer: Sealer
}

/** Puts the server together from its parts. Nothing listens yet. */
export async function compose(parts: Composition): Promise<Composed> {
  const { settings, database, log } = parts
  addLanguages({ isProduction: settings.mode === 'production' })
  sayDefaults()
  const readiness = parts.readiness ?? (() => database.availability)
  const sealer = createSealer(database.kysely, log, () => readiness() !== 'starting')
  const server = createWebServer({
    log,
    isProduction: settings.mode === 'production',
    publicUrl: settings.publicUrl,
    trustedProxies: settings.trustedProxies,
    readiness,
    findings: () => findingsOf(sealer),
  })
  const { sessionSecret, productName, ipTrustDays: trustDays } = settings
  const addressing = { db: database, isHttps: isHttps(settings), sessionSecret, productName }
  const addresses = createAddressCheck(addressing)
  const refusals = createRefusalAudit(database.kysely, log)
  server.addHook('onClose', () => refusals.close())
  const authenticate = createAuthenticate({ db: database, settings, refusals, addresses })
  const all: Implementation[] = []
  const jobs: Job[] = []
  const context: ServerContext = {
    settings,
    database,
    log,
    servers,
    resources,
    implementations: () => all,
    jobs: () => jobs,
    authenticate: withViews(authenticate, database),
    onStop: (when, work) => (when === 'preClose' ? server.addHook('preClose', work) : server.addHook('onClose', work)),
  }
  all.push(
    ...(await implementSignIn({
      db: database,
      settings,
      refusals,
      addresses,
      ...(parts.trusts && { trusts: parts.trusts }),
    })),
    ...implementVerification({ ...addressing, trustDays, mail: mailRouteOf(settings) }),
  )
  const own: Implementation[] = []
  for (const { endpoints } of modules) own.push(...(await given(endpoints, context)))
  all.push(...implementationsOf({ servers, implementations: own, timeZone: settings.businessTimeZone }))
  for (const module of modules) jobs.push(...(await given(module.jobs, context)))
  mount(server, {
    db: database.kysely,
    authenticate: withViews(withImageCookies(authenticate, limited(authenticate, settings.callsPerMinute)), database),
    implementations: all,
    requireIfMatch: settings.requireIfMatch,
    searches: createSearchGate(database),
    traces: createSearchTraces(database.kysely, { secret: sessionSecret, log }),
    onDenied: (request, endpoint, actor, refusal) =>
      refusals.record(request, refusedCall(endpoint, refusal), { actor, code: refusal.code }),
    checkOutput: parts.checkOutput ?? false,
  })
  collectCspReports(server)
  apiDocumentation(server, all, settings.productName, { authenticate, isOpen: settings.mode === 'demo' })
  if (parts.consoleFolder) {
    await addDocuments(server, {
      folder: parts.consoleFolder,
      googleClientId: settings.googleClientId,
      documents: { '/customer-view': 'customer-view.html' },
      placeholders: {
        __PRODUCT_NAME__: settings.productName,
        __PUBLIC_SITE_ROOT__: `${settings.publicSiteUrl}/`,
        __BUSINESS_TIME_ZONE__: settings.businessTimeZone,
      },
    })
  }
  return { server, implementations: all, jobs, sealer }
}

function refusedCall({ access, method, path }: Endpoint, { message }: Refusal) {
  const object = typeof access === 'string' ? 'sessions' : access[0]
  return { action: 'refused', object, title: `${method} ${path}`, reason: message }
}

function findingsOf(sealer: Sealer): { auditUnsealed: { count: number; since: string | null } } | null {
  const late = sealer.late()
  return late && { auditUnsealed: { count: late.count, since: late.since } }
}

async function given<T>(
  what: readonly T[] | ((context: ServerContext) => readonly T[] | Promise<readonly T[]>) | undefined,
  context: ServerContext,
): Promise<readonly T[]> {
  return typeof what === 'function' ? await what(context) : (what ?? [])
}

/** A user viewing the console as another role has that role's permissions in every call. */
function withViews(authenticate: Authenticate, database: Database): Authenticate {
  return async function authenticateInView(request) {
    return await viewAs(database.kysely, request, await authenticate(request))
  }
}

/** No person at a screen calls ten times a second for a minute; a script that runs away does. */
function limited(authenticate: Authenticate, callsPerMinute: number): Authenticate {
  if (callsPerMinute === 0) return authenticate
  const limit = createRateLimit({
    limit: callsPerMinute,
    windowSeconds: 60,
    message: () =>
      t('More than {callsPerMinute} calls within a minute. Wait a moment and try again.', { callsPerMinute }),
  })
  return async function authenticateWithinLimit(request) {
    const actor = await authenticate(request)
    limit.take(String(actor.id))
    return actor
  }
}
