type Json = Readonly<Record<string, unknown>>
type Content = Readonly<Record<string, { readonly schema: Json }>>

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Json
}
export interface Response {
  readonly description?: string
  readonly headers?: Readonly<Record<string, Json>>
  readonly content?: Content
}
export interface Operation {
  readonly summary?: string
  readonly operationId?: string
  readonly tags?: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
}

/** An OpenAPI document, as far as it is read here. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly tags?: readonly { readonly name: string; readonly description: string }[]
  readonly components: Readonly<Record<string, Readonly<Record<string, Json>>>>
}

/** A call as it can be made: `path` is a template, `/rest/data/coupons/{id}`. */
export interface DocumentedCall {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** The part of a document in a given place, with references followed. */
export function resolved(document: ApiDocument, node: Json): Json {
  const reference = node['$ref']
  if (typeof reference !== 'string') return node
  const [, , kind = '', name = ''] = reference.split('/')
  const found = document.components[kind]?.[name]
  if (!found) throw new Error(`${reference} leads nowhere.`)
  // A shape can be another one by a second name.
  return resolved(document, found)
}

/** A schema with everything that it refers to in its place. */
export function inlined(document: ApiDocument, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => inlined(document, item))
  if (typeof node !== 'object' || node === null) return node
  const { $ref: _, ...said } = node as Json
  return Object.fromEntries(
    Object.entries({ ...resolved(document, node as Json), ...said }).map(([key, value]) => [
      key,
      inlined(document, value),
    ]),
  )
}

/** Every call that a document describes: references to parameters and responses followed, and one for each resource where many have it alike. */
export function callsIn(document: ApiDocument): readonly DocumentedCall[] {
  return Object.entries(document.paths).flatMap(([template, { parameters: ofPath = [], ...methods }]) =>
    Object.entries(methods).flatMap(([method, described]) => {
      const { parameters = [], responses, ...rest } = described as { parameters?: readonly Json[]; responses: Json }
      const all = [...(ofPath as readonly Json[]), ...parameters].map(
        (parameter) => resolved(document, parameter) as unknown as Parameter,
      )
      const resource = all.find(({ name }) => name === 'resource')
      const { requestBody } = rest as { requestBody?: Json }
      const operation = {
        ...rest,
        ...(requestBody && { requestBody: resolved(document, requestBody) }),
        parameters: all.filter((parameter) => parameter !== resource),
        responses: Object.fromEntries(
          Object.entries(responses).map(([status, response]) => [status, resolved(document, response as Json)]),
        ),
      } as unknown as Operation
      const names = (resource?.schema['enum'] ?? [null]) as readonly (string | null)[]
      return names.map((name) => ({
        method,
        path: name === null ? template : template.replace('{resource}', name),
        operation,
      }))
    }),
  )
}
