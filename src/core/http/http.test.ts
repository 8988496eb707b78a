import { fastify } from 'fastify'
import { permissionWords } from '../access/permissions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import { system } from '../access/access.ts'
import { defineEndpoint } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { implement } from './endpoint.server.ts'
import { Refusal } from '../errors/errors.ts'
import { mount } from './http.server.ts'
import { endpointsOf } from '../calls/resource-endpoints.ts'
import { auditLength, tracesOf } from '../testing/audit-trail.server.ts'
import { makers } from '../testing/sample-resources.ts'
import type { SampleServer } from '../testing/sample-server.server.ts'
import { startSampleServer } from '../testing/sample-server.server.ts'
import { callerOf } from '../testing/http-caller.server.ts'

const nothing = z.object({})
const open = { access: 'signed-in', output: nothing } as const
const path = '/rest/data/makers'

const breakDown = defineEndpoint('POST /rest/data/makers/break-down', {
  ...open,
  summary: 'Makes a maker and then breaks down',
})
const thinkAgain = defineEndpoint('POST /rest/data/makers/think-again', {
  ...open,
  summary: 'Makes a maker and then declines',
})
const talkTooMuch = defineEndpoint('GET /rest/data/makers/talk', {
  ...open,
  summary: 'Answers with more than it said it would',
  output: z.strictObject({ a: z.int() }),
})
const greet = defineEndpoint('POST /rest/data/makers/:id/greet', {
  summary: 'Greets one maker',
  access: ['tags', 'publish'],
  also: [['rules', 'ui']],
  params: z.object({ id: z.string() }),
  query: z.object({ loud: z.optional(z.enum(['yes', 'no'])) }),
  input: z.strictObject({
    words: z.string().check(z.minLength(2)),
    people: z.array(z.strictObject({ name: z.string() })),
  }),
  output: z.object({ said: z.string() }),
  status: 202,
})

const implementations = [
  implement(breakDown, async ({ db, audit }) => {
    await sql`insert into makers (name) values ('Broken')`.execute(db)
    audit.record({ action: 'break', object: 'makers' })
    throw new TypeError('the wheel at /usr/lib/wheel.ts came off')
  }),
  implement(thinkAgain, async ({ db, audit }) => {
    await sql`insert into makers (name) values ('Thought again')`.execute(db)
    audit.record({ action: 'think', object: 'makers' })
    throw new Refusal(409, 'Not today.', { headers: { 'Retry-After': '5' } })
  }),
  implement(talkTooMuch, async () => ({ a: 1, secret: 'b' })),
  implement(greet, async ({ params, input, audit }) => {
    audit.record({ action: 'greet', object: 'makers', recordId: params.id, reason: input.words })
    return { said: `${input.words} ${params.id}` }
  }),
]

let sample: SampleServer

beforeAll(async () => {
  sample = await startSampleServer({
    postgresUrl: inject('postgresUrl'),
    implementations,
  })
})
afterAll(() => sample.close())

const made = async (name: string) =>
  (await sql<{ n: number }>`select count(*) as n from makers where name = ${name}`.execute(sample.db)).rows[0]?.n

