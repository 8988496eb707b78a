import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { discoveryCalls } from '../features/discovery/discovery.ts'
import { orderCalls } from '../features/orders/order.endpoints.ts'
import { endpointsOf, shapeName } from '../core/calls/resource-endpoints.ts'
import { basePathOf } from '../core/resource/resource.ts'
import type { ApiDocument, DocumentedCall } from '../core/testing/api-document.server.ts'
import { callsIn, resolved } from '../core/testing/api-document.server.ts'
import { conformanceTo } from '../core/testing/conformance.server.ts'
import { recordKeys } from '../core/testing/list-contract.server.ts'
import type { Row } from '../core/testing/test-context.server.ts'
import { resources } from './registry.server.ts'
import { describedBy, openTestContext } from './testing/test-context.server.ts'

let testContext: Awaited<ReturnType<typeof openTestContext>>
let admin: ApiDocument
let discovery: ApiDocument
beforeAll(async () => {
  testContext = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'documents' })
  ;[admin, discovery] = await describedBy(testContext.server)
})
afterAll(() => testContext.close())

const documents = ['/openapi.json', '/v1/openapi.json'] as const
const documentAt = (path: (typeof documents)[number]) => (path === '/openapi.json' ? admin : discovery)
const nameOf = ({ method, path }: DocumentedCall) => `${method.toUpperCase()} ${path}`
const listOf = (resource: (typeof resources)[number]) => {
  const found = callsIn(admin).find(({ method, path }) => method === 'get' && path === basePathOf(resource))
  if (!found) throw new Error(`${resource.name} has no list`)
  return found.operation
}
type Operation = Readonly<Record<string, unknown>>
const operationsOf = ({ paths }: ApiDocument) =>
  Object.entries(paths).flatMap(([path, { parameters: _, ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
  )

describe.each(documents)('%s', (path) => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const result = await validator.validate(structuredClone(documentAt(path)) as unknown as Record<string, unknown>)
    expect(result.errors).toBeUndefined()
    expect([result.valid, validator.version]).toEqual([true, '3.1'])
  })

  it('is below a megabyte', async () => {
    expect(Buffer.byteLength(JSON.stringify(documentAt(path)))).toBeLessThan(1_000_000)
  })

  it('refers only to parts that are there, and has no part that is not referred to', () => {
    const { components } = documentAt(path)
    const text = JSON.stringify(documentAt(path))
    const used = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference))
    const there = Object.entries(components).flatMap(([kind, parts]) =>
      kind === 'securitySchemes' ? [] : Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
    )
    expect([...used].toSorted()).toEqual(there.toSorted())
    expect(used.size).toBeGreaterThan(20)
  })

  it('names every operation once, and every parameter of its path', () => {
    const ids = operationsOf(documentAt(path)).map(({ operation }) => operation['operationId'])
    expect(ids).toEqual([...new Set(ids)])
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]{3,}$/)
    for (const call of callsIn(documentAt(path))) {
      const inPath = [...call.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name)
      const { parameters } = call.operation
      expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(inPath)
    }
  })

  it('has each call in one group, and says what each group is about', () => {
    const { tags = [] } = documentAt(path)
    const operations = operationsOf(documentAt(path)).map(({ operation }) => operation)
    const used = new Set(operations.flatMap((operation) => operation['tags'] as string[]))
    expect([...used].toSorted()).toEqual(tags.map(({ name }) => name).toSorted())
    for (const operation of operations) {
      expect(operation['tags']).toHaveLength(1)
      expect(operation['summary']).toMatch(/^[A-Z].{7}/)
    }
    for (const { name, description } of tags) expect(description, name).toMatch(/^[A-Z].{9,}/)
  })

  it('spells no shape out twice: what several calls have gets a name', () => {
    const seen = new Map<string, string>()
    const twice: string[] = []
    const look = (node: unknown, where: string): void => {
      if (typeof node !== 'object' || node === null) return
      const { type, properties } = node as { type?: unknown; properties?: object }
      if (type === 'object' && Object.keys(properties ?? {}).length >= 3) {
        const text = JSON.stringify(node)
        if (seen.has(text) && seen.get(text) !== where)
          twice.push(`${where} and ${seen.get(text)}: ${text.slice(0, 120)}`)
        seen.set(text, where)
      }
      for (const inner of Object.values(node)) look(inner, where)
    }
    for (const { path: at, method, operation } of operationsOf(documentAt(path))) look(operation, `${method} ${at}`)
    expect(twice).toEqual([])
  })

  it('refers to refusals by their names, and says what each of them is', () => {
    const { components } = documentAt(path)
    for (const { method, path: at, operation } of operationsOf(documentAt(path))) {
      for (const [status, response] of Object.entries(operation['responses'] as Record<string, Operation>))
        if (!status.startsWith('2')) expect(Object.keys(response), `${method} ${at} ${status}`).toEqual(['$ref'])
    }
    const answers = components['responses'] ?? {}
    for (const name of ['Unauthorized', 'InvalidInput', 'Refused'])
      expect(answers[name]?.['description'], name).toMatch(/^.{10}/)
    expect(Object.keys(answers['Refused']?.['headers'] as object)).toContain('Retry-After')
  })
})

