import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { demoPeople } from '../platform/auth/sign-in/demo-people.ts'
import { demoRoles } from './seed/demo-roles.ts'
import { openSession } from '../platform/auth/sign-in/sessions.server.ts'
import { basePathOf } from '../core/resource/resource.ts'
import { auditLength } from '../core/testing/audit-trail.server.ts'
import type { Conformance } from '../core/testing/conformance.server.ts'
import { conformanceTo } from '../core/testing/conformance.server.ts'
import { callerOf } from '../core/testing/http-caller.server.ts'
import type { FuzzedOperation, FuzzRequest } from '../core/testing/fuzz-requests.server.ts'
import { fuzzedOperations } from '../core/testing/fuzz-requests.server.ts'
import type { Reply } from '../core/testing/test-context.server.ts'
import { permissionActions, permissionObjects } from '../core/access/permissions.ts'
import { resources } from './registry.server.ts'
import { openTestContext } from './testing/test-context.server.ts'
import { describedBy } from './testing/test-context.server.ts'
import type { Client } from './testing/start.server.ts'
import { isTorture } from '../core/testing/rounds.ts'

// FUZZ_REQUESTS=50000 FUZZ_SEED=$RANDOM for a long walk (npm run torture takes it too); here a short one, the same each time.
const isLong = isTorture || process.env['FUZZ_REQUESTS'] !== undefined
const requests = Number(process.env['FUZZ_REQUESTS'] ?? (isLong ? 50_000 : 1_500))
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121)
/** Each operation is asked as often at least, however many there are. */
const each = 3

let testContext: Awaited<ReturnType<typeof openTestContext>>
let conformance: Conformance
let admin: Client
let operations: readonly FuzzedOperation[]
const right: Record<string, Record<string, unknown>[]> = {}
const counts = new Map<number, number>()
const asked = new Map<string, number>()

const [adminPerson] = demoPeople.filter(({ role }) => role === 'admin')

beforeAll(async () => {
  testContext = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'fuzz' })
  for (const resource of resources) {
    for (let n = 0; n < 5; n++) await testContext.maker.make(resource)
    if (!resource.operations.includes('create')) continue
    const drafts: Record<string, unknown>[] = []
    for (let n = 0; n < 40; n++) drafts.push(await testContext.maker.draft(resource))
    right[basePathOf(resource)] = right[`${basePathOf(resource)}/{id}`] = drafts
  }
  const documents = await describedBy(testContext.server)
  conformance = conformanceTo(...documents)
  const known = {
    name: demoRoles.map(({ name }) => name),
    email: demoPeople.map(({ email }) => email),
    action: Object.keys(permissionActions),
    object: Object.keys(permissionObjects),
  }
  operations = documents.flatMap((document) => fuzzedOperations(document, right, known))
  admin = await testContext.server.signIn('admin')
})
afterAll(() => testContext.close())

/**
 * The walk can end its own session, or take away its user's rights: both are restored, and it goes on. Not by signing
 * in, which the walk has tried too often for one network.
 */
async function comeBack(): Promise<void> {
  const email = adminPerson?.email ?? ''
  await sql`
    update staff set status = 'active', role_id = (select id from roles where name = 'admin'), google_sub = coalesce(google_sub, 'back')
    where email = ${email} and (status <> 'active' or role_id <> (select id from roles where name = 'admin'))`.execute(
    testContext.db,
  )
  const {
    rows: [person],
  } = await sql<{ id: number }>`select id from staff where email = ${email}`.execute(testContext.db)
  const { token } = await openSession(testContext.db, {
    staffId: person?.id ?? 0,
    isBound: false,
    address: '127.0.0.1',
    userAgent: 'fuzz',
  })
  admin = { ...callerOf(testContext.server.url, token), token }
}

async function send(request: FuzzRequest): Promise<Reply> {
  const reply = await sendAs(request, admin.token)
  const { error } = (typeof reply.body === 'object' && reply.body !== null ? reply.body : {}) as { error?: string }
  if (
    reply.status !== 403 ||
    request.path.startsWith('/user/') ||
    (error !== 'SessionExpired' && error !== 'Forbidden')
  )
    return reply
  await comeBack()
  return await sendAs(request, admin.token)
}

async function sendAs({ method, path, headers, body }: FuzzRequest, session: string): Promise<Reply> {
  // Signing out is fuzzed as well, but not with the session that all the others need.
  const token = path.startsWith('/user/') ? '' : session
  const response = await fetch(new URL(path, testContext.server.url), {
    method,
    headers: {
      ...(token && { 'x-token': token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    redirect: 'manual',
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
  return { status: response.status, headers: response.headers, body: isJson ? (JSON.parse(text) as unknown) : text }
}

/** What no outsider should ever read: stacks, files, statements and internal names. */
const leak =
  /\n\s+at |node_modules|\.server\.[jt]s|file:\/\/|syntax error at or near|relation "|column "|pg_catalog|kysely|ZodError/

async function look({ operation, ...request }: FuzzRequest & { readonly operation: string }): Promise<void> {
  const reply = await send(request)
  counts.set(reply.status, (counts.get(reply.status) ?? 0) + 1)
  asked.set(operation, (asked.get(operation) ?? 0) + 1)
  const text = JSON.stringify(reply.body)
  expect(reply.status, text.slice(0, 500)).toBeLessThan(500)
  expect(text).not.toMatch(leak)
  // A client resolves dots in a path before it sends it, and so asks another call.
  const { pathname, search } = new URL(request.path, 'http://localhost')
  expect(conformance.flawOf(request.method.toLowerCase(), pathname + search, reply)).toBeNull()
  expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
}

describe('the whole API, called at random by a person with every permission', () => {
  it('asks every operation that is described, with and without a resource', async () => {
    for (const { arbitrary } of operations) await fc.assert(fc.asyncProperty(arbitrary, look), { numRuns: each, seed })
    const served = testContext.server.implementations.map(
      ({ endpoint: { method, path } }) => `${method} ${path.replace(/:([a-zA-Z]+)/g, '{$1}')}`,
    )
    expect(served.filter((name) => (asked.get(name) ?? 0) < each)).toEqual([])
    expect(served.length).toBeGreaterThan(50)
  }, 120_000)

  it(
    `answers ${requests} calls as it is described, never with a fault of its own`,
    async () => {
      const any = fc.oneof(...operations.map(({ weight, arbitrary }) => ({ weight, arbitrary })))
      await fc.assert(fc.asyncProperty(any, look), { numRuns: requests, seed })
    },
    requests * 60 + 20_000,
  )

  it('has let some of them through and refused others, each in its own way', () => {
    const said = JSON.stringify([...counts].toSorted(([a], [b]) => a - b))
    for (const status of [200, 404, 422]) expect(counts.get(status) ?? 0, said).toBeGreaterThan(requests / 50)
    for (const status of [201, 412]) expect(counts.get(status) ?? 0, said).toBeGreaterThan(0)
    if (process.env['FUZZ_REQUESTS']) process.stdout.write(`answers by status: ${said}\n`)
  })

  it('is as it was afterwards: the audit whole, no prototype touched, the next honest call answered', async () => {
    expect(await auditLength(testContext.db)).toBeGreaterThan(0)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    await comeBack()
    for (const resource of resources) {
      const reply = await admin.get(basePathOf(resource), { range: [0, 499] })
      expect([resource.name, reply.status]).toEqual([resource.name, 200])
    }
  })
})