describe('a call that fails', () => {
  it('for an unforeseen reason answers 500 without a word of it, and leaves nothing behind', async () => {
    const before = await auditLength(sample.db)
    const reply = await callerOf(sample.url, 'admin').post(breakDown.path, undefined, { 'idempotency-key': 'breaks' })
    expect([reply.status, Object.keys(reply.body as object)]).toEqual([500, ['error', 'message', 'requestId']])
    expect(JSON.stringify(reply.body)).not.toMatch(/wheel|TypeError|\.ts/)
    expect([await made('Broken'), await auditLength(sample.db)]).toEqual([0, before])
    expect((await sql`select from idempotency_keys where key = 'breaks'`.execute(sample.db)).rows).toEqual([])
  })

  it('because it was declined says why, and leaves nothing behind', async () => {
    const before = await auditLength(sample.db)
    const reply = await sample.admin.post(thinkAgain.path)
    expect([reply.status, reply.headers.get('retry-after'), reply.body]).toEqual([
      409,
      '5',
      { error: 'Conflict', message: 'Not today.', requestId: reply.headers.get('x-request-id') },
    ])
    expect([await made('Thought again'), await auditLength(sample.db)]).toEqual([0, before])
  })

  it('in what it answers is caught in tests, before a client meets it', async () => {
    expect((await callerOf(sample.url, 'admin').get(talkTooMuch.path)).status).toBe(500)
    const [list] = endpointsOf(makers)
    const row = { id: 1, version: 1, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
    const app = fastify()
    mount(app, {
      db: sample.db,
      requireIfMatch: false,
      checkOutput: true,
      authenticate: async () => system('tests'),
      implementations: [{ endpoint: list as Endpoint, handle: async () => [row], transaction: false }],
    })
    const statusOf = async (url: string) => (await app.inject(url)).statusCode
    // Without its name no record of the list is whole, unless the caller has named other fields.
    expect([await statusOf(path), await statusOf(`${path}?fields=["version"]`)]).toEqual([500, 200])
  })
})

describe('an endpoint of its own', () => {
  const right = { words: 'Good day', people: [] }

  it('is parsed, done, answered with its status and left in the audit', async () => {
    const reply = await sample.admin.post('/rest/data/makers/7/greet', right)
    expect([reply.status, reply.body]).toEqual([202, { said: 'Good day 7' }])
    expect(await tracesOf(sample.db, reply)).toMatchObject([{ action: 'greet', object: 'makers', record_id: '7' }])
  })

  it.each<[string, unknown, string[]]>([
    ['a key too many', { ...right, more: 1 }, ['more']],
    ['a key too many inside', { ...right, people: [{ name: 'a', age: 5 }] }, ['people.0.age']],
    ['something missing', { people: [] }, ['words']],
    ['something missing inside', { ...right, people: [{ name: 'a' }, {}] }, ['people.1.name']],
    ['too little', { ...right, words: 'a' }, ['words']],
    ['no object', [], ['words', 'people']],
    ['nothing at all', undefined, ['words', 'people']],
  ])('refuses %s by name', async (_, body, fields) => {
    const reply = await sample.admin.post('/rest/data/makers/7/greet', body)
    expect([reply.status, Object.keys((reply.body as { fields: object }).fields)]).toEqual([422, fields])
  })

  it.each([
    ['loud=maybe', /./],
    ['loud=yes&loud=no', /^loud is given more than once\.$/],
  ])('refuses the wrong query %s by name', async (query, message) => {
    const reply = await sample.admin.post(`/rest/data/makers/7/greet?${query}`, right)
    expect([reply.status, (reply.body as { fields: object }).fields]).toEqual([
      422,
      { loud: expect.stringMatching(message) as unknown },
    ])
  })

  it('needs every grant that it names, before anything is parsed', async () => {
    const reply = await sample.editor.post('/rest/data/makers/7/greet', { nonsense: true })
    expect([reply.status, (reply.body as { message: string }).message]).toEqual([
      403,
      `You need the permission “${permissionWords('publish', 'tags')}” for this. Ask your access manager.`,
    ])
  })
})

describe('access that differs by operation', () => {
  it('lets people create and delete whom it does not let change', async () => {
    const reply = await sample.editor.post('/rest/data/gadgets', await sample.maker.draft('gadgets'))
    const { id } = reply.body as { id: number }
    expect(reply.status).toBe(201)
    const refused = await sample.editor.patch(`/rest/data/gadgets/${id}`, { name: 'Changed' })
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      403,
      `You need the permission “${permissionWords('write', 'rules')}” for this. Ask your access manager.`,
    ])
    expect((await sample.editor.delete(`/rest/data/gadgets/${id}`)).status).toBe(200)
  })
})

describe('a known address', () => {
  it('asked in a way that it does not offer says what it offers (405)', async () => {
    const replies = [
      await sample.admin.delete('/rest/data/makers/7/greet'),
      await sample.admin.get('/rest/data/makers/7/greet'),
    ]
    expect(replies.map(({ status, headers }) => [status, headers.get('allow')])).toEqual([
      [405, 'POST, OPTIONS'],
      [405, 'POST, OPTIONS'],
    ])
    const reply = await sample.admin.delete(path)
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
  })
})