describe('the document of the console', () => {
  it('has the shape of every resource under its English name', () => {
    const shapes = admin.components['schemas'] ?? {}
    expect(new Set(resources.map(shapeName)).size).toBe(resources.length)
    for (const resource of resources) {
      const shape = resolved(admin, shapes[shapeName(resource)] ?? {})
      const { properties, required } = shape as { properties: object; required: string[] }
      expect(Object.keys(properties).toSorted(), resource.name).toEqual(recordKeys(resource))
      expect(required.toSorted(), resource.name).toEqual(recordKeys(resource))
      for (const operation of ['create', 'update'] as const) {
        const name = `${shapeName(resource)}${operation === 'create' ? 'Create' : 'Update'}`
        if (endpointsOf(resource).some((endpoint) => endpoint.operation === operation))
          expect(shapes).toHaveProperty(name)
      }
    }
    for (const name of ['Error', 'Reference', 'Money']) expect(shapes).toHaveProperty(name)
    for (const name of Object.keys(shapes)) expect(name).toMatch(/^[A-Z][A-Za-z0-9]+$/)
  })

  it('answers every list with named records, and says how it is counted and paged', () => {
    for (const resource of resources) {
      const { responses, parameters } = listOf(resource)
      const { content, headers } = responses['200'] ?? {}
      expect(content?.['application/json']?.schema, resource.name).toEqual({
        type: 'array',
        items: { $ref: `#/components/schemas/${shapeName(resource)}` },
      })
      expect(Object.keys(headers ?? {}), resource.name).toEqual([
        'Content-Range',
        'X-Total-Count',
        'X-Total-Count-Kind',
        'X-Next-Cursor',
        'ETag',
      ])
      for (const header of Object.values(headers ?? {}))
        expect(resolved(admin, header)['description'], resource.name).toMatch(/^.{10}/)
      expect(parameters.find(({ name }) => name === 'fields')?.description).toContain('only these')
    }
  })

  it('says which calls ask for a proof besides the session, such as a fresh sign-in', () => {
    const proving = callsIn(admin).filter(({ operation }) => '401' in operation.responses)
    expect(proving.map(nameOf).toSorted()).toEqual([
      'DELETE /rest/data/ip-ranges/{id}',
      'DELETE /rest/data/rbac/roles',
      'DELETE /rest/data/rbac/users',
      'GET /rest/customer-view/account',
      'PATCH /rest/data/ip-ranges/{id}',
      'PATCH /rest/data/users/admins/{id}',
      'POST /demo/test-events',
      'POST /rest/customer-view/session',
      'POST /rest/data/discovery-api-users',
      'POST /rest/data/discovery-api-users/{id}/rotate',
      'POST /rest/data/disputes/{id}/accept',
      'POST /rest/data/disputes/{id}/submit',
      'POST /rest/data/ip-ranges',
      'POST /rest/data/ip-ranges/expire',
      'POST /rest/data/ip-verifications/{id}/approve',
      'POST /rest/data/order-runs/start',
      'POST /rest/data/order-runs/{id}/approve',
      'POST /rest/data/order-runs/{id}/resume',
      'POST /rest/data/order-runs/{id}/retry',
      'POST /rest/data/purchases/{id}/commands/approve-refund',
      'POST /rest/data/purchases/{id}/commands/approve-request',
      'POST /rest/data/purchases/{id}/commands/record-transfer',
      'POST /rest/data/purchases/{id}/commands/refund',
      'POST /rest/data/purchases/{id}/commands/reject-refund',
      'POST /rest/data/purchases/{id}/commands/resolve-oversell',
      'POST /rest/data/purchases/{id}/commands/retry-refund',
      'POST /rest/data/rbac/users',
      'POST /rest/data/recoverables/{id}/decide',
      'POST /rest/data/refunds/approve',
      'POST /rest/data/refunds/retry',
      'POST /rest/data/users/admins',
      'POST /rest/data/users/admins/reactivate',
      'POST /rest/data/users/admins/{id}/invitation',
      'POST /rest/data/users/elevations',
      'POST /rest/data/users/elevations/{id}/grant',
      'POST /rest/data/users/user/{id}/anonymise',
      'POST /rest/data/users/user/{id}/data',
      'POST /rest/data/users/user/{id}/merge',
      'POST /rest/data/users/user/{id}/store-credit',
      'POST /user/login',
      'POST /webhooks/stripe',
      'PUT /rest/data/event-provider-connections/{code}',
      'PUT /rest/data/ip-ranges/{id}',
      'PUT /rest/data/product-codes-globick/connection',
      'PUT /rest/data/product-codes-tiqets/connection',
      'PUT /rest/data/product-codes-tourcms/connection',
      'PUT /rest/data/product-codes/connection',
      'PUT /rest/data/rbac/permissions',
      'PUT /rest/data/rbac/users',
      'PUT /rest/data/users/admins/{id}',
    ])
  })

  it('types the ids of records as numbers in every path', () => {
    const texts = callsIn(admin).flatMap((call) =>
      call.operation.parameters.flatMap(({ name, in: place, schema }) =>
        place === 'path' && /^id$|Id$/.test(name) && schema['type'] !== 'integer' ? [nameOf(call)] : [],
      ),
    )
    // An upload is not a record: its id is made of letters.
    expect(texts.filter((name) => !name.includes('/images/uploads/'))).toEqual([])
  })

  it('has the ETag of what is read and changed, and what a change can be made to depend on', () => {
    const calls = new Map(callsIn(admin).map((call) => [nameOf(call), call.operation]))
    for (const resource of resources) {
      const of = (method: string) => calls.get(`${method} ${basePathOf(resource)}/{id}`)
      const read = of('GET')
      if (read) expect(Object.keys(read.responses['200']?.headers ?? {}), resource.name).toContain('ETag')
      for (const change of [of('PUT'), of('PATCH')]) {
        if (!change) continue
        expect(Object.keys(change.responses['200']?.headers ?? {}), resource.name).toContain('ETag')
        expect(change.parameters.map(({ name }) => name)).toEqual(['id', 'If-Match', 'Idempotency-Key'])
      }
    }
  })
})

