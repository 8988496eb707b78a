import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { createRunner } from '../../core/jobs/job-runs.server.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { silent } from '../../db/testing/embedded-database.server.ts'
import type { SyncStage } from '../supply/testing/sync-stage.server.ts'
import { scripted, startSyncStage } from '../supply/testing/sync-stage.server.ts'
import { tiqetsServer } from '../supply/tiqets/tiqets.server.ts'
import { createRunLedger } from './run-ledger.server.ts'
import type { WorkerDetails } from './workers.endpoints.ts'

let stage: SyncStage
beforeAll(async () => {
  stage = await startSyncStage('failed-syncs', inject('postgresUrl'))
  vi.spyOn(tiqetsServer, 'openCatalogue').mockImplementation(scripted)
})
afterAll(() => stage?.server.stop())

describe('a sync whose supplier gives no list that can be read', () => {
  it('fails with the supplier’s reason, and is well again once the list can be read', async () => {
    const { server, admin } = stage
    const { database } = server
    const worker = async () => (await admin.get('/rest/data/workers/sync-tiqets')).body as WorkerDetails
    const job = server.jobs.find(({ name }) => name === 'sync-tiqets') as Job
    const { signal } = new AbortController()
    const runJob = createRunner({ database, log: silent, ledger: createRunLedger(database), signal, wake: () => {} })

    stage.say({ '': { kind: 'unavailable' } })
    await expect(runJob(job, 'schedule', null)).rejects.toThrow('Tiqets didn’t answer. We’ll try again automatically.')
    expect(await worker()).toMatchObject({
      state: 'failing',
      runs: [{ error: 'Tiqets didn’t answer. We’ll try again automatically.' }],
    })

    // What another run left no room for says nothing of how the worker does.
    await sql`
      insert into job_runs (name, cause, state, due_at, started_at, finished_at)
      values ('sync-tiqets', 'schedule', 'skipped', now(), now(), now())`.execute(database.kysely)
    expect(await worker()).toMatchObject({ state: 'failing', lastRun: { state: 'failed' } })
    expect((await stage.sync())['problem']).toBe('Tiqets didn’t answer. We’ll try again automatically.')

    stage.say({ '': stage.page([]) })
    await runJob(job, 'schedule', null)
    expect(await worker()).toMatchObject({ state: 'fine', lastRun: { state: 'succeeded' } })
    expect((await stage.sync())['problem']).toBeNull()
  })
})
