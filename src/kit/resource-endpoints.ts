import * as z from 'zod/mini'
import type { Access, AnySchema, Endpoint } from './endpoint.ts'
import { defineEndpoint } from './endpoint.ts'
import type { AnyField } from './fields.ts'
import { isWritable, refKey } from './fields.ts'
import { filterKeys } from './list-keys.ts'
import { operatorsOf } from './list-query.ts'
import type { AnyResource, Operation } from './resource.ts'
import { allFields, basePathOf, fieldOf } from './resource.ts'
import { maskedKeys, maskOf } from './personal.ts'
import { reasonText } from './reason.ts'
import { mostDays, namedPeriods } from './relative-dates.ts'
import { fieldSchema, initialValue } from './value-schemas.ts'

const reference = z.object({ id: z.int(), title: z.nullable(z.string()) })

const recordSchemas = new WeakMap<AnyResource, AnySchema>()

/** A record as it travels, with references beside their ids. Made once for each resource: half a dozen calls answer with it. */
export function recordSchema(resource: AnyResource): AnySchema {
  const schema = recordSchemas.get(resource) ?? makeRecordSchema(resource)
  recordSchemas.set(resource, schema)
  return schema
}

function makeRecordSchema(resource: AnyResource): AnySchema {
  const shape: Record<string, AnySchema> = {}
  for (const [key, field] of allFields(resource)) {
    shape[key] = outputSchema(key, field)
    if ('to' in field) shape[refKey(key)] = 'of' in field || field.kind === 'refs' ? z.array(reference) : z.nullable(reference)
  }
  return z.strictObject(shape)
}

// What is stored has been checked on its way in; a derived or older value need only have the right type.
function outputSchema(key: string, field: AnyField): AnySchema {
  if (maskOf(field)) return field.required ? z.string() : z.nullable(z.string())
  return field.required ? fieldSchema(key, field) : z.nullable(fieldSchema(key, { ...field, required: true } as AnyField))
}

/** What a client may send: every writable field, the needed ones demanded of a new record alone. */
export function draftSchema(resource: AnyResource, complete: boolean): AnySchema {
  const shape: Record<string, AnySchema> = {}
  for (const [key, field] of Object.entries(resource.fields)) {
    if (!isWritable(field)) continue
    const schema = fieldSchema(key, field)
    shape[key] = complete && field.required && initialValue(field) === null ? schema : z.optional(schema)
  }
  return z.strictObject(shape)
}

const ifMatch = { 'If-Match': 'The ETag of the record as it was read' }
const idParams = z.object({ id: z.string() })
/** The list's parameters, the filter with what each field can be asked. */
const listQuery = (resource: AnyResource) => z.object({
  filter: z.optional(z.string().check(z.describe(filterWords(resource)))), sort: z.optional(z.string()), range: z.optional(z.string()), q: z.optional(z.string()),
  cursor: z.optional(z.string()), limit: z.optional(z.string()), fields: z.optional(z.string()),
})

function filterWords(resource: AnyResource): string {
  const keys = [...filterKeys(resource)].flatMap((key) => {
    const field = fieldOf(resource, key)
    return field ? [`${key} (${operatorsOf(field).join(', ')})`] : []
  })
  return 'A JSON object of conditions that must all hold. A condition is a value, a list of values of which one must hold, or an object of '
    + 'operators: {"createdAt":{"during":"last7Days","zone":"Europe/Rome"}}. '
    + `during takes ${namedPeriods.join(', ')}, last<N>Days or next<N>Days with N from 1 to ${mostDays}, today included; weeks begin on Monday; `
    + `zone is an IANA time zone, the business’s where it is left out. Fields: ${keys.join('; ')}.`
}

/** Shows what is masked of one record to whoever may write and says why. Only resources with masked fields have it. */
export function revealEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`POST ${basePathOf(resource)}/:id/reveal`, {
    summary: `Show the personal data of one ${one.toLowerCase()}, for a reason that the audit keeps`,
    access: [resource.access.update ?? resource.access.object, 'write'], params: idParams, input: z.strictObject({ reason: reasonText }), tag: many,
    output: z.strictObject(Object.fromEntries(maskedKeys(resource).map((key) => [key, z.nullable(z.string())]))),
  })
}

export interface ResourceEndpoint extends Endpoint { readonly operation: Operation; readonly resource: AnyResource }

/** Every call that a resource answers, as its definition's operations name them. PUT and PATCH both update. */
export function endpointsOf(resource: AnyResource): readonly ResourceEndpoint[] {
  const base = basePathOf(resource)
  const [one, many] = resource.label
  const { object, update = object } = resource.access
  const reading: Access = [object, 'ui']
  const record = recordSchema(resource)
  const change = { summary: `Change fields of one ${one.toLowerCase()}`, params: idParams, input: draftSchema(resource, false), output: record, access: [update, 'write'] as Access, headers: ifMatch }
  const all: Record<Operation, readonly Endpoint[]> = {
    list: [defineEndpoint(`GET ${base}`, {
      summary: `List ${many.toLowerCase()}`, access: reading, query: listQuery(resource), output: z.array(z.partial(record as z.ZodMiniObject)),
    })] as unknown as Endpoint[],
    read: [defineEndpoint(`GET ${base}/:id`, { summary: `Read one ${one.toLowerCase()}`, access: reading, params: idParams, output: record })] as unknown as Endpoint[],
    create: [defineEndpoint(`POST ${base}`, {
      summary: `Create one ${one.toLowerCase()}`, access: [object, 'write'], input: draftSchema(resource, true), output: record, status: 201,
    })] as unknown as Endpoint[],
    update: [defineEndpoint(`PUT ${base}/:id`, change), defineEndpoint(`PATCH ${base}/:id`, change)] as unknown as Endpoint[],
    delete: [defineEndpoint(`DELETE ${base}/:id`, {
      summary: `Delete one ${one.toLowerCase()}`, access: [object, 'write'], params: idParams, output: record, headers: ifMatch,
    })] as unknown as Endpoint[],
  }
  return resource.operations.flatMap((operation) => all[operation].map((endpoint) => ({ ...endpoint, tag: many, operation, resource })))
}
