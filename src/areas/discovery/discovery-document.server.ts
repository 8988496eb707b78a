import { publicImages } from '../images/image-calls.ts'
import type { DiscoveryDefinition } from './discovery.ts'
import { conditional, discovery, discoveryCalls, listParameters } from './discovery.ts'
import type { DiscoveryName } from './discovery-names.ts'
import { discoveryScope } from './discovery-names.ts'
import type { Parameters } from './discovery-parameters.ts'
import { language } from './discovery-parameters.ts'

type Json = Record<string, unknown>
interface Described { summary: string; parameters: Json[]; responses: Record<string, Json>; [key: string]: unknown }

const refusal = (description: string) => ({ description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } })
const header = (description: string, type = 'string') => ({ description, schema: { type } })

const quota = {
  'X-RateLimit-Limit': header('Calls of the key’s owner within a minute', 'integer'),
  'X-RateLimit-Remaining': header('Calls left of them', 'integer'),
  'X-RateLimit-Reset': header('Seconds until they are counted anew', 'integer'),
  'X-RateLimit-Limit-Day': header('Calls of the key’s owner within a day, which begins at midnight UTC', 'integer'),
  'X-RateLimit-Remaining-Day': header('Calls left of them', 'integer'),
  'X-RateLimit-Reset-Day': header('Seconds until the next day', 'integer'),
}
const caching = {
  'ETag': header('Send it as If-None-Match to hear only of changes'),
  'Content-Language': header('The language that was asked for; fallbackFields names the texts that are in another'),
  'Cache-Control': header('For how long the key’s owner may go without asking again'),
  'Vary': header('Authorization, Accept-Language'),
}
const unchanged = { description: 'Nothing has changed since the ETag of If-None-Match; no body', headers: { ...quota, ...caching } }

/**
 * Adds to the description of the API what calls with a key have in common: how the key is sent, what else they may be
 * answered with, and what their headers and parameters mean.
 */
export function withApiKeys(document: Readonly<Json>): Json {
  const paths = { ...document['paths'] as Record<string, Record<string, Described>> }
  for (const [path, { get }] of Object.entries(paths)) if (path.startsWith('/v1/') && !path.startsWith(publicImages) && get) paths[path] = { get: keyed(path, get) }
  const components = document['components'] as { securitySchemes: Json }
  const apiKey = { type: 'http', scheme: 'bearer', description: `An API user’s key, as “Authorization: Bearer mk_live_…”. Catalogue calls need the scope ${discoveryScope}; prices:read, availability:read and reviews:read add their fields.` }
  return { ...document, paths, components: { ...components, securitySchemes: { ...components.securitySchemes, apiKey } } }
}

function keyed(path: string, operation: Described): Described {
  const call = discoveryCalls.find(({ name }) => path === `/v1/${name}` || path === `/v1/${name}/{id}`)
  const described: Parameters = !call ? {} : path.endsWith('}') ? language : listParameters(call.name)
  const { 200: done = {}, ...others } = operation.responses
  return {
    ...operation,
    security: [{ apiKey: [] }],
    ...(call && { 'x-scope': scopesOf(call.name) }),
    // OpenAPI says the header of a security scheme by the scheme alone.
    parameters: operation.parameters.filter(({ name }) => name !== 'Authorization').map((parameter) => {
      const own = parameter['in'] === 'query' ? described[String(parameter['name'])] : undefined
      return own ? { ...parameter, description: own.description, ...(own.example !== '' && { example: own.example }) } : { ...parameter, ...headerWords(parameter) }
    }),
    responses: {
      200: { ...done, headers: call ? { ...quota, ...caching } : quota },
      ...(call && { 304: unchanged }),
      401: refusal('No key, or one that is unknown, revoked, expired or suspended'),
      403: { ...refusal('The key lacks the scope, or is not allowed from this address'), headers: quota },
      ...others,
      429: { ...refusal('The quota of the minute or of the day is used up'), headers: { 'Retry-After': header('Seconds until calls are answered again', 'integer'), ...quota } },
    },
  }
}

/** What a key needs for a call, as the reference shows it. */
function scopesOf(name: DiscoveryName): string {
  const { scope }: DiscoveryDefinition = discovery[name]
  return scope === undefined ? discoveryScope : `${discoveryScope} ${scope}`
}

const words: Readonly<Record<string, string>> = conditional

function headerWords({ name, in: place }: Json): Json {
  const description = place === 'header' ? words[String(name)] : undefined
  return description === undefined ? {} : { description }
}
