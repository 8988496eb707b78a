import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { startTestServer } from '../../app/testing/start.server.ts'
import { createRunner } from '../../core/jobs/job-runs.server.ts'
import { silent } from '../../db/testing/embedded-database.server.ts'
import type { DrainState } from './drain.endpoints.ts'
import { endDrainOfGoneServers } from './drains.server.ts'
import { createRunLedger } from './run-ledger.server.ts'
import { probeJob } from './testing/probe-job.server.ts'

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === null)('two servers over one database', () => {
  it('run 1,000 due runs that both take for their own, each once', async () => {
    const server = await startTestServer({ postgresUrl, name: 'due_runs' })
    const other = await server.another()
    try {
      const done = new Map<string, number>()
      const signal = new AbortController().signal
      const instances = [server.database, other.database].map((database, place) =>
        createRunner({
          database,
          log: silent,
          ledger: createRunLedger(database),
          signal,
          wake: () => {},
          instance: `s${place}`,
        }),
      )
      const dues = Array.from({ length: 1_000 }, (_, minute) => new Date(Date.UTC(2026, 10, 1, 0, minute)))
      await Promise.all(
        instances.map(async (run) => {
          for (let from = 0; from < dues.length; from += 10)
            await Promise.all(
              dues.slice(from, from + 10).map((due) => {
                const key = due.toISOString()
                return run(
                  probeJob('raced', async () => void done.set(key, (done.get(key) ?? 0) + 1)),
                  'schedule',
                  due,
                )
              }),
            )
        }),
      )
      expect(done.size).toBe(1_000)
      expect([...done.values()].every((times) => times === 1)).toBe(true)
      const { rows } = await sql<{ instance: string; runs: number }>`
        select instance, count(*)::int as runs from job_runs where name = 'raced' and state = 'succeeded' group by instance`.execute(
        server.database.kysely,
      )
      expect(rows.reduce((sum, { runs }) => sum + runs, 0)).toBe(1_000)
      // Neither had them all to itself, or nothing was raced.
      expect(rows).toHaveLength(2)
    } finally {
      await other.stop()
      await server.stop()
    }
  })

  it('never let two runs of a job that does not share happen side by side', async () => {
    const server = await startTestServer({ postgresUrl, name: 'lone_runs' })
    const other = await server.another()
    try {
      let [atOnce, most, runs] = [0, 0, 0]
      const job = probeJob(
        'lone',
        async ({ database }) => {
          most = Math.max(most, ++atOnce)
          await sql`select pg_sleep(0.002)`.execute(database.kysely)
          atOnce -= 1
          runs += 1
        },
        { overlap: 'skip' },
      )
      const signal = new AbortController().signal
      const instances = [server.database, other.database].map((database) =>
        createRunner({ database, log: silent, ledger: createRunLedger(database), signal, wake: () => {} }),
      )
      const dues = Array.from({ length: 200 }, (_, minute) => new Date(Date.UTC(2026, 10, 1, 0, minute)))
      await Promise.all(
        instances.map(async (run, place) => {
          for (const due of dues.filter((_, at) => at % 2 === place)) await run(job, 'schedule', due)
        }),
      )
      expect(most).toBe(1)
      const { rows } = await sql<{ state: string; count: number }>`
        select state, count(*)::int as count from job_runs where name = 'lone' group by state`.execute(
        server.database.kysely,
      )
      const counts = new Map(rows.map(({ state, count }) => [state, count]))
      expect(counts.get('succeeded')).toBe(runs)
      expect((counts.get('succeeded') ?? 0) + (counts.get('skipped') ?? 0)).toBe(200)
      expect(counts.get('skipped')).toBeGreaterThan(0)
    } finally {
      await other.stop()
      await server.stop()
    }
  })

  it('run 1,000 due runs of a limited job, none twice and never more at once than its limit', async () => {
    const server = await startTestServer({ postgresUrl, name: 'limited_runs' })
    const other = await server.another()
    try {
      const { kysely } = server.database
      await sql`insert into job_limits (name, at_once) values ('limited', 3)`.execute(kysely)
      let [atOnce, most] = [0, 0]
      const woken: string[] = []
      const job = probeJob('limited', async ({ database }) => {
        most = Math.max(most, ++atOnce)
        await sql`select pg_sleep(0.001)`.execute(database.kysely)
        atOnce -= 1
      })
      const signal = new AbortController().signal
      const instances = [server.database, other.database].map((database, place) =>
        createRunner({
          database,
          log: silent,
          ledger: createRunLedger(database),
          signal,
          wake: (name) => woken.push(name),
          instance: `s${place}`,
        }),
      )
      const dues = Array.from({ length: 1_000 }, (_, minute) => new Date(Date.UTC(2026, 10, 1, 0, minute)))
      // Both servers take every due run for their own, five at a time.
      await Promise.all(
        instances.map(async (run) => {
          for (let from = 0; from < dues.length; from += 5)
            await Promise.all(dues.slice(from, from + 5).map((due) => run(job, 'schedule', due)))
        }),
      )
      // What still waits was woken by the run that ended before it.
      const [first] = instances
      while (woken.splice(0).length > 0) await first?.(job, 'follow-up', null)
      expect(most).toBe(3)
      const { rows } = await sql<{ state: string; runs: number; dues: number; instances: number }>`
        select state, count(*)::int as runs, count(distinct due_at)::int as dues, count(distinct instance)::int as instances
        from job_runs where name = 'limited' and due_at is not null group by state`.execute(kysely)
      const by = new Map(rows.map((row) => [row.state, row]))
      expect([...by.keys()].toSorted()).toEqual(['skipped', 'succeeded'])
      expect(rows.reduce((sum, { runs }) => sum + runs, 0)).toBe(1_000)
      expect(by.get('succeeded')?.dues).toBe(by.get('succeeded')?.runs)
      expect(by.get('succeeded')?.instances).toBe(2)
    } finally {
      await other.stop()
      await server.stop()
    }
  })

  it('both stop beginning runs when they are drained, say so, and make up for what they left out', async () => {
    const server = await startTestServer({ postgresUrl, name: 'drained_runs' })
    const other = await server.another()
    try {
      const admin = await server.signIn('admin')
      const signal = new AbortController().signal
      const of = (database: typeof server.database, instance: string) =>
        createRunner({ database, log: silent, ledger: createRunLedger(database), signal, wake: () => {}, instance })
      const [one, two] = [of(server.database, 's1'), of(other.database, 's2')]
      let goOn = () => {}
      const slow = probeJob('slow', () => new Promise((resolve) => (goOn = resolve)))
      const quick = probeJob('quick', async () => {})
      const state = async () => {
        const { drain, servers } = (await admin.get('/rest/data/workers/drain')).body as DrainState
        return { drain, servers: servers.toSorted((a, b) => a.instance.localeCompare(b.instance)) }
      }
      await two(quick, 'schedule', new Date('2026-11-20T06:00:00Z'))
      const underWay = one(slow, 'schedule', new Date('2026-11-20T06:00:00Z'))
      await expect.poll(async () => (await state()).servers.find(({ instance }) => instance === 's1')?.running).toBe(1)

      await admin.post('/rest/data/workers/drain', { reason: 'Version 12' })
      expect((await admin.post('/rest/data/workers/drain', {})).status).toBe(409)
      expect(await one(quick, 'schedule', new Date('2026-11-20T06:01:00Z'))).toBe(false)
      expect(await two(quick, 'schedule', new Date('2026-11-20T06:01:00Z'))).toBe(false)
      expect(await state()).toMatchObject({
        drain: { by: 'Ingrid Solheim', reason: 'Version 12', leftOut: 2 },
        servers: [
          { instance: 's1', isDrained: true, running: 1 },
          { instance: 's2', isDrained: true, running: 0 },
        ],
      })
      goOn()
      expect(await underWay).toBe(true)
      expect((await state()).servers.map(({ running }) => running)).toEqual([0, 0])

      // The new version is up: it works while the old servers are still drained.
      const three = of(server.database, 's3')
      expect(await three(quick, 'schedule', new Date('2026-11-20T06:02:00Z'))).toBe(true)
      expect(await endDrainOfGoneServers(server.database)).toBe(false)
      await sql`update job_servers set started_at = started_at - interval '1 hour', seen_at = seen_at - interval '1 hour'
        where instance in ('s1', 's2')`.execute(server.database.kysely)
      expect(await endDrainOfGoneServers(server.database)).toBe(true)
      expect((await state()).drain).toBeNull()
      expect((await sql`select from drained_jobs`.execute(server.database.kysely)).rows).toHaveLength(0)
      expect(await one(quick, 'schedule', new Date('2026-11-20T06:03:00Z'))).toBe(true)
    } finally {
      await other.stop()
      await server.stop()
    }
  })
})
