import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { installJobs, startJobs } from '../../core/jobs/jobs.server.ts'
import { tracesOf } from '../../core/testing/audit-trail.server.ts'
import { silent } from '../../db/testing/embedded-database.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import type { Reply } from '../../core/testing/test-context.server.ts'
import { resources } from '../../app/registry.server.ts'
import { fileFormats } from './export-files.server.ts'
import type { ExportDesk } from './export-task.server.ts'
import { claimExport, ExportTask } from './export-task.server.ts'
import type { Export } from './exports.ts'
import { readCsv, readSheet } from './testing/read-files.server.ts'

let server: TestServer
let admin: Client
let finance: Client
let reader: Client
const path = '/rest/data/exports'
/** More than a page of the maker's, so that something can happen in between. */
const rows = 2_320
/** Rows that one step reads. */
const pageRows = inject('postgresUrl') === null ? 250 : 1_000
const byCode = { sort: '["code","ASC"]', columns: ['code', 'name'] }
const codes = Array.from({ length: rows }, (_, n) => `C${String(n + 1).padStart(5, '0')}`)

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'exports' })
  ;[admin, finance, reader] = await Promise.all([
    server.signIn('admin'),
    server.signIn('finance'),
    server.signIn('read-only'),
  ])
  await sql`
    insert into coupons (code, name, kind, percent, status)
    select 'C' || lpad(n::text, 5, '0'), 'Coupon ' || n, 'percent', 100 + n, case when n % 2 = 0 then 'active' else 'draft' end
    from generate_series(1, ${rows}) n`.execute(server.database.kysely)
})
afterEach(() => sql`delete from exports`.execute(server.database.kysely))
afterAll(() => server?.stop())

const answer = ({ status, body }: Reply) => `${status} ${(body as { error?: string }).error ?? ''}`.trim()
const fields = ({ body }: Reply) => Object.keys((body as { fields?: object }).fields ?? {})
const start = (caller: Client, query: object = {}, resource = 'coupons') =>
  caller.post(`/rest/data/${resource}/exports`, { format: 'csv', ...query })
const make = () => server.runJob('make-exports')

async function begun(caller: Client, query: object = {}, resource = 'coupons'): Promise<Export> {
  const reply = await start(caller, query, resource)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Export
}
const read = async (id: number, caller = admin) => (await caller.get(`${path}/${id}`)).body as Export
const fileOf = (id: number, caller: Client) =>
  fetch(new URL(`${path}/${id}/file`, server.url), { headers: { 'x-token': caller.token } })
const linesOf = async (id: number, caller: Client) =>
  readCsv((await (await fileOf(id, caller)).text()).replace('\ufeff', '')).slice(1)
const piecesOf = async (id: number) =>
  Number(
    (
      await sql<{ n: number }>`select count(*) as n from export_chunks where export_id = ${id}`.execute(
        server.database.kysely,
      )
    ).rows[0]?.n,
  )
const auditOf = async (id: number) =>
  (
    await sql<{ action: string; object: string; actor_email: string; after: Record<string, unknown> }>`
  select action, object, actor_email, after from audit_log where after ->> 'export' = ${String(id)} order by id`.execute(
      server.database.kysely,
    )
  ).rows

function context(signal = new AbortController().signal): ExportDesk {
  return { database: server.database, log: silent, signal, resources, implementations: () => server.implementations }
}
/** Takes the next export in hand, to make it step by step. */
async function taken(at = context()): Promise<ExportTask> {
  const claimed = await claimExport(at)
  if (!claimed) throw new Error('Nothing waits.')
  return new ExportTask(at, claimed)
}

