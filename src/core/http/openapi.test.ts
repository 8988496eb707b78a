import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { openApiOf } from './openapi.server.ts'
import { idParams } from './path-params.ts'
import { endpointsOf } from '../calls/resource-endpoints.ts'
import type { ApiDocument, Operation } from '../testing/api-document.server.ts'
import { callsIn, inlined } from '../testing/api-document.server.ts'
import { recordKeys } from '../testing/list-contract.server.ts'
import { gadgets } from '../testing/sample-resources.ts'

const readCard = defineEndpoint('GET /cards/:id/picture', {
  summary: 'The picture of a card',
  access: ['tags', 'export'],
  params: z.object({ id: z.string() }),
  query: z.object({ size: z.optional(z.enum(['s', 'l'])) }),
  output: z.string(),
  produces: 'image/svg+xml',
})
const askAway = defineEndpoint('POST /questions', {
  summary: 'Ask something',
  access: 'public',
  input: z.object({ text: z.string() }),
  output: z.object({}),
  status: 201,
})

const calls = [...endpointsOf(gadgets), readCard as unknown as Endpoint, askAway as unknown as Endpoint].map(
  (endpoint) => ({ endpoint, transaction: endpoint.method !== 'GET' }),
)
const document = JSON.parse(
  JSON.stringify(
    openApiOf(calls, { title: 'Sample', description: 'What no product has.', tags: {}, security: { token: {} } }),
  ),
) as ApiDocument

function operation(method: string, path: string): Operation & Record<string, unknown> {
  const found = callsIn(document).find((call) => call.method === method && call.path === path)
  if (!found) throw new Error(`${method} ${path} is not described`)
  return found.operation as Operation & Record<string, unknown>
}
interface Shape {
  properties: Record<string, Record<string, unknown>>
  required?: string[]
  additionalProperties: unknown
}
/** What is sent, with the fields that it shares with another shape. */
const schemaOf = (method: string, path: string) => {
  const { allOf = [], ...own } = inlined(
    document,
    operation(method, path).requestBody?.content['application/json']?.schema,
  ) as Shape & { allOf?: readonly Shape[] }
  return Object.assign({}, ...allOf, own) as Shape
}
const shapeNamed = (name: string) => {
  const found = document.components['schemas']?.[name]
  if (!found) throw new Error(`${name} is not described`)
  return found as unknown as Shape
}
const placeOf = (method: string, path: string, status = '200') =>
  operation(method, path).responses[status]?.content?.['application/json']?.schema

