import addFormats from 'ajv-formats'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ApiDocument, Operation, Response } from './api-document.server.ts'
import { callsIn, resolved } from './api-document.server.ts'
import type { Caller, Reply } from './test-context.server.ts'

type Json = Readonly<Record<string, unknown>>

export interface Conformance {
  /** What is wrong with a reply by the document, or null. A path that is not in the document can only be refused. */
  flawOf(method: string, path: string, reply: Reply): string | null
}

/** Headers that a reply has only where the document says so. */
const describedHeaders = [
  'content-location',
  'content-range',
  'etag',
  'location',
  'retry-after',
  'x-next-cursor',
  'x-total-count',
  'x-total-count-kind',
]

/**
 * Checks replies against an API's own description, in one document or several: only documented statuses and headers,
 * and bodies of their schemas.
 */
export function conformanceTo(...documents: readonly ApiDocument[]): Conformance {
  const parts = documents.map(conformanceToOne)
  return {
    flawOf(method, path, reply) {
      const part = parts.find(({ describes }) => describes(method, path))
      if (part) return part.flawOf(method, path, reply)
      const isRefused = reply.status >= 400 && reply.status < 500
      return isRefused ? null : `${reply.status} at an address that is not described`
    },
  }
}

function conformanceToOne(document: ApiDocument) {
  const ajv = new Ajv2020({ strict: false, validateFormats: true })
  // Edge: the package types its export as a module where Node gives the function itself.
  ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
  ajv.addSchema({ $id: 'api', components: closed(document.components) as Json })
  const compiled = new Map<string, ValidateFunction>()
  const routes = callsIn(document)
    .map(({ method, path, operation }) => ({
      method,
      pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
      variables: path.split('{').length,
      operation,
    }))
    .sort((a, b) => a.variables - b.variables)

  function validatorOf(schema: Json): ValidateFunction {
    const text = JSON.stringify(closed(schema)).replaceAll('"#/', '"api#/')
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as Json)
    compiled.set(text, validate)
    return validate
  }

  function flawOfBody(response: Response, reply: Reply, isPicked: boolean): string | null {
    if (!response.content) return null
    const [type = ''] = (reply.headers.get('content-type') ?? '').split(';')
    const schema = response.content[type]?.schema
    if (!schema) return `${type} is not described for ${reply.status}`
    const validate = validatorOf(isPicked ? picked(document, schema) : schema)
    return validate(reply.body) ? null : ajv.errorsText(validate.errors)
  }

  function operationOf(method: string, path: string): Operation | undefined {
    const [plain = ''] = path.split('?')
    return routes.find((route) => route.method === method && route.pattern.test(plain))?.operation
  }

  return {
    describes: (method: string, path: string) => operationOf(method, path) !== undefined,
    flawOf(method: string, path: string, reply: Reply): string | null {
      const { status, headers } = reply
      const operation = operationOf(method, path)
      if (!operation) return 'not described'
      const isRefusal = (status >= 400 && status < 500) || status === 503
      const response = operation.responses[status] ?? (isRefusal ? operation.responses['default'] : undefined)
      if (!response) return `the status ${status} is not described`
      const known = Object.keys(response.headers ?? {}).map((name) => name.toLowerCase())
      const unknown = describedHeaders.find((name) => headers.has(name) && !known.includes(name))
      if (unknown !== undefined) return `the header ${unknown} is not described for ${status}`
      const [, query] = path.split('?')
      return flawOfBody(response, reply, status === 200 && new URLSearchParams(query).has('fields'))
    },
  }
}

/** Answers are described as open, for what is added later; what is answered now is all described. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  const said = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]))
  const isOpen = said['type'] === 'object' && said['properties'] !== undefined && !('additionalProperties' in said)
  return isOpen ? { ...said, additionalProperties: false } : said
}

/** A list whose caller names the fields of its items gets no others. */
function picked(document: ApiDocument, schema: Json): Json {
  if (schema['type'] !== 'array') return schema
  return { ...schema, items: { ...resolved(document, schema['items'] as Json), required: ['id'] } }
}

/** A caller whose every call fails where the reply is not as described. */
export function conforming(caller: Caller, conformance: Conformance): Caller {
  async function held(method: string, path: string, replied: Promise<Reply>): Promise<Reply> {
    const reply = await replied
    const flaw = conformance.flawOf(method, path, reply)
    if (flaw !== null) throw new Error(`${method.toUpperCase()} ${path} does not answer as described: ${flaw}`)
    return reply
  }
  return {
    get: (path, params, headers) => held('get', asked(path, params), caller.get(path, params, headers)),
    post: (path, body, headers) => held('post', path, caller.post(path, body, headers)),
    put: (path, body, headers) => held('put', path, caller.put(path, body, headers)),
    patch: (path, body, headers) => held('patch', path, caller.patch(path, body, headers)),
    delete: (path, headers) => held('delete', path, caller.delete(path, headers)),
  }
}

/** The address of a call with the names of its parameters, which is all that its description depends on. */
function asked(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  const names = Object.keys(params)
  return names.length === 0
    ? path
    : `${path}?${new URLSearchParams(names.map((name): [string, string] => [name, ''])).toString()}`
}
