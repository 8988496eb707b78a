import addFormats from 'ajv-formats'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Caller, Reply } from './stage.server.ts'

type Json = Readonly<Record<string, unknown>>
type Content = Readonly<Record<string, { readonly schema: Json }>>

export interface Operation {
  readonly summary?: string
  readonly operationId?: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean; readonly schema: Json }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

/** An OpenAPI document, as far as it is read here. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Json
}

export interface Conformance {
  /** What is wrong with a reply by the document, or null. A path that is not in the document may only be refused. */
  flawOf(method: string, path: string, reply: Reply): string | null
}

/** Holds replies against an API's own description: documented statuses alone, and bodies of their schemas. */
export function conformanceTo(document: ApiDocument): Conformance {
  const ajv = new Ajv2020({ strict: false, validateFormats: true })
  // Edge: the package types its export as a module where Node gives the function itself.
  ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
  ajv.addSchema({ $id: 'api', components: document.components })
  const compiled = new Map<Json, ValidateFunction>()
  const routes = Object.entries(document.paths)
    .map(([template, operations]) => ({ pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`), template, operations }))
    .sort((a, b) => a.template.split('{').length - b.template.split('{').length)

  function validatorOf(schema: Json): ValidateFunction {
    let validate = compiled.get(schema)
    if (!validate) {
      validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as Json)
      compiled.set(schema, validate)
    }
    return validate
  }

  return {
    flawOf(method, path, { status, headers, body }) {
      const [plain = ''] = path.split('?')
      const operation = routes.find(({ pattern, operations }) => pattern.test(plain) && Object.hasOwn(operations, method))?.operations[method]
      if (!operation) return status >= 400 && status < 500 ? null : `${status} at an address that is not described`
      const response = operation.responses[status] ?? (status >= 400 && status < 500 ? operation.responses['4XX'] : undefined)
      if (!response) return `the status ${status} is not described`
      if (!response.content) return null
      const [type = ''] = (headers.get('content-type') ?? '').split(';')
      const schema = response.content[type]?.schema
      if (!schema) return `${type} is not described for ${status}`
      const validate = validatorOf(schema)
      return validate(body) ? null : ajv.errorsText(validate.errors)
    },
  }
}

/** Somebody whose every call fails where the reply is not as it was described. */
export function conforming(caller: Caller, conformance: Conformance): Caller {
  async function held(method: string, path: string, replied: Promise<Reply>): Promise<Reply> {
    const reply = await replied
    const flaw = conformance.flawOf(method, path, reply)
    if (flaw !== null) throw new Error(`${method.toUpperCase()} ${path} does not answer as described: ${flaw}`)
    return reply
  }
  return {
    get: (path, params, headers) => held('get', path, caller.get(path, params, headers)),
    post: (path, body, headers) => held('post', path, caller.post(path, body, headers)),
    put: (path, body, headers) => held('put', path, caller.put(path, body, headers)),
    patch: (path, body, headers) => held('patch', path, caller.patch(path, body, headers)),
    delete: (path, headers) => held('delete', path, caller.delete(path, headers)),
  }
}
