import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { randomOf } from '../../app/seed/random.ts'
import { silent } from '../../db/testing/embedded-database.server.ts'
import { ping } from './ping.server.ts'
import { seedWorkers } from './seed-workers.server.ts'
import { workersOf } from './worker-facts.server.ts'
import { reportTroubles } from './worker-troubles.server.ts'

let server: TestServer
let admin: Client
let reader: Client

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'worker_troubles' })
  ;[admin, reader] = [await server.signIn('admin'), await server.signIn('read-only')]
})
afterAll(() => server?.stop())

const news = async (who: Client) =>
  ((await who.get('/rest/data/inbox')).body as { items: { title: string; path: string; times: number }[] }).items
const troubles = async (who: Client) =>
  ((await who.get('/rest/data/dashboard')).body as { workers: { name: string; state: string }[] | null }).workers
const report = async (isWarm = true) =>
  (await reportTroubles(server.database.kysely, server.jobs, new Date('2026-11-25T12:00:00Z'), isWarm)).reported

describe('the demo data', () => {
  it('has a worker in every state, and adds nothing when it is made again', async () => {
    const asOf = '2026-11-25T11:59:00.000Z'
    const story = { asOf, random: (name: string, place: number) => randomOf(name.length, place) }
    const seed = () => server.database.kysely.transaction().execute((trx) => seedWorkers(trx, story))
    const count = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from job_runs`.execute(server.database.kysely)).rows[0]?.n
    await seed()
    const made = await count()
    await seed()
    expect(await count()).toBe(made)
    const workers = await workersOf(server.database.kysely, server.jobs, new Date('2026-11-25T12:00:00Z'))
    const stateOf = (name: string) => workers.find((worker) => worker.name === name)?.state
    expect(
      ['judge-page-links', 'send-inbox-digests', 'forget-inbox-items', 'make-coupon-codes', 'forget-messages'].map(
        stateOf,
      ),
    ).toEqual(['failing', 'late', 'paused', 'running', 'fine'])
  })
})

describe('a worker in trouble', () => {
  it('is a line of the home page for those who see settings', async () => {
    await sql`delete from job_runs where name = 'send-inbox-digests'`.execute(server.database.kysely)
    expect(await troubles(admin)).toContainEqual({
      name: 'judge-page-links',
      label: 'Link check',
      state: 'failing',
      queue: null,
    })
    expect(await troubles(reader)).toBeNull()
  })

  it('is news once for people with write on settings, and again after it was over', async () => {
    expect(await report()).toBe(1)
    expect(await report()).toBe(0)
    expect(await news(admin)).toMatchObject([
      {
        title: 'Link check: failing',
        detail: 'Broken links on pages go unnoticed. Read the error.',
        path: '/workers/update?id=judge-page-links',
        times: 1,
      },
    ])
    expect(await news(reader)).toEqual([])
    await sql`update job_runs set state = 'succeeded' where state = 'failed'`.execute(server.database.kysely)
    expect(await report()).toBe(0)
    await sql`
      update job_runs set state = 'failed' where id = (
        select id from job_runs where name = 'judge-page-links' order by started_at desc limit 1)`.execute(
      server.database.kysely,
    )
    expect(await report()).toBe(1)
    expect(await news(admin)).toMatchObject([{ title: 'Link check: failing', times: 2 }])
  })

  it('is reported as late only by a server that has been up for a while', async () => {
    await sql`
      insert into job_runs (name, cause, state, started_at, finished_at)
      values ('send-inbox-digests', 'schedule', 'succeeded', '2026-11-22T05:30:10Z', '2026-11-22T05:30:20Z')`.execute(
      server.database.kysely,
    )
    expect(await report(false)).toBe(0)
    expect(await report(true)).toBe(1)
    expect((await news(admin))[0]).toMatchObject({ title: 'Inbox digests: late' })
  })

  it('is one notice for many that are late at once', async () => {
    const db = server.database.kysely
    const late = server.jobs.filter(({ cron }) => cron === '* * * * *').slice(0, 5)
    expect(late).toHaveLength(5)
    await sql`delete from job_runs where name = any(${late.map(({ name }) => name)}::text[])`.execute(db)
    await sql`
      insert into job_runs (name, cause, state, started_at, finished_at)
      select name, 'schedule', 'succeeded', '2026-11-25T11:40:00Z'::timestamptz, '2026-11-25T11:40:01Z'::timestamptz from unnest(${late.map(({ name }) => name)}::text[]) name
      union all select 'another-probe', 'schedule', 'succeeded', '2026-11-25T11:55:00Z', '2026-11-25T11:55:01Z'`.execute(
      db,
    )
    const before = await news(admin)
    expect(await report(true)).toBe(5)
    const after = await news(admin)
    expect(after).toHaveLength(before.length + 1)
    expect(after[0]).toMatchObject({ title: '6 workers are late', path: '/workers/list' })
    expect(await report(true)).toBe(0)
  })
})

describe('the ping', () => {
  it('reaches its address, and one that refuses or is not there is no fault of the watch', async () => {
    const calls: (string | undefined)[] = []
    const other = createServer((request, reply) => {
      calls.push(request.url)
      reply.writeHead(request.url === '/down' ? 500 : 200).end('thanks')
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const call = (path: string) =>
      ping(`http://127.0.0.1:${port}${path}`, { log: silent, signal: new AbortController().signal })
    expect([await call('/up'), await call('/down')]).toEqual([true, false])
    expect(calls).toEqual(['/up', '/down'])
    await new Promise((resolve) => other.close(resolve))
    expect(await call('/up')).toBe(false)
  })
})
