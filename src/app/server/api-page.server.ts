import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../core/errors/errors.ts'
import type { Authenticate } from '../../core/http/access.server.ts'
import { createRateLimit, networkOf } from '../../core/http/rate-limit.server.ts'
import { t } from '../../core/i18n/language.ts'
import { countTokenCookie } from '../../platform/auth/sign-in/session-cookies.server.ts'
import { discoveryDocument, isDiscovery } from '../../features/discovery/discovery-document.server.ts'
import type { DescribedCall } from '../../core/http/openapi.server.ts'
import { openApiOf } from '../../core/http/openapi.server.ts'
import type { Json } from '../../core/http/openapi-schemas.server.ts'
import { preparedAnswer } from '../../core/prepared-answer.server.ts'
import { referencePage } from '../api-reference.server.ts'
import { apiTags } from '../api-tags.server.ts'

interface Readers {
  readonly authenticate: Authenticate
  /** Whether the console's calls are described to people without a session too. */
  readonly isOpen: boolean
}

/**
 * Describes the API: for programs in two documents, that of the console and that of partners, and for people on one
 * page. What partners call is described to everyone, because who writes a client has no key yet; the console's calls to
 * those who are signed in. Without a session a network can ask ten times a minute.
 */
export function apiDocumentation(
  server: FastifyInstance,
  calls: readonly DescribedCall[],
  product: string,
  readers: Readers,
): void {
  const json = 'application/json; charset=utf-8'
  const html = 'text/html; charset=utf-8'
  const admin = () => adminDocument(calls, product)
  const discovery = () => discoveryDocument(calls, product)
  const seesConsole = admission(readers)
  const adminAnswer = preparedAnswer(json, () => JSON.stringify(admin()))
  const discoveryAnswer = preparedAnswer(json, () => JSON.stringify(discovery()))
  const page = preparedAnswer(html, () => referencePage(admin(), discovery(), product))
  const partnerPage = preparedAnswer(html, () => referencePage(null, discovery(), product))
  server.get('/openapi.json', async (request, reply) => {
    if (!(await seesConsole(request)))
      throw new Refusal(403, t('Sign in and send your token as X-Token.'), { error: 'SessionExpired' })
    return await adminAnswer(request, reply)
  })
  server.get('/v1/openapi.json', async (request, reply) => {
    await seesConsole(request)
    return await discoveryAnswer(request, reply)
  })
  server.get('/api-reference', async (request, reply) => {
    const isForStaff = await seesConsole(request)
    void reply.header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    return await (isForStaff ? page : partnerPage)(request, reply)
  })
}

/** Whether the console's calls can be described to a caller. Counts strangers, and refuses them (429) beyond their limit. */
function admission({ authenticate, isOpen }: Readers): (request: FastifyRequest) => Promise<boolean> {
  const strangers = createRateLimit({
    limit: 10,
    windowSeconds: 60,
    message: () => t('Too many calls without a session from your network. Sign in, or wait a moment.'),
  })
  return async function seesConsole(request) {
    // A link and the address bar send cookies alone.
    countTokenCookie(request)
    if (request.headers['x-token'] !== undefined) {
      try {
        await authenticate(request)
        return true
      } catch (refusal) {
        if (!(refusal instanceof Refusal) || refusal.status !== 403) throw refusal
      }
    }
    strangers.take(networkOf(request.clientAddress))
    return isOpen
  }
}

function adminDocument(calls: readonly DescribedCall[], product: string): Json {
  return openApiOf(
    calls.filter(({ endpoint }) => !isDiscovery(endpoint)),
    {
      title: `${product} Admin API`,
      description:
        'Every call of the back office. Lists take filter, sort and range as JSON, or a cursor. ' +
        'The Discovery API for partners is described at /v1/openapi.json. ' +
        'A field can be added to any answer, so ignore those that you do not know.',
      tags: apiTags,
      security: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Token',
          description: 'The token that POST /user/login answers with',
        },
      },
    },
  )
}