describe('the description of a resource', () => {
  it('requires of a new record only what has no default', () => {
    expect(schemaOf('post', '/rest/data/gadgets').required?.toSorted()).toEqual([
      'closesAt',
      'code',
      'count',
      'dueAt',
      'madeOn',
      'makerId',
      'name',
      'price',
      'weight',
    ])
    expect(schemaOf('patch', '/rest/data/gadgets/{id}').required ?? []).toEqual([])
  })

  it('takes what a client can set and nothing else', () => {
    const { properties, additionalProperties } = schemaOf('post', '/rest/data/gadgets')
    expect(additionalProperties).toBe(false)
    for (const key of ['id', 'version', 'createdAt', 'stamp', 'partCount', 'lastOn', 'maker'])
      expect(Object.keys(properties)).not.toContain(key)
  })

  it('documents the limits that the server enforces', () => {
    const { properties } = schemaOf('post', '/rest/data/gadgets')
    expect(properties['count']).toMatchObject({ type: 'integer', minimum: 1, maximum: 500 })
    expect(properties['name']).toMatchObject({ type: 'string', minLength: 1, maxLength: 60 })
    expect(properties['size']).toMatchObject({ enum: ['small', 'medium', 'large'] })
    expect(properties['madeOn']).toMatchObject({ format: 'date' })
  })

  it('documents the filters of each field of a list, and the periods of dates', () => {
    const filter = operation('get', '/rest/data/gadgets').parameters.find(({ name }) => name === 'filter')
    for (const words of [/; dates [^(;]*testedAt/, /parts[^(;]* \(empty\)/, / makerId[^(;]*;/])
      expect(filter?.description).toMatch(words)
    // Which every list takes, so the description of all filters has them.
    expect(filter?.description).not.toMatch(/version|updatedAt/)
    const { description } = inlined(document, filter?.schema) as { description: string }
    for (const words of [
      'takes is, not and empty',
      'dates also gt gte lt lte during',
      'takes id, version',
      'thisWeek',
      'next<N>Days',
      'IANA time zone',
    ])
      expect(description).toContain(words)
  })

  it('names the shapes of its records, and refers to them', () => {
    const gadget = { $ref: '#/components/schemas/Gadget' }
    expect(placeOf('get', '/rest/data/gadgets')).toEqual({ type: 'array', items: gadget })
    for (const [method, path, status] of [
      ['get', '/rest/data/gadgets/{id}', '200'],
      ['post', '/rest/data/gadgets', '201'],
      ['patch', '/rest/data/gadgets/{id}', '200'],
    ] as const)
      expect(placeOf(method, path, status), method).toEqual(gadget)
    const sent = (method: string, path: string) =>
      operation(method, path).requestBody?.content['application/json']?.schema['$ref']
    expect(sent('post', '/rest/data/gadgets')).toBe('#/components/schemas/GadgetCreate')
    for (const method of ['put', 'patch'])
      expect(sent(method, '/rest/data/gadgets/{id}')).toBe('#/components/schemas/GadgetUpdate')
  })

  it('requires every field of a record, also in a list, and says what naming fields means', () => {
    const { properties, required } = shapeNamed('Gadget')
    expect(required?.toSorted()).toEqual(recordKeys(gadgets))
    expect(Object.keys(properties).toSorted()).toEqual(recordKeys(gadgets))
    const fields = operation('get', '/rest/data/gadgets').parameters.find(({ name }) => name === 'fields')
    expect(fields?.description).toMatch(/only these and the id.*not all that its schema requires/)
  })

  it('has one shape for everything that is referred to', () => {
    const reference = { $ref: '#/components/schemas/Reference' }
    const { properties } = shapeNamed('Gadget')
    expect(properties['maker']).toEqual(reference)
    expect(properties['rival']).toEqual({ $ref: '#/components/schemas/ReferenceOrNull' })
    expect(shapeNamed('ReferenceOrNull')).toEqual({ anyOf: [reference, { type: 'null' }] })
    expect(properties['helpers']).toEqual({ $ref: '#/components/schemas/References' })
    expect(shapeNamed('References')).toEqual({ type: 'array', items: reference })
  })

  it('leaves answers open and without the limits of input, and input closed', () => {
    const answer = shapeNamed('Gadget')
    expect(answer.additionalProperties).toBeUndefined()
    expect(answer.properties['name']).toEqual({ type: 'string' })
    expect(answer.properties['email']).toEqual({ type: ['string', 'null'] })
    expect(answer.properties['mood']).toEqual({ type: ['string', 'null'], enum: ['calm', 'wild', null] })
    expect(answer.properties['testedAt']).toEqual({ type: ['string', 'null'], format: 'date-time' })
    expect(schemaOf('post', '/rest/data/gadgets').additionalProperties).toBe(false)
  })

  it('types an id alike in a path and in a body', () => {
    const [id] = operation('get', '/rest/data/gadgets/{id}').parameters
    expect(id).toMatchObject({ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } })
    const { properties } = shapeNamed('Gadget')
    expect([properties['id'], properties['makerId']]).toEqual([{ type: 'integer' }, { type: 'integer' }])
  })

  it('documents the headers of its responses, and those that can be sent', () => {
    const headers = (method: string, path: string, status = '200') =>
      Object.keys(operation(method, path).responses[status]?.headers ?? {})
    expect(headers('get', '/rest/data/gadgets')).toEqual([
      'Content-Range',
      'X-Total-Count',
      'X-Total-Count-Kind',
      'X-Next-Cursor',
      'ETag',
    ])
    expect(headers('get', '/rest/data/gadgets/{id}')).toEqual(['ETag', 'Content-Location'])
    expect(headers('get', '/rest/data/gadgets/{id}', '304')).toEqual(['ETag'])
    expect(headers('post', '/rest/data/gadgets', '201')).toEqual(['ETag', 'Location'])
    expect(headers('put', '/rest/data/gadgets/{id}')).toEqual(['ETag'])
    expect(headers('get', '/rest/data/gadgets', 'default')).toEqual(['Retry-After'])
    for (const part of Object.values(document.components['headers'] ?? {}))
      expect(part).toMatchObject({ description: expect.stringMatching(/^.{10}/) as unknown, schema: {} })
    const sent = (method: string, path: string) =>
      operation(method, path).parameters.flatMap(({ name, in: place }) => (place === 'header' ? [name] : []))
    expect(sent('get', '/rest/data/gadgets')).toEqual(['If-None-Match'])
    expect(sent('post', '/rest/data/gadgets')).toEqual(['Idempotency-Key'])
    expect(sent('patch', '/rest/data/gadgets/{id}')).toEqual(['If-Match', 'Idempotency-Key'])
  })

  it('documents who can call, what changes need, and what can be returned', () => {
    expect(operation('patch', '/rest/data/gadgets/{id}')['x-access']).toBe('rules:write')
    const answers = (method: string, path: string) => Object.keys(operation(method, path).responses).toSorted()
    expect(answers('get', '/rest/data/gadgets')).toEqual(['200', '304', 'default'])
    expect(answers('post', '/rest/data/gadgets')).toEqual(['201', '422', 'default'])
    const changing = ['200', '412', '422', 'default']
    expect(answers('put', '/rest/data/gadgets/{id}')).toEqual(changing)
    expect(answers('delete', '/rest/data/gadgets/{id}')).toEqual(['200', '412', 'default'])
  })
})

describe('the description of an endpoint', () => {
  it('names its parameters, and the type of what is no JSON', () => {
    const { parameters, responses } = operation('get', '/cards/{id}/picture')
    expect(parameters.map(({ name, in: place, required = false }) => [name, place, required])).toEqual([
      ['id', 'path', true],
      ['size', 'query', false],
    ])
    expect(Object.keys(responses['200']?.content ?? {})).toEqual(['image/svg+xml'])
  })

  it('needs no token where a call is public', () => {
    expect(operation('post', '/questions')['security']).toEqual([])
    expect(operation('get', '/cards/{id}/picture')['security']).toBeUndefined()
    expect(Object.keys(operation('post', '/questions').responses)).not.toContain('403')
  })
})

describe('a call that many resources have alike', () => {
  const noteOn = (resource: { name: string; path?: string }, summary = 'Read what was noted about one record') => ({
    endpoint: defineEndpoint(`GET /rest/data/${resource.path ?? resource.name}/:id/notes`, {
      summary,
      operationId: 'listNotes',
      each: resource,
      tag: 'Notes',
      access: [resource.name === 'makers' ? 'places' : 'tags', 'ui'],
      params: idParams,
      output: z.object({ notes: z.array(z.string()) }),
    }) as unknown as Endpoint,
    transaction: false,
  })
  const documentOf = (...all: ReturnType<typeof noteOn>[]) =>
    openApiOf(all, { title: 'Sample', description: '', tags: {}, security: {} }) as {
      paths: Record<string, { get: Record<string, unknown>; parameters: unknown[] }>
      components: { parameters: Record<string, unknown> }
    }
  const described = (...all: ReturnType<typeof noteOn>[]) => documentOf(...all).paths

  it('is described once, with the resource as a part of its path and what each of them needs', () => {
    const { paths, components } = documentOf(noteOn({ name: 'makers' }), noteOn({ name: 'gadgets' }))
    expect(Object.keys(paths)).toEqual(['/rest/data/{resource}/{id}/notes'])
    const { get, parameters } = paths['/rest/data/{resource}/{id}/notes'] ?? {}
    expect(parameters?.[0]).toEqual({ $ref: '#/components/parameters/Resource1' })
    expect(components.parameters['Resource1']).toMatchObject({
      'name': 'resource',
      'required': true,
      'schema': { enum: ['gadgets', 'makers'] },
      'x-objects': { places: ['makers'], tags: ['gadgets'] },
    })
    expect(get).toMatchObject({
      'operationId': 'listNotes',
      'x-access': '{resource}:ui',
    })
  })

  it('stays by itself where its path has more than a name in it, under an id of its own', () => {
    const paths = described(noteOn({ name: 'makers' }), noteOn({ name: 'people', path: 'users/people' }))
    expect(Object.keys(paths)).toEqual(['/rest/data/{resource}/{id}/notes', '/rest/data/users/people/{id}/notes'])
    expect(paths['/rest/data/users/people/{id}/notes']?.get['operationId']).toBe('getUsersPeopleIdNotes')
  })

  it('is refused where it differs from one to another', () => {
    expect(() => described(noteOn({ name: 'makers' }), noteOn({ name: 'gadgets' }, 'Read something else'))).toThrow(
      '/rest/data/makers/:id/notes and /rest/data/gadgets/:id/notes are described as one call, and differ.',
    )
  })
})

describe('what several calls have alike', () => {
  const { paths, components } = document

  it('is said once: the parts of a path for all of its calls, and an answer by the name of its shape', () => {
    const of = paths['/rest/data/gadgets/{id}'] as Record<string, { parameters?: unknown[]; responses?: unknown }>
    expect(of['parameters']).toEqual([{ $ref: '#/components/parameters/Id' }])
    const own = Object.values(of).flatMap(({ parameters = [] }) => parameters)
    expect(own).not.toContainEqual({ $ref: '#/components/parameters/Id' })
    const once = { $ref: '#/components/responses/GadgetWithETag' }
    expect([of['patch']?.responses, of['put']?.responses]).toEqual(
      Array.from({ length: 2 }, () => expect.objectContaining({ 200: once }) as unknown),
    )
    const sent = { $ref: '#/components/requestBodies/GadgetUpdate' }
    expect([of['patch'], of['put']]).toMatchObject([{ requestBody: sent }, { requestBody: sent }])
    expect(components['responses']?.['GadgetWithETag']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Gadget' } } },
    })
  })
})