describe('an export', () => {
  it('has exactly what is filtered, searched for and sorted, in the columns and the order of the screen', async () => {
    const query = {
      filter: '{"status":["active"],"timesUsed":{"lte":5}}',
      q: 'Coupon 1',
      sort: '["percent","DESC"]',
      columns: ['name', 'code', 'percent'],
    }
    const one = await begun(finance, query)
    expect(one).toMatchObject({
      resource: 'coupons',
      format: 'csv',
      state: 'queued',
      q: 'Coupon 1',
      sort: '-percent',
      columns: ['name', 'code', 'percent'],
      rowsDone: 0,
    })
    await make()
    const { columns: _, ...asked } = query
    const shown = (await finance.get('/rest/data/coupons', { ...asked, range: [0, 999] })).body as {
      id: number
      name: string
      code: string
      percent: number
    }[]
    expect(shown.length).toBeGreaterThan(50)
    expect(await linesOf(one.id, finance)).toEqual(
      shown.map(({ id, name, code, percent }) => [String(id), name, code, String(percent / 100)]),
    )
    expect(await read(one.id, finance)).toMatchObject({
      state: 'done',
      rowsDone: shown.length,
      rowsTotal: shown.length,
    })
  })

  it('goes on over as many pages as there are, and is the same in both formats', async () => {
    const [csv, xlsx] = [await begun(admin, byCode), await begun(admin, { ...byCode, format: 'xlsx' })]
    await make()
    const lines = await linesOf(csv.id, admin)
    expect(lines.map(([, code]) => code)).toEqual(codes)
    const sheet = readSheet(Buffer.from(await (await fileOf(xlsx.id, admin)).arrayBuffer()))
    expect(sheet.rows.slice(1).map((row) => Object.values(row).map(({ value }) => value))).toEqual(lines)
  })

  it('of a period is of the days that it was when it was asked for', async () => {
    const { filter } = await begun(admin, { filter: '{"createdAt":{"during":"today"}}' })
    expect(JSON.parse(filter ?? '')).toEqual({
      createdAt: { gte: expect.stringMatching(/^\d{4}-.*Z$/) as string, lt: expect.stringMatching(/Z$/) as string },
    })
  })

  it('is requested by people who can export that object, and refusals are in the audit', async () => {
    expect(answer(await start(reader))).toBe('403 Forbidden')
    expect(answer(await start(finance, {}, 'users/user'))).toBe('403 Forbidden')
    expect((await start(finance, {}, 'purchases')).status).toBe(201)
    const {
      rows: [refusal],
    } = await sql<{
      reason: string
    }>`select reason from audit_log where action = 'refused' order by id desc limit 1`.execute(server.database.kysely)
    expect(refusal?.reason).toContain('“export” on users')
    expect((await admin.post('/rest/data/coupons/exports', { format: 'csv' }, { 'X-View-As': 'finance' })).status).toBe(
      409,
    )
  })

  it('shows no personal address or number that the screen masks', async () => {
    const id = await maker(server.database.kysely, resources, examples).make('customers', {
      email: 'ana.souza@example.com',
    })
    const [csv, xlsx] = [
      await begun(admin, { filter: JSON.stringify({ id }) }, 'users/user'),
      await begun(admin, { filter: JSON.stringify({ id }), format: 'xlsx' }, 'users/user'),
    ]
    await make()
    const text = await (await fileOf(csv.id, admin)).text()
    expect(text).toContain('a•••@example.com')
    const { xml } = readSheet(Buffer.from(await (await fileOf(xlsx.id, admin)).arrayBuffer()))
    expect(xml).toContain('a•••@example.com')
    for (const file of [text, xml]) expect(file).not.toContain('ana.souza')
  })

  it.each([
    ['format', { format: 'pdf' }],
    ['filter', { filter: '{' }],
    ['filter', { filter: 7 }],
    ['percent', { filter: '{"percent":"x"}' }],
    ['sort', { sort: '["notes","ASC"]' }],
    ['q', { q: 'x'.repeat(201) }],
    ['columns', { columns: ['code', 'code'] }],
    ['columns', { columns: [] }],
    ['columns', { columns: ['__proto__'] }],
  ])('is refused by the name of what is wrong: %s of %j', async (field, query) => {
    const reply = await start(admin, query)
    expect([answer(reply), fields(reply)[0]?.split('.')[0]]).toEqual(['422 InvalidInput', field])
  })

  it('is one of at most three that wait or are made for a person', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => start(finance)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 429, 429, 429])
    const [refused] = replies.filter(({ status }) => status === 429)
    expect(refused).toMatchObject({ body: { message: expect.stringContaining('3 of your exports') as string } })
    expect(refused?.headers.get('retry-after')).toBe('10')
    expect((await start(admin)).status).toBe(201)
    const [first] = (await finance.get(path)).body as Export[]
    await finance.post(`${path}/${first?.id}/cancel`)
    expect((await start(finance)).status).toBe(201)
  })

  it('as a workbook is refused beforehand, or stops, where a sheet would not hold it', async () => {
    const { maxRows } = fileFormats.xlsx
    const holding = (most: number) => Reflect.set(fileFormats.xlsx, 'maxRows', most)
    try {
      holding(300)
      expect(fields(await start(admin, { format: 'xlsx' }))).toEqual(['format'])
      holding(maxRows)
      const { id } = await begun(admin, { format: 'xlsx' })
      holding(300)
      await make()
      expect(await read(id)).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('export it as CSV') as string,
      })
      expect(await piecesOf(id)).toBe(0)
    } finally {
      holding(maxRows)
    }
  })

  it('is in the audit from beginning to end, and names no person in its search', async () => {
    const reply = await start(finance, { q: 'Coupon', filter: '{"status":["active"]}' })
    const { id } = reply.body as Export
    await make()
    await fileOf(id, finance)
    expect(await tracesOf(server.database.kysely, reply)).toMatchObject([
      {
        action: 'export',
        object: 'coupons',
        // How many rows a search leads to is counted as far as lists count.
        after: { export: id, format: 'csv', search: '•••', filter: '{"status":{"is":["active"]}}' },
      },
    ])
    expect(await auditOf(id)).toMatchObject([
      { action: 'export', actor_email: 'hiroshi.tanabe@demo.marquee.example' },
      { action: 'export-finished', actor_email: 'hiroshi.tanabe@demo.marquee.example', after: { rows: rows / 2 } },
      { action: 'export-downloaded', after: { rows: rows / 2 } },
    ])
    const { id: cancelled } = await begun(finance)
    await finance.post(`${path}/${cancelled}/cancel`)
    expect((await auditOf(cancelled)).map(({ action }) => action)).toEqual(['export', 'export-cancelled'])
  })
})

