import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { createRunner } from '../../core/jobs/job-runs.server.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { silent } from '../../db/testing/embedded-database.server.ts'
import { createRunLedger, endLostRuns, forgetRuns } from './run-ledger.server.ts'
import { RunLog } from './run-log.server.ts'
import type { RunLogLine, WorkerDetails } from './workers.endpoints.ts'

const name = 'forget-messages'
const base = `/rest/data/workers/${name}`
let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'run_log' })
  admin = await server.signIn('admin')
})
afterAll(() => server?.stop())

const db = () => server.database.kysely

/** Runs a job of the product's name once with other work, and answers the id of the run. */
async function run(work: Job['run'], pace = { beatEvery: 60_000, grace: 100 }): Promise<number> {
  const { database } = server
  const job = { ...(server.jobs.find((one) => one.name === name) as Job), run: work }
  const { signal } = new AbortController()
  const ledger = createRunLedger(database)
  await createRunner({ database, log: silent, ledger, signal, wake: () => {}, pace })(job, 'follow-up', null).catch(
    () => {},
  )
  return ((await admin.get(base)).body as WorkerDetails).runs[0]?.id ?? 0
}
const logOf = async (id: number) =>
  (await admin.get(`${base}/runs/${id}/log`)).body as { lines: RunLogLine[]; dropped: number }
const saidBy = async (id: number) => (await logOf(id)).lines.map(({ level, text }) => `${level}: ${text}`)

