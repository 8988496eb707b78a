import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { silent } from '../../db/testing/embedded-database.server.ts'
import { csvText, fromCsvCell } from '../../core/csv.ts'
import { maker } from '../../core/testing/make.server.ts'
import type { Reply } from '../../core/testing/test-context.server.ts'
import { problemsIn } from '../../core/testing/test-context.server.ts'
import { resources } from '../../app/registry.server.ts'
import { coupons } from '../../features/coupons/coupons.ts'
import { customers } from '../../features/customers/customers.ts'
import { readCsv } from './testing/read-files.server.ts'
import { cities } from '../../features/places/geo/cities.ts'
import type { FileImport, ImportRow } from './file-imports.ts'
import { maxOpen, pieceBytes } from './file-imports.ts'
import { importFile, uploadFile } from './testing/import-file.server.ts'
import { stages } from './import-jobs.server.ts'
import type { ImportDesk } from './import-task.server.ts'
import { claimImport, ImportTask } from './import-task.server.ts'

let server: TestServer
let admin: Client
let editor: Client
let reader: Client
const path = '/rest/data/file-imports'
const job = 'work-at-file-imports'

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'file imports' })
  ;[admin, reader] = await Promise.all([server.signIn('admin'), server.signIn('read-only')])
  const {
    rows: [role],
  } = await sql<{ name: string }>`
    select r.name from roles r join role_permissions p on p.role_id = r.id where p.action = 'write' and p.object = 'coupons' and r.name <> 'admin'
      and not exists (select from role_permissions o where o.role_id = r.id and o.action = 'write' and o.object = 'places')
      and exists (select from staff s where s.role_id = r.id) order by r.name limit 1`.execute(server.database.kysely)
  if (!role) throw new Error('No role but admin may write coupons.')
  editorRole = role.name
  editor = await server.signIn(role.name)
})
let editorRole = ''
afterEach(async () => {
  await sql`delete from file_imports`.execute(server.database.kysely)
  await sql`delete from coupons`.execute(server.database.kysely)
})
afterAll(() => server?.stop())

type Table = readonly (readonly (string | number)[])[]
const fileOf = (table: Table) => Buffer.from(csvText(table.map((row) => row.map(String))))
const answer = ({ status, body }: Reply) => `${status} ${(body as { error?: string }).error ?? ''}`.trim()
const bodyOf = (reply: Reply) => {
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  return reply.body as FileImport
}

interface Choice {
  mapping?: readonly string[]
  keyField?: string | null
  mode?: string
}
async function checked(
  table: Table,
  choice: Choice = {},
  caller = admin,
  resource: typeof coupons | typeof customers = coupons,
): Promise<FileImport> {
  const { id, mapping, keyField, mode } = await importFile(caller, resource, fileOf(table))
  return bodyOf(await caller.post(`${path}/${id}/check`, { mapping, keyField, mode, ...choice }))
}
const apply = async ({ id }: FileImport, caller = admin) => bodyOf(await caller.post(`${path}/${id}/apply`))
const read = async (id: number, caller = admin) => bodyOf(await caller.get(`${path}/${id}`))
const rowsOf = async ({ id }: FileImport, result?: string, caller = admin) =>
  (await caller.get(`${path}/${id}/rows`, { ...(result && { result }) })).body as ImportRow[]
const problems = async (one: FileImport) =>
  (await rowsOf(one, 'refused')).flatMap(({ number, problems: found }) =>
    found.map(({ column, value, message }) => `${number} ${column} ${value}: ${message}`),
  )
const reportOf = async ({ id }: FileImport, only?: string, caller = admin) =>
  String((await caller.get(`${path}/${id}/report`, { ...(only && { only }) })).body).replace('\ufeff', '')
const stored = async () =>
  (
    await sql<{ id: number; code: string; name: string; percent: number; version: number }>`
  select id, code, name, percent, version from coupons order by code`.execute(server.database.kysely)
  ).rows
const audited = async () =>
  (
    await sql<{ action: string; title: string | null; reason: string | null; actor_email: string }>`
  select action, title, reason, actor_email from audit_log where object = 'coupons' order by id`.execute(
      server.database.kysely,
    )
  ).rows
async function make(code: string, values: object = {}): Promise<{ id: number; version: number }> {
  const reply = await admin.post('/rest/data/coupons', { code, name: code, percent: 1000, ...values })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as { id: number; version: number }
}

