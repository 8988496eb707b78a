import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { createRunner } from '../../core/jobs/job-runs.server.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { installJobs } from '../../core/jobs/jobs.server.ts'
import { silent } from '../../db/testing/embedded-database.server.ts'
import { createRunLedger, forgetRuns } from './run-ledger.server.ts'
import { probeJob } from './testing/probe-job.server.ts'
import { workersOf } from './worker-facts.server.ts'
import type { Worker, WorkerDetails } from './workers.endpoints.ts'

const base = '/rest/data/workers'
const linkCheck = `${base}/judge-page-links`
let server: TestServer
let admin: Client
let reader: Client

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'workers' })
  ;[admin, reader] = [await server.signIn('admin'), await server.signIn('read-only')]
  await sql`
    insert into role_permissions (role_id, action, object) select id, 'ui', 'settings' from roles where name = 'read-only'
    on conflict do nothing`.execute(server.database.kysely)
})
afterAll(() => server?.stop())

/** What a server does with a job that is due or woken. */
function runner(more: { instance?: string; signal?: AbortSignal; wake?: (name: string) => void } = {}) {
  return createRunner({
    database: server.database,
    log: silent,
    ledger: createRunLedger(server.database),
    signal: more.signal ?? new AbortController().signal,
    wake: more.wake ?? (() => {}),
    instance: more.instance ?? 'probe-1',
  })
}
const nothing = async () => {}
const rowsOf = async (name: string) =>
  (
    await sql<{ state: string; cause: string; error: string | null; counters: object }>`
      select state, cause, error, counters from job_runs where name = ${name} order by id`.execute(
      server.database.kysely,
    )
  ).rows
const details = async (path = linkCheck) => (await admin.get(path)).body as WorkerDetails
const auditOf = async (action: string) =>
  (
    await sql<{ reason: string | null; after: object }>`
      select reason, after from audit_log where object = 'workers' and action = ${action} order by id`.execute(
      server.database.kysely,
    )
  ).rows

describe('the workers', () => {
  it('are every job of the product, each with its texts and a schedule in words', async () => {
    const workers = (await admin.get(base)).body as Worker[]
    expect(workers.map(({ name }) => name).toSorted()).toEqual(server.jobs.map(({ name }) => name).toSorted())
    expect(workers.find(({ name }) => name === 'judge-page-links')).toMatchObject({
      label: 'Link check',
      state: 'waiting',
      schedule: { cron: '17 3 * * *', zone: 'UTC', words: 'At 03:17' },
      lastRun: null,
      failures: 0,
    })
    expect(new Set(workers.map(({ label }) => label)).size).toBe(workers.length)
  })

  it('say their schedule in Spanish to who reads Spanish', async () => {
    const { body } = await admin.get(linkCheck, {}, { 'accept-language': 'es' })
    expect((body as WorkerDetails).schedule?.words).toBe('A las 03:17')
  })

  it('are read with ui on settings, and run, paused and resumed only with write', async () => {
    const stranger = await server.signIn('no-access')
    expect((await stranger.get(base)).status).toBe(403)
    expect((await reader.get(base)).status).toBe(200)
    expect((await reader.post(`${linkCheck}/run`, {})).status).toBe(403)
    expect((await reader.post(`${linkCheck}/pause`, { reason: 'No' })).status).toBe(403)
    expect((await reader.post(`${linkCheck}/resume`)).status).toBe(403)
    expect((await admin.get(`${base}/no-such-job`)).status).toBe(404)
    expect(await rowsOf('judge-page-links')).toEqual([])
  })

  it('are late once the moment after their last run has passed, and not before', async () => {
    const job = probeJob('late-probe', nothing, { cron: '17 3 * * *' })
    const started = new Date('2026-11-20T03:17:10Z')
    await sql`
      insert into job_runs (name, cause, state, started_at, finished_at)
      values (${job.name}, 'schedule', 'succeeded', ${started.toISOString()}, ${started.toISOString()})`.execute(
      server.database.kysely,
    )
    const due = Date.parse('2026-11-21T03:17:00Z')
    // Proof that there was a server at that time.
    await sql`
      insert into job_runs (name, cause, state, started_at, finished_at)
      values ('another-probe', 'schedule', 'succeeded', '2026-11-21T03:25:00Z', '2026-11-21T03:25:00Z')`.execute(
      server.database.kysely,
    )
    const at = async (now: number) => (await workersOf(server.database.kysely, [job], new Date(now)))[0]
    expect(await at(due + 180_000)).toMatchObject({ state: 'fine', lateSince: null })
    expect(await at(due + 180_001)).toMatchObject({ state: 'late', lateSince: '2026-11-21T03:17:00.000Z' })
  })

  it('are not late with what was due during a break, until it is due again', async () => {
    const db = server.database.kysely
    const job = probeJob('after-a-break', nothing, { cron: '* * * * *' })
    // The servers stopped two hours ago, half a minute after its last run; this one began with the test process.
    await sql`delete from job_runs`.execute(db)
    await sql`
      insert into job_runs (name, cause, state, started_at, finished_at)
      select n, 'schedule', 'succeeded', at, at from (values (${job.name}, now() - interval '121 minutes'), ('another-probe', now() - interval '120.5 minutes')) r (n, at)`.execute(
      db,
    )
    const begun = Date.now() - process.uptime() * 1_000
    const at = async (now: number) => (await workersOf(db, [job], new Date(now)))[0]?.state
    expect(await at(begun + 120_000)).toBe('fine')
    expect(await at(begun + 300_000)).toBe('late')
    // While the servers that stopped were up, it had missed its time already.
    await sql`update job_runs set finished_at = now() - interval '110 minutes' where name = 'another-probe'`.execute(db)
    expect(await at(begun + 120_000)).toBe('late')
    await sql`delete from job_runs`.execute(db)
  })

  it('are not late where they were due before there was a server to run them', async () => {
    const name = 'weigh-texts-to-translate'
    const job = server.jobs.find((one) => one.name === name)
    if (!job) throw new Error(`${name} is missing.`)
    const db = server.database.kysely
    const now = Date.now()
    const daily = { ...job, cron: '17 3 * * *' }
    const stateAt = async () => (await workersOf(db, [daily], new Date(now)))[0]?.state
    await installJobs(server.database)
    await sql`select pgboss.create_queue(${name}, '{"policy": "standard", "partition": false}'::jsonb)`.execute(db)
    await sql`update pgboss.queue set created_on = now() - interval '3 days' where name = ${name}`.execute(db)
    await sql`delete from job_runs where name = ${name}`.execute(db)
    await sql`delete from job_servers`.execute(db)
    expect(await stateAt()).toBe('waiting')
    await sql`insert into job_servers (instance, started_at) values ('fresh', now() - interval '10 seconds')`.execute(
      db,
    )
    expect(await stateAt()).toBe('waiting')
    await sql`update job_servers set started_at = now() - interval '2 days'`.execute(db)
    expect(await stateAt()).toBe('late')
    // A server that was up for ten seconds before this one began proves nothing, however recent its last note is.
    await sql`
      update job_servers set started_at = now() - make_interval(secs => ${process.uptime() + 40}), seen_at = now() - make_interval(secs => ${process.uptime() + 30})`.execute(
      db,
    )
    expect(await stateAt()).toBe('waiting')
    await sql`delete from job_servers`.execute(db)
    await sql`drop schema pgboss cascade`.execute(db)
  })
})