describe('the log of a run', () => {
  it('has what its job said, with what it was about and the error, and nothing personal', async () => {
    const id = await run(async ({ log }) => {
      log.debug({ code: 'P12', days: 3, list: [1] }, 'A product was read')
      log.child({ part: 1 }).warn({ err: new Error('No mailbox for jane@example.com') }, 'A message was refused')
      log.info('Done with jane@example.com')
    })
    expect(await saidBy(id)).toEqual([
      'info: A product was read (code P12, days 3)',
      'warning: A message was refused: No mailbox for [email]',
      'info: Done with [email]',
    ])
    expect(((await admin.get(base)).body as WorkerDetails).runs[0]).toMatchObject({ id, logLines: 3 })
  })

  it('ends with why the run failed', async () => {
    const id = await run(async ({ log }) => {
      log.info('Begun')
      throw new Error('The disk is full')
    })
    expect(await saidBy(id)).toEqual(['info: Begun', 'error: The disk is full'])
  })

  it('keeps the newest 200 lines, each no longer than 300 characters, and counts the others', async () => {
    const id = await run(async ({ log }) => {
      for (let line = 1; line <= 250; line++) log.info(`Line ${line} ${'x'.repeat(400)}`)
    })
    const { lines, dropped } = await logOf(id)
    expect([lines.length, dropped, lines[0]?.text.slice(0, 8)]).toEqual([200, 50, 'Line 51 '])
    expect(Math.max(...lines.map(({ text }) => text.length))).toBe(300)
  })

  it('drops information before warnings, and warnings before errors', async () => {
    const id = await run(async ({ log }) => {
      log.error('The first call failed')
      log.warn('Something to look at')
      for (let line = 1; line <= 300; line++) log.info(`Line ${line}`)
      for (let line = 1; line <= 50; line++) log.warn(`Warning ${line}`)
    })
    const { lines, dropped } = await logOf(id)
    expect([lines.length, dropped]).toEqual([200, 152])
    expect(lines.slice(0, 3).map(({ text }) => text)).toEqual([
      'The first call failed',
      'Something to look at',
      'Line 153',
    ])
    expect(lines.at(-1)?.text).toBe('Warning 50')
    const flooded = await run(async ({ log }) => {
      log.error('The first call failed')
      for (let line = 1; line <= 300; line++) log.warn(`Warning ${line}`)
    })
    expect((await saidBy(flooded)).slice(0, 2)).toEqual(['error: The first call failed', 'warning: Warning 102'])
  })

  it('and the end of its run are written although a line has a NUL, which PostgreSQL has no text for', async () => {
    const id = await run(async ({ log }) => {
      log.info({ code: 'P\u00001' }, 'Read\u0000 it')
      throw new Error('Unreadable\u0000 answer')
    })
    expect(await saidBy(id)).toEqual(['info: Read it (code P 1)', 'error: Unreadable answer'])
    expect(((await admin.get(base)).body as WorkerDetails).runs[0]).toMatchObject({
      id,
      state: 'failed',
      error: 'Unreadable answer',
    })
  })

  it('that can’t be written doesn’t make its run look lost', async () => {
    const ledger = createRunLedger(server.database)
    const job = server.jobs.find((one) => one.name === name) as Job
    const { id = 0, keep } = (await ledger.begin({ job, cause: 'follow-up', dueAt: null, instance: 'here' })) ?? {}
    keep?.(silent).info('Begun')
    await sql`update job_runs set beat_at = now() - interval '1 hour' where id = ${id}`.execute(db())
    await sql`alter table job_run_logs add constraint broken check (false) not valid`.execute(db())
    try {
      expect(await ledger.beat(id, { deleted: 1 })).toEqual({ isCancelled: false })
    } finally {
      await sql`alter table job_run_logs drop constraint broken`.execute(db())
    }
    expect(await endLostRuns(server.database)).toBe(0)
    await ledger.beat(id, { deleted: 2 })
    expect(await saidBy(id)).toEqual(['info: Begun'])
    await ledger.end(id, { state: 'succeeded', counters: {}, error: null })
  })

  it('keeps its last lines when a sign of life with fewer arrives after them', async () => {
    const id = await run(async () => {})
    const [early, last] = [new RunLog(), new RunLog()]
    early.add('info', 'Begun')
    last.add('info', 'Begun')
    last.add('error', 'The disk is full')
    await last.write(db(), id)
    await early.write(db(), id)
    expect(await saidBy(id)).toEqual(['info: Begun', 'error: The disk is full'])
  })

  it('is read while the run is under way, and is written with its signs of life only', async () => {
    let seen: RunLogLine[] = []
    const id = await run(
      async ({ log }) => {
        for (let line = 0; line < 40; line++) log.info(`Step ${line}`)
        await expect
          .poll(async () => {
            const [newest] = ((await admin.get(base)).body as WorkerDetails).runs
            seen = newest ? (await logOf(newest.id)).lines : []
            return seen.length
          })
          .toBe(40)
      },
      { beatEvery: 50, grace: 100 },
    )
    expect([seen.length, (await logOf(id)).lines.length]).toEqual([40, 40])
    const { rows } = await sql<{
      n: number
    }>`select count(*)::integer as n from job_run_logs where run_id = ${id}`.execute(db())
    expect(rows[0]?.n).toBe(1)
  })

  it('is empty for a run that said nothing, and is not that of another worker', async () => {
    const id = await run(async () => {})
    expect(await logOf(id)).toEqual({ lines: [], dropped: 0 })
    expect((await admin.get(`/rest/data/workers/watch-workers/runs/${id}/log`)).status).toBe(404)
    expect((await admin.get(`${base}/runs/x/log`)).status).toBe(404)
    const stranger = await server.signIn('no-access')
    expect((await stranger.get(`${base}/runs/${id}/log`)).status).toBe(403)
  })

  it('is deleted with its run', async () => {
    await run(async ({ log }) => log.info('Old'))
    await sql`update job_runs set started_at = now() - interval '50 days', finished_at = now() - interval '49 days' where name = ${name}`.execute(
      db(),
    )
    await forgetRuns(server.database, [], new AbortController().signal)
    expect((await sql`select from job_run_logs`.execute(db())).rows).toEqual([])
  })

  it('has how many old rows a clean-up deleted', async () => {
    const job = server.jobs.find((one) => one.name === 'forget-outbound-calls') as Job
    const { database } = server
    const { signal } = new AbortController()
    await sql`insert into outbound_calls (target, method, url, attempt, status, milliseconds, at)
      select 'x', 'GET', 'https://x.example/', 1, 200, 1, now() - interval '40 days' from generate_series(1, 3)`.execute(
      db(),
    )
    await createRunner({ database, log: silent, ledger: createRunLedger(database), signal, wake: () => {} })(
      job,
      'schedule',
      null,
    )
    const { rows } = await sql<{ lines: RunLogLine[] }>`
      select l.lines from job_run_logs l join job_runs r on r.id = l.run_id where r.name = ${job.name}`.execute(db())
    expect(rows[0]?.lines.map(({ text }) => text)).toEqual(['Old rows were deleted (deleted 3)'])
  })
})