function context(signal = new AbortController().signal): ImportDesk {
  return { database: server.database, log: silent, signal, resources, implementations: () => server.implementations }
}
async function taken(at = context()): Promise<ImportTask> {
  const claimed = await claimImport(at)
  if (!claimed) throw new Error('Nothing waits.')
  return new ImportTask(at, claimed, stages)
}
const head = ['code', 'name', 'kind', 'percent']
const many = (count: number): Table => [
  head,
  ...Array.from({ length: count }, (_, n) => [
    `MANY${String(n + 1).padStart(4, '0')}`,
    `Coupon ${n + 1}`,
    'percent',
    '10',
  ]),
]

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

  it('with faults says for each row and field what is wrong, and its report can be mended and imported again', async () => {
    await make('TAKEN')
    const one = await checked(
      [
        head,
        ['GOOD', 'Good', 'percent', '5'],
        ['bad code!', 'Bad', 'percent', '5'],
        ['HIGH', 'High', 'percent', '500'],
        ['WORD', '', 'Half', 'ten'],
        ['GOOD', 'Twice', 'percent', '5'],
        ['TAKEN', 'Taken', 'percent', '5'],
      ],
      { mode: 'create' },
    )
    expect(one).toMatchObject({ toCreate: 1, toChange: 0, refused: 5 })
    const found = await problems(one)
    expect(found).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^3 code bad code!: Code /),
        expect.stringMatching(/^4 percent 500: Percentage must be between/),
        expect.stringMatching(/^5 percent ten: Percent.* must be a number/),
        expect.stringMatching(/^5 name : Name is required/),
        expect.stringMatching(/^5 kind Half: Kind must be one of/),
        expect.stringMatching(/^6 code GOOD: Row 2 has the same Code/),
        expect.stringMatching(/^7 code TAKEN: There is a coupon with this Code already/),
      ]) as unknown,
    )
    await apply(one)
    const lines = readCsv(await reportOf(one, 'refused'))
    expect(lines[0]).toEqual([...head, 'import-result', 'import-message'])
    expect(lines.slice(1).map(([code, , , , result]) => [code, result])).toEqual([
      ['bad code!', 'refused'],
      ['HIGH', 'refused'],
      ['WORD', 'refused'],
      ['GOOD', 'refused'],
      ['TAKEN', 'refused'],
    ])
    const mended = lines
      .filter(([code]) => ['code', 'HIGH'].includes(code ?? ''))
      .map((cells) => cells.map((cell) => (cell === '500' ? '50' : cell)))
    const again = await checked(mended)
    expect(again).toMatchObject({ mapping: [...head, '', ''], toCreate: 1, refused: 0 })
    expect(await apply(again)).toMatchObject({ created: 1 })
    expect((await stored()).map(({ code }) => code)).toEqual(['GOOD', 'HIGH', 'TAKEN'])
    expect(readCsv(await reportOf(again))[1]?.slice(4)).toEqual(['created', ''])
  })

  it('does only what was asked for: create, update, or both', async () => {
    const { id } = await make('HERE')
    const table = [head, ['HERE', 'Renamed', 'percent', '10'], ['AWAY', 'New', 'percent', '10']]
    expect(await checked(table, { mode: 'update' })).toMatchObject({ toCreate: 0, toChange: 1, refused: 1 })
    expect(await checked(table, { mode: 'create' })).toMatchObject({ toCreate: 1, toChange: 0, refused: 1 })
    const byId = await checked(
      [
        ['id', 'name'],
        [id, 'By id'],
        [999_999_999, 'No one'],
        ['x', 'None'],
      ],
      { mode: 'update' },
    )
    expect(byId).toMatchObject({ keyField: 'id', toChange: 1, refused: 2 })
    expect(await problems(byId)).toEqual([
      '3 id 999999999: There is no coupon with this id.',
      expect.stringMatching(/^4 id x: Id must be a number/),
    ])
    for (const [choice, field] of [
      [{ mode: 'both', keyField: null }, 'keyField'],
      [{ keyField: 'name' }, 'keyField'],
      [{ keyField: 'id' }, 'keyField'],
      [{ mode: 'destroy' }, 'mode'],
      [{ mapping: ['code'] }, 'mapping'],
      [{ mapping: ['code', 'code', '', ''] }, 'mapping'],
      [{ mapping: ['code', 'timesUsed', '', ''] }, 'mapping'],
      [{ mapping: ['', '', '', ''] }, 'mapping'],
    ] as const) {
      const one = await importFile(admin, coupons, fileOf(table))
      const reply = await admin.post(`${path}/${one.id}/check`, {
        mapping: head,
        keyField: 'code',
        mode: 'both',
        ...choice,
      })
      expect([reply.status, Object.keys(problemsIn(reply))], JSON.stringify(choice)).toEqual([422, [field]])
      await admin.post(`${path}/${one.id}/cancel`)
    }
    expect((await stored()).map(({ name }) => name)).toEqual(['HERE'])
  })

  it('can name what it refers to by id or by title, as long as the title is one record’s', async () => {
    const made = maker(server.database.kysely, resources, examples)
    const [rome, one, other] = [
      await made.make('cities', { name: 'Rome of imports' }),
      await made.make('cities', { name: 'Twice of imports' }),
      await made.make('cities', { name: 'Twice of imports' }),
    ]
    const table = (cities: string) => [
      [...head, 'cities'],
      ['REF', 'Ref', 'percent', '10', cities],
    ]
    const named = await checked(table('Rome of imports'))
    expect(named).toMatchObject({ mapping: [...head, 'cities'], toCreate: 1 })
    await apply(named)
    const {
      rows: [coupon],
    } = await sql<{ city_ids: number[] }>`select city_ids from coupons where code = 'REF'`.execute(
      server.database.kysely,
    )
    expect(coupon?.city_ids).toEqual([rome])
    expect(await problems(await checked(table('Rome of imports; Twice of imports')))).toEqual([
      expect.stringContaining('Several are called “Twice of imports”: use their ids'),
    ])
    expect(await problems(await checked(table('Nowhere')))).toEqual([
      expect.stringContaining('Nothing is called “Nowhere”'),
    ])
    const byId = await checked([
      ['code', 'cityIds'],
      ['REF', `${one}; ${other}`],
    ])
    expect(await rowsOf(byId)).toMatchObject([
      {
        changes: [
          { key: 'cityIds', before: [{ id: rome, title: 'Rome of imports' }], after: [{ id: one }, { id: other }] },
        ],
      },
    ])
    expect(
      await problems(
        await checked([
          ['code', 'cityIds'],
          ['REF', '999999999'],
        ]),
      ),
    ).toEqual([expect.stringContaining('cityIds 999999999: ')])
  })

  it('does not overwrite what has changed since it was checked', async () => {
    const [first, second] = [await make('FIRST'), await make('SECOND')]
    const one = await checked([
      ['code', 'name'],
      ['FIRST', 'Mine'],
      ['SECOND', 'Mine'],
    ])
    expect((await admin.patch(`/rest/data/coupons/${first.id}`, { name: 'Theirs' })).status).toBe(200)
    expect(await apply(one)).toMatchObject({ state: 'done', changed: 1, refused: 1 })
    expect((await stored()).map(({ name }) => name)).toEqual(['Theirs', 'Mine'])
    expect(await problems(one)).toEqual([
      '2 null : This coupon changed since the file was checked. Import the row again.',
    ])
    // Checked again, it refers to the current record.
    const again = await checked([
      ['code', 'name'],
      ['FIRST', 'Mine'],
    ])
    expect((await admin.patch(`/rest/data/coupons/${first.id}`, { name: 'Theirs again' })).status).toBe(200)
    bodyOf(await admin.post(`${path}/${again.id}/check`, { mapping: ['code', 'name'], keyField: 'code', mode: 'both' }))
    expect(await apply(again)).toMatchObject({ changed: 1, refused: 0 })
    expect((await stored()).find(({ id }) => id === second.id)?.name).toBe('Mine')
  })

  it('neither shows nor stores what is masked', async () => {
    const id = await maker(server.database.kysely, resources, examples).make('customers', {
      email: 'ana.souza@example.com',
      phone: null,
      locale: 'es',
    })
    const one = await checked(
      [
        ['id', 'email', 'locale'],
        [id, 'a•••@example.com', 'pt-BR'],
      ],
      {},
      admin,
      customers,
    )
    expect(await rowsOf(one)).toMatchObject([{ result: 'change', changes: [{ key: 'locale', after: 'pt-BR' }] }])
    expect(await apply(one)).toMatchObject({ changed: 1 })
    const {
      rows: [kept],
    } = await sql<{ email: string; locale: string }>`select email, locale from customers where id = ${id}`.execute(
      server.database.kysely,
    )
    expect(kept).toEqual({ email: 'ana.souza@example.com', locale: 'pt-BR' })
    expect(
      await problems(
        await checked(
          [
            ['id', 'email'],
            [id, 'x•••@example.com'],
          ],
          {},
          admin,
          customers,
        ),
      ),
    ).toEqual([expect.stringContaining('E-mail is masked')])
    const plain = await checked(
      [
        ['id', 'email'],
        [id, 'ana.souza@example.com'],
      ],
      {},
      admin,
      customers,
    )
    expect(plain).toMatchObject({ unchanged: 1, toChange: 0 })
  })

  it('is requested by people who can write that list, and heeds limits row by row', async () => {
    expect(answer(await uploadFile(reader, coupons, fileOf([head])))).toBe('403 Forbidden')
    expect(answer(await uploadFile(editor, cities, fileOf([head])))).toBe('403 Forbidden')
    expect(
      (await admin.post('/rest/data/coupons/file-imports', { fileName: 'a', bytes: 1 }, { 'X-View-As': editorRole }))
        .status,
    ).toBe(409)
    const { id } = await importFile(editor, coupons, fileOf([head, ['ABC', 'A', 'percent', '1']]))
    const city = await maker(server.database.kysely, resources, examples).make('cities')
    await sql`update role_permissions set city_ids = array[${city}]::bigint[] where action = 'write' and object = 'coupons'`.execute(
      server.database.kysely,
    )
    try {
      const one = bodyOf(await editor.post(`${path}/${id}/check`, { mapping: head, keyField: 'code', mode: 'both' }))
      expect(
        (await rowsOf(one, 'refused', editor)).flatMap((row) => row.problems.map(({ message }) => message)),
      ).toEqual([expect.stringContaining('only')])
    } finally {
      await sql`update role_permissions set city_ids = null where action = 'write' and object = 'coupons'`.execute(
        server.database.kysely,
      )
    }
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

describe('more than a hundred rows', { timeout: 60_000 }, () => {
  const count = 130
  async function begun(table: Table = many(count), caller = admin): Promise<FileImport> {
    const { id, mapping, keyField, mode } = await importFile(caller, coupons, fileOf(table))
    expect(bodyOf(await caller.post(`${path}/${id}/check`, { mapping, keyField, mode }))).toMatchObject({
      state: 'checking',
    })
    await server.runJob(job)
    expect(bodyOf(await caller.post(`${path}/${id}/apply`))).toMatchObject({
      state: 'applying',
      toCreate: table.length - 1,
    })
    return await read(id, caller)
  }

  it('are checked and applied by a job as the owner, which reports its progress', async () => {
    const { id } = await begun(undefined, editor)
    const task = await taken()
    expect(await task.step()).toBe(false)
    const { rowsDone, created, state } = await read(id, editor)
    expect([state, rowsDone > 0 && rowsDone < count, created]).toEqual(['applying', true, rowsDone])
    while (!(await task.step()));
    expect(await read(id, editor)).toMatchObject({ state: 'done', created: count, refused: 0 })
    expect(await stored()).toHaveLength(count)
    expect(new Set((await audited()).slice(-count).map(({ actor_email: email }) => email)).size).toBe(1)
    expect((await audited()).at(-2)?.actor_email).not.toContain('admin')
  })

  it('are applied once each, though servers stop, die, and come back', async () => {
    const { id } = await begun()
    const stopping = new AbortController()
    const stopped = await taken(context(stopping.signal))
    await stopped.step()
    stopping.abort()
    expect(await stopped.step()).toBe(true)
    const lost = await taken()
    await lost.step()
    expect(await claimImport(context())).toBeNull()
    await sql`update file_imports set leased_until = now() - interval '1 second'`.execute(server.database.kysely)
    const successor = await taken()
    await successor.step()
    // The first instance was only paused, and tries to continue where it stopped.
    expect(await lost.step()).toBe(true)
    while (!(await successor.step()));
    expect(await read(id)).toMatchObject({ state: 'done', created: count, refused: 0 })
    expect(await stored()).toHaveLength(count)
    expect((await audited()).filter(({ reason }) => reason?.startsWith(`File import ${id},`))).toHaveLength(count)
  })

  it('end within a batch of being cancelled, and the report shows which were applied', async () => {
    const { id } = await begun()
    const task = await taken()
    await task.step()
    const cancelled = bodyOf(await admin.post(`${path}/${id}/cancel`))
    expect(await task.step()).toBe(true)
    expect(await read(id)).toMatchObject({ state: 'cancelled', created: cancelled.created })
    expect(await stored()).toHaveLength(cancelled.created)
    const results = readCsv(await reportOf(cancelled))
      .slice(1)
      .map((cells) => cells.at(-2))
    expect(results.filter((word) => word === 'created')).toHaveLength(cancelled.created)
    expect(results.filter((word) => word === 'not-applied')).toHaveLength(count - cancelled.created)
    expect(answer(await admin.post(`${path}/${id}/cancel`))).toBe('409 Conflict')
  })

  it('stop where their owner has lost the permission', async () => {
    const { id } = await begun(undefined, editor)
    const task = await taken()
    await task.step()
    const { rows: lost } = await sql<{
      role_id: number
    }>`delete from role_permissions where action = 'write' and object = 'coupons' returning role_id`.execute(
      server.database.kysely,
    )
    try {
      expect(await task.step()).toBe(true)
      const {
        rows: [one],
      } = await sql<{
        state: string
        error: string
        created: number
      }>`select state, error, created from file_imports where id = ${id}`.execute(server.database.kysely)
      expect(one).toMatchObject({ state: 'failed', error: expect.stringContaining('“write” on coupons') as string })
      expect(await stored()).toHaveLength(one?.created ?? 0)
    } finally {
      for (const { role_id: role } of lost)
        await sql`insert into role_permissions (role_id, action, object) values (${role}, 'write', 'coupons')`.execute(
          server.database.kysely,
        )
    }
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
