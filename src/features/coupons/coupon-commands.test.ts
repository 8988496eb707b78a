import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { verifyAudit } from '../../core/audit/chain.server.ts'

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'coupon commands' })
  admin = await server.signIn('admin')
})
afterAll(() => server.stop())
afterEach(() => void vi.useRealTimers())

const path = '/rest/data/coupons'
let last = 0

interface Row {
  id: number
  code: string
  version: number
  status: string
  state: string
  validUntil: string | null
}
interface Result {
  id: number
  ok: boolean
  message?: string
}

async function create(draft: object = {}): Promise<Row> {
  const reply = await admin.post(path, {
    code: `CMD-${++last}`,
    name: 'For a command',
    percent: 500,
    status: 'active',
    ...draft,
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
const read = async ({ id }: Row) => (await admin.get(`${path}/${id}`)).body as Row
async function run(command: string, body: object): Promise<Result[]> {
  const reply = await admin.post(`${path}/${command}`, body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return (reply.body as { results: Result[] }).results
}
async function auditOf({ id }: Row) {
  const { rows } = await sql<{
    action: string
    before: object
    after: object
    reason: string | null
    actor_name: string
  }>`
    select action, before, after, reason, actor_name from audit_log where object = 'coupons' and record_id = ${String(id)} order by id`.execute(
    server.database.kysely,
  )
  return rows
}

describe('pausing and resuming', () => {
  it('changes those that can be, says why the others cannot, in the order they were asked for', async () => {
    const [live, draft, paused] = [await create(), await create({ status: 'draft' }), await create()]
    await run('pause', { ids: [paused.id] })
    expect(await run('pause', { ids: [draft.id, live.id, 999_999, paused.id, live.id] })).toEqual([
      { id: draft.id, ok: false, message: 'It is a draft. Activate or archive it.' },
      { id: live.id, ok: true },
      { id: 999_999, ok: false, message: 'Coupon not found.' },
      { id: paused.id, ok: false, message: 'Already paused.' },
    ])
    expect(await read(live)).toMatchObject({ status: 'paused', state: 'paused', version: live.version + 1 })
    expect(await read(draft)).toMatchObject({ status: 'draft', version: draft.version })
    expect(await run('resume', { ids: [live.id, draft.id] })).toEqual([
      { id: live.id, ok: true },
      { id: draft.id, ok: true },
    ])
    expect(await read(live)).toMatchObject({ status: 'active', state: 'active' })
  })

  it('leaves one audit row for each coupon that changed, with the reason', async () => {
    const [one, other, draft] = [await create(), await create(), await create({ status: 'draft' })]
    await run('pause', { ids: [one.id, other.id, draft.id], reason: '  Leaked on a forum ' })
    for (const coupon of [one, other]) {
      expect((await auditOf(coupon)).slice(1)).toEqual([
        {
          action: 'pause',
          before: { status: 'active' },
          after: { status: 'paused' },
          reason: 'Leaked on a forum',
          actor_name: 'Ingrid Solheim',
        },
      ])
    }
    expect((await auditOf(draft)).map(({ action }) => action)).toEqual(['create'])
    expect(await verifyAudit(server.database.kysely)).toMatchObject({ broken: null })
  })

  it('makes an editor who had the coupon open read it again', async () => {
    const coupon = await create()
    await run('pause', { ids: [coupon.id] })
    const lazyScreen = await admin.patch(
      `${path}/${coupon.id}`,
      { name: 'Mine' },
      { 'if-match': `"${coupon.version}"` },
    )
    expect(lazyScreen).toMatchObject({ status: 412, body: { current: { status: 'paused' } } })
  })

  it('does not bring back a coupon whose time is over', async () => {
    const coupon = await create({ validUntil: '2099-01-01T00:00:00Z' })
    await sql`update coupons set valid_until = '2020-01-01' where id = ${coupon.id}`.execute(server.database.kysely)
    expect(await run('resume', { ids: [coupon.id] })).toEqual([
      { id: coupon.id, ok: false, message: 'It has expired. Extend it first.' },
    ])
  })
})

describe('extending', () => {
  it('is refused to the very moment that it is, which is no future', async () => {
    const coupon = await create({ validUntil: '2095-01-01T00:00:00Z' })
    const now = new Date()
    vi.useFakeTimers({ toFake: ['Date'], now })
    const reply = await admin.post(`${path}/extend`, { ids: [coupon.id], validUntil: now.toISOString() })
    expect([reply.status, reply.body]).toMatchObject([
      422,
      { fields: { validUntil: 'The new end must be in the future.' } },
    ])
  })

  it('moves an end later, never earlier, and revives what had expired', async () => {
    const [soon, lazyScreen, endless] = [
      await create({ validUntil: '2090-01-01T00:00:00Z' }),
      await create({ validUntil: '2098-01-01T00:00:00Z' }),
      await create(),
    ]
    await sql`update coupons set valid_until = '2020-01-01' where id = ${soon.id}`.execute(server.database.kysely)
    expect(await read(soon)).toMatchObject({ state: 'expired' })
    expect(
      await run('extend', { ids: [soon.id, lazyScreen.id, endless.id], validUntil: '2095-06-01T02:00:00+02:00' }),
    ).toEqual([
      { id: soon.id, ok: true },
      { id: lazyScreen.id, ok: false, message: 'Already valid until then or later.' },
      { id: endless.id, ok: false, message: 'It has no end date, so it can’t be extended.' },
    ])
    expect(await read(soon)).toMatchObject({ state: 'active', validUntil: '2095-06-01T00:00:00.000Z' })
    expect((await auditOf(soon)).at(-1)).toMatchObject({
      action: 'extend',
      before: { validUntil: '2020-01-01T00:00:00.000Z' },
      after: { validUntil: '2095-06-01T00:00:00.000Z' },
    })
  })

  it.each([
    [{ validUntil: '2020-01-01T00:00:00Z' }, /in the future/],
    [{ validUntil: '2095-06-01' }, /as a UTC time/],
    [{}, /as a UTC time/],
  ])('refuses the end %o', async (body, message) => {
    const reply = await admin.post(`${path}/extend`, { ids: [1], ...body })
    expect(reply.status).toBe(422)
    expect((reply.body as { fields: Record<string, string> }).fields['validUntil']).toMatch(message)
  })
})

describe('archiving', () => {
  it('works from every status, and comes back as paused', async () => {
    const [draft, live] = [await create({ status: 'draft' }), await create()]
    expect(await run('archive', { ids: [draft.id, live.id] })).toEqual([
      { id: draft.id, ok: true },
      { id: live.id, ok: true },
    ])
    expect(await run('archive', { ids: [live.id] })).toEqual([{ id: live.id, ok: false, message: 'Already archived.' }])
    expect((await run('resume', { ids: [live.id] }))[0]?.message).toMatch(/Set it to paused first/)
    expect((await admin.patch(`${path}/${live.id}`, { status: 'paused' })).body).toMatchObject({ state: 'paused' })
  })
})

describe('every command', () => {
  it('runs once for one Idempotency-Key', async () => {
    const coupon = await create()
    const twice = [1, 2].map(() =>
      admin.post(`${path}/pause`, { ids: [coupon.id] }, { 'idempotency-key': `pause-${coupon.id}` }),
    )
    for (const reply of await Promise.all(twice)) expect(reply.body).toEqual({ results: [{ id: coupon.id, ok: true }] })
    expect((await auditOf(coupon)).map(({ action }) => action)).toEqual(['create', 'pause'])
  })

  it.each(['pause', 'resume', 'archive', 'extend'])('%s needs write on coupons, and sound ids', async (command) => {
    const body = { ids: [1], ...(command === 'extend' && { validUntil: '2099-01-01T00:00:00Z' }) }
    const reader = await server.signIn('read-only')
    expect((await reader.post(`${path}/${command}`, body)).status).toBe(403)
    for (const ids of [[], ['1'], [1.5], 'all', Array.from({ length: 501 }, (_, index) => index + 1)]) {
      expect((await admin.post(`${path}/${command}`, { ...body, ids })).status).toBe(422)
    }
    expect(await admin.post(`${path}/${command}`, { ...body, force: true })).toMatchObject({
      status: 422,
      body: { fields: { force: expect.anything() } },
    })
  })
})
