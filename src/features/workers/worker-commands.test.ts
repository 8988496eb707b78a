import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { createRunner } from '../../core/jobs/job-runs.server.ts'
import { installJobs, startJobs } from '../../core/jobs/jobs.server.ts'
import { silent } from '../../db/testing/embedded-database.server.ts'
import { createRunLedger } from './run-ledger.server.ts'
import { probeJob } from './testing/probe-job.server.ts'
import type { WorkerDetails } from './workers.endpoints.ts'

const base = '/rest/data/workers'
const path = `${base}/judge-page-links`
let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'worker_commands' })
  admin = await server.signIn('admin')
})
afterAll(() => server?.stop())

function run(job: Job): Promise<unknown> {
  const ledger = createRunLedger(server.database)
  const signal = new AbortController().signal
  const pace = { beatEvery: 20, grace: 100 }
  return createRunner({ database: server.database, log: silent, ledger, signal, wake: () => {}, pace })(
    job,
    'follow-up',
    null,
  )
}
const details = async (of = path) => (await admin.get(of)).body as WorkerDetails
const stateOf = async (name: string) =>
  (
    await sql<{ id: number; state: string; error: string | null }>`
      select id, state, error from job_runs where name = ${name} order by id desc limit 1`.execute(
      server.database.kysely,
    )
  ).rows[0]