describe('while it is made', () => {
  it('an export reports its progress, and ends within a page of being cancelled', async () => {
    const { id } = await begun(admin)
    const task = await taken()
    for (let steps = 0; steps < 2; steps++) expect(await task.step()).toBe(false)
    expect(await read(id)).toMatchObject({ state: 'running', rowsDone: pageRows, rowsTotal: rows })
    const reply = await admin.post(`${path}/${id}/cancel`)
    expect([reply.status, reply.body]).toEqual([
      200,
      expect.objectContaining({ state: 'cancelled', rowsDone: pageRows }),
    ])
    expect(await task.step()).toBe(true)
    expect([await read(id), await piecesOf(id)]).toEqual([
      expect.objectContaining({ state: 'cancelled', rowsDone: pageRows }),
      0,
    ])
    expect(answer(await admin.post(`${path}/${id}/cancel`))).toBe('409 Conflict')
  })

  // A workbook of so few rows is whole after one step.
  it.each([
    ['csv', 2],
    ['xlsx', 0],
  ])('an export as %s stops where its owner has lost the permission after %i steps', async (format, done) => {
    const { id } = await begun(finance, { format })
    const task = await taken()
    for (let steps = 0; steps < done; steps++) await task.step()
    await sql`delete from role_permissions where action = 'export' and object = 'coupons'`.execute(
      server.database.kysely,
    )
    try {
      expect(await task.step()).toBe(true)
      expect(await read(id)).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('“export” on coupons') as string,
      })
      expect(await piecesOf(id)).toBe(0)
      expect((await auditOf(id)).at(-1)).toMatchObject({
        action: 'export-failed',
        actor_email: 'hiroshi.tanabe@demo.marquee.example',
      })
    } finally {
      await sql`insert into role_permissions (role_id, action, object) select id, 'export', 'coupons' from roles where name = 'finance'`.execute(
        server.database.kysely,
      )
    }
  })

  it('an export of a person who is suspended stops', async () => {
    const { id } = await begun(finance)
    const suspend = (status: string) =>
      sql`update staff set status = ${status} where email like 'hiroshi.%'`.execute(server.database.kysely)
    await suspend('suspended')
    try {
      await make()
      expect(await read(id)).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('no longer an active colleague') as string,
      })
    } finally {
      await suspend('active')
      // Suspending ended their session.
      finance = await server.signIn('finance')
    }
  })

  it('a server that stops hands it on, and another makes it whole', async () => {
    const { id } = await begun(admin, byCode)
    const stopping = new AbortController()
    const task = await taken(context(stopping.signal))
    await task.step()
    await task.step()
    stopping.abort()
    expect(await task.step()).toBe(true)
    expect(await read(id)).toMatchObject({ state: 'queued', rowsDone: 0 })
    await make()
    expect(await read(id)).toMatchObject({ state: 'done', rowsDone: rows })
    expect(await linesOf(id, admin)).toHaveLength(rows)
  })

  it('a server that dies is made up for when its lease has run out, and the dead one’s pieces do not come in between', async () => {
    const { id } = await begun(admin, byCode)
    const lost = await taken()
    await lost.step()
    await lost.step()
    expect(await claimExport(context())).toBeNull()
    await sql`update exports set leased_until = now() - interval '1 second'`.execute(server.database.kysely)
    const successor = await taken()
    await successor.step()
    // The first instance was only paused, and tries to continue where it stopped.
    expect(await lost.step()).toBe(true)
    while (!(await successor.step()));
    expect(await read(id)).toMatchObject({ state: 'done', rowsDone: rows })
    expect((await linesOf(id, admin)).map(([, code]) => code)).toEqual(codes)
  })

  it('an export whose servers have died three times fails and says why', async () => {
    const { id } = await begun(admin)
    for (let times = 0; times < 3; times++) {
      await taken()
      await sql`update exports set leased_until = now() - interval '1 second'`.execute(server.database.kysely)
    }
    expect(await claimExport(context())).toBeNull()
    expect(await read(id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('server stopped') as string,
    })
  })

  it('two instances never take the same one in hand', async () => {
    for (let count = 0; count < 3; count++) await begun(admin)
    const claimed = await Promise.all(Array.from({ length: 8 }, () => claimExport(context())))
    const ids = claimed.flatMap((one) => one?.id ?? [])
    expect(new Set(ids).size).toBe(3)
    expect(ids).toHaveLength(3)
  })

  it('it begins by itself as soon as it is requested', { timeout: 40_000 }, async () => {
    await installJobs(server.database)
    const jobs = startJobs({
      database: server.database,
      log: silent,
      jobs: server.jobs.filter(({ name }) => name === 'make-exports'),
    })
    try {
      const { id } = await begun(admin)
      await expect.poll(async () => (await read(id)).state, { timeout: 30_000 }).toBe('done')
    } finally {
      await jobs.stop()
    }
  })
})

