import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { readDashboardServer } from '../areas/home/dashboard.server.ts'
import { createAuthenticate } from '../areas/sign-in/authenticate.server.ts'
import type { IssuerTrust } from '../areas/sign-in/id-token.server.ts'
import { createDenialAudit } from '../areas/sign-in/sign-in-audit.server.ts'
import { implementSignIn } from '../areas/sign-in/sign-in.server.ts'
import { apiDocumentation } from './api-page.server.ts'
import type { Database } from '../db/database.server.ts'
import { addDocuments } from '../kit/documents.server.ts'
import type { Implementation } from '../kit/endpoint.server.ts'
import { mount } from '../kit/http.server.ts'
import { implementationsOf } from '../kit/registry.server.ts'
import type { Readiness } from '../kit/web-server.server.ts'
import { createWebServer } from '../kit/web-server.server.ts'
import { implementations, servers } from '../registry.server.ts'
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
}

/** Puts the server together from its parts. Nothing listens yet. */
export async function compose(parts: Composition): Promise<Composed> {
  const { settings, database, log } = parts
  const server = createWebServer({
    log,
    isProduction: settings.mode === 'production',
    publicUrl: settings.publicUrl,
    trustedProxies: settings.trustedProxies,
    readiness: parts.readiness ?? (() => database.availability),
  })
  const all = [
    ...await implementSignIn({ db: database, settings, ...(parts.trusts && { trusts: parts.trusts }) }),
    readDashboardServer(settings.businessTimeZone),
    ...implementationsOf({ servers, implementations }),
  ]
  const recordDenial = createDenialAudit(database.kysely)
  mount(server, {
    db: database.kysely,
    authenticate: createAuthenticate({ db: database, settings }),
    implementations: all,
    requireIfMatch: settings.requireIfMatch,
    onDenied: (request, endpoint, actor, refusal) => recordDenial(request, {
      action: 'refused', object: typeof endpoint.access === 'string' ? 'sessions' : endpoint.access[0],
      title: `${endpoint.method} ${endpoint.path}`, reason: refusal.message,
    }, actor),
    checkOutput: parts.checkOutput ?? false,
  })
  apiDocumentation(server, all.map(({ endpoint }) => endpoint), settings.productName)
  if (parts.consoleFolder) {
    await addDocuments(server, {
      folder: parts.consoleFolder,
      googleClientId: settings.googleClientId,
      placeholders: { __PRODUCT_NAME__: settings.productName, __PUBLIC_SITE_ROOT__: `${settings.publicSiteUrl}/` },
    })
  }
  return { server, implementations: all }
}
