import * as z from 'zod/mini'
import type { Access, AnySchema, Endpoint } from '../http/endpoint.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import type { AnyField } from '../resource/fields.ts'
import { isWritable, refKey } from '../resource/fields.ts'
import { filterKeys } from '../list/list-keys.ts'
import { listParameters } from '../list/list-parameters.ts'
import { operatorsOf, usualOperators } from '../list/list-query.ts'
import type { AnyResource, Operation } from '../resource/resource.ts'
import { allFields, basePathOf, fieldOf, headFields } from '../resource/resource.ts'
import { maskedKeys, maskOf } from '../resource/personal.ts'
import { reasonInput } from '../access/reason.ts'
import { idParams } from '../http/path-params.ts'
import { maxDays, namedPeriods } from '../i18n/relative-dates.ts'
import { fieldSchema, initialValue } from '../resource/value-schemas.ts'

const reference = z
  .object({ id: z.int(), title: z.nullable(z.string()) })
  .register(z.globalRegistry, { id: 'Reference' })

/** The API clients' name for the shape of a record: `ApiUser`, for one whose label is “API user”. */
export function shapeName({ label: [one] }: Pick<AnyResource, 'label'>): string {
  return one
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('')
}

/** Makes a schema of a resource once and gives it its name: half a dozen calls use it, and the name can be had once. */
function madeOnce(suffix: string, make: (resource: AnyResource) => AnySchema): (resource: AnyResource) => AnySchema {
  const made = new WeakMap<AnyResource, AnySchema>()
  return (resource) => {
    const schema = made.get(resource) ?? make(resource)
    if (!made.has(resource)) z.globalRegistry.add(schema, { id: `${shapeName(resource)}${suffix}` })
    made.set(resource, schema)
    return schema
  }
}

/** A record as it travels, with references beside their ids. */
export const recordSchema = madeOnce('', (resource) => {
  const shape: Record<string, AnySchema> = {}
  for (const [key, field] of allFields(resource)) {
    shape[key] = outputSchema(key, field)
    if ('to' in field) shape[refKey(key)] = referenceSchema(field)
  }
  return z.strictObject(shape)
})

const amounts = z.array(
  z.strictObject({ currency: z.string(), amount: z.int() }).register(z.globalRegistry, { id: 'Money' }),
)

/** Rows of an amount and its currency: the same shape wherever a record has them. */
function holdsAmounts(field: AnyField): boolean {
  return 'of' in field && Object.keys(field.of).toSorted().join() === 'amount,currency'
}

const references = z.array(reference).register(z.globalRegistry, { id: 'References' })
const referenceOrNull = z.nullable(reference).register(z.globalRegistry, { id: 'ReferenceOrNull' })

/** The record that a field refers to. A record that needs one has it: its foreign key sees to that. */
function referenceSchema(field: AnyField): AnySchema {
  return 'of' in field || field.kind === 'refs' ? references : field.required ? reference : referenceOrNull
}

// Stored values were checked on their way in; a derived or older value need only have the right type.
function outputSchema(key: string, field: AnyField): AnySchema {
  if (maskOf(field)) return field.required ? z.string() : z.nullable(z.string())
  if (holdsAmounts(field)) return amounts
  return field.required
    ? fieldSchema(key, field)
    : z.nullable(fieldSchema(key, { ...field, required: true } as AnyField))
}

const creationSchema = madeOnce('Create', (resource) => makeDraftSchema(resource, true))
const changeSchema = madeOnce('Update', (resource) => makeDraftSchema(resource, false))

/** A client's input: every writable field; required ones are demanded only of a new record. */
export function draftSchema(resource: AnyResource, complete: boolean): AnySchema {
  return complete ? creationSchema(resource) : changeSchema(resource)
}

function makeDraftSchema(resource: AnyResource, complete: boolean): AnySchema {
  const shape: Record<string, AnySchema> = {}
  for (const [key, field] of Object.entries(resource.fields)) {
    if (!isWritable(field)) continue
    const schema = fieldSchema(key, field)
    shape[key] = complete && field.required && initialValue(field) === null ? schema : z.optional(schema)
  }
  return z.strictObject(shape)
}

/** What every change of a record can be made to depend on. */
export const ifMatch = { 'If-Match': 'The ETag of the record as it was read' }
const extras = Object.entries(usualOperators).flatMap(([kind, all]) =>
  kind === '' ? [] : [`${kind} also ${all.slice(usualOperators[''].length).join(' ')}`],
)
const filterText = z.string().register(z.globalRegistry, {
  id: 'Filter',
  description:
    'A JSON object of conditions that must all hold. A condition is a value, a list of values of which one must hold, or an object of ' +
    'operators: {"createdAt":{"during":"last7Days","zone":"Europe/Rome"}}. Every field takes is, not and empty unless its list says otherwise; ' +
    `${extras.join(', ')}. Every list takes id, version, createdAt and updatedAt. ` +
    `during takes ${namedPeriods.join(', ')}, last<N>Days or next<N>Days with N from 1 to ${maxDays}, today included; weeks begin on Monday; ` +
    'zone is an IANA time zone, the business’s where it is left out',
})

