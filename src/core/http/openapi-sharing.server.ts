import type { Json } from './openapi-schemas.server.ts'

type Calls = Readonly<Record<string, Json>>

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

/** A named shape as the answer of several calls, with the same headers: one response, of the shape's name. */
export function withSharedAnswers(paths: Readonly<Record<string, Calls>>): {
  paths: Readonly<Record<string, Calls>>
  responses: Readonly<Record<string, Json>>
} {
  const calls = Object.values(paths).flatMap((methods) => Object.values(methods))
  const answers = calls.flatMap(({ responses = {} }) => Object.values(responses as Calls))
  const responses: Record<string, Json> = {}
  const names = new Map<string, string>()
  for (const [text, { length }] of Map.groupBy(
    answers.map((answer) => JSON.stringify(answer)),
    (text) => text,
  )) {
    const answer = JSON.parse(text) as Json
    const name = nameOf(answer)
    if (name === null || length < 2 || name in responses) continue
    responses[name] = answer
    names.set(text, name)
  }
  const share = (answer: Json) => {
    const name = names.get(JSON.stringify(answer))
    return name === undefined ? answer : { $ref: `#/components/responses/${name}` }
  }
  const shared = map(paths, (methods) =>
    map(methods, (call) =>
      'responses' in call ? { ...call, responses: map(call['responses'] as Calls, share) } : call,
    ),
  )
  return { paths: shared, responses }
}

/** `Event`, or `EventWithETag`, by the shape that an answer has and its headers; null for one without such a shape. */
function nameOf(answer: Json): string | null {
  const { content, headers = {} } = answer as { content?: Calls; headers?: Json }
  const { $ref } = (content?.['application/json']?.['schema'] ?? {}) as Json
  if (typeof $ref !== 'string' || Object.keys(content ?? {}).length > 1) return null
  return [$ref.split('/').at(-1), ...Object.keys(headers).map((header) => `With${header.replaceAll('-', '')}`)].join('')
}

function map<From, To>(values: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]))
}
