import { readdir } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Endpoint } from '../kit/endpoint.ts'
import { isWritable } from '../kit/fields.ts'
import { endpointsOf } from '../kit/resource-endpoints.ts'
import type { AnyResource } from '../kit/resource.ts'
import { allFields, fieldOf } from '../kit/resource.ts'
import type { ApiDocument } from '../kit/testing/conformance.server.ts'
import { servedRoutes } from '../kit/testing/served-routes.server.ts'
import { permissionActions, permissionObjects } from '../permissions.ts'
import { resources } from '../registry.ts'
import type { TestServer } from './testing/start.server.ts'
import { startTestServer } from './testing/start.server.ts'

let server: TestServer
let document: ApiDocument & Record<string, unknown>
let endpoints: readonly Endpoint[]
let exported: unknown[]

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'structure' })
  document = (await server.anonymous.get('/openapi.json')).body as typeof document
  endpoints = server.implementations.map(({ endpoint }) => endpoint)
  exported = await sharedExports()
})
afterAll(() => server.stop())

/** Everything that the shared files of the areas give away. */
async function sharedExports(): Promise<unknown[]> {
  const folder = new URL('../areas/', import.meta.url)
  const names = (await readdir(folder, { recursive: true })).filter((name) => /^[^.]+\.ts$/.test(name.replaceAll('\\', '/').split('/').at(-1) ?? ''))
  const modules = await Promise.all(names.map((name) => import(/* @vite-ignore */ new URL(name, folder).pathname) as Promise<object>))
  return modules.flatMap((module) => Object.values(module) as unknown[])
}

function has<K extends string>(value: unknown, ...keys: K[]): value is Record<K, unknown> {
  return typeof value === 'object' && value !== null && keys.every((key) => key in value)
}

const routeOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const described = () => Object.entries(document.paths).flatMap(([path, operations]) => (
  Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{([^}]+)\}/g, ':$1')}`)))

/** What the kit answers itself, for supervisors and for people who write programs. */
const own = ['POST /csp-reports', 'GET /api-reference', 'GET /health/live', 'GET /health/ready', 'GET /openapi.json']

describe('the routes', () => {
  it('that are served are those of the registry and those that the API describes, and no others', () => {
    const implemented = endpoints.map(routeOf).toSorted()
    expect(new Set(implemented).size).toBe(implemented.length)
    expect(servedRoutes(server.server)).toEqual([...implemented, ...own].sort())
    expect(described().toSorted()).toEqual(implemented)
    expect(implemented.length).toBeGreaterThan(50)
  })

  it('include every call that a resource of the registry offers', () => {
    const implemented = new Set(endpoints.map(routeOf))
    expect(resources.flatMap(endpointsOf).map(routeOf).filter((route) => !implemented.has(route))).toEqual([])
  })

  it('include every endpoint that an area defines', () => {
    const implemented = new Set(endpoints.map(routeOf))
    const defined = exported.filter((value) => has(value, 'method', 'path', 'access', 'summary')) as unknown as Endpoint[]
    expect(defined.length).toBeGreaterThan(5)
    expect(defined.map(routeOf).filter((route) => !implemented.has(route))).toEqual([])
  })

  it('each declare who may call them, by objects and actions that exist', () => {
    for (const endpoint of endpoints) {
      const { access, also = [] } = endpoint
      if (access === 'public' || access === 'signed-in') continue
      for (const [object, action] of [access, ...also]) {
        expect(Object.keys(permissionObjects), routeOf(endpoint)).toContain(object)
        expect(Object.keys(permissionActions), routeOf(endpoint)).toContain(action)
      }
    }
  })

  it('that change something need more than the right to look', () => {
    // These ask what cannot stand in an address, and change nothing.
    const questions = ['POST /rest/data/lineups/contents', 'POST /rest/data/rules/dry-run', 'POST /rest/data/rules/replay']
    const lookers = endpoints.filter(({ method, access }) => method !== 'GET' && Array.isArray(access) && ['ui', 'read'].includes(access[1] as string))
    expect(lookers.map(routeOf).toSorted()).toEqual(questions)
  })

  it('are open to everybody only where somebody has thought about it', () => {
    expect(endpoints.filter(({ access }) => access === 'public').map(routeOf).toSorted()).toEqual([
      'GET /demo/inbox', 'GET /demo/people', 'GET /rest/customer-view/account', 'GET /user/ip-verification', 'GET /user/locales',
      'GET /v1/categories', 'GET /v1/categories/:id', 'GET /v1/cities', 'GET /v1/cities/:id', 'GET /v1/events', 'GET /v1/events/:id', 'GET /v1/images/:hash/:name', 'GET /v1/me',
      'GET /v1/performances', 'GET /v1/performances/:id', 'GET /v1/performers', 'GET /v1/performers/:id', 'GET /v1/products', 'GET /v1/products/:id',
      'GET /v1/reviews', 'GET /v1/reviews/:id', 'GET /v1/venues', 'GET /v1/venues/:id',
      'GET /website/domains', 'GET /website/retired-locales', 'POST /demo/token', 'POST /rest/customer-view/close', 'POST /rest/customer-view/session',
      'POST /user/ip-verification', 'POST /user/ip-verification/approval', 'POST /user/ip-verification/code', 'POST /user/login', 'POST /user/logout',
    ])
  })

  it('each say in one line what they do', () => {
    for (const endpoint of endpoints) expect(endpoint.summary, routeOf(endpoint)).toMatch(/^[A-Z][^\n]{7,160}[^.\s]$/)
  })

  it('answer with a schema, and take a schema where they take a body', () => {
    const bare = endpoints.filter(({ output }) => !output).map(routeOf)
    expect(bare).toEqual([])
  })
})

describe('the description of the API', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const result = await validator.validate(structuredClone(document))
    expect(result.errors).toBeUndefined()
    expect([result.valid, validator.version]).toEqual([true, '3.1'])
  })

  it('names every operation once, and every parameter of its path', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })))
    const ids = operations.map(({ operationId }) => operationId)
    expect(ids).toEqual([...new Set(ids)])
    for (const { path, parameters } of operations) {
      const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name)
      expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(inPath)
    }
  })

  it('is there for people too, with every call in it', async () => {
    const page = await server.anonymous.get('/api-reference')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const text = String(page.body)
    for (const { path } of endpoints) expect(text).toContain(`<code>${path}</code>`)
  })
})

describe('the resources', () => {
  it('that areas define are all in the registry, each once', () => {
    const defined = exported.filter((value) => has(value, 'name', 'fields', 'operations', 'list')) as unknown as AnyResource[]
    const names = resources.map(({ name }) => name)
    expect([...new Set(defined.map(({ name }) => name))].toSorted()).toEqual(names.toSorted())
    expect(names).toEqual([...new Set(names)])
  })

  it.each(resources.map((resource) => [resource.name, resource] as const))('%s is made of parts that exist', (name, resource) => {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(Object.keys(permissionObjects)).toContain(resource.access.object)
    const { columns, filters, search, sort } = resource.list
    for (const key of [resource.title, ...columns, ...filters, ...search, sort.replace('-', '')]) expect(fieldOf(resource, key), key).toBeDefined()
    for (const list of [columns, filters, search]) expect(list).toEqual([...new Set(list)])
    for (const [key, field] of allFields(resource)) {
      if ('to' in field) expect(resources.map((other) => other.name), key).toContain(field.to)
      for (const beside of ['currency', 'zone'] as const) {
        if (beside in field) expect(fieldOf(resource, String((field as unknown as Record<string, unknown>)[beside])), `${key}.${beside}`).toBeDefined()
      }
      expect(Object.hasOwn(resource.fields, key) && ['id', 'version', 'createdAt', 'updatedAt'].includes(key), key).toBe(false)
    }
  })

  it('that people can change have a form with every field that they may set, each once', () => {
    const changeable = resources.filter(({ operations }) => operations.includes('create') || operations.includes('update'))
    expect(changeable.length).toBeGreaterThan(0)
    for (const { name, form, fields } of changeable) {
      const inForm = [...form?.main ?? [], ...form?.aside ?? []].flatMap((section) => section.fields)
        .map((item) => (typeof item === 'string' ? item : item.field))
      expect(inForm, name).toEqual([...new Set(inForm)])
      for (const [key, field] of Object.entries(fields)) if (isWritable(field)) expect(inForm, name).toContain(key)
    }
  })
})