describe('a rule between two fields', () => {
  it('applies to one of them that is sent and the other that is stored', async () => {
    const id = await sample.maker.make('gadgets', { madeOn: '2026-03-01', soldOn: '2026-04-01' })
    const at = `/rest/data/gadgets/${id}`
    for (const body of [{ soldOn: '2026-02-28' }, { madeOn: '2026-04-02' }]) {
      const reply = await sample.admin.patch(at, body)
      expect([reply.status, (reply.body as { fields: unknown }).fields]).toEqual([
        422,
        { soldOn: 'It cannot be sold before it was made.' },
      ])
    }
    expect((await sample.admin.patch(at, { madeOn: '2026-04-02', soldOn: '2026-04-03' })).status).toBe(200)
    expect((await sample.admin.patch(at, { soldOn: null })).status).toBe(200)
    expect(
      (
        await sample.admin.post(
          '/rest/data/gadgets',
          await sample.maker.draft('gadgets', { madeOn: '2026-03-01', soldOn: '2026-02-01' }),
        )
      ).status,
    ).toBe(422)
  })
})

describe('an Idempotency-Key', () => {
  it('is its owner’s: another person can use the same', async () => {
    const headers = { 'idempotency-key': 'shared' }
    const replies = [
      await sample.admin.post(path, { name: 'Mine' }, headers),
      await sample.editor.post(path, { name: 'Yours' }, headers),
    ]
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect([await made('Mine'), await made('Yours')]).toEqual([1, 1])
  })

  it('goes with one call: another address or body is refused', async () => {
    const headers = { 'idempotency-key': 'one-call' }
    const first = await sample.admin.post(path, { name: 'One call' }, headers)
    const { id } = first.body as { id: number }
    const others = [
      await sample.admin.post(path, { name: 'Another' }, headers),
      await sample.admin.patch(`${path}/${id}`, { name: 'One call' }, headers),
      await sample.admin.delete(`${path}/${id}`, headers),
    ]
    expect(others.map(({ status, body }) => [status, (body as { message: string }).message])).toEqual(
      others.map(() => [422, 'This Idempotency-Key was used for another call.']),
    )
    expect(await made('One call')).toBe(1)
  })

  it('answers a repeated change as the first time, though the record has moved on', async () => {
    const id = await sample.maker.make('makers')
    const headers = { 'idempotency-key': 'change' }
    const first = await sample.admin.patch(`${path}/${id}`, { name: 'First' }, headers)
    await sample.admin.patch(`${path}/${id}`, { name: 'Second' })
    const again = await sample.admin.patch(`${path}/${id}`, { name: 'First' }, headers)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect([first.headers.get('etag'), again.headers.get('etag')]).toEqual(['"2"', '"2"'])
    expect((await sample.admin.get(`${path}/${id}`)).body).toMatchObject({ name: 'Second', version: 3 })
  })

  it('means nothing where nothing changes', async () => {
    const headers = { 'idempotency-key': 'reading' }
    expect((await sample.admin.get(path, {}, headers)).headers.get('idempotency-replayed')).toBeNull()
    expect((await sql`select from idempotency_keys where key = 'reading'`.execute(sample.db)).rows).toEqual([])
  })
})

describe('a server that wants to know which version is changed', () => {
  it('refuses changes that do not say (428), and takes those that do', async () => {
    const strict = await startSampleServer({
      postgresUrl: inject('postgresUrl'),
      requireIfMatch: true,
    })
    try {
      const id = await strict.maker.make('makers')
      const blind = [
        await strict.admin.put(`${path}/${id}`, { name: 'a' }),
        await strict.admin.patch(`${path}/${id}`, { name: 'a' }),
        await strict.admin.delete(`${path}/${id}`),
      ]
      expect(blind.map(({ status, body }) => [status, (body as { error: string }).error])).toEqual(
        blind.map(() => [428, 'PreconditionRequired']),
      )
      expect((await strict.admin.post(path, { name: 'New' })).status).toBe(201)
      expect((await strict.admin.patch(`${path}/${id}`, { name: 'a' }, { 'if-match': '"1"' })).status).toBe(200)
      expect((await strict.admin.delete(`${path}/${id}`, { 'if-match': '"2"' })).status).toBe(200)
    } finally {
      await strict.close()
    }
  })
})
