import type { AnySchema, Endpoint } from './endpoint.ts'
import type { Implementation } from './endpoint.server.ts'
import { isTagged } from './endpoint.server.ts'
import { keyUseOf } from './idempotency.server.ts'
import {
  errorSchema,
  headersOf,
  refusalsOf,
  requestHeadersOf,
  sharedHeaders,
  sharedParameters,
  sharedResponses,
} from './openapi-parts.server.ts'
import type { Json, Shapes } from './openapi-schemas.server.ts'
import { shapesOf } from './openapi-schemas.server.ts'
import { withPathParameters, withSharedParts } from './openapi-sharing.server.ts'
import { basePathOf } from '../resource/resource.ts'

/** A call as far as its description goes. */
export type DescribedCall = Pick<Implementation, 'endpoint' | 'transaction' | 'isSecret' | 'readsKey'>

export interface ApiDescription {
  readonly title: string
  readonly description: string
  /** The subject of each tag, in the order in which they are listed. */
  readonly tags: Readonly<Record<string, string>>
  /** How callers say who they are: the one scheme of every call that is not open to all. */
  readonly security: Readonly<Record<string, Json>>
  /** Headers and responses of its own, by the names by which its calls refer to them; a shared one of that name gives way. */
  readonly headers?: Readonly<Record<string, Json>>
  readonly responses?: Readonly<Record<string, Json>>
  /** Says more of a call than its definition does. */
  readonly adapt?: (endpoint: Endpoint, operation: Json) => Json
}

/**
 * An API as OpenAPI 3.1, from the schemas that the server parses with.
 *
 * @throws Error when calls that are described as one differ
 */
export function openApiOf(calls: readonly DescribedCall[], api: ApiDescription): Json {
  const endpoints = calls.map(({ endpoint }) => endpoint)
  const given = (key: 'params' | 'query' | 'input' | 'output') =>
    endpoints.flatMap((endpoint) => endpoint[key] ?? ([] as AnySchema[]))
  const shapes = shapesOf([...given('params'), ...given('query'), ...given('input')], given('output'))
  const parameters: Record<string, Json> = { ...sharedParameters }
  const paths: Record<string, Record<string, Json>> = {}
  for (const [route, alike] of Map.groupBy(calls, ({ endpoint }) => routeOf(endpoint))) {
    const [method = '', path = ''] = route.split(' ')
    const described = describe(alike, shapes, parameters)
    const [{ endpoint } = { endpoint: undefined }] = alike
    ;(paths[path.replace(/:([a-zA-Z]+)/g, '{$1}')] ??= {})[method.toLowerCase()] =
      (endpoint && api.adapt?.(endpoint, described)) ?? described
  }
  const used = new Set(endpoints.map(({ tag }) => tag))
  const shared = withSharedParts(
    Object.fromEntries(Object.entries(paths).map(([path, of]) => [path, withPathParameters(of, parameters)])),
  )
  return withoutUnused({
    openapi: '3.1.0',
    info: { title: api.title, version: '1', description: api.description },
    servers: [{ url: '/' }],
    security: Object.keys(api.security).map((name) => ({ [name]: [] })),
    tags: Object.entries(api.tags).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : [])),
    paths: shared.paths,
    components: {
      securitySchemes: api.security,
      parameters,
      headers: { ...sharedHeaders, ...api.headers },
      requestBodies: shared.requestBodies,
      responses: { ...shared.responses, ...sharedResponses, ...api.responses },
      schemas: { Error: errorSchema, ...shapes.named },
    },
  })
}

/**
 * `coupons`, of a call that many resources have alike; null for all others, and where a parameter cannot contain the
 * name.
 */
function resourceIn({ each }: Endpoint): string | null {
  const name = each?.path ?? each?.name ?? null
  return name === null || name.includes('/') ? null : name
}

/** `GET /rest/data/:resource/:id/notes`, where many resources have the call alike. */
function routeOf(endpoint: Endpoint): string {
  const { method, path } = endpoint
  const name = resourceIn(endpoint)
  return `${method} ${name === null ? path : path.replace(basePathOf({ name }), basePathOf({ name: ':resource' }))}`
}

