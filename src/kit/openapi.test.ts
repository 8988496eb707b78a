import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { openApiOf } from './openapi.server.ts'
import { endpointsOf } from './resource-endpoints.ts'
import type { ApiDocument, Operation } from './testing/conformance.server.ts'
import { gadgets } from './testing/sample-resources.ts'

const readCard = defineEndpoint('GET /cards/:id/picture', {
  summary: 'The picture of a card', access: ['tags', 'export'], params: z.object({ id: z.string() }), query: z.object({ size: z.optional(z.enum(['s', 'l'])) }),
  output: z.string(), produces: 'image/svg+xml',
})
const askAway = defineEndpoint('POST /questions', { summary: 'Ask something', access: 'public', input: z.object({ text: z.string() }), output: z.object({}), status: 201 })

const document = openApiOf([...endpointsOf(gadgets), readCard as unknown as Endpoint, askAway as unknown as Endpoint], 'Sample') as unknown as ApiDocument

function operation(method: string, path: string): Operation & Record<string, unknown> {
  const found = document.paths[path]?.[method]
  if (!found) throw new Error(`${method} ${path} is not described`)
  return found as Operation & Record<string, unknown>
}
const schemaOf = (method: string, path: string) => operation(method, path).requestBody?.content['application/json']?.schema as {
  properties: Record<string, Record<string, unknown>>; required?: string[]; additionalProperties: unknown
}

describe('the description of a resource', () => {
  it('asks of a new record only what nobody can fill in', () => {
    expect(schemaOf('post', '/rest/data/gadgets').required?.toSorted()).toEqual(['closesAt', 'code', 'count', 'dueAt', 'madeOn', 'makerId', 'name', 'price', 'weight'])
    expect(schemaOf('patch', '/rest/data/gadgets/{id}').required ?? []).toEqual([])
  })

  it('takes what a client may set and nothing else', () => {
    const { properties, additionalProperties } = schemaOf('post', '/rest/data/gadgets')
    expect(additionalProperties).toBe(false)
    for (const key of ['id', 'version', 'createdAt', 'stamp', 'partCount', 'lastOn', 'maker']) expect(Object.keys(properties)).not.toContain(key)
  })

  it('tells the bounds that the server holds it to', () => {
    const { properties } = schemaOf('post', '/rest/data/gadgets')
    expect(properties['count']).toMatchObject({ type: 'integer', minimum: 1, maximum: 500 })
    expect(properties['name']).toMatchObject({ type: 'string', minLength: 1, maxLength: 60 })
    expect(properties['size']).toMatchObject({ enum: ['small', 'medium', 'large'] })
    expect(properties['madeOn']).toMatchObject({ format: 'date' })
  })

  it('tells what each field of a list can be asked, and the periods that dates know', () => {
    const { parameters } = operation('get', '/rest/data/gadgets')
    const { schema } = parameters.find(({ name }) => name === 'filter') as unknown as { schema: { description: string } }
    for (const words of ['testedAt (is, not, empty, gt, gte, lt, lte, during)', 'parts (empty)', 'makerId (is, not, empty)', 'thisWeek', 'next<N>Days', 'IANA time zone']) {
      expect(schema.description).toContain(words)
    }
  })

  it('tells who may call, what changes need, and what may come back', () => {
    expect(operation('patch', '/rest/data/gadgets/{id}')['x-access']).toEqual({ object: 'rules', action: 'write' })
    expect(operation('delete', '/rest/data/gadgets/{id}').parameters.map(({ name }) => name)).toEqual(['id', 'If-Match'])
    const answers = (method: string, path: string) => Object.keys(operation(method, path).responses).toSorted()
    expect(answers('get', '/rest/data/gadgets')).toEqual(['200', '403', '422', '429', '4XX', '503'])
    expect(answers('post', '/rest/data/gadgets')).toEqual(['201', '403', '409', '422', '429', '4XX', '503'])
    expect(answers('put', '/rest/data/gadgets/{id}')).toEqual(['200', '403', '404', '409', '412', '422', '429', '4XX', '503'])
    expect(answers('delete', '/rest/data/gadgets/{id}')).toEqual(['200', '403', '404', '409', '412', '429', '4XX', '503'])
  })
})

describe('the description of an endpoint', () => {
  it('names its parameters, and the type of what is no JSON', () => {
    const { parameters, responses } = operation('get', '/cards/{id}/picture')
    expect(parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([['id', 'path', true], ['size', 'query', false]])
    expect(Object.keys(responses['200']?.content ?? {})).toEqual(['image/svg+xml'])
  })

  it('needs no token where anybody may call', () => {
    expect(operation('post', '/questions')['security']).toEqual([])
    expect(operation('get', '/cards/{id}/picture')['security']).toBeUndefined()
    expect(Object.keys(operation('post', '/questions').responses)).not.toContain('403')
  })
})
