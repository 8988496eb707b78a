import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { demoPeople } from '../platform/auth/sign-in/demo-people.ts'
import { demoRoles } from './seed/demo-roles.ts'
import { may } from '../core/access/access.ts'
import type { Grants } from '../core/access/access.ts'
import type { Endpoint, Method } from '../core/http/endpoint.ts'
import type { Caller, Reply } from '../core/testing/test-context.server.ts'
import { findings } from '../core/testing/test-context.server.ts'
import type { TestServer } from './testing/start.server.ts'
import { startTestServer } from './testing/start.server.ts'

let server: TestServer
const people = new Map<string, Caller>()

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'matrix' })
  for (const { role } of demoPeople) people.set(role, await server.signIn(role))
})
afterAll(() => server.stop())

/** The roles' grants, read from their definitions and not from what the server makes of them. */
function grantsOf(role: string): Grants {
  const granted = Object.entries(demoRoles.find(({ name }) => name === role)?.grants ?? {})
  const actions = new Set(granted.flatMap(([, actions]) => actions))
  return {
    isSuperUser: role === 'admin',
    objects: Object.fromEntries(
      [...actions].map((action) => [
        action,
        granted.filter(([, own]) => own.includes(action)).map(([object]) => object),
      ]),
    ),
  }
}

function isAllowed(role: string, { access, also = [] }: Endpoint): boolean {
  if (access === 'public' || access === 'signed-in') return true
  const grants = grantsOf(role)
  return [access, ...also].every(([object, action]) => may(grants, action, object))
}

// An id that no record has and a body that nothing accepts: callers with access find that out, and nothing changes.
const calls: Readonly<Record<Method, (caller: Caller, path: string) => Promise<Reply>>> = {
  GET: (caller, path) => caller.get(path),
  POST: (caller, path) => caller.post(path, { nobodyKnows: 1 }),
  PUT: (caller, path) => caller.put(path, { nobodyKnows: 1 }),
  PATCH: (caller, path) => caller.patch(path, { nobodyKnows: 1 }),
  DELETE: (caller, path) => caller.delete(path),
}

const concrete = (path: string) => path.replace(/:[a-zA-Z]+/g, '999999999')
const answer = ({ status, body }: Reply) => `${status} ${(body as { error?: string }).error ?? ''}`.trim()

// A thousand calls each, on a machine that can be busy with other work.
describe('role × route × method', { timeout: 60_000 }, () => {
  it.each(demoPeople.map(({ role }) => role))('%s gets in exactly where the policy says', async (role) => {
    const caller = people.get(role)
    if (!caller) throw new Error(`Nobody is ${role}`)
    const closed = server.implementations.map(({ endpoint }) => endpoint).filter(({ access }) => access !== 'public')
    expect(closed.length).toBeGreaterThan(40)
    expect(
      await findings(closed, async (endpoint) => {
        const reply = await calls[endpoint.method](caller, concrete(endpoint.path))
        // A query can require parameters, which an empty one does not give.
        const passes = endpoint.path.includes(':')
          ? [404, 422]
          : endpoint.method !== 'GET'
            ? // What there is one of at most can be absent.
              [422, ...(endpoint.method === 'DELETE' ? [404] : [])]
            : endpoint.query
              ? [200, 422]
              : [200]
        // What moves stock asks for an Idempotency-Key of those who can make the call, and of no one else.
        const hasPassed =
          passes.includes(reply.status) || (endpoint.idempotencyKey === 'required' && reply.status === 428)
        const isRight = isAllowed(role, endpoint) ? hasPassed : answer(reply) === '403 Forbidden'
        return isRight ? undefined : `${endpoint.method} ${endpoint.path}: ${answer(reply)}`
      }),
    ).toEqual([])
  })

  it('without a session only public calls are answered', async () => {
    expect(
      await findings(server.implementations, async ({ endpoint }) => {
        const reply = await calls[endpoint.method](server.anonymous, concrete(endpoint.path))
        // Some that are open to the public ask for a key or a link of their own, or for an address that only a key
        // reveals.
        const isRight =
          endpoint.access === 'public'
            ? [200, 401, 404, 422].includes(reply.status)
            : answer(reply) === '403 SessionExpired'
        return isRight ? undefined : `${endpoint.method} ${endpoint.path}: ${answer(reply)}`
      }),
    ).toEqual([])
  })

  it('no one, not even the super user, finds a method that is not declared', async () => {
    const admin = people.get('admin')
    if (!admin) throw new Error('Nobody is admin')
    const declared = new Set(server.implementations.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`))
    const paths = new Set(server.implementations.map(({ endpoint }) => endpoint.path))
    const undeclared = [...paths].flatMap((path) =>
      (Object.keys(calls) as Method[])
        .filter((method) => !declared.has(`${method} ${path}`))
        .map((method) => ({ method, path })),
    )
    expect(undeclared.length).toBeGreaterThan(0)
    expect(
      await findings(undeclared, async ({ method, path }) => {
        const reply = await calls[method](admin, concrete(path))
        // A literal path can be an id to another route, such as GET …/pause to GET …/:id.
        return [404, 405].includes(reply.status) ? undefined : `${method} ${path}: ${answer(reply)}`
      }),
    ).toEqual([])
  })

  it('covers people from one with every permission to one with none', () => {
    const counts = demoPeople.map(
      ({ role }) => server.implementations.filter(({ endpoint }) => isAllowed(role, endpoint)).length,
    )
    const always = server.implementations.filter(
      ({ endpoint: { access } }) => access === 'public' || access === 'signed-in',
    ).length
    expect(Math.max(...counts)).toBe(server.implementations.length)
    expect(Math.min(...counts)).toBe(always)
    expect(new Set(counts).size).toBeGreaterThan(3)
  })
})