/** `postCouponsIdPause` for `POST /rest/data/coupons/:id/pause`, where a call has no better name of its own. */
function operationIdOf(endpoint: Endpoint): string {
  const { operationId, each, method, path } = endpoint
  if (operationId !== undefined && (each === undefined || resourceIn(endpoint) !== null)) return operationId
  const words = path.replace(/^\/rest\/data|^\/rest|^\/v1/, '').split(/[^a-zA-Z0-9]+/)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** Describes a call, or those that many resources have alike with the resource as one more parameter. */
function describe(alike: readonly DescribedCall[], shapes: Shapes, shared: Record<string, Json>): Json {
  const [first, ...others] = alike.map((call) => describeOne(call, shapes, shared))
  const text = JSON.stringify(first)
  const other = others.findIndex((one) => JSON.stringify(one) !== text)
  if (!first || other >= 0) {
    const [one, another] = [alike[0], alike[other + 1]].map((call) => call?.endpoint.path)
    throw new Error(`${one} and ${another} are described as one call, and differ.`)
  }
  const endpoints = alike.map(({ endpoint }) => endpoint)
  const names = endpoints.flatMap((endpoint) => resourceIn(endpoint) ?? [])
  const { parameters, ...rest } = first
  return {
    ...rest,
    ...accessOf(endpoints),
    parameters: [
      ...(names.length === 0 ? [] : [resourceParameter(names.toSorted(), objectsOf(endpoints), shared)]),
      ...(parameters as readonly Json[]),
    ],
  }
}

/** Calls for the same resources refer to one list of them. */
function resourceParameter(names: readonly string[], objects: Json, shared: Record<string, Json>): Json {
  const described = {
    name: 'resource',
    in: 'path',
    required: true,
    description: 'The list that the record is in',
    schema: { type: 'string', enum: names },
    'x-objects': objects,
  }
  const known = Object.keys(shared).filter((key) => /^Resource\d+$/.test(key))
  const same = known.find((key) => JSON.stringify(shared[key]) === JSON.stringify(described))
  const key = same ?? `Resource${known.length + 1}`
  shared[key] ??= described
  return { $ref: `#/components/parameters/${key}` }
}

/** The permission that a call needs, as `object:action`. Where many resources have the call alike, it is that of each. */
function accessOf(endpoints: readonly Endpoint[]): Json {
  const needed = endpoints.flatMap(({ access }) => (typeof access === 'string' ? [] : [access]))
  const [first] = needed
  if (!first) return {}
  return { 'x-access': `${needed.every(([object]) => object === first[0]) ? first[0] : '{resource}'}:${first[1]}` }
}

/** The resources of a call that each object guards, where the object is called otherwise than its resource. */
function objectsOf(endpoints: readonly Endpoint[]): Record<string, string[]> {
  const named = endpoints.flatMap(({ access, each }) =>
    typeof access === 'string' ? [] : [[each?.path ?? each?.name ?? '', access[0]] as const],
  )
  const guarded = Map.groupBy(named, ([, object]) => object)
  return Object.fromEntries(
    [...guarded].flatMap(([object, of]) => {
      const others = of.flatMap(([name]) => (name === object ? [] : [name]))
      return others.length === 0 ? [] : [[object, others]]
    }),
  )
}

function describeOne(call: DescribedCall, shapes: Shapes, shared: Record<string, Json>): Json {
  const { endpoint } = call
  const { access, output, input, params, query, tag = 'Other' } = endpoint
  const keyUse = keyUseOf(call)
  const mediaTypes = [endpoint.produces ?? 'application/json'].flat()
  return {
    summary: endpoint.summary,
    operationId: operationIdOf(endpoint),
    tags: [tag],
    ...(access === 'public' ? { security: [] } : {}),
    parameters: [
      ...(params ? parametersOf(shapes.input(params), 'path', shared) : []),
      ...(query ? parametersOf(shapes.input(query), 'query', shared) : []),
      ...requestHeadersOf(endpoint, { keyUse, isTagged: isTagged(call) }),
    ],
    ...(input && {
      requestBody: { required: true, content: { 'application/json': { schema: shapes.input(input) } } },
    }),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'OK',
        ...headersOf(endpoint.answers ?? []),
        ...(output && {
          content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: shapes.output(output) }])),
        }),
      },
      ...(isTagged(call) && { 304: { $ref: '#/components/responses/NotModified' } }),
      ...refusalsOf(endpoint, keyUse),
    },
  }
}

/** The properties of an object schema as parameters. One whose schema has a name for it is kept in `shared`, and referred to. */
function parametersOf(schema: Json, place: 'path' | 'query', shared: Record<string, Json>): Json[] {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, property]) => {
    const { parameter, description, example, ...rest } = property
    const described = {
      name,
      in: place,
      ...((place === 'path' || required.includes(name)) && { required: true }),
      ...(description !== undefined && { description }),
      ...(example !== undefined && { example }),
      schema: rest,
    }
    if (typeof parameter !== 'string') return described
    shared[parameter] ??= described
    return { $ref: `#/components/parameters/${parameter}` }
  })
}

/** Leaves out components that nothing refers to: a small API does not have every header of a large one. */
function withoutUnused(document: Json): Json {
  const text = JSON.stringify(document)
  const used = new Set([...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, name]) => name))
  const components = Object.entries(document['components'] as Readonly<Record<string, Json>>).map(([kind, parts]) => [
    kind,
    Object.fromEntries(
      Object.entries(parts).filter(([name]) => kind === 'securitySchemes' || used.has(`${kind}/${name}`)),
    ),
  ])
  const lean = { ...document, components: Object.fromEntries(components) as Json }
  // What is left out now could be all that referred to something else.
  return JSON.stringify(lean).length === text.length ? lean : withoutUnused(lean)
}
