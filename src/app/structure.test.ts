import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '../core/http/endpoint.ts'
import { isWritable } from '../core/resource/fields.ts'
import { endpointsOf } from '../core/calls/resource-endpoints.ts'
import type { AnyResource } from '../core/resource/resource.ts'
import { allFields, fieldOf } from '../core/resource/resource.ts'
import type { ApiDocument } from '../core/testing/api-document.server.ts'
import { callsIn } from '../core/testing/api-document.server.ts'
import { servedRoutes } from '../core/testing/served-routes.server.ts'
import { permissionActions, permissionObjects } from '../core/access/permissions.ts'
import { resources } from './registry.server.ts'
import { describedBy } from './testing/test-context.server.ts'
import type { TestServer } from './testing/start.server.ts'
import { startTestServer } from './testing/start.server.ts'

let server: TestServer
let documents: readonly ApiDocument[]
let endpoints: readonly Endpoint[]
let exported: unknown[]

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'structure' })
  documents = await describedBy(server)
  endpoints = server.implementations.map(({ endpoint }) => endpoint)
  exported = await sharedExports()
})
afterAll(() => server.stop())

/** Everything that the shared files of platform and features export. */
async function sharedExports(): Promise<unknown[]> {
  const names = (
    await Promise.all(
      ['platform', 'features'].map(async (layer) => {
        const folder = new URL(`../${layer}/`, import.meta.url)
        return (await readdir(folder, { recursive: true })).map((name) => new URL(name, folder).pathname)
      }),
    )
  ).flat()
  const shared = names.filter((name) => /^[^.]+(\.endpoints)?\.ts$/.test(name.split('/').at(-1) ?? ''))
  const modules = await Promise.all(shared.map((name) => import(/* @vite-ignore */ name) as Promise<object>))
  return modules.flatMap((module) => Object.values(module) as unknown[])
}

function has<K extends string>(value: unknown, ...keys: K[]): value is Record<K, unknown> {
  return typeof value === 'object' && value !== null && keys.every((key) => key in value)
}

const routeOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const described = () =>
  documents.flatMap(callsIn).map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{([^}]+)\}/g, ':$1')}`)

/** The core's own endpoints, for supervisors and for people who write programs. */
const own = [
  'POST /csp-reports',
  'GET /api-reference',
  'GET /health/live',
  'GET /health/ready',
  'GET /openapi.json',
  'GET /v1/openapi.json',
  'OPTIONS *',
]

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
    expect(
      resources
        .flatMap(endpointsOf)
        .map(routeOf)
        .filter((route) => !implemented.has(route)),
    ).toEqual([])
  })

  it('include every endpoint that an area defines', () => {
    const implemented = new Set(endpoints.map(routeOf))
    const defined = exported.filter((value) =>
      has(value, 'method', 'path', 'access', 'summary'),
    ) as unknown as Endpoint[]
    expect(defined.length).toBeGreaterThan(5)
    expect(defined.map(routeOf).filter((route) => !implemented.has(route))).toEqual([])
  })

  it('each declare who can call them, by objects and actions that exist', () => {
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
    // Queries whose input does not fit in an address, and questions to providers; they change nothing.
    const questions = [
      'POST /rest/data/availability-checks',
      'POST /rest/data/availability-checks/:id/stop',
      'POST /rest/data/lineups/contents',
      'POST /rest/data/purchases/message-preview',
      'POST /rest/data/purchases/messages/resend/preview',
      'POST /rest/data/rewrite-rules/try',
      'POST /rest/data/risk-rules/try',
      'POST /rest/data/rules/dry-run',
      'POST /rest/data/rules/replay',
      'POST /rest/data/venue-configurations/:id/resolve',
    ]
    const lookers = endpoints.filter(
      ({ method, access }) => method !== 'GET' && Array.isArray(access) && ['ui', 'read'].includes(access[1] as string),
    )
    expect(lookers.map(routeOf).toSorted()).toEqual(questions)
  })

  it('say of every value that they refuse what it has to be', () => {
    const wrong = [undefined, null, true, 'x'.repeat(9_000), '', -1.5, 1e21, [], {}, [null]]
    const vague: string[] = []
    for (const endpoint of endpoints) {
      const { input } = endpoint
      if (!input) continue
      const keys = Object.keys((input as { def?: { shape?: object } }).def?.shape ?? {})
      for (const value of [...wrong, ...keys.flatMap((key) => wrong.map((one) => ({ [key]: one })))]) {
        const { error } = z.safeParse(input, value)
        for (const { message, path } of error?.issues ?? [])
          if (message === 'Invalid input')
            vague.push(`${routeOf(endpoint)} ${path.join('.')} ${JSON.stringify(value)?.slice(0, 60)}`)
      }
    }
    expect([...new Set(vague)]).toEqual([])
  })

  it('are public only where a list says so', () => {
    expect(
      endpoints
        .filter(({ access }) => access === 'public')
        .map(routeOf)
        .toSorted(),
    ).toEqual([
      'GET /demo/inbox',
      'GET /demo/people',
      'GET /demo/services',
      'GET /rest/customer-view/account',
      'GET /user/ip-verification',
      'GET /user/locales',
      'GET /v1/categories',
      'GET /v1/categories/:id',
      'GET /v1/cities',
      'GET /v1/cities/:id',
      'GET /v1/events',
      'GET /v1/events/:id',
      'GET /v1/images/:hash/:name',
      'GET /v1/me',
      'GET /v1/order-requests/current',
      'GET /v1/order-tickets/:ticket/file',
      'GET /v1/order-tickets/current',
      'GET /v1/orders',
      'GET /v1/orders/:reference',
      'GET /v1/payment-links/current',
      'GET /v1/performances',
      'GET /v1/performances/:id',
      'GET /v1/performances/:id/offers',
      'GET /v1/performers',
      'GET /v1/performers/:id',
      'GET /v1/products',
      'GET /v1/products/:id',
      'GET /v1/products/:id/availability',
      'GET /v1/products/:id/options',
      'GET /v1/reviews',
      'GET /v1/reviews/:id',
      'GET /v1/venues',
      'GET /v1/venues/:id',
      'GET /website/domains',
      'GET /website/retired-locales',
      'POST /demo/services/stripe',
      'POST /demo/services/stripe/disputes',
      'POST /demo/test-events',
      'POST /demo/token',
      'POST /rest/customer-view/close',
      'POST /rest/customer-view/session',
      'POST /user/ip-verification',
      'POST /user/ip-verification/approval',
      'POST /user/ip-verification/code',
      'POST /user/login',
      'POST /user/logout',
      'POST /v1/order-requests/cancellations',
      'POST /v1/order-requests/changes',
      'POST /v1/orders',
      'POST /v1/orders/:reference/cancel',
      'POST /v1/orders/:reference/cancellation-quotes',
      'POST /v1/orders/:reference/confirm',
      'POST /v1/orders/:reference/pay',
      'POST /v1/payment-links/payments',
      'POST /v1/quotes',
      'POST /webhooks/stripe',
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

describe('the resources', () => {
  it('that areas define are all in the registry, each once', () => {
    const defined = exported.filter((value) =>
      has(value, 'name', 'fields', 'operations', 'list'),
    ) as unknown as AnyResource[]
    const names = resources.map(({ name }) => name)
    expect([...new Set(defined.map(({ name }) => name))].toSorted()).toEqual(names.toSorted())
    expect(names).toEqual([...new Set(names)])
  })

  it.each(resources.map((resource) => [resource.name, resource] as const))(
    '%s is made of parts that exist',
    (name, resource) => {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(Object.keys(permissionObjects)).toContain(resource.access.object)
      const { columns, filters, search, sort } = resource.list
      for (const key of [resource.title, ...columns, ...filters, ...search, sort.replace('-', '')])
        expect(fieldOf(resource, key), key).toBeDefined()
      for (const list of [columns, filters, search]) expect(list).toEqual([...new Set(list)])
      for (const [key, field] of allFields(resource)) {
        if ('to' in field)
          expect(
            resources.map((other) => other.name),
            key,
          ).toContain(field.to)
        for (const beside of ['currency', 'zone'] as const) {
          if (beside in field)
            expect(
              fieldOf(resource, String((field as unknown as Record<string, unknown>)[beside])),
              `${key}.${beside}`,
            ).toBeDefined()
        }
        expect(
          Object.hasOwn(resource.fields, key) && ['id', 'version', 'createdAt', 'updatedAt'].includes(key),
          key,
        ).toBe(false)
      }
    },
  )

  it('that people can change have a form with every field that they can set, each once', () => {
    const changeable = resources.filter(
      ({ operations }) => operations.includes('create') || operations.includes('update'),
    )
    expect(changeable.length).toBeGreaterThan(0)
    for (const { name, form, fields } of changeable) {
      const inForm = [...(form?.main ?? []), ...(form?.aside ?? [])]
        .flatMap((section) => section.fields)
        .map((item) => (typeof item === 'string' ? item : item.field))
      expect(inForm, name).toEqual([...new Set(inForm)])
      for (const [key, field] of Object.entries(fields)) if (isWritable(field)) expect(inForm, name).toContain(key)
    }
  })
})
