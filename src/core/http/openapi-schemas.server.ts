import * as z from 'zod/mini'
import type { AnySchema } from './endpoint.ts'

export type Json = Readonly<Record<string, unknown>>

/** The schemas of an API's calls as JSON Schema, each with its replacement: a reference where it has a name. */
export interface Shapes {
  readonly input: (schema: AnySchema) => Json
  readonly output: (schema: AnySchema) => Json
  readonly named: Readonly<Record<string, Json>>
}

const home = '#/components/schemas/'

/**
 * Describes what is sent and what is answered. A schema with an id in zod's global registry becomes a shape of that name.
 * One that is sent otherwise than it is answered is two shapes, of which the one that is sent ends in Input.
 *
 * @throws Error when two different schemas have one id
 */
export function shapesOf(inputs: Iterable<AnySchema>, outputs: Iterable<AnySchema>): Shapes {
  const sent = convert(inputs, 'input')
  const answered = convert(outputs, 'output')
  const differing = differingNames(sent.named, answered.named)
  const rename = (json: Json) =>
    differing.size === 0
      ? json
      : (withReferences(json, (name) => (differing.has(name) ? `${name}Input` : name)) as Json)
  const named = { ...answered.named }
  for (const [name, shape] of Object.entries(sent.named))
    named[differing.has(name) ? `${name}Input` : name] = rename(shape)
  return {
    input: (schema) => rename(sent.placeOf(schema)),
    output: answered.placeOf,
    named: withSharedFields(Object.fromEntries(Object.entries(named).toSorted(([a], [b]) => (a < b ? -1 : 1)))),
  }
}

/** Shapes of the same fields are written once, as what is sent to change a record is; the others say which of them they need. */
function withSharedFields(named: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> {
  const fieldsOf = (shape: Json) => JSON.stringify({ ...shape, required: undefined })
  // From A to Z, so that of CouponCreate and CouponUpdate the second is the one that counts.
  const owners = new Map(Object.entries(named).map(([name, shape]) => [fieldsOf(shape), name]))
  const written = Object.entries(named).map(([name, shape]): [string, Json] => {
    const owner = owners.get(fieldsOf(shape)) ?? name
    const [whole, { required = [] }] = [{ $ref: home + owner }, shape]
    if (owner === name || fieldsOf(shape).length < 150) return [name, shape]
    return [name, String(required) === String(named[owner]?.['required']) ? whole : { allOf: [whole], required }]
  })
  return Object.fromEntries(written)
}

function convert(schemas: Iterable<AnySchema>, io: 'input' | 'output') {
  const numbers = new Map([...new Set(schemas)].map((schema, number) => [schema, String(number)]))
  // One object around all of them: a name that two of them use is then found to be the same, or refused.
  const all = z.object(Object.fromEntries([...numbers].map(([schema, number]) => [number, schema])))
  const { properties = {}, $defs = {} } = z.toJSONSchema(all, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  }) as { properties?: Record<string, Json>; $defs?: Record<string, Json> }
  const tidied = (shapes: Record<string, Json>) =>
    Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, tidy(shape, io) as Json]))
  const [places, named] = [tidied(properties), tidied($defs)]
  return {
    named,
    placeOf(schema: AnySchema): Json {
      const place = places[numbers.get(schema) ?? '']
      if (!place) throw new Error('This schema was not among those to describe.')
      return place
    },
  }
}

/** Names whose shape is sent otherwise than answered, those that refer to one of them included. */
function differingNames(sent: Readonly<Record<string, Json>>, answered: Readonly<Record<string, Json>>): Set<string> {
  const both = Object.keys(sent).filter((name) => Object.hasOwn(answered, name))
  const differing = new Set(both.filter((name) => JSON.stringify(sent[name]) !== JSON.stringify(answered[name])))
  for (let size = -1; size !== differing.size;) {
    size = differing.size
    for (const name of both) {
      const text = JSON.stringify(sent[name])
      if ([...differing].some((other) => text.includes(`"${home}${other}"`))) differing.add(name)
    }
  }
  return differing
}

function withReferences(node: unknown, nameOf: (name: string) => string): unknown {
  if (Array.isArray(node)) return node.map((item) => withReferences(item, nameOf))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]: [string, unknown]) =>
      key === '$ref' && typeof value === 'string'
        ? [key, home + nameOf(value.slice(home.length))]
        : [key, withReferences(value, nameOf)],
    ),
  )
}

const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }
const limits = new Set(['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'minItems', 'maxItems'])
const formatsThatSayAll = new Set<unknown>(['date', 'date-time'])
const noNews = new Set<unknown>([int32.minimum, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER])

/**
 * Says the same shorter. Answers are left open, so that a field added to one breaks no client, and without the limits
 * of what can be sent: stored values met the limits of their time.
 */
function tidy(node: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(node)) return node.map((item) => tidy(item, io))
  if (typeof node !== 'object' || node === null) return node
  const said = node as Json
  const tidied: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(said)) {
    if (key === '$ref' && typeof value === 'string') tidied[key] = value.replace('#/$defs/', home)
    // All keys of JSON are texts.
    else if (key === 'propertyNames' && JSON.stringify(value) === '{"type":"string"}') continue
    // What is an object here is a property of that name.
    else if (typeof value === 'object') tidied[key] = tidy(value, io)
    else if (!isLeftOut(key, value, said, io)) tidied[key] = value
  }
  if (io === 'input' && isInt32(said)) tidied['format'] = 'int32'
  // Two patterns of one text are a list, of which nothing is left.
  if (Array.isArray(tidied['allOf']) && tidied['allOf'].every(isEmpty)) delete tidied['allOf']
  return Array.isArray(tidied['anyOf']) ? orNull(tidied) : tidied
}

function isEmpty(node: unknown): boolean {
  return typeof node === 'object' && node !== null && Object.keys(node).length === 0
}

function isInt32({ type, minimum, maximum }: Json): boolean {
  return type === 'integer' && minimum === int32.minimum && maximum === int32.maximum
}

function isLeftOut(key: string, value: unknown, said: Json, io: 'input' | 'output'): boolean {
  if (key === 'additionalProperties') return io === 'output' && value === false
  if (!limits.has(key)) return false
  if (io === 'output') return true
  const isInteger = said['type'] === 'integer'
  // A pattern that only spells out a format or the choices, or is of the text in which a number arrives.
  if (key === 'pattern') return isInteger || formatsThatSayAll.has(said['format']) || Array.isArray(said['enum'])
  return isInteger && (noNews.has(value) || isInt32(said))
}

/** A value of one type, or null, as one schema. The type's other rules do not affect null, except the choices. */
function orNull(said: Json): Json {
  const { anyOf, ...rest } = said
  const [value, otherwise, ...more] = anyOf as readonly Json[]
  if (!value || otherwise?.['type'] !== 'null' || more.length > 0) return said
  if (typeof value['type'] !== 'string' || 'const' in value) return said
  const choices = value['enum'] as readonly unknown[] | undefined
  return { ...value, type: [value['type'], 'null'], ...(choices && { enum: [...choices, null] }), ...rest }
}
