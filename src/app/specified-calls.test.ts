import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { demoPeople } from '../platform/auth/sign-in/demo-people.ts'
import { demoRoles } from './seed/demo-roles.ts'
import { maker } from '../core/testing/make.server.ts'
import type { Caller, Reply, Row } from '../core/testing/test-context.server.ts'
import { findings } from '../core/testing/test-context.server.ts'
import { resources } from './registry.server.ts'
import { examples } from './testing/examples.server.ts'
import { specifiedCalls, specifiedLists } from './testing/specified-calls.ts'
import type { TestServer } from './testing/start.server.ts'
import { startTestServer } from './testing/start.server.ts'

// Section 7 of the specification: each call by its verb and path, sent as written, to the product's own server.

let server: TestServer
let admin: Caller
let customer: number

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'specified calls' })
  admin = await server.signIn('admin')
  customer = await maker(server.database.kysely, resources, examples).make('customers', {
    email: 'ana@example.com',
    firstName: 'Ana',
    lastName: 'García',
    status: 'active',
  })
})
afterAll(() => server.stop())

const rowsOf = ({ body }: Reply) => body as Row[]
const rbac = 'rest/data/rbac'
const person = { email: 'nova@marquee.example', first_name: 'Nova', last_name: 'Reyes', role: 'finance' }

describe('the calls of section 7', () => {
  it('are served, each by its verb and path', () => {
    const served = server.implementations.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
    expect(specifiedCalls).toHaveLength(32)
    expect(specifiedCalls.filter((call) => !served.includes(call))).toEqual([])
  })

  it.each(['rest/data/rbac/whoami', '/rest/data/rbac/whoami'])(
    'are found below the root of the site: %s',
    async (path) => {
      expect((await admin.get(path)).status).toBe(200)
    },
  )
})

describe('signing in and out', () => {
  const signIn = async () => {
    const { body } = await server.anonymous.post('/demo/token', { email: demoPeople[0]?.email })
    return server.anonymous.post('/user/login', { googleToken: (body as { googleToken: string }).googleToken })
  }

  it('POST /user/login takes a googleToken and answers with a token', async () => {
    expect(await signIn()).toMatchObject({
      status: 200,
      body: { token: expect.stringMatching(/^[\w-]{20,}$/) as unknown },
    })
  })

  it('POST /user/logout ends the session of the token', async () => {
    const headers = { 'x-token': ((await signIn()).body as { token: string }).token }
    expect((await server.anonymous.get(`${rbac}/whoami`, undefined, headers)).status).toBe(200)
    expect((await server.anonymous.post('/user/logout', undefined, headers)).status).toBe(200)
    expect((await server.anonymous.get(`${rbac}/whoami`, undefined, headers)).status).toBe(403)
  })

  it('GET rest/data/rbac/whoami answers user and permissions', async () => {
    expect(await (await server.signIn('finance')).get(`${rbac}/whoami`)).toMatchObject({
      status: 200,
      body: {
        user: {
          role: 'finance',
          first_name: 'Hiroshi',
          last_name: 'Tanabe',
          email: 'hiroshi.tanabe@demo.marquee.example',
        },
        permissions: expect.arrayContaining([
          { action: 'ui', object: 'purchases' },
          { action: 'refund', object: 'purchases' },
        ]) as unknown,
      },
    })
  })
})

describe('the website', () => {
  it('GET /user/locales takes params', async () => {
    const codes = async (params?: object) =>
      rowsOf(await server.anonymous.get('/user/locales', { ...params })).map(({ code }) => code)
    expect([(await codes())[0], await codes({ for: 'console' })]).toEqual(['en', ['en', 'es']])
  })

  it('GET /website/domains answers a map of domains by language', async () => {
    const address = 'https://tickets.example/'
    await sql`update locales set site_url = ${address} where code = 'en'`.execute(server.database.kysely)
    expect((await server.anonymous.get('/website/domains')).body).toEqual({
      domains: { en: address },
    })
  })

  it('GET /rest/data/currencies lists currencies', async () => {
    expect(rowsOf(await admin.get('/rest/data/currencies'))).toContainEqual(
      expect.objectContaining({ code: 'EUR', exponent: 2 }),
    )
  })
})

describe('roles', () => {
  it('GET /rest/data/rbac/roles lists them', async () => {
    const names = rowsOf(await admin.get(`${rbac}/roles`)).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['admin', ...demoRoles.map(({ name }) => name)]))
  })

  it('POST, PUT and DELETE with params make, change and remove one', async () => {
    const named = (name: string) => ({ body: { name } })
    expect(await admin.post(`${rbac}/roles`, { name: 'clerks' })).toMatchObject({ status: 201, ...named('clerks') })
    const renamed = await admin.put(`${rbac}/roles`, { name: 'clerks', newName: 'night-clerks' })
    expect(renamed).toMatchObject({ status: 200, ...named('night-clerks') })
    expect(await admin.delete(`${rbac}/roles?name=night-clerks`)).toMatchObject({
      status: 200,
      ...named('night-clerks'),
    })
    expect((await admin.get(`${rbac}/roles`, { name: 'night-clerks' })).status).toBe(404)
  })

  it('GET, POST with name and DELETE with params of /rest/data/rbac/objects read, add and remove objects', async () => {
    const objects = async () => rowsOf(await admin.get(`${rbac}/objects`)).map(({ name }) => name)
    expect(await objects()).toContain('seller-api')
    expect(await admin.post(`${rbac}/objects`, { name: 'box-office' })).toMatchObject({ status: 201 })
    expect(await objects()).toContain('box-office')
    expect(await admin.delete(`${rbac}/objects?name=box-office`)).toMatchObject({ status: 200 })
    expect(await objects()).not.toContain('box-office')
  })

  it('GET /rest/data/rbac/actions lists actions, ui and write among them', async () => {
    const names = rowsOf(await admin.get(`${rbac}/actions`)).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['ui', 'write']))
  })

  it('GET with params and PUT of /rest/data/rbac/permissions read and replace those of a role', async () => {
    await admin.post(`${rbac}/roles`, { name: 'ushers' })
    const permissions = [{ action: 'ui', object: 'events' }]
    expect((await admin.put(`${rbac}/permissions`, { role: 'ushers', permissions })).status).toBe(200)
    expect((await admin.get(`${rbac}/permissions`, { role: 'ushers' })).body).toEqual({ role: 'ushers', permissions })
  })
})

