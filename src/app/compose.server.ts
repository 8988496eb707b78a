import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApiDesk } from '../areas/api-users/api-desk.server.ts'
import { aliasJobs } from '../areas/aliases/alias-choices.server.ts'
import { reviewJobs } from '../areas/reviews/review-telling.server.ts'
import { implementApiUsers } from '../areas/api-users/api-user-calls.server.ts'
import { implementAudit } from '../areas/audit/audit-servers.server.ts'
import { implementStaff } from '../areas/admin-users/admin-user-servers.server.ts'
import { bulkEditJobs } from '../areas/bulk-edits/bulk-edit-jobs.server.ts'
import { implementBulkEdits } from '../areas/bulk-edits/bulk-edits.server.ts'
import { implementConsoleLanguage } from '../areas/console-language/console-language.server.ts'
import { answerUnchanged, implementDiscovery } from '../areas/discovery/discovery.server.ts'
import { exportJobs } from '../areas/exports/export-jobs.server.ts'
import { implementExports } from '../areas/exports/exports.server.ts'
import { fileImportJobs } from '../areas/file-imports/import-jobs.server.ts'
import { implementFileImports } from '../areas/file-imports/file-imports.server.ts'
import { readDashboardServer } from '../areas/home/dashboard.server.ts'
import { withImageCookies } from '../areas/images/image-files.server.ts'
import { imageJobs, implementImages } from '../areas/images/images.server.ts'
import { createAddressCheck } from '../areas/ip-validation/address-check.server.ts'
import { implementDecisions } from '../areas/ip-validation/ip-verifications.server.ts'
import { implementVerification } from '../areas/ip-validation/verification.server.ts'
import { languageJobs } from '../areas/languages/translation-values.server.ts'
import { implementLive } from '../areas/live/live.server.ts'
import { implementPerformanceCalendar } from '../areas/events/calendar.server.ts'
import { tellCustomersJob } from '../areas/events/notice-job.server.ts'
import { implementMessages, mailRouteOf, messageJobs } from '../areas/messages/messages.server.ts'
import { duplicateJobs } from '../areas/merges/duplicates.server.ts'
import { mergeJobs } from '../areas/merges/merge-steps.server.ts'
import { cityLaunchJob } from '../areas/places/city-launches.server.ts'
import { listingJobs } from '../areas/places/map-coverage.server.ts'
import { zoneJobs } from '../areas/places/zone-changes.server.ts'
import { lineupJobs } from '../areas/lineups/lineup-jobs.server.ts'
import { publicationJobs } from '../areas/publication/publication-jobs.server.ts'
import { pageLinkJobs } from '../areas/rich-text/page-links.server.ts'
import { ruleJobs } from '../areas/rules/rule-counting.server.ts'
import { noteOnRulesForAll } from '../areas/rules/rules-for-all.server.ts'
import { implementSearch } from '../areas/search/search.server.ts'
import { implementRoles } from '../areas/roles/roles-servers.server.ts'
import { viewAs } from '../areas/roles/view-as.server.ts'
import { createAuthenticate } from '../areas/sign-in/authenticate.server.ts'
import type { IssuerTrust } from '../areas/sign-in/id-token.server.ts'
import { createDenialAudit } from '../areas/sign-in/sign-in-audit.server.ts'
import { implementSignIn } from '../areas/sign-in/sign-in.server.ts'
import { isHttps } from '../areas/sign-in/sign-in-settings.server.ts'
import { t } from '../kit/language.ts'
import { apiDocumentation } from './api-page.server.ts'
import type { Database } from '../db/database.server.ts'
import { collectCspReports } from '../kit/csp-reports.server.ts'
import { addDocuments } from '../kit/documents.server.ts'
import type { Authenticate } from '../kit/access.server.ts'
import type { Implementation } from '../kit/endpoint.server.ts'
import type { Job } from '../kit/jobs.server.ts'
import { mount } from '../kit/http.server.ts'
import { createRateLimit } from '../kit/rate-limit.server.ts'
import { implementationsOf } from '../kit/registry.server.ts'
import type { Readiness } from '../kit/web-server.server.ts'
import { createWebServer } from '../kit/web-server.server.ts'
import { implementations, servers } from '../registry.server.ts'
import { addLanguages } from './locales/languages.server.ts'
import type { Settings } from './settings.server.ts'

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
  /** What the server does by itself; nothing runs yet either. */
  readonly jobs: readonly Job[]
}

