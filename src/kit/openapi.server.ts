import * as z from 'zod/mini'
import type { AnySchema, Endpoint } from './endpoint.ts'

type Json = Readonly<Record<string, unknown>>

const problem = { $ref: '#/components/schemas/Error' }

function schemaOf(schema: AnySchema, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' }) as Record<string, unknown>
  return rest
}

/** The properties of an object schema as OpenAPI parameters. */
function parametersOf(schema: AnySchema | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name, in: place, required: place === 'path' || required.includes(name), schema: property,
  }))
}

function refusalsOf(endpoint: Endpoint): Json {
  const refusal = (description: string) => ({ description, content: { 'application/json': { schema: problem } } })
  return {
    ...(endpoint.access !== 'public' && { 403: refusal('No session, or a grant is missing') }),
    ...(endpoint.params && { 404: refusal('There is no such record') }),
    ...(endpoint.method !== 'GET' && { 409: refusal('In conflict with what is stored') }),
    ...(endpoint.headers?.['If-Match'] && { 412: refusal('Changed by somebody else meanwhile; `current` is the record as it is now') }),
    ...((endpoint.input || endpoint.query) && { 422: refusal('Invalid input, by field') }),
    429: refusal('Too many calls; see Retry-After'),
    503: refusal('The database is not available; see Retry-After'),
    '4XX': refusal('Anything else that is wrong with the request'),
  }
}

function describe(endpoint: Endpoint): Json {
  const { access, output } = endpoint
  const headers = Object.entries(endpoint.headers ?? {}).map(([name, description]) => ({
    name, in: 'header', required: false, description, schema: { type: 'string' },
  }))
  const success = output ? { content: Object.fromEntries([endpoint.produces ?? 'application/json'].flat().map((type) => [type, { schema: schemaOf(output, 'output') }])) } : {}
  return {
    summary: endpoint.summary,
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[^a-zA-Z0-9]+(.)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [endpoint.tag ?? 'Other'],
    ...(access === 'public' ? { security: [] } : {}),
    ...(Array.isArray(access) && { 'x-access': { object: access[0], action: access[1] } }),
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query'), ...headers],
    ...(endpoint.input && { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.input, 'input') } } } }),
    responses: { [endpoint.status ?? 200]: { description: 'Done', ...success }, ...refusalsOf(endpoint) },
  }
}

/** The API as OpenAPI 3.1, from the schemas that the server parses with. */
export function openApiOf(endpoints: readonly Endpoint[], product: string): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([a-zA-Z]+)/g, '{$1}')
    ;(paths[path] ??= {})[endpoint.method.toLowerCase()] = describe(endpoint)
  }
  return {
    openapi: '3.1.0',
    info: { title: `${product} Admin API`, version: '1', description: 'Every call of the back-office. Lists take filter, sort and range as JSON, or a cursor.' },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Token' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['error', 'message', 'requestId'],
          properties: {
            error: { type: 'string' }, message: { type: 'string' }, requestId: { type: 'string' },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
            current: {},
          },
        },
      },
    },
  }
}
