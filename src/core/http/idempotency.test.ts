import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import type { SampleServer } from '../testing/sample-server.server.ts'
import { startSampleServer } from '../testing/sample-server.server.ts'
import type { Reply } from '../testing/test-context.server.ts'
import { defineEndpoint } from './endpoint.ts'
import { implement } from './endpoint.server.ts'
import { Refusal } from '../errors/errors.ts'
import { forgetNamedCalls } from './idempotency.server.ts'

const path = '/rest/data/makers'
const open = {
  access: 'signed-in',
  input: z.strictObject({ name: z.string() }),
  output: z.strictObject({ done: z.int() }),
} as const
const pay = defineEndpoint(`POST ${path}/pay`, { ...open, summary: 'Pays', idempotencyKey: 'required' })
const wait = defineEndpoint(`POST ${path}/wait`, { ...open, summary: 'Does it when it can' })
const draw = defineEndpoint(`POST ${path}/draw`, { ...open, summary: 'Does it in transactions of its own' })
const whisper = defineEndpoint(`POST ${path}/whisper`, {
  ...open,
  summary: 'Tells a secret',
  output: z.strictObject({ secret: z.string() }),
})
const forget = defineEndpoint(`DELETE ${path}/forget`, { access: 'signed-in', summary: 'Forgets', status: 204 })
const note = defineEndpoint(`POST ${path}/note`, {
  ...open,
  input: z.looseObject({}),
  summary: 'Does it with whatever is sent',
})
const ask = defineEndpoint(`POST ${path}/ask`, { ...open, summary: 'Only asks' })

let done = 0
/** What the calls that wait are waiting for. */
let gate = Promise.withResolvers<void>()
let hasBegun = Promise.withResolvers<void>()
let fails = false

async function work(): Promise<{ done: number }> {
  hasBegun.resolve()
  await gate.promise
  if (fails) throw new Refusal(409, 'It broke.')
  done += 1
  return { done }
}