describe('the document of partners', () => {
  it('describes every call under /v1 and no other, and that of the console none of them', () => {
    const served = testContext.server.implementations.map(
      ({ endpoint: { method, path } }) => `${method} ${path.replace(/:([a-zA-Z]+)/g, '{$1}')}`,
    )
    const under = (name: string) => name.includes(' /v1/')
    expect(callsIn(discovery).map(nameOf).toSorted()).toEqual(served.filter(under).toSorted())
    expect(callsIn(admin).map(nameOf).toSorted()).toEqual(served.filter((name) => !under(name)).toSorted())
    // Besides lists and records: the key, offers, options and their days, pictures, a quote, and of an order three to manage, two to pay, two for tickets.
    expect(callsIn(discovery).length).toBe(discoveryCalls.length * 2 + 6 + 3 + 2 + 2 + orderCalls.length)
  })

  it('names what it answers with, and the calls by what they do', () => {
    const shapes = Object.keys(discovery.components['schemas'] ?? {})
    for (const name of ['Category', 'City', 'Venue', 'Performer', 'Event', 'Performance', 'Product', 'Review', 'Price'])
      expect(shapes).toContain(name)
    const ids = callsIn(discovery).map(({ operation }) => operation.operationId)
    for (const id of ['listEvents', 'readEvent', 'listCategories', 'readCategory']) expect(ids).toContain(id)
  })

  it('types ids as numbers where they are numbers', () => {
    const typeOf = (path: string) =>
      callsIn(discovery)
        .find((call) => call.path === path)
        ?.operation.parameters.find(({ name }) => name === 'id')?.schema['type']
    expect(['/v1/events/{id}', '/v1/categories/{id}', '/v1/reviews/{id}'].map(typeOf)).toEqual([
      'integer',
      'string',
      'string',
    ])
    const list = callsIn(discovery).find(({ path }) => path === '/v1/events')?.operation.parameters ?? []
    expect(list.find(({ name }) => name === 'limit')).toMatchObject({
      schema: { type: 'integer', minimum: 1, maximum: 200 },
    })
  })
})

describe('real answers', () => {
  it.each(resources.map((resource) => [resource.name, resource] as const))(
    'of %s are as the document says, and one that lacks a field is not',
    async (_name, resource) => {
      const made = [await testContext.maker.make(resource), await testContext.maker.make(resource)]
      const conformance = conformanceTo(admin)
      const caller = await testContext.server.signIn('admin')
      const path = `${basePathOf(resource)}?${new URLSearchParams({ filter: JSON.stringify({ id: made }) })}`
      const list = await caller.get(path)
      expect([list.status, (list.body as Row[]).length]).toEqual([200, 2])
      expect(conformance.flawOf('get', path, list)).toBeNull()
      const [whole = {}] = list.body as Row[]
      for (const key of Object.keys(whole)) {
        const { [key]: _, ...rest } = whole
        expect(conformance.flawOf('get', path, { ...list, body: [rest] }), key).toContain(`required property '${key}'`)
      }
      const picking = `${path}&fields=${encodeURIComponent('["createdAt"]')}`
      const some = await caller.get(picking)
      expect(Object.keys((some.body as Row[])[0] ?? {}).toSorted()).toEqual(['createdAt', 'id'])
      expect(conformance.flawOf('get', picking, some)).toBeNull()
      if (!resource.operations.includes('read')) return
      const one = `${basePathOf(resource)}/${made[0]}`
      const record = await caller.get(one)
      expect(record.status).toBe(200)
      expect(conformance.flawOf('get', one, record)).toBeNull()
    },
  )
})
