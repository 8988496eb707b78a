import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { createRunner } from '../../core/jobs/job-runs.server.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { silent } from '../../db/testing/embedded-database.server.ts'
import { enqueueMessage } from '../../platform/mail/outbox.server.ts'
import { createRunLedger } from './run-ledger.server.ts'
import { probeJob } from './testing/probe-job.server.ts'
import type { WorkerDetails, WorkerItems } from './workers.endpoints.ts'

const base = '/rest/data/workers'
const availability = `${base}/sync-availability`
let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'run_parameters' })
  admin = await server.signIn('admin')
})
afterAll(() => server?.stop())

const runner = (instance = 'probe-1') =>
  createRunner({
    database: server.database,
    log: silent,
    ledger: createRunLedger(server.database),
    signal: new AbortController().signal,
    wake: () => {},
    instance,
  })
const details = async (path: string) => (await admin.get(path)).body as WorkerDetails

describe('run now with parameters', () => {
  it('describes them, and refuses each wrong value on its field', async () => {
    const { parameters } = await details(availability)
    expect(parameters.map(({ name, kind }) => [name, kind])).toEqual([
      ['supplier', 'choice'],
      ['from', 'date'],
      ['to', 'date'],
      ['dryRun', 'flag'],
    ])
    expect(parameters[0]?.options).toContainEqual({ value: 'tiqets', label: 'Tiqets' })
    const refused = async (given: object) =>
      ((await admin.post(`${availability}/run`, { parameters: given })).body as { fields?: object }).fields
    expect(await refused({ supplier: 'nowhere', from: '2026-02-31' })).toEqual({
      supplier: 'Choose one of the options.',
      from: 'Enter a date.',
    })
    expect(await refused({ from: '2026-12-02', to: '2026-12-01' })).toEqual({
      to: 'The last day is before the first day.',
    })
    expect(await refused({ venue: '12' })).toEqual({ venue: 'This worker has no parameter venue.' })
    expect((await details(availability)).runs).toEqual([])
  })

  it('hands them to the run and keeps them in its record, in the audit and for its repetition', async () => {
    const parameters = { supplier: 'tiqets', from: '2027-03-01', to: '2027-03-02', dryRun: true }
    expect((await admin.post(`${availability}/run`, { parameters })).status).toBe(200)
    expect((await admin.post(`${availability}/run`, { parameters: { supplier: 'viator' } })).status).toBe(409)
    const given: unknown[] = []
    const job = server.jobs.find(({ name }) => name === 'sync-availability') as Job
    const failing: Job = {
      ...job,
      run: async (context) => {
        given.push(context.parameters)
        throw new Error('No')
      },
    }
    await expect(runner()(failing, 'follow-up', null)).rejects.toThrow('No')
    expect(given).toEqual([parameters])
    const [run] = (await details(availability)).runs
    expect(run).toMatchObject({ state: 'failed', parameters, askedBy: 'Ingrid Solheim' })

    await admin.post(`${availability}/run`, { retryOf: run?.id })
    expect((await details(availability)).runs[0]).toMatchObject({ state: 'queued', cause: 'retry', parameters })
    await runner()({ ...job, run: async () => {} }, 'follow-up', null)
    await admin.post(`${availability}/run`, { retryOf: run?.id, parameters: { supplier: 'viator' } })
    expect((await details(availability)).runs[0]?.parameters).toEqual({ supplier: 'viator' })
    const { rows } = await sql<{ after: object }>`
      select after from audit_log where object = 'workers' and action = 'run' order by id`.execute(
      server.database.kysely,
    )
    expect(rows.map(({ after }) => after)).toMatchObject([
      { parameters },
      { parameters },
      { parameters: { supplier: 'viator' } },
    ])
  })

  it('are refused by a worker that has none', async () => {
    const { body } = await admin.post(`${base}/judge-page-links/run`, { parameters: { dryRun: true } })
    expect(body).toMatchObject({ fields: { dryRun: 'This worker has no parameter dryRun.' } })
  })
})

describe('the concurrency of a worker', () => {
  const path = `${base}/make-coupon-codes`

  it('is set by staff within bounds, with an entry in the audit, and not where one run excludes another', async () => {
    const put = (atOnce: unknown, worker = path) => admin.put(`${worker}/concurrency`, { atOnce })
    expect((await put(0)).body).toMatchObject({ fields: { atOnce: 'Enter a number from 1 to 20.' } })
    expect((await put(21)).status).toBe(422)
    expect((await put(2, `${base}/find-outliers`)).status).toBe(409)
    expect((await put(1)).body).toMatchObject({ limit: { atOnce: 1, by: 'Ingrid Solheim' } })
    const { rows } = await sql<{ after: object }>`
      select after from audit_log where object = 'workers' and action = 'set-concurrency'`.execute(
      server.database.kysely,
    )
    expect(rows).toEqual([{ after: { atOnce: 1 } }])
  })

  it('lets a run wait for a place, and the run that ends next wakes it', async () => {
    await sql`insert into job_limits (name, at_once) values ('narrow', 1)`.execute(server.database.kysely)
    const woken: string[] = []
    let goOn = () => {}
    const job = probeJob('narrow', () => new Promise((resolve) => (goOn = resolve)))
    const run = createRunner({
      database: server.database,
      log: silent,
      ledger: createRunLedger(server.database),
      signal: new AbortController().signal,
      wake: (name) => woken.push(name),
    })
    const first = run(job, 'follow-up', null)
    const states = async () =>
      (
        await sql<{ state: string }>`select state from job_runs where name = 'narrow' order by id`.execute(
          server.database.kysely,
        )
      ).rows.map(({ state }) => state)
    await expect.poll(states).toEqual(['running'])
    expect(await runner('probe-2')(job, 'follow-up', null)).toBe(false)
    expect(await runner('probe-2')(job, 'follow-up', null)).toBe(false)
    expect(await states()).toEqual(['running', 'queued'])
    goOn()
    expect([await first, woken]).toEqual([true, ['narrow']])
    const second = run(job, 'follow-up', null)
    await expect.poll(states).toEqual(['succeeded', 'running'])
    goOn()
    await second
  })
})

