import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { createRunner, instanceName } from '../../core/jobs/job-runs.server.ts'
import { silent } from '../../db/testing/embedded-database.server.ts'
import { catchUp } from './missed-runs.server.ts'
import { createRunLedger } from './run-ledger.server.ts'
import { probeJob } from './testing/probe-job.server.ts'
import { workersOf } from './worker-facts.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'missed_runs' })
})
afterAll(() => server?.stop())

const db = () => server.database.kysely
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
/** Once a day, last three hours ago: while no server was up. */
const daily = (() => {
  const due = minutesAgo(180)
  return `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`
})()
const jobs = [
  probeJob('nightly', async () => {}, { cron: daily }),
  probeJob('often', async () => {}, { cron: '*/5 * * * *' }),
  probeJob('halted', async () => {}, { cron: daily }),
]

/** Each job ran a day before; the last run of all ended so many minutes ago, and this server began with the test process. */
async function broken(minutes: number): Promise<void> {
  await sql`delete from job_runs`.execute(db())
  const before = minutesAgo(180 + 24 * 60).toISOString()
  await sql`
    insert into job_runs (name, cause, state, due_at, started_at, finished_at)
    select n, 'schedule', 'succeeded', ${before}::timestamptz, ${before}::timestamptz, ${before}::timestamptz from unnest(array['nightly', 'often', 'halted']) n
    union all select 'another-probe', 'schedule', 'succeeded', null, ${minutesAgo(minutes).toISOString()}::timestamptz, ${minutesAgo(minutes).toISOString()}::timestamptz`.execute(
    db(),
  )
}

describe('a daily job that was due while no server was up', () => {
  it('is asked for once, but not what is due soon anyhow, nor what is paused', async () => {
    await broken(240)
    await sql`insert into paused_jobs (name, reason) values ('halted', 'Not now')`.execute(db())
    const now = new Date()
    const asked = await Promise.all([catchUp(db(), jobs, now), catchUp(db(), jobs, now)])
    expect(asked.flat()).toEqual(['nightly'])
    const [job] = jobs
    const runner = createRunner({
      database: server.database,
      log: silent,
      ledger: createRunLedger(server.database),
      signal: new AbortController().signal,
      wake: () => {},
    })
    if (job) expect(await runner(job, 'follow-up', null)).toBe(true)
    const { rows } = await sql<{ cause: string; state: string; isDue: boolean }>`
      select cause, state, due_at < now() - interval '179 minutes' as "isDue" from job_runs where name = 'nightly' order by id desc limit 1`.execute(
      db(),
    )
    expect(rows).toEqual([{ cause: 'catch-up', state: 'succeeded', isDue: true }])
    expect(await catchUp(db(), jobs, new Date())).toEqual([])
  })

  it('is left to people where a server was up and did not run it', async () => {
    await broken(120)
    expect(await catchUp(db(), jobs, new Date())).toEqual([])
  })

  it('is not late where its server was still starting', async () => {
    const due = minutesAgo(5)
    const job = probeJob('slow-start', async () => {}, { cron: `${due.getUTCMinutes()} * * * *` })
    await sql`delete from job_runs`.execute(db())
    await sql`delete from job_servers`.execute(db())
    await sql`
      insert into job_runs (name, cause, state, started_at, finished_at)
      select 'slow-start', 'schedule', 'succeeded', at, at from (values (now() - interval '50 minutes')) r (at)`.execute(
      db(),
    )
    const since = (minutes: number) =>
      sql`insert into job_servers (instance, started_at) values (${instanceName}, now() - make_interval(mins => ${minutes}::integer))
        on conflict (instance) do update set started_at = excluded.started_at`.execute(db())
    const state = async () => (await workersOf(db(), [job], new Date()))[0]?.state
    await since(2)
    expect(await state()).toBe('fine')
    await since(20)
    expect(await state()).toBe('late')
    await sql`delete from job_servers`.execute(db())
  })

  it('is not late while it was due between two servers, however many came after', async () => {
    const due = new Date(Date.now() - 5 * 3_600_000)
    const job = probeJob('between', async () => {}, { cron: `${due.getUTCMinutes()} ${due.getUTCHours()} * * *` })
    await sql`delete from job_runs`.execute(db())
    await sql`delete from job_servers`.execute(db())
    // Up until six hours ago, and again from four to three hours ago.
    await sql`
      insert into job_runs (name, cause, state, started_at, finished_at)
      select n, 'schedule', 'succeeded', at, at from (values
        (${job.name}, now() - interval '29 hours'), ('another-probe', now() - interval '6 hours'), ('another-probe', now() - interval '3 hours')) r (n, at)`.execute(
      db(),
    )
    const served = (from: number, until: number) =>
      sql`insert into job_servers (instance, started_at, seen_at)
        values (${`served-${from}`}, now() - make_interval(hours => ${from}::integer), now() - make_interval(hours => ${until}::integer))`.execute(
        db(),
      )
    await served(30, 6)
    await served(4, 3)
    const state = async () => (await workersOf(db(), [job], new Date()))[0]?.state
    expect(await state()).toBe('fine')
    // Where one was up at that time, it is late.
    await sql`update job_servers set seen_at = now() - interval '3 hours'`.execute(db())
    expect(await state()).toBe('late')
    await sql`delete from job_servers`.execute(db())
    await sql`delete from job_runs`.execute(db())
  })
})
