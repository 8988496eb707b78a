import type { Json } from './openapi-schemas.server.ts'

type Calls = Readonly<Record<string, Json>>
type Paths = Readonly<Record<string, Calls>>

/** The parameters of a path's own parts said once for all of its calls, as they are the same for each. */
export function withPathParameters(calls: Calls, shared: Readonly<Record<string, Json>>): Calls {
  const isOfPath = (parameter: Json) => (named(parameter, shared) ?? parameter)['in'] === 'path'
  const all = Object.values(calls).map(({ parameters }) => parameters as readonly Json[])
  const ofPath = all.map((parameters) => JSON.stringify(parameters.filter(isOfPath)))
  const [first = '[]'] = ofPath
  if (first === '[]' || ofPath.some((text) => text !== first)) return calls
  return {
    parameters: JSON.parse(first) as Json,
    ...Object.fromEntries(
      Object.entries(calls).map(([method, { parameters, ...call }]) => {
        const own = (parameters as readonly Json[]).filter((parameter) => !isOfPath(parameter))
        return [method, { ...call, ...(own.length > 0 && { parameters: own }) }]
      }),
    ),
  }
}

function named({ $ref }: Json, shared: Readonly<Record<string, Json>>): Json | undefined {
  return typeof $ref === 'string' ? shared[$ref.split('/').at(-1) ?? ''] : undefined
}

/**
 * A shape that several calls take or answer, with the same headers, said once by its name. `kind`: how the part of a call
 * is called, among them and among the components.
 */
function withShared(paths: Paths, kind: 'responses' | 'requestBodies') {
  const partsOf = (call: Json): readonly Json[] =>
    kind === 'responses' ? Object.values((call['responses'] ?? {}) as Calls) : [(call['requestBody'] ?? {}) as Json]
  const parts = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(partsOf))
  const shared: Record<string, Json> = {}
  const names = new Map<string, string>()
  for (const [text, { length }] of Map.groupBy(parts, (part) => JSON.stringify(part))) {
    const part = JSON.parse(text) as Json
    const name = nameOf(part)
    if (name === null || length < 2 || name in shared) continue
    shared[name] = part
    names.set(text, name)
  }
  const refer = (part: Json): Json => {
    const name = names.get(JSON.stringify(part))
    return name === undefined ? part : { $ref: `#/components/${kind}/${name}` }
  }
  const lean = map(paths, (methods) =>
    map(methods, (call) => {
      if (kind === 'responses')
        return 'responses' in call ? { ...call, responses: map(call['responses'] as Calls, refer) } : call
      return 'requestBody' in call ? { ...call, requestBody: refer(call['requestBody'] as Json) } : call
    }),
  )
  return { lean, shared }
}

/** Answers and bodies that several calls have alike, once. */
export function withSharedParts(all: Paths): { paths: Paths; responses: Calls; requestBodies: Calls } {
  const { lean, shared: responses } = withShared(all, 'responses')
  const { lean: paths, shared: requestBodies } = withShared(lean, 'requestBodies')
  return { paths, responses, requestBodies }
}

/** `Event`, or `EventWithETag`, by the shape that a part has and its headers, or `ids` by the fields of a shape without a name. */
function nameOf(part: Json): string | null {
  const { content, headers = {} } = part as { content?: Calls; headers?: Json }
  const { schema } = content?.['application/json'] ?? {}
  const { properties = {}, $ref = Object.keys(properties as Json).join('-') } = (schema ?? {}) as Json
  if (typeof $ref !== 'string' || $ref === '' || Object.keys(content ?? {}).length > 1) return null
  return [$ref.split('/').at(-1), ...Object.keys(headers).map((header) => `With${header.replaceAll('-', '')}`)].join('')
}

function map<From, To>(values: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]))
}
