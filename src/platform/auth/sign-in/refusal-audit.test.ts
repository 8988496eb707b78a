import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import type { Actor } from '../../../core/access/access.ts'
import { system } from '../../../core/access/access.ts'
import { createLog } from '../../../core/http/log.server.ts'
import type { RefusalAudit } from './refusal-audit.server.ts'
import { createRefusalAudit } from './refusal-audit.server.ts'

let server: TestServer
const log = createLog({ level: 'silent' })

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'refusals' })
})
afterAll(() => server.stop())

interface Row {
  title: string | null
  actor_id: number | null
  actor_email: string | null
  address: string | null
  reason: string | null
  after: { more: number; until: string } | null
}

async function refusedSince(id: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select title, actor_id, actor_email, address, reason, after from audit_log
    where id > ${id} and audit_outcome(action) = 'refused' order by id`.execute(server.database.kysely)
  return rows
}

async function lastId(): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from audit_log`.execute(
    server.database.kysely,
  )
  return rows[0]?.id ?? 0
}

describe('refusals over HTTP', () => {
  let reader: Client
  beforeAll(async () => {
    reader = await server.signIn('read-only')
  })

  it('never hide an escalation behind harmless ones', async () => {
    const before = await lastId()
    for (let n = 0; n < 40; n++) expect((await reader.get('/rest/data/ip-ranges')).status).toBe(403)
    const attempts = [
      await reader.put('/rest/data/rbac/permissions', { role: 'read-only', permissions: [] }),
      await reader.post('/rest/data/users/user/1/reveal', { reason: 'to see whether this is noticed' }),
      await reader.put('/rest/data/rbac/users', { email: 'read.only@demo.marquee.example', role: 'admin' }),
    ]
    expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403])
    const titles = (await refusedSince(before)).map(({ title }) => title)
    expect(titles.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'GET /rest/data/ip-ranges'))
    expect(titles.slice(5)).toEqual([
      'PUT /rest/data/rbac/permissions',
      'POST /rest/data/users/user/:id/reveal',
      'PUT /rest/data/rbac/users',
    ])
  })

  it('keep every refused change, however many come', async () => {
    const before = await lastId()
    for (let n = 0; n < 30; n++) expect((await reader.delete('/rest/data/tags/1')).status).toBe(403)
    expect(await refusedSince(before)).toHaveLength(30)
  })

  it('are not made of a database that was too slow to say whether an address is known', async () => {
    await sql`insert into ip_ranges (range, label, owner) values ('127.0.0.0/8', 'here', 'tests')`.execute(
      server.database.kysely,
    )
    await sql`update ip_policy set version = version + 1`.execute(server.database.kysely)
    const before = await lastId()
    await server.database.kysely
      .transaction()
      .execute(async (db) => {
        await sql`lock table ip_policy in access exclusive mode`.execute(db)
        await sleep(1_200)
        expect((await reader.get('/rest/data/rbac/whoami')).status).toBe(503)
        throw new Error('done')
      })
      .catch((error: unknown) => expect(error).toMatchObject({ message: 'done' }))
    expect(await refusedSince(before)).toEqual([])
  }, 20_000)
})

describe('counting refusals', () => {
  const person: Actor = { ...system('x'), kind: 'staff', id: 7, name: 'Seven', email: 'seven@example.com' }
  const callAt = (url: string, { method = 'GET', address = '192.0.2.1' } = {}) =>
    ({ method, routeOptions: { url }, clientAddress: address, id: 'r', log }) as unknown as FastifyRequest
  const entry = { action: 'refused', object: 'tests', title: 'GET /a', reason: 'No.' }

  async function counting(
    work: (refusals: RefusalAudit) => Promise<void>,
    windowSeconds = 60,
  ): Promise<{ rows: Row[]; counts: Row[] }> {
    const before = await lastId()
    const refusals = createRefusalAudit(server.database.kysely, log, windowSeconds)
    await work(refusals)
    const rows = await refusedSince(before)
    await refusals.close()
    return { rows, counts: (await refusedSince(before)).slice(rows.length) }
  }

  it('writes how many more there were of one kind, with person and route, once the process stops', async () => {
    const { rows, counts } = await counting(async (refusals) => {
      for (let n = 0; n < 12; n++) await refusals.record(callAt('/a'), entry, { actor: person })
      await refusals.record(callAt('/b'), { ...entry, title: 'GET /b' }, { actor: person })
    })
    expect(rows.map(({ title, after }) => [title, after])).toEqual([
      ...Array.from({ length: 5 }, () => ['GET /a', null]),
      ['GET /b', null],
    ])
    expect(counts).toMatchObject([{ title: 'GET /a', actor_id: 7, address: '192.0.2.1', after: { more: 7 } }])
    expect(Math.abs(Date.parse(counts[0]?.after?.until ?? '') - Date.now())).toBeLessThan(10_000)
  })

  it('writes it by itself when the window ends, and shows the next ones again', async () => {
    const { rows, counts } = await counting(async (refusals) => {
      for (let n = 0; n < 8; n++) await refusals.record(callAt('/a'), entry, { actor: person })
      await sleep(900)
      await refusals.record(callAt('/a'), entry, { actor: person })
    }, 0.5)
    expect(rows.map(({ after }) => after?.more ?? null)).toEqual([null, null, null, null, null, 3, null])
    expect(counts).toEqual([])
  })

  it('writes each escalation and each stolen session', async () => {
    const { rows } = await counting(async (refusals) => {
      for (const code of ['Escalation', 'OwnRole', 'BeyondLimits', 'CsrfFailed'])
        for (let n = 0; n < 7; n++) await refusals.record(callAt('/a'), entry, { actor: person, code })
      for (let n = 0; n < 7; n++)
        await refusals.record(callAt('/a'), { ...entry, action: 'session-revoked' }, { actor: person })
    })
    expect(rows).toHaveLength(35)
  })

  it('leaves people who are signed in what strangers have used up', async () => {
    const { rows, counts } = await counting(async (refusals) => {
      for (let n = 0; n < 200; n++)
        await refusals.record(callAt('/user/login', { method: 'POST', address: `192.0.2.${n}` }), entry)
      await refusals.record(callAt('/a'), entry, { actor: person })
    })
    expect(rows.filter(({ actor_id }) => actor_id === null)).toHaveLength(120)
    expect(rows.filter(({ actor_id }) => actor_id === 7)).toHaveLength(1)
    expect(counts).toMatchObject([{ actor_id: null, address: null, after: { more: 80 } }])
  })

  it('writes later what the database could not take', async () => {
    let isDown = true
    const { kysely } = server.database
    const before = await lastId()
    const flaky = {
      transaction: () => {
        if (isDown) throw new Error('out of reach')
        return kysely.transaction()
      },
    } as unknown as typeof kysely
    const refusals = createRefusalAudit(flaky, log, 0.2)
    await refusals.record(callAt('/a', { method: 'PUT' }), entry, { actor: person })
    expect(await refusedSince(before)).toEqual([])
    isDown = false
    await expect.poll(() => refusedSince(before), { timeout: 5_000 }).toHaveLength(1)
    await refusals.close()
  })
})
