import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { importFile, uploadFile } from './testing/import-file.server.ts'
import { coupons } from '../../features/coupons/coupons.ts'
import { type FileImport, maxOpen, pieceBytes } from './file-imports.ts'
import type { Client } from '../../app/testing/start.server.ts'
import { readCsv } from './testing/read-files.server.ts'
import { fromCsvCell } from '../../core/csv.ts'
import {
  admin,
  answer,
  apply,
  audited,
  bodyOf,
  checked,
  editor,
  fileOf,
  head,
  job,
  make,
  path,
  read,
  reader,
  reportOf,
  rowsOf,
  serveImports,
  server,
  stored,
} from './testing/coupon-imports.server.ts'

serveImports()

describe('a file', () => {
  it('is read, and its columns are recognised by the headings of exports, labels and keys, however they are spelt', async () => {
    const one = await importFile(
      admin,
      coupons,
      Buffer.from('Code;NAME;percent;created at;City ids;Something\nA;Ä;10;x;y;z\n'),
    )
    expect(one).toMatchObject({
      state: 'read',
      resource: 'coupons',
      fileName: 'file.csv',
      encoding: 'utf-8',
      delimiter: ';',
      rowsTotal: 1,
      headings: ['Code', 'NAME', 'percent', 'created at', 'City ids', 'Something'],
      mapping: ['code', 'name', 'percent', '', 'cityIds', ''],
      keyField: 'code',
      mode: 'both',
      sample: [['A', 'Ä', '10', 'x', 'y', 'z']],
    })
  })

  it('of the same headings is mapped as the person mapped it the last time', async () => {
    const table = [
      ['Coupon', 'What', ...head.slice(2)],
      ['A1', 'One', 'percent', '10'],
    ]
    const first = await importFile(admin, coupons, fileOf(table))
    expect(first.mapping).toEqual(['', '', 'kind', 'percent'])
    bodyOf(
      await admin.post(`${path}/${first.id}/check`, {
        mapping: ['code', 'name', 'kind', 'percent'],
        keyField: 'code',
        mode: 'both',
      }),
    )
    expect((await importFile(admin, coupons, fileOf(table))).mapping).toEqual(['code', 'name', 'kind', 'percent'])
    expect((await importFile(editor, coupons, fileOf(table))).mapping).toEqual(['', '', 'kind', 'percent'])
  })

  it('is tried without leaving a trace, and then creates and changes what it said it would', async () => {
    const old = await make('OLD')
    const same = await make('SAME')
    const length = (await audited()).length
    const one = await checked([
      head,
      ['OLD', 'Old, renamed', 'percent', '12.5'],
      ['SAME', 'SAME', 'percent', '10'],
      ['NEW', '=1+1', 'percent', '5'],
    ])
    expect(one).toMatchObject({
      state: 'checked',
      toCreate: 1,
      toChange: 1,
      unchanged: 1,
      refused: 0,
      created: 0,
      changed: 0,
    })
    expect(await rowsOf(one)).toMatchObject([
      {
        number: 2,
        result: 'change',
        recordId: old.id,
        changes: [
          { key: 'name', before: 'OLD', after: 'Old, renamed' },
          { key: 'percent', before: 1000, after: 1250 },
        ],
      },
      { number: 3, result: 'unchanged', recordId: same.id, changes: [] },
      { number: 4, result: 'create', recordId: null, cells: ['NEW', "'=1+1", 'percent', '5'] },
    ])
    expect((await stored()).map(({ code, name, version }) => [code, name, version])).toEqual([
      ['OLD', 'OLD', 1],
      ['SAME', 'SAME', 1],
    ])
    expect(await audited()).toHaveLength(length)

    expect(await apply(one)).toMatchObject({ state: 'done', created: 1, changed: 1, unchanged: 1, refused: 0 })
    expect((await stored()).map(({ code, name, percent, version }) => [code, name, percent, version])).toEqual([
      ['NEW', '=1+1', 500, 1],
      ['OLD', 'Old, renamed', 1250, 2],
      ['SAME', 'SAME', 1000, 1],
    ])
    expect((await audited()).slice(length).map(({ action, title, reason }) => [action, title, reason])).toEqual([
      ['file-import', null, null],
      ['update', 'OLD', `File import ${one.id}, row 2`],
      ['create', 'NEW', `File import ${one.id}, row 4`],
      ['file-import-finished', null, null],
    ])
    expect(answer(await admin.post(`${path}/${one.id}/apply`))).toBe('409 Conflict')
  })
})