describe('a run', () => {
  it('is recorded with its counters, and a failure without the values that it failed on', async () => {
    const run = runner()
    await run(
      probeJob('counting', async ({ count }) => (count('seen'), count('seen', 2))),
      'follow-up',
      null,
    )
    expect(await rowsOf('counting')).toEqual([
      { state: 'succeeded', cause: 'follow-up', error: null, counters: { seen: 3 } },
    ])
    const failing = probeJob('throwing', async () => {
      throw new Error('No mailbox for jane.roe@example.com, call +44 20 7946 0958')
    })
    await expect(run(failing, 'retry', null)).rejects.toThrow('mailbox')
    expect(await rowsOf('throwing')).toMatchObject([
      { state: 'failed', cause: 'retry', error: 'No mailbox for [email], call [number]' },
    ])
  })

  it('that is due twice happens once', async () => {
    const due = new Date('2026-11-20T04:00:00Z')
    let runs = 0
    const job = probeJob('due-once', async () => void (runs += 1))
    const [one, other] = [runner({ instance: 'probe-1' }), runner({ instance: 'probe-2' })]
    expect([await one(job, 'schedule', due), await other(job, 'schedule', due)]).toEqual([true, false])
    expect(runs).toBe(1)
    expect(await rowsOf('due-once')).toHaveLength(1)
  })

  it('is skipped beside another where its job says so, and recorded as skipped', async () => {
    let goOn = () => {}
    const job = probeJob('alone', () => new Promise((resolve) => (goOn = resolve)), { overlap: 'skip' })
    const first = runner({ instance: 'probe-1' })(job, 'schedule', new Date('2026-11-20T05:00:00Z'))
    await expect.poll(async () => (await rowsOf('alone')).length).toBe(1)
    expect(await runner({ instance: 'probe-2' })(job, 'schedule', new Date('2026-11-20T05:01:00Z'))).toBe(false)
    goOn()
    expect(await first).toBe(true)
    expect(await rowsOf('alone')).toMatchObject([{ state: 'succeeded' }, { state: 'skipped' }])
  })

  it('is forgotten when its time is up, but for the newest 30 of its job', async () => {
    await sql`
      insert into job_runs (name, cause, state, started_at, finished_at)
      select n, 'schedule', s, now() - make_interval(days => 4, mins => i), now() - make_interval(days => 4, mins => i)
      from unnest(array['old', 'gone']) n, unnest(array['succeeded', 'failed']) s, generate_series(1, 40) i`.execute(
      server.database.kysely,
    )
    await forgetRuns(server.database, ['old'], new AbortController().signal)
    const states = async (name: string) => Map.groupBy(await rowsOf(name), ({ state }) => state)
    expect((await states('old')).get('succeeded')).toHaveLength(15)
    expect((await states('old')).get('failed')).toHaveLength(40)
    expect((await states('gone')).get('succeeded')).toBeUndefined()
  })
})

