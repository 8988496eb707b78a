import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { watchQueues } from './job-queues.server.ts'
import type { WorkerDetails } from './workers.endpoints.ts'

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'job_queues' })
  admin = await server.signIn('admin')
})
afterAll(() => server?.stop())

const db = () => server.database.kysely
const look = () => watchQueues(db(), server.jobs)
const worker = async () => (await admin.get('/rest/data/workers/deliver-messages')).body as WorkerDetails
/** Makes so many emails wait. */
async function waits(count: number): Promise<void> {
  await sql`delete from messages`.execute(db())
  await sql`
    insert into messages (recipient, template, subject, content) select 'ana@example.com', 'probe', 'Hello', '{}' from generate_series(1, ${count}::integer)`.execute(
    db(),
  )
}
/** So many minutes pass. */
const pass = (minutes: number) =>
  sql`update job_queues set lowest_at = lowest_at - make_interval(mins => ${minutes}::integer)`.execute(db())

describe('a queue', () => {
  it('of every worker that has one is counted in one statement', async () => {
    await waits(3)
    await look()
    const { rows } = await sql<{ name: string }>`select name from job_queues order by name`.execute(db())
    expect(rows.map(({ name }) => name)).toEqual(['deliver-messages', 'import-supplier-codes', 'send-refunds'])
    expect(await worker()).toMatchObject({ queue: { waiting: 3, growingSince: null } })
  })

  it('that someone has just filled does not grow, one that is not emptied does', async () => {
    await waits(120)
    await look()
    expect(await worker()).toMatchObject({ queue: { waiting: 120, growingSince: null } })
    await pass(11)
    await waits(119)
    await look()
    // Shorter than at the last look: it is being emptied.
    expect((await worker()).queue?.growingSince).toBeNull()
    await waits(130)
    await look()
    const { queue, state } = await worker()
    expect([state, queue?.waiting]).toEqual(['growing', 130])
    expect(Date.now() - Date.parse(queue?.growingSince ?? '')).toBeGreaterThan(600_000)
  })

  it('that grows is a line of the home page, news once, and an email at once for who wants one', async () => {
    const { body } = await admin.get('/rest/data/dashboard')
    expect((body as { workers: object[] }).workers).toContainEqual(
      expect.objectContaining({
        name: 'deliver-messages',
        state: 'growing',
        queue: expect.objectContaining({ waiting: 130 }),
      }),
    )
    const choice = { kind: 'worker-in-trouble', isShown: true, email: 'now' }
    expect((await admin.put('/rest/data/inbox/choices', choice)).status).toBe(200)
    for (let run = 0; run < 2; run++) await server.runJob('watch-workers')
    const { items } = (await admin.get('/rest/data/inbox')).body as { items: { title: string; detail: string }[] }
    const news = items.filter(({ title }) => title.startsWith('Email delivery'))
    expect(news.map(({ title }) => title)).toEqual(['Email delivery: falling behind, 130 waiting'])
    expect(news[0]?.detail).toMatch(/\. The queue has grown since .+ UTC\.$/)
    for (let run = 0; run < 2; run++) await server.runJob('notify-inboxes')
    const { rows } = await sql<{ subject: string }>`
      select subject from messages where template = 'inbox-notice'`.execute(db())
    expect(rows).toEqual([{ subject: 'Email delivery: falling behind, 130 waiting' }])
  })

  it('stops to grow once it is a fifth shorter than at its longest', async () => {
    await waits(110)
    await look()
    expect((await worker()).state).toBe('growing')
    await waits(103)
    await look()
    expect(await worker()).toMatchObject({ queue: { waiting: 103, growingSince: null } })
  })
})