describe('the file', () => {
  it('has a telling name made of the resource and the moment alone, its type and size, and is not cached on the way', async () => {
    const { id, fileName } = await begun(admin, { q: '\r\nX: "evil" ‮ café' })
    await make()
    const reply = await fileOf(id, admin)
    expect(fileName).toMatch(/^coupons-\d{4}-\d\d-\d\d-\d{4}\.csv$/)
    expect(
      ['content-disposition', 'content-type', 'cache-control', 'x-content-type-options'].map((name) =>
        reply.headers.get(name),
      ),
    ).toEqual([`attachment; filename="${fileName}"`, 'text/csv; charset=utf-8', 'no-store', 'nosniff'])
    const bytes = (await reply.arrayBuffer()).byteLength
    expect([bytes, Number(reply.headers.get('content-length'))]).toEqual([(await read(id)).bytes, bytes])
  })

  it('and the export are their owner’s and the super user’s, and do not exist for other people', async () => {
    const { id } = await begun(finance)
    await make()
    for (const call of [
      reader.get(`${path}/${id}`),
      reader.get(`${path}/${id}/file`),
      reader.post(`${path}/${id}/cancel`),
    ])
      expect((await call).status).toBe(404)
    expect([
      (await fileOf(id, finance)).status,
      (await fileOf(id, admin)).status,
      (await server.anonymous.get(`${path}/${id}/file`)).status,
    ]).toEqual([200, 200, 403])
    expect(((await admin.get(path)).body as Export[]).map((one) => one.id)).not.toContain(id)
    for (const wrong of ['0', 'x', '1e9', '999999999999', '%00'])
      expect([404, 422]).toContain((await admin.get(`${path}/${wrong}/file`)).status)
  })

  it('is there only once it is whole', async () => {
    const { id } = await begun(admin)
    expect(answer(await admin.get(`${path}/${id}/file`))).toBe('409 Conflict')
    await admin.post(`${path}/${id}/cancel`)
    expect(answer(await admin.get(`${path}/${id}/file`))).toBe('409 Conflict')
  })

  it('is refused to an owner who has lost the export permission', async () => {
    const { id } = await begun(finance)
    await make()
    await sql`delete from role_permissions where action = 'export' and object = 'coupons'`.execute(
      server.database.kysely,
    )
    try {
      expect(answer(await finance.get(`${path}/${id}/file`))).toBe('403 Forbidden')
    } finally {
      await sql`insert into role_permissions (role_id, action, object) select id, 'export', 'coupons' from roles where name = 'finance'`.execute(
        server.database.kysely,
      )
    }
  })

  it('is gone after a week, with everything about it but the audit', async () => {
    const { id } = await begun(admin)
    await make()
    const left = Date.parse((await read(id)).expiresAt) - Date.now()
    expect(left / 86_400_000).toBeCloseTo(7, 1)
    await sql`update exports set expires_at = now() - interval '1 second'`.execute(server.database.kysely)
    expect((await admin.get(`${path}/${id}/file`)).status).toBe(404)
    await server.runJob('forget-exports')
    const { rows: kept } = await sql`select 1 from exports where id = ${id}`.execute(server.database.kysely)
    expect([kept, await piecesOf(id), (await auditOf(id)).length]).toEqual([[], 0, 2])
  })
})
