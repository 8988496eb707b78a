import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { auditLength } from '../kit/testing/audit-trail.server.ts'
import type { ApiDocument, Conformance } from '../kit/testing/conformance.server.ts'
import { conformanceTo } from '../kit/testing/conformance.server.ts'
import type { FuzzRequest } from '../kit/testing/fuzz-requests.server.ts'
import { fuzzRequests } from '../kit/testing/fuzz-requests.server.ts'
import type { Reply } from '../kit/testing/stage.server.ts'
import { resources } from '../registry.ts'
import { openStage } from './testing/stage.server.ts'
import type { Client } from './testing/start.server.ts'

// FUZZ_REQUESTS=20000 FUZZ_SEED=$RANDOM for a long walk; here a short one, the same each time.
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 1_500)
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121)

let stage: Awaited<ReturnType<typeof openStage>>
let document: ApiDocument
let conformance: Conformance
let admin: Client
const right: Record<string, Record<string, unknown>[]> = {}
const counts = new Map<number, number>()

beforeAll(async () => {
  stage = await openStage({ postgresUrl: inject('postgresUrl'), name: 'fuzz' })
  for (const resource of resources) {
    for (let n = 0; n < 5; n++) await stage.maker.make(resource)
    if (!resource.operations.includes('create')) continue
    const drafts: Record<string, unknown>[] = []
    for (let n = 0; n < 40; n++) drafts.push(await stage.maker.draft(resource))
    right[`/rest/data/${resource.name}`] = right[`/rest/data/${resource.name}/{id}`] = drafts
  }
  document = (await stage.server.anonymous.get('/openapi.json')).body as ApiDocument
  conformance = conformanceTo(document)
  admin = await stage.server.signIn('admin')
})
afterAll(() => stage.close())

async function send({ method, path, headers, body }: FuzzRequest): Promise<Reply> {
  // Signing out is fuzzed as well, but not with the session that all the others need.
  const token = path.startsWith('/user/') ? '' : admin.token
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

describe('the whole API, asked at random by the person who may do everything', () => {
  it(`answers ${requests} calls as it is described, never with a fault of its own`, async () => {
    await fc.assert(fc.asyncProperty(fuzzRequests(document, right), async (request) => {
      const reply = await send(request)
      counts.set(reply.status, (counts.get(reply.status) ?? 0) + 1)
      const text = JSON.stringify(reply.body)
      expect(reply.status, text.slice(0, 500)).toBeLessThan(500)
      expect(text).not.toMatch(leak)
      expect(conformance.flawOf(request.method.toLowerCase(), request.path, reply)).toBeNull()
      expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }), { numRuns: requests, seed })
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
    for (const resource of resources) {
      const reply = await stage.admin.get(`/rest/data/${resource.name}`, { range: [0, 499] })
      expect([resource.name, reply.status]).toEqual([resource.name, 200])
    }
  })
})