const implementations = [
  implement(pay, work),
  implement(wait, work),
  implement(draw, work, { transaction: 'own' }),
  implement(
    whisper,
    async () => {
      await work()
      return { secret: 'open sesame' }
    },
    { isSecret: true },
  ),
  implement(note, work),
  implement(ask, work, { transaction: false }),
  implement(forget, async () => {
    await work()
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
beforeEach(() => {
  done = 0
  fails = false
  gate = Promise.withResolvers<void>()
  hasBegun = Promise.withResolvers<void>()
  gate.resolve()
})

const key = () => ({ 'idempotency-key': crypto.randomUUID() })
const call = ({ path: at }: { path: string }, headers: Record<string, string>, name = 'Ada') =>
  sample.admin.post(at, { name }, headers)
const isReplayed = ({ headers }: Reply) => headers.get('idempotency-replayed')
const codeOf = ({ status, body }: Reply) => [status, (body as { error: string }).error]

describe('a call with an Idempotency-Key', () => {
  it.each([pay, wait, draw])('is done once and answered alike: $summary', async (endpoint) => {
    const headers = key()
    const replies = [await call(endpoint, headers), await call(endpoint, headers)]
    expect(replies.map(({ status, body }) => [status, body])).toEqual([
      [200, { done: 1 }],
      [200, { done: 1 }],
    ])
    expect(replies.map(isReplayed)).toEqual([null, 'true'])
    expect(codeOf(await call(endpoint, headers, 'Grace'))).toEqual([422, 'InvalidInput'])
    expect((await call(endpoint, key())).body).toEqual({ done: 2 })
  })

  it.each([wait, draw])('asks to come back while the first is under way: $summary', async (endpoint) => {
    gate = Promise.withResolvers<void>()
    const headers = key()
    const first = call(endpoint, headers)
    await hasBegun.promise
    const twin = await call(endpoint, headers)
    expect([...codeOf(twin), twin.headers.get('retry-after')]).toEqual([409, 'Conflict', '5'])
    gate.resolve()
    expect((await first).body).toEqual({ done: 1 })
    expect((await call(endpoint, headers)).body).toEqual({ done: 1 })
  })

  it.each([wait, draw])('can be made again when it failed: $summary', async (endpoint) => {
    const headers = key()
    fails = true
    expect((await call(endpoint, headers)).status).toBe(409)
    fails = false
    const again = await call(endpoint, headers)
    expect([again.status, again.body, isReplayed(again)]).toEqual([200, { done: 1 }, null])
  })

  it('is answered alike though its input would be refused by now, and not to someone else', async () => {
    const headers = key()
    await call(wait, headers)
    expect((await sample.editor.post(wait.path, { name: 'Ada' }, headers)).body).toEqual({ done: 2 })
  })

  it('is the same call in whatever order its body has its keys', async () => {
    const headers = key()
    const bodies = [
      { name: 'Ada', list: [{ b: 1, a: 2 }, 3] },
      { list: [{ a: 2, b: 1 }, 3], name: 'Ada' },
    ]
    const replies = []
    for (const body of bodies) replies.push(await sample.admin.post(note.path, body, headers))
    expect(replies.map(({ status, body }) => [status, body])).toEqual([
      [200, { done: 1 }],
      [200, { done: 1 }],
    ])
    const other = { name: 'Ada', list: [3, { a: 2, b: 1 }] }
    expect(codeOf(await sample.admin.post(note.path, other, headers))).toEqual([422, 'InvalidInput'])
  })

  it('of which a secret was the answer is done once, and the secret kept nowhere', async () => {
    const headers = key()
    expect((await call(whisper, headers)).body).toEqual({ secret: 'open sesame' })
    expect(codeOf(await call(whisper, headers))).toEqual([409, 'AlreadyDone'])
    expect(done).toBe(1)
    const { rows } = await sql<{ body: string; headers: object }>`
      select body, headers from idempotency_keys where key = ${headers['idempotency-key']}`.execute(sample.db)
    expect(rows).toEqual([{ body: '', headers: {} }])
  })

  it('whose answer has no body has none the second time either', async () => {
    const headers = key()
    const replies = [await sample.admin.delete(forget.path, headers), await sample.admin.delete(forget.path, headers)]
    expect(replies.map(({ status, body }) => [status, body])).toEqual([
      [204, ''],
      [204, ''],
    ])
    expect([isReplayed(replies[1] as Reply), done]).toEqual(['true', 1])
  })

  it('that only asks is asked each time', async () => {
    const headers = key()
    expect([(await call(ask, headers)).body, (await call(ask, headers)).body]).toEqual([{ done: 1 }, { done: 2 }])
  })
})

describe('a call that needs an Idempotency-Key', () => {
  it('is refused without one, in a sentence that says what to send', async () => {
    const reply = await sample.admin.post(pay.path, { name: 'Ada' })
    expect([...codeOf(reply), (reply.body as { message: string }).message]).toEqual([
      428,
      'PreconditionRequired',
      'Send an Idempotency-Key with this call, so that retrying it can’t do it twice.',
    ])
    expect(done).toBe(0)
    expect((await call(pay, { 'idempotency-key': 'a b' })).status).toBe(422)
  })
})

describe('keys that have run out', () => {
  const age = (name: string, hours: number) =>
    sql`update idempotency_keys set created_at = now() - make_interval(hours => ${hours}) where key = ${name}`.execute(
      sample.db,
    )

  it('name another call from then on, and are forgotten', async () => {
    const [young, old] = [key(), key()]
    for (const headers of [young, old]) await call(wait, headers)
    await age(old['idempotency-key'], 25)
    await age(young['idempotency-key'], 23)
    expect(isReplayed(await call(wait, young))).toBe('true')
    const again = await call(wait, old, 'Grace')
    expect([again.status, again.body, isReplayed(again)]).toEqual([200, { done: 3 }, null])
    await age(old['idempotency-key'], 25)
    expect(await forgetNamedCalls(sample.db, new AbortController().signal)).toBe(1)
    expect(isReplayed(await call(wait, young))).toBe('true')
  })

  it('are free again after a process died that had claimed them', async () => {
    const headers = key()
    gate = Promise.withResolvers<void>()
    const lost = call(draw, headers)
    await hasBegun.promise
    await sql`update idempotency_keys set created_at = now() - interval '6 minutes' where key = ${headers['idempotency-key']}`.execute(
      sample.db,
    )
    const first = gate
    gate = Promise.withResolvers<void>()
    gate.resolve()
    expect((await call(draw, headers)).status).toBe(200)
    first.resolve()
    await lost
  })
})
