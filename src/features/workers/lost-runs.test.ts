import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { endLostRuns } from './run-ledger.server.ts'
import type { WorkerDetails } from './workers.endpoints.ts'

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'lost_runs' })
  admin = await server.signIn('admin')
})
afterAll(() => server?.stop())

const rowsOf = async (name: string) =>
  (
    await sql<{ state: string; error: string | null }>`
      select state, error from job_runs where name = ${name} order by id`.execute(server.database.kysely)
  ).rows
const details = async () => (await admin.get('/rest/data/workers/judge-page-links')).body as WorkerDetails

describe('a run', () => {
  it('of a server that died is recorded as failed, one that is alive is left alone', async () => {
    await sql`
      insert into job_runs (name, cause, state, started_at, beat_at) values
      ('lost', 'schedule', 'running', now() - interval '9 minutes', now() - interval '3 minutes'),
      ('alive', 'schedule', 'running', now() - interval '9 minutes', now())`.execute(server.database.kysely)
    expect(await endLostRuns(server.database)).toBe(1)
    expect(await rowsOf('lost')).toMatchObject([{ state: 'failed', error: 'Its server stopped without ending it' }])
    expect(await rowsOf('alive')).toMatchObject([{ state: 'running' }])
  })

  it('that was cancelled without a server to hear of it ends as cancelled', async () => {
    await sql`
      insert into job_runs (name, cause, state, started_at, beat_at, cancel_asked_at) values
      ('unheard', 'schedule', 'running', now() - interval '9 minutes', now() + interval '3 hours', now() - interval '61 seconds'),
      ('heard', 'schedule', 'running', now() - interval '9 minutes', now(), now() - interval '30 seconds')`.execute(
      server.database.kysely,
    )
    expect(await endLostRuns(server.database)).toBe(1)
    expect(await rowsOf('unheard')).toMatchObject([{ state: 'cancelled' }])
    expect(await rowsOf('heard')).toMatchObject([{ state: 'running' }])
  })

  it('under way is the first of its worker, however many came after it', async () => {
    await sql`
      insert into job_runs (name, cause, state, started_at, finished_at, beat_at)
      select 'judge-page-links', 'schedule', case i when 60 then 'running' else 'succeeded' end, now() - make_interval(mins => i),
        case i when 60 then null else now() - make_interval(mins => i) end, now() from generate_series(1, 60) i`.execute(
      server.database.kysely,
    )
    expect((await details()).runs[0]).toMatchObject({ state: 'running' })
    await sql`delete from job_runs where name = 'judge-page-links'`.execute(server.database.kysely)
  })
})
