import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Reply } from '../../core/testing/test-context.server.ts'
import { readSheet } from './testing/read-files.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { Export } from './exports.ts'
import { fileFormats } from './export-files.server.ts'
import { tracesOf } from '../../core/testing/audit-trail.server.ts'
import {
  admin,
  answer,
  auditOf,
  begun,
  byCode,
  codes,
  fileOf,
  finance,
  linesOf,
  make,
  path,
  piecesOf,
  read,
  reader,
  rows,
  serveExports,
  server,
  start,
} from './testing/coupon-exports.server.ts'

serveExports()

const fields = ({ body }: Reply) => Object.keys((body as { fields?: object }).fields ?? {})

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
    expect(refusal?.reason).toContain('“Users, API users and admin users · Export”')
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