/** The list's parameters, the filter with what each field can be asked. */
const listQuery = (resource: AnyResource) =>
  z.object({ filter: z.optional(filterText.check(z.describe(filterWords(resource)))), ...listParameters })

/** Which fields can be asked what: `Fields: kind, state; dates dueAt; isOn (is, not)`. */
function filterWords(resource: AnyResource): string {
  const asked = [...filterKeys(resource)].flatMap((key) => {
    if (key in headFields) return []
    const field = fieldOf(resource, key)
    return field ? [{ key, operators: operatorsOf(field).join(', ') }] : []
  })
  const groups = [...Map.groupBy(asked, ({ operators }) => operators)].map(([operators, of]) => {
    const keys = of.map(({ key }) => key).join(', ')
    const usual = Object.entries(usualOperators).find(([, those]) => those.join(', ') === operators)
    return usual ? `${usual[0]} ${keys}`.trim() : `${keys} (${operators})`
  })
  return `Fields: ${groups.join('; ')}`
}

/**
 * Shows the masked values of one record to a user who can write and gives a reason. Only resources with masked fields
 * have it.
 */
export function revealEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`POST ${basePathOf(resource)}/:id/reveal`, {
    summary: `Show the personal data of one ${one.toLowerCase()}, for a reason that the audit keeps`,
    access: [resource.access.update ?? resource.access.object, 'write'],
    params: idParams,
    input: reasonInput,
    tag: many,
    output: z.strictObject(Object.fromEntries(maskedKeys(resource).map((key) => [key, z.nullable(z.string())]))),
  })
}

export interface ResourceEndpoint extends Endpoint {
  readonly operation: Operation
  readonly resource: AnyResource
}

/** A list's reply; `picked` where the caller names the fields, and so gets no others. */
function listSchema(resource: AnyResource, picked = false): AnySchema {
  const record = recordSchema(resource)
  return z.array(picked ? z.partial(record as z.ZodMiniObject) : record)
}

/** Every call that a resource answers, as its definition's operations name them. PUT and PATCH both update. */
export function endpointsOf(resource: AnyResource): readonly ResourceEndpoint[] {
  const base = basePathOf(resource)
  const [one, many] = resource.label
  const [name, names] = [shapeName(resource), shapeName({ label: [many, many] })]
  const { object, update = object } = resource.access
  const reading: Access = [object, 'ui']
  const record = recordSchema(resource)
  const change = {
    summary: `Change one ${one.toLowerCase()}`,
    params: idParams,
    input: draftSchema(resource, false),
    output: record,
    access: [update, 'write'] as Access,
    headers: ifMatch,
    answers: ['ETag'] as const,
  }
  const all: Record<Operation, readonly Endpoint[]> = {
    list: [
      defineEndpoint(`GET ${base}`, {
        summary: `List ${many.toLowerCase()}`,
        operationId: `list${names}`,
        access: reading,
        query: listQuery(resource),
        output: listSchema(resource),
        outputOfSome: () => listSchema(resource, true),
        answers: ['Content-Range', 'X-Total-Count', 'X-Total-Count-Kind', 'X-Next-Cursor', 'ETag'],
      }),
    ] as unknown as Endpoint[],
    read: [
      defineEndpoint(`GET ${base}/:id`, {
        summary: `Read one ${one.toLowerCase()}`,
        operationId: `read${name}`,
        access: reading,
        params: idParams,
        output: record,
        answers: ['ETag', 'Content-Location'],
      }),
    ] as unknown as Endpoint[],
    create: [
      defineEndpoint(`POST ${base}`, {
        summary: `Create one ${one.toLowerCase()}`,
        operationId: `create${name}`,
        access: [object, 'write'],
        input: draftSchema(resource, true),
        output: record,
        status: 201,
        answers: ['ETag', 'Location'],
      }),
    ] as unknown as Endpoint[],
    update: [
      defineEndpoint(`PUT ${base}/:id`, { ...change, operationId: `put${name}` }),
      defineEndpoint(`PATCH ${base}/:id`, { ...change, operationId: `update${name}` }),
    ] as unknown as Endpoint[],
    delete: [
      defineEndpoint(`DELETE ${base}/:id`, {
        summary: `Delete one ${one.toLowerCase()}`,
        operationId: `delete${name}`,
        access: [object, 'write'],
        params: idParams,
        output: record,
        headers: ifMatch,
      }),
    ] as unknown as Endpoint[],
  }
  return resource.operations.flatMap((operation) =>
    all[operation].map((endpoint) => ({
      ...endpoint,
      ...(resource.access.asksProof && endpoint.method !== 'GET' && { asksProof: true as const }),
      tag: many,
      operation,
      resource,
    })),
  )
}
