import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { startTestServer } from '../../app/testing/start.server.ts'
import { createRunner } from '../../core/jobs/job-runs.server.ts'
import { silent } from '../../db/testing/embedded-database.server.ts'
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
})