describe('run now', () => {
  it('asks for one run however often it is pressed, and the next run is that one', async () => {
    const job = server.jobs.find(({ name }) => name === 'judge-page-links') as Job
    for (let press = 0; press < 3; press++) expect((await admin.post(`${linkCheck}/run`, {})).status).toBe(200)
    expect(await rowsOf(job.name)).toMatchObject([{ state: 'queued', cause: 'manual' }])
    expect((await details()).queuedAt).not.toBeNull()
    expect(await auditOf('run')).toMatchObject([{ after: { name: 'judge-page-links' } }])
    await runner()(job, 'follow-up', null)
    const { runs, queuedAt, state } = await details()
    expect(runs).toMatchObject([{ state: 'succeeded', cause: 'manual', askedBy: 'Ingrid Solheim' }])
    expect([queuedAt, state]).toEqual([null, 'fine'])
  })

  it('with the same Idempotency-Key after it ended starts no second run', async () => {
    const path = `${base}/forget-messages/run`
    const key = { 'idempotency-key': 'run-forget-messages-1' }
    await admin.post(path, {}, key)
    await runner()(server.jobs.find(({ name }) => name === 'forget-messages') as Job, 'follow-up', null)
    await admin.post(path, {}, key)
    expect(await rowsOf('forget-messages')).toMatchObject([{ state: 'succeeded' }])
  })

  it('asked for during a run wakes the job at its end', async () => {
    let goOn = () => {}
    const woken: string[] = []
    const job = probeJob('asked-again', () => new Promise((resolve) => (goOn = resolve)))
    const run = runner({ wake: (name) => woken.push(name) })(job, 'schedule', null)
    await expect.poll(async () => (await rowsOf('asked-again')).length).toBe(1)
    await sql`insert into job_runs (name, cause, state) values ('asked-again', 'manual', 'queued')`.execute(
      server.database.kysely,
    )
    goOn()
    await run
    expect(woken).toEqual(['asked-again'])
  })
})

describe('a paused worker', () => {
  const path = `${base}/weigh-texts-to-translate`
  const job = () => server.jobs.find(({ name }) => name === 'weigh-texts-to-translate') as Job

  it('is not run by its schedule, counts what it left out, and runs when someone insists', async () => {
    expect((await admin.post(`${path}/pause`, { reason: '  ' })).body).toMatchObject({
      fields: { reason: 'Enter a reason.' },
    })
    expect((await admin.post(`${path}/pause`, { reason: 'Reindexing' })).status).toBe(200)
    expect((await admin.post(`${path}/pause`, { reason: 'Again' })).status).toBe(409)
    expect(await runner()(job(), 'schedule', new Date('2026-11-20T06:17:00Z'))).toBe(false)
    expect(await runner()(job(), 'follow-up', null)).toBe(false)
    expect(await rowsOf(job().name)).toEqual([])
    expect(await details(path)).toMatchObject({
      state: 'paused',
      nextRunAt: null,
      paused: { reason: 'Reindexing', by: 'Ingrid Solheim', leftOut: 2 },
    })
    expect((await admin.post(`${path}/run`, {})).body).toMatchObject({
      error: 'WorkerPaused',
      message: 'Translation priorities is paused: Reindexing. Run it once anyway?',
    })
    expect((await admin.post(`${path}/run`, { evenIfPaused: true })).status).toBe(200)
    expect(await runner()(job(), 'schedule', new Date('2026-11-20T07:17:00Z'))).toBe(true)
    expect(await rowsOf(job().name)).toMatchObject([{ state: 'succeeded', cause: 'manual' }])
    expect((await details(path)).state).toBe('paused')
  })

  it('runs again once it is resumed, with both in the audit', async () => {
    expect((await admin.post(`${path}/resume`)).status).toBe(200)
    expect((await admin.post(`${path}/resume`)).status).toBe(409)
    expect(await details(path)).toMatchObject({ state: 'fine', paused: null })
    expect(await auditOf('pause')).toMatchObject([{ reason: 'Reindexing' }])
    expect(await auditOf('resume')).toMatchObject([{ after: { leftOut: 2 } }])
    expect(await runner()(job(), 'schedule', new Date('2026-11-20T08:17:00Z'))).toBe(true)
  })
})
