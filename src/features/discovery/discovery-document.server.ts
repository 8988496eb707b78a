import * as z from 'zod/mini'
import { publicImages } from '../../platform/media/image.endpoints.ts'
import type { DescribedCall } from '../../core/http/openapi.server.ts'
import { openApiOf } from '../../core/http/openapi.server.ts'
import { refusal } from '../../core/http/openapi-parts.server.ts'
import type { Json } from '../../core/http/openapi-schemas.server.ts'
import type { Endpoint } from '../../core/http/endpoint.ts'
import { orderCalls } from '../orders/order.endpoints.ts'
import { orderTags, ordersScope, quoteCall } from '../orders/quotes.ts'
import { discovery, discoveryCalls, discoveryTags, offersCall, offersScopes } from './discovery.ts'
import type { DiscoveryDefinition } from './discovery.ts'
import { availabilityCall, availabilityScopes, optionsCall } from './discovery-visits.ts'
import { ticketsPath, ticketsTags } from '../orders/e-tickets/e-ticket.endpoints.ts'
import { paymentLinkPath, paymentLinkTags } from '../orders/phone/payment-link.endpoints.ts'
import { requestPath, requestTags } from '../orders/requests/request.endpoints.ts'
import type { ApiScope } from '../api-users/api-users.ts'
import { discoveryScope } from '../api-users/discovery-names.ts'

const header = (description: string, type = 'string') => ({ description, schema: { type } })

const quota = {
  'X-RateLimit-Limit': header('Calls of the key’s owner within a minute', 'integer'),
  'X-RateLimit-Remaining': header('Calls left of them', 'integer'),
  'X-RateLimit-Reset': header('Seconds until the minute is over', 'integer'),
  'X-RateLimit-Limit-Day': header('Calls of the key’s owner within a day, which begins at midnight UTC', 'integer'),
  'X-RateLimit-Remaining-Day': header('Calls left of them', 'integer'),
  'X-RateLimit-Reset-Day': header('Seconds until the next day', 'integer'),
}
const caching = {
  'ETag': header('The version of the answer, to send as If-None-Match'),
  'Content-Language': header('The language that was asked for; fallbackFields names the texts that are in another'),
  'Cache-Control': header('For how long the key’s owner can go without asking again'),
  'Vary': header('Authorization, Accept-Language'),
}
const asReferences = (headers: Json) =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]))
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }

const responses = {
  NotModified: {
    description: 'Nothing has changed since the ETag of If-None-Match; no body',
    headers: asReferences({ ...quota, ...caching }),
  },
  Unauthorized: refusal('No key, or one that is unknown, revoked, expired or suspended'),
  Forbidden: refusal('The key lacks the scope, or is not allowed from this address', asReferences(quota)),
  TooManyRequests: refusal('The quota of the minute or of the day is used up', {
    ...retryAfter,
    ...asReferences(quota),
  }),
}
const orderPaths: ReadonlySet<string> = new Set([quoteCall, ...orderCalls].map(({ path }) => path))

/** Pictures need no key; requests, payments and downloads of tickets prove themselves by the customer’s own link. */
const openPaths = [publicImages, requestPath, paymentLinkPath, ticketsPath]
const isOpen = (path: string) => openPaths.some((start) => path.startsWith(start))

const respond = (name: keyof typeof responses) => ({ $ref: `#/components/responses/${name}` })

/** Whether a call belongs to the Discovery API, which is described in a document of its own. */
export function isDiscovery({ path }: Endpoint): boolean {
  return path.startsWith('/v1/')
}

/** The Discovery API for those who write programs against it, without the calls of the console. */
export function discoveryDocument(calls: readonly DescribedCall[], product: string): Json {
  return openApiOf(
    calls.filter(({ endpoint }) => isDiscovery(endpoint)),
    {
      title: `${product} Discovery API`,
      description:
        'What is public of the catalogue, and what it costs to buy. Lists answer with { data, next }: send next as cursor for the page behind it. ' +
        'A field can be added to any answer, so ignore those that you do not know.',
      tags: { ...discoveryTags, ...orderTags, ...requestTags, ...paymentLinkTags, ...ticketsTags },
      security: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `An API user’s key, as “Authorization: Bearer mk_live_…”. Catalogue calls need the scope ${discoveryScope}; prices:read, availability:read and reviews:read add their fields. Orders need the scope ${ordersScope}.`,
        },
      },
      headers: { ...quota, ...caching },
      responses,
      adapt: (endpoint, operation) => {
        const asked = withOptionalBody(endpoint, operation)
        return isOpen(endpoint.path) ? asked : keyed(endpoint, asked)
      },
    },
  )
}

/** A body without which the call does the same as with an empty one does not have to be sent. */
function withOptionalBody({ input }: Endpoint, operation: Json): Json {
  if (!input || !z.safeParse(input, {}).success) return operation
  return { ...operation, requestBody: { ...(operation['requestBody'] as Json), required: false } }
}

/** What calls with a key have in common: how they can be answered besides, and with which headers. */
function keyed({ path, status = 200 }: Endpoint, { security: _, ...operation }: Json): Json {
  const scopes = scopesOf(path)
  const isCached = scopes !== null && scopes !== ordersScope
  const { [status]: done, ...others } = operation['responses'] as Readonly<Record<string, Json>>
  return {
    ...operation,
    ...(scopes !== null && { 'x-scope': scopes }),
    // OpenAPI describes the header of a security scheme by the scheme alone.
    parameters: (operation['parameters'] as readonly Json[]).filter(({ name }) => name !== 'Authorization'),
    responses: {
      [status]: {
        ...done,
        headers: {
          ...(done?.['headers'] as Json | undefined),
          ...asReferences(isCached ? { ...quota, ...caching } : quota),
        },
      },
      ...(isCached && { 304: respond('NotModified') }),
      401: respond('Unauthorized'),
      403: respond('Forbidden'),
      429: respond('TooManyRequests'),
      ...others,
    },
  }
}

/** Of calls beside those of a resource: what they need besides the scope of every call. */
const extraScopes = new Map<string, readonly ApiScope[]>([
  [offersCall.path, offersScopes],
  [optionsCall.path, []],
  [availabilityCall.path, availabilityScopes],
])

/** What a key needs for a call of the catalogue or of orders, as the reference shows it; null for other calls. */
function scopesOf(path: string): string | null {
  const extra = extraScopes.get(path)
  if (extra) return [discoveryScope, ...extra].join(' ')
  if (orderPaths.has(path)) return ordersScope
  const call = discoveryCalls.find(({ list, read }) => path === list.path || path === read.path)
  if (!call) return null
  const { scope }: DiscoveryDefinition = discovery[call.name]
  return scope === undefined ? discoveryScope : `${discoveryScope} ${scope}`
}
