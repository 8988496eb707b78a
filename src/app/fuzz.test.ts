import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { demoPeople, demoRoles } from '../areas/sign-in/demo-people.ts'
import { openSession } from '../areas/sign-in/sessions.server.ts'
import { basePathOf } from '../kit/resource.ts'
import { auditLength } from '../kit/testing/audit-trail.server.ts'
import type { ApiDocument, Conformance } from '../kit/testing/conformance.server.ts'
import { conformanceTo } from '../kit/testing/conformance.server.ts'
import { callerOf } from '../kit/testing/http-caller.server.ts'
import type { FuzzedOperation, FuzzRequest } from '../kit/testing/fuzz-requests.server.ts'
import { fuzzedOperations } from '../kit/testing/fuzz-requests.server.ts'
import type { Reply } from '../kit/testing/stage.server.ts'
import { permissionActions, permissionObjects } from '../permissions.ts'
import { resources } from '../registry.ts'
import { openStage } from './testing/stage.server.ts'
import type { Client } from './testing/start.server.ts'

// FUZZ_REQUESTS=50000 FUZZ_SEED=$RANDOM for a long walk (TEST_FULL=1 takes it too); here a short one, the same each time.
const isLong = process.env['TEST_FULL'] === '1' || process.env['FUZZ_REQUESTS'] !== undefined
const requests = Number(process.env['FUZZ_REQUESTS'] ?? (isLong ? 50_000 : 1_500))
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121)
/** Each operation is asked as often at least, however many there are. */
const each = 3

let stage: Awaited<ReturnType<typeof openStage>>
let document: ApiDocument
let conformance: Conformance
let admin: Client
let operations: readonly FuzzedOperation[]
const right: Record<string, Record<string, unknown>[]> = {}
const counts = new Map<number, number>()
const asked = new Map<string, number>()

const [adminPerson] = demoPeople.filter(({ role }) => role === 'admin')

beforeAll(async () => {
  stage = await openStage({ postgresUrl: inject('postgresUrl'), name: 'fuzz' })
  for (const resource of resources) {
    for (let n = 0; n < 5; n++) await stage.maker.make(resource)
    if (!resource.operations.includes('create')) continue
    const drafts: Record<string, unknown>[] = []
    for (let n = 0; n < 40; n++) drafts.push(await stage.maker.draft(resource))
    right[basePathOf(resource)] = right[`${basePathOf(resource)}/{id}`] = drafts
  }
  document = (await stage.server.anonymous.get('/openapi.json')).body as ApiDocument
  conformance = conformanceTo(document)
  operations = fuzzedOperations(document, right, {
    name: demoRoles.map(({ name }) => name), email: demoPeople.map(({ email }) => email),
    action: Object.keys(permissionActions), object: Object.keys(permissionObjects),
  })
  admin = await stage.server.signIn('admin')
})
afterAll(() => stage.close())

/**
 * The walk may have ended the session it goes with, or taken the person's rights: both are put back, and it goes on. Not
 * by signing in, which the walk has tried too often for one network.
 */
async function comeBack(): Promise<void> {
  const email = adminPerson?.email ?? ''
  await sql`
    update staff set status = 'active', role_id = (select id from roles where name = 'admin'), google_sub = coalesce(google_sub, 'back')
    where email = ${email} and (status <> 'active' or role_id <> (select id from roles where name = 'admin'))`.execute(stage.db)
  const { rows: [person] } = await sql<{ id: number }>`select id from staff where email = ${email}`.execute(stage.db)
  const { token } = await openSession(stage.db, { staffId: person?.id ?? 0, isBound: false, address: '127.0.0.1', userAgent: 'fuzz' })
  admin = { ...callerOf(stage.server.url, token), token }
}

async function send(request: FuzzRequest): Promise<Reply> {
  const reply = await sendAs(request, admin.token)
  const { error } = (typeof reply.body === 'object' && reply.body !== null ? reply.body : {}) as { error?: string }
  if (reply.status !== 403 || request.path.startsWith('/user/') || (error !== 'SessionExpired' && error !== 'Forbidden')) return reply
  await comeBack()
  return await sendAs(request, admin.token)
}

async function sendAs({ method, path, headers, body }: FuzzRequest, session: string): Promise<Reply> {
  // Signing out is fuzzed as well, but not with the session that all the others need.
  const token = path.startsWith('/user/') ? '' : session
  const response = await fetch(new URL(path, stage.server.url), {
    method,
    headers: { ...(token && { 'x-token': token }), ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body }),
    redirect: 'manual',
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) as unknown : text }
}

/** What nobody outside should ever read: stacks, files, statements and the names of what is inside. */
const leak = /\n\s+at |node_modules|\.server\.[jt]s|file:\/\/|syntax error at or near|relation "|column "|pg_catalog|kysely|ZodError/

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

describe('the whole API, asked at random by the person who may do everything', () => {
  it('asks every operation that is described, with and without a resource', async () => {
    for (const { arbitrary } of operations) await fc.assert(fc.asyncProperty(arbitrary, look), { numRuns: each, seed })
    const served = stage.server.implementations.map(({ endpoint: { method, path } }) => `${method} ${path.replace(/:([a-zA-Z]+)/g, '{$1}')}`)
    expect(served.filter((name) => (asked.get(name) ?? 0) < each)).toEqual([])
    expect(served.length).toBeGreaterThan(50)
  }, 120_000)

  it(`answers ${requests} calls as it is described, never with a fault of its own`, async () => {
    const any = fc.oneof(...operations.map(({ weight, arbitrary }) => ({ weight, arbitrary })))
    await fc.assert(fc.asyncProperty(any, look), { numRuns: requests, seed })
  }, requests * 60 + 20_000)

  it('has let some of them through and refused others, each in its own way', () => {
    const said = JSON.stringify([...counts].toSorted(([a], [b]) => a - b))
    for (const status of [200, 404, 422]) expect(counts.get(status) ?? 0, said).toBeGreaterThan(requests / 50)
    for (const status of [201, 412]) expect(counts.get(status) ?? 0, said).toBeGreaterThan(0)
    if (process.env['FUZZ_REQUESTS']) process.stdout.write(`answers by status: ${said}\n`)
  })

  it('is as it was afterwards: the audit whole, no prototype touched, the next honest call answered', async () => {
    expect(await auditLength(stage.db)).toBeGreaterThan(0)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    await comeBack()
    for (const resource of resources) {
      const reply = await admin.get(basePathOf(resource), { range: [0, 499] })
      expect([resource.name, reply.status]).toEqual([resource.name, 200])
    }
  })
})