/** Puts the server together from its parts. Nothing listens yet. */
export async function compose(parts: Composition): Promise<Composed> {
  const { settings, database, log } = parts
  addLanguages({ isProduction: settings.mode === 'production' })
  const server = createWebServer({
    log,
    isProduction: settings.mode === 'production',
    publicUrl: settings.publicUrl,
    trustedProxies: settings.trustedProxies,
    readiness: parts.readiness ?? (() => database.availability),
  })
  const apiDesk = createApiDesk(database, log)
  server.addHook('onClose', () => apiDesk.usage.close())
  const { sessionSecret, productName, ipTrustDays: trustDays } = settings
  const addressing = { db: database, isHttps: isHttps(settings), sessionSecret, productName }
  const addresses = createAddressCheck(addressing)
  const authenticate = createAuthenticate({ db: database, settings, addresses })
  const live = implementLive({ database, log, resources: servers.map(({ resource }) => resource), authenticate: withViews(authenticate, database) })
  server.addHook('preClose', async () => live.endStreams())
  server.addHook('onClose', () => live.stop())
  const exporting = { resources: servers.map(({ resource }) => resource), implementations: () => all }
  const all: Implementation[] = [
    ...live.implementations,
    implementConsoleLanguage({ isHttps: isHttps(settings) }),
    ...await implementSignIn({ db: database, settings, addresses, ...(parts.trusts && { trusts: parts.trusts }) }),
    ...implementVerification({ ...addressing, trustDays, mail: mailRouteOf(settings) }),
    ...implementDecisions({ productName, trustDays }),
    ...implementMessages(settings),
    implementPerformanceCalendar(settings.businessTimeZone),
    readDashboardServer(settings.businessTimeZone),
    implementSearch(servers, database),
    ...implementStaff(settings),
    ...implementRoles({ settings, resources: servers.map(({ resource }) => resource), endpoints: () => all.map(({ endpoint }) => endpoint) }),
    ...implementApiUsers(apiDesk),
    ...implementDiscovery(database, apiDesk),
    ...implementImages(settings, servers),
    ...implementExports({ ...exporting, timeZone: settings.businessTimeZone }),
    ...implementFileImports({ ...exporting, database, log }),
    ...implementBulkEdits({ servers, implementations: () => all, timeZone: settings.businessTimeZone, notes: { rules: noteOnRulesForAll } }),
    ...implementationsOf({
      servers,
      implementations: [...implementations, ...implementAudit({ resources: servers.map(({ resource }) => resource), headsFile: settings.auditHeadsFile, timeZone: settings.businessTimeZone })],
      timeZone: settings.businessTimeZone,
    }),
  ]
  const recordDenial = createDenialAudit(database.kysely)
  answerUnchanged(server)
  mount(server, {
    db: database.kysely,
    authenticate: withViews(withImageCookies(authenticate, limited(authenticate, settings.callsPerMinute)), database),
    implementations: all,
    requireIfMatch: settings.requireIfMatch,
    onDenied: (request, endpoint, actor, refusal) => recordDenial(request, {
      action: 'refused', object: typeof endpoint.access === 'string' ? 'sessions' : endpoint.access[0],
      title: `${endpoint.method} ${endpoint.path}`, reason: refusal.message,
    }, actor),
    checkOutput: parts.checkOutput ?? false,
  })
  collectCspReports(server)
  apiDocumentation(server, all.map(({ endpoint }) => endpoint), settings.productName)
  if (parts.consoleFolder) {
    await addDocuments(server, {
      folder: parts.consoleFolder,
      googleClientId: settings.googleClientId,
      documents: { '/customer-view': 'customer-view.html' },
      placeholders: { __PRODUCT_NAME__: settings.productName, __PUBLIC_SITE_ROOT__: `${settings.publicSiteUrl}/`, __BUSINESS_TIME_ZONE__: settings.businessTimeZone },
    })
  }
  return { server, implementations: all, jobs: [...messageJobs(settings), ...zoneJobs, tellCustomersJob, ...listingJobs, cityLaunchJob, ...aliasJobs, ...reviewJobs, ...mergeJobs, ...duplicateJobs, ...ruleJobs, ...pageLinkJobs, ...imageJobs(settings), ...exportJobs(exporting), ...fileImportJobs(exporting), ...bulkEditJobs(servers), ...publicationJobs(servers), ...lineupJobs(servers), ...languageJobs] }
}

/** Whoever looks at the console as another role has that role's permissions in every call. */
function withViews(authenticate: Authenticate, database: Database): Authenticate {
  return async function authenticateInView(request) {
    return await viewAs(database.kysely, request, await authenticate(request))
  }
}

/** No person at a screen calls ten times a second for a minute; a script that runs away does. */
function limited(authenticate: Authenticate, callsPerMinute: number): Authenticate {
  if (callsPerMinute === 0) return authenticate
  const limit = createRateLimit({
    limit: callsPerMinute, windowSeconds: 60, message: () => t('More than {callsPerMinute} calls within a minute. Wait a moment and try again.', { callsPerMinute }),
  })
  return async function authenticateWithinLimit(request) {
    const actor = await authenticate(request)
    limit.take(String(actor.id))
    return actor
  }
}