describe('draining', () => {
  it('is for those who can write settings, once at a time, and ends by a press', async () => {
    const reader = await server.signIn('read-only')
    expect((await reader.post(`${base}/drain`, {})).status).toBe(403)
    expect((await admin.delete(`${base}/drain`)).status).toBe(404)
    expect((await admin.post(`${base}/drain`, {})).body).toMatchObject({ drain: { by: 'Ingrid Solheim', leftOut: 0 } })
    expect((await admin.post(`${base}/drain`, {})).status).toBe(409)
    expect((await admin.delete(`${base}/drain`)).body).toMatchObject({ drain: null })
  })
})

describe('items that a worker gave up', () => {
  const path = `${base}/deliver-messages/items`

  it('are replayed with another value, checked on its field, with an entry in the audit', async () => {
    const db = server.database.kysely
    const id = await enqueueMessage(db, {
      to: 'jane.roe@exmaple.com',
      template: {
        name: 'probe',
        label: () => 'Probe',
        write: () => ({ subject: 'Your tickets', paragraphs: ['Here they are.'] }),
      },
      data: {},
    })
    await sql`update messages set status = 'failed', next_attempt_at = null, attempts = 5, last_error = 'No such mailbox' where id = ${id}`.execute(
      db,
    )
    const { items, count, fields } = (await admin.get(path)).body as WorkerItems
    expect(items[0]).toMatchObject({ id: String(id), error: 'No such mailbox', attempts: 5 })
    expect(items[0]?.title).toContain('Your tickets')
    // An address is masked wherever it travels.
    expect(JSON.stringify(items)).not.toContain('jane.roe')
    expect([count, fields.map(({ name }) => name)]).toEqual([1, ['recipient']])
    const replay = (values: object) => admin.post(`${path}/replay`, { ids: [String(id)], values })
    expect((await replay({ recipient: 'nonsense' })).body).toMatchObject({
      fields: { recipient: 'Enter an email address.' },
    })
    expect((await replay({ recipient: 'jane.roe@example.com' })).body).toEqual({ replayed: [String(id)] })
    const { rows } = await sql`select recipient, status, attempts from messages where id = ${id}`.execute(db)
    expect(rows).toEqual([{ recipient: 'jane.roe@example.com', status: 'waiting', attempts: 0 }])
    expect((await replay({})).body).toEqual({ replayed: [] })
    expect((await admin.get(`${base}/judge-page-links/items`)).body).toEqual({ count: 0, items: [], fields: [] })
    expect((await admin.post(`${base}/judge-page-links/items/replay`, { ids: ['1'] })).status).toBe(409)
  })

  it('with a code for one person go to no other address', async () => {
    const db = server.database.kysely
    const id = await enqueueMessage(db, {
      to: 'jane.roe@example.com',
      template: {
        name: 'probe',
        label: () => 'Probe',
        secrets: ['code'],
        write: ({ code }: { code: string }) => ({ subject: 'Your code', paragraphs: [`It is ${code}.`] }),
      },
      data: { code: '123456' },
    })
    await sql`update messages set status = 'failed', next_attempt_at = null where id = ${id}`.execute(db)
    const { status } = await admin.post(`${path}/replay`, {
      ids: [String(id)],
      values: { recipient: 'eve@example.com' },
    })
    expect(status).toBe(422)
  })

  it('are product codes too, for those who can import them', async () => {
    const db = server.database.kysely
    await sql`
      insert into product_codes_tiqets (code, status, reason, attempts) values
        ('970901', 'failed', 'Tiqets has no product with this code.', 1), ('970902', 'rejected', 'No', 1)`.execute(db)
    const imports = `${base}/import-supplier-codes/items`
    const { items } = (await admin.get(imports)).body as WorkerItems
    expect(items).toMatchObject([{ title: 'Tiqets · 970901', values: { code: '970901' } }])
    const replay = (code: string) => admin.post(`${imports}/replay`, { ids: [items[0]?.id], values: { code } })
    expect((await replay('970902')).body).toMatchObject({ fields: { code: '970902 is in the list already.' } })
    expect((await replay('what?')).status).toBe(422)
    expect((await replay('970903')).body).toEqual({ replayed: [items[0]?.id] })
    const { rows } = await sql`select code, status from product_codes_tiqets where code = '970903'`.execute(db)
    expect(rows).toEqual([{ code: '970903', status: 'queued' }])
  })
})