describe('the users of roles', () => {
  it('GET rest/data/rbac/users lists them without params, and one with params', async () => {
    const all = rowsOf(await admin.get(`${rbac}/users`)).map(({ email }) => email)
    expect(all).toEqual(expect.arrayContaining(demoPeople.map(({ email }) => email)))
    expect((await admin.get(`${rbac}/users`, { email: all[0] })).body).toMatchObject({ email: all[0] })
  })

  it('POST, PUT and DELETE with params of rest/data/rbac/users invite, change and remove one', async () => {
    expect(await admin.post(`${rbac}/users`, person)).toMatchObject({ status: 201, body: { email: person.email } })
    const changed = await admin.put(`${rbac}/users`, { email: person.email, role: 'sales-agent' })
    expect(changed).toMatchObject({ status: 200, body: { role: 'sales-agent' } })
    expect((await admin.delete(`${rbac}/users?email=${person.email}`)).status).toBe(200)
    expect((await admin.get(`${rbac}/users`, { email: person.email })).status).toBe(404)
  })
})

describe('customers, admin users and API users', () => {
  const user = () => `/rest/data/users/user/${customer}`

  it('GET /rest/data/users/user takes params', async () => {
    const names = async (q: string) => rowsOf(await admin.get('/rest/data/users/user', { q })).map(({ name }) => name)
    expect([await names('garcía'), await names('zyx')]).toEqual([['Ana García'], []])
  })

  it('GET and PUT of /rest/data/users/user/{id} read and change one', async () => {
    expect(await admin.get(user())).toMatchObject({ status: 200, body: { id: customer, firstName: 'Ana' } })
    expect(await admin.put(user(), { firstName: 'Anna' })).toMatchObject({ status: 200, body: { firstName: 'Anna' } })
  })

  it('GET /rest/data/users/user/{id}/signin makes a link, for a reason', async () => {
    const reply = await admin.get(`${user()}/signin`, { reason: 'Cannot find the voucher' })
    const { url, token } = reply.body as { url: string; token: string }
    expect([reply.status, token]).toEqual([200, expect.stringMatching(/^[\w-]{20,}$/)])
    expect(url).toContain(token)
    expect((await admin.get(`${user()}/signin`)).status).toBe(422)
  })

  it('GET with params and POST of /rest/data/users/admins list and invite, GET and PUT with an id read and change one', async () => {
    const path = '/rest/data/users/admins'
    const { status, body } = await admin.post(path, person)
    const { id } = body as { id: number }
    expect([status, rowsOf(await admin.get(path, { filter: { email: person.email } }))]).toMatchObject([201, [{ id }]])
    expect(await admin.put(`${path}/${id}`, { first_name: 'Nora' })).toMatchObject({ status: 200 })
    expect(await admin.get(`${path}/${id}`)).toMatchObject({ status: 200, body: { first_name: 'Nora' } })
  })

  it('GET with params, POST and PUT of /rest/data/discovery-api-users, GET with an id', async () => {
    const path = '/rest/data/discovery-api-users'
    const draft = {
      name: 'Summer app',
      company: 'Wanderlust',
      email: 'dev@wanderlust.example',
      scopes: ['catalogue:read'],
    }
    const { status, body } = await admin.post(path, draft)
    const { id } = body as { id: number }
    expect([status, rowsOf(await admin.get(path, { filter: { id } }))]).toMatchObject([201, [{ id }]])
    expect(await admin.put(path, { id, name: 'Winter app' })).toMatchObject({ status: 200 })
    expect(await admin.get(`${path}/${id}`)).toMatchObject({ status: 200, body: { name: 'Winter app' } })
  })
})

describe('who can read the lists of the areas', () => {
  it.each(demoPeople.map(({ role }) => role))('%s reads those whose object is granted with ui', async (role) => {
    const caller = await server.signIn(role)
    const grants = demoRoles.find(({ name }) => name === role)?.grants ?? {}
    const seen = Object.entries(grants).flatMap(([object, actions]) => (actions.includes('ui') ? [object] : []))
    expect(specifiedLists).toHaveLength(28)
    expect(
      await findings(specifiedLists, async ([path, object]) => {
        const { status } = await caller.get(`/rest/data/${path}`)
        const isRight = status === (role === 'admin' || seen.includes(object) ? 200 : 403)
        return isRight ? undefined : `${path} of ${object}: ${status}`
      }),
    ).toEqual([])
  })
})