describe('an upload', () => {
  const begin = async (bytes: number) =>
    bodyOf(await admin.post('/rest/data/coupons/file-imports', { fileName: '../../etc/\u202epasswd\t.csv', bytes }))
  const send = (id: number, position: number | string, data: Buffer | string) =>
    admin.put(`${path}/${id}/pieces/${position}`, { data: typeof data === 'string' ? data : data.toString('base64') })

  it('comes in pieces of one size, in any order, and is read when all are there', async () => {
    const content = fileOf([
      head,
      ...Array.from({ length: 90 }, (_, n) => [`P${n}`, 'x'.repeat(9_000), 'percent', '1']),
    ])
    expect(content.length).toBeGreaterThan(pieceBytes)
    const { id, fileName } = await begin(content.length)
    expect(fileName).toBe('passwd.csv')
    const [first, second] = [content.subarray(0, pieceBytes), content.subarray(pieceBytes)]
    expect(answer(await send(id, 1, second))).toBe('200')
    expect(answer(await admin.post(`${path}/${id}/read`))).toBe('409 Conflict')
    for (const [position, data] of [
      [0, second],
      [1, first],
      [2, second],
      ['x', first],
      ['0.5', first],
      [0, 'no base64!'],
    ] as const)
      expect((await send(id, position, data)).status).toBe(422)
    expect(answer(await send(id, 0, first))).toBe('200')
    expect(await read(id)).toMatchObject({ state: 'uploading' })
    // More than one piece is read by the job.
    expect(bodyOf(await admin.post(`${path}/${id}/read`))).toMatchObject({ state: 'reading' })
    await server.runJob(job)
    expect(await read(id)).toMatchObject({ state: 'read', rowsTotal: 90 })
    expect(answer(await send(id, 0, first))).toBe('409 Conflict')
    const { rows } = await sql`select 1 from file_import_pieces where import_id = ${id}`.execute(server.database.kysely)
    expect(rows).toEqual([])
  })

  it('that is no CSV file fails, and says why', async () => {
    const reply = await uploadFile(admin, coupons, Buffer.from('504b030414000000', 'hex'), 'coupons.xlsx')
    expect(reply.body).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/workbook.*Save the sheet as CSV/) as string,
    })
  })

  it('has a limit in size and number', async () => {
    for (const bytes of [0, -1, 1.5, 20 * 1024 * 1024 + 1])
      expect((await admin.post('/rest/data/coupons/file-imports', { fileName: 'a.csv', bytes })).status).toBe(422)
    for (let count = 0; count < maxOpen; count++) await begin(10)
    expect(answer(await admin.post('/rest/data/coupons/file-imports', { fileName: 'a.csv', bytes: 10 }))).toBe(
      '429 TooManyRequests',
    )
  })
})

describe('the report and everything else about it', () => {
  it('are their owner’s alone', async () => {
    const { id } = await checked([head, ['A', 'A', 'percent', '1']], {}, editor)
    const calls = (caller: Client) => [
      caller.get(`${path}/${id}`),
      caller.get(`${path}/${id}/rows`),
      caller.get(`${path}/${id}/report`),
      caller.post(`${path}/${id}/apply`),
      caller.post(`${path}/${id}/cancel`),
      caller.post(`${path}/${id}/read`),
      caller.post(`${path}/${id}/check`, { mapping: [], keyField: null, mode: 'both' }),
      caller.put(`${path}/${id}/pieces/0`, { data: '' }),
    ]
    for (const caller of [admin, reader])
      expect((await Promise.all(calls(caller))).map(({ status }) => status)).toEqual(
        Array.from({ length: 8 }, () => 404),
      )
    expect(((await admin.get(path)).body as FileImport[]).map((one) => one.id)).not.toContain(id)
    expect((await editor.get(`${path}/${id}/report`)).status).toBe(200)
  })

  it('run no formula in a spreadsheet, and give every cell back as it was', async () => {
    const names = [
      '=HYPERLINK("http://evil.example")',
      "+1+cmd|'x'!A1",
      '@SUM(A1)',
      '-2+3',
      "'=quoted",
      '\t=1',
      'plain',
      '-5.00',
    ]
    const content = Buffer.from(
      `code,name\n${names.map((name, n) => `f ${n},"${name.replaceAll('"', '""')}"`).join('\n')}\n`,
    )
    const { id } = await importFile(admin, coupons, content)
    const one = bodyOf(
      await admin.post(`${path}/${id}/check`, { mapping: ['code', 'name'], keyField: 'code', mode: 'create' }),
    )
    expect(one.refused).toBe(names.length)
    const cells = readCsv(await reportOf(one))
      .slice(1)
      .map(([, name = '']) => name)
    expect(cells.filter((cell) => /^[=+@\t]|^-(?!5\.00$)/.test(cell))).toEqual([])
    expect(cells.map(fromCsvCell)).toEqual(names.map(fromCsvCell))
    const reply = await admin.get(`${path}/${id}/report`)
    expect([
      reply.headers.get('content-disposition'),
      reply.headers.get('content-type'),
      reply.headers.get('cache-control'),
    ]).toEqual([`attachment; filename="coupons-import-${id}.csv"`, 'text/csv; charset=utf-8', 'no-store'])
  })

  it('give each reason once, with the columns that it is about', async () => {
    await make('USED', { kind: 'fixed', percent: null, amounts: [{ currency: 'EUR', amount: 500 }] })
    await sql`update coupons set times_used = 51`.execute(server.database.kysely)
    const one = await checked([head, ['USED', 'USED', 'percent', '20']])
    const message = 'Used 51 times, so the discount is locked. Duplicate it instead.'
    expect((await rowsOf(one))[0]?.problems.map((problem) => problem.message)).toEqual([message, message, message])
    expect(readCsv(await reportOf(one))[1]?.at(-1)).toBe(`kind, percent: ${message}`)
  })

  it('are gone after a week', async () => {
    const one = await checked([head, ['A', 'A', 'percent', '1']])
    expect((Date.parse(one.expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(7, 1)
    await sql`update file_imports set expires_at = now() - interval '1 second'`.execute(server.database.kysely)
    expect((await admin.get(`${path}/${one.id}`)).status).toBe(404)
    await server.runJob('forget-file-imports')
    const { rows } =
      await sql`select import_id from file_import_rows union all select import_id from file_import_pieces union all select id from file_imports`.execute(
        server.database.kysely,
      )
    expect(rows).toEqual([])
  })
})