describe('the schedule of a worker', () => {
  const put = (cron: string, zone: string) => admin.put(`${path}/schedule`, { cron, zone })

  it.each([
    ['17 3 * *', 'UTC', 'cron', 'Enter five fields: minute, hour, day, month and weekday, such as 30 5 * * *.'],
    ['@daily x x x x', 'UTC', 'cron', '@daily can’t be read. Use digits, *, commas, - and /.'],
    ['61 3 * * *', 'UTC', 'cron', 'This schedule never runs. Check the range of each field.'],
    ['0 3 30 2 *', 'UTC', 'cron', 'This schedule never runs. Check the range of each field.'],
    ['17 3 * * *', 'Mars/Olympus', 'zone', 'Mars/Olympus is not a time zone.'],
  ])('cannot be %s in %s', async (cron, zone, field, sentence) => {
    const { status, body } = await put(cron, zone)
    expect([status, body]).toMatchObject([422, { fields: { [field]: sentence } }])
    expect((await admin.get('/rest/data/worker-schedules/preview', { cron, zone })).status).toBe(422)
  })

  it('is previewed in words and moments of its zone', async () => {
    const query = { cron: '0  9 * * 1-5', zone: 'Europe/Madrid' }
    const { body } = await admin.get('/rest/data/worker-schedules/preview', query)
    const { words, nextRuns } = body as { words: string; nextRuns: string[] }
    expect(words).toBe('At 09:00, Monday through Friday')
    expect(nextRuns).toHaveLength(5)
    for (const at of nextRuns)
      expect(new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Europe/Madrid' })).toBe('09:00:00')
  })

  it('is kept, reaches the queue that all servers read, and can be reset', async () => {
    await installJobs(server.database)
    const queued = async () =>
      (
        await sql<object>`select cron, timezone, data from pgboss.schedule where name = 'judge-page-links'`.execute(
          server.database.kysely,
        )
      ).rows
    const job = server.jobs.find(({ name }) => name === 'judge-page-links')
    const jobs = startJobs({ database: server.database, log: silent, jobs: job ? [job] : [] })
    await expect.poll(queued, { timeout: 20_000 }).toHaveLength(1)
    await jobs.stop()
    const own = { cron: '0 5 * * *', zone: 'Europe/Madrid' }
    expect((await put(own.cron, own.zone)).body).toMatchObject({ schedule: { ...own, changedBy: 'Ingrid Solheim' } })
    expect(await queued()).toEqual([{ cron: own.cron, timezone: own.zone, data: { cause: 'schedule', due: own } }])
    expect((await createRunLedger(server.database).schedules()).get('judge-page-links')).toEqual(own)
    expect((await admin.delete(`${path}/schedule`)).body).toMatchObject({
      schedule: { cron: '17 3 * * *', zone: 'UTC', changedAt: null },
    })
    expect(await queued()).toMatchObject([{ cron: '17 3 * * *', timezone: 'UTC' }])
    const { rows } = await sql<{ after: object }>`
      select after from audit_log where object = 'workers' and action = 'reschedule' order by id`.execute(
      server.database.kysely,
    )
    expect(rows.map(({ after }) => after)).toEqual([own, { cron: '17 3 * * *', zone: 'UTC' }])
  })
})

describe('a run', () => {
  const cancel = async () => await admin.post(`${path}/cancel`, { run: (await stateOf('judge-page-links'))?.id })

  it('that is cancelled ends what it has begun', async () => {
    let isOver = false
    const listening = run(
      probeJob('judge-page-links', ({ signal }) => {
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve(void (isOver = true))))
      }),
    )
    await expect.poll(async () => (await stateOf('judge-page-links'))?.state).toBe('running')
    expect((await cancel()).status).toBe(200)
    await listening
    expect(isOver).toBe(true)
    expect(await stateOf('judge-page-links')).toMatchObject({ state: 'cancelled', error: null })
    expect((await cancel()).status).toBe(409)
  })

  it('that does not listen is cut off', async () => {
    const deaf = run(probeJob('judge-page-links', () => new Promise(() => {})))
    await expect.poll(async () => (await stateOf('judge-page-links'))?.state).toBe('running')
    expect((await cancel()).status).toBe(200)
    await deaf
    expect(await stateOf('judge-page-links')).toMatchObject({
      state: 'cancelled',
      error: 'Cut off: still running 0.1 s after it was cancelled',
    })
  })

  it('that waits is cancelled at once, and one beyond its longest time fails', async () => {
    await admin.post(`${path}/run`, {})
    expect((await cancel()).status).toBe(200)
    expect(await stateOf('judge-page-links')).toMatchObject({ state: 'cancelled' })
    await expect(run(probeJob('slow-probe', () => new Promise(() => {}), { timeout: 0.05 }))).rejects.toThrow('timeout')
    expect(await stateOf('slow-probe')).toMatchObject({
      state: 'failed',
      error: 'Stopped after 0.05 s, its longest time',
    })
  })

  it('that failed can be retried, and no other', async () => {
    const failing = probeJob('judge-page-links', async () => {
      throw new Error('Down')
    })
    await expect(run(failing)).rejects.toThrow('Down')
    const failed = await stateOf('judge-page-links')
    expect((await admin.post(`${path}/run`, { retryOf: (failed?.id ?? 0) + 1 })).body).toMatchObject({
      fields: { retryOf: 'Only a failed run can be retried.' },
    })
    expect((await admin.post(`${path}/run`, { retryOf: failed?.id })).status).toBe(200)
    await run(probeJob('judge-page-links', async () => {}))
    expect((await details()).runs[0]).toMatchObject({ state: 'succeeded', cause: 'retry', askedBy: 'Ingrid Solheim' })
  })

  it('that staff ask for happens once, also where its server is woken before it can see the request', async () => {
    await installJobs(server.database)
    const causes = async () =>
      (
        await sql<{ cause: string; state: string }>`
          select cause, state from job_runs where name = 'forget-messages' and cause <> 'schedule' order by id`.execute(
          server.database.kysely,
        )
      ).rows
    const before = (await causes()).length
    const ledger = createRunLedger(server.database)
    const job = probeJob('forget-messages', async () => {}, { overlap: 'skip' })
    const jobs = startJobs({ database: server.database, log: silent, ledger, jobs: [job] })
    try {
      await admin.post(`${base}/forget-messages/run`, {})
      await expect.poll(async () => (await causes())[before]?.state, { timeout: 20_000 }).toBe('succeeded')
      await sleep(3_000)
      expect((await causes()).slice(before)).toEqual([{ cause: 'manual', state: 'succeeded' }])
    } finally {
      await jobs.stop()
    }
  })
})
