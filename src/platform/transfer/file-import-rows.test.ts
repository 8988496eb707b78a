import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { FileImport } from './file-imports.ts'
import { readCsv } from './testing/read-files.server.ts'
import { importFile, uploadFile } from './testing/import-file.server.ts'
import { coupons } from '../../features/coupons/coupons.ts'
import { problemsIn } from '../../core/testing/test-context.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import { cities } from '../../features/places/geo/cities.ts'
import { customers } from '../../features/customers/customers.ts'
import {
  admin,
  answer,
  apply,
  bodyOf,
  checked,
  editor,
  editorRole,
  fileOf,
  head,
  make,
  path,
  reader,
  reportOf,
  rowsOf,
  serveImports,
  server,
  stored,
} from './testing/coupon-imports.server.ts'

serveImports()

const problems = async (one: FileImport) =>
  (await rowsOf(one, 'refused')).flatMap(({ number, problems: found }) =>
    found.map(({ column, value, message }) => `${number} ${column} ${value}: ${message}`),
  )

describe('a file', () => {
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
        expect.stringMatching(/^7 code TAKEN: A coupon with this Code already exists/),
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
      '3 id 999999999: No coupon has this id.',
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
    expect(await problems(await checked(table('Nowhere')))).toEqual([expect.stringContaining('“Nowhere” not found')])
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

  it('that is mapped by hand is mapped again in its report, and says of each change in which zone it is', async () => {
    const { id } = await make('ZONED', { validFrom: '2036-06-01T17:30:00Z', timeZone: 'Europe/Rome' })
    const mapping = ['code', 'validFrom']
    const one = await checked(
      [
        ['Voucher', 'Begins'],
        ['ZONED', '2036-06-02 19:30'],
        ['?', ''],
      ],
      { mapping, keyField: 'code', mode: 'both' },
    )
    expect((await rowsOf(one, 'change')).map(({ changes }) => changes)).toEqual([
      [
        {
          key: 'validFrom',
          before: '2036-06-01T17:30:00.000Z',
          after: '2036-06-02T17:30:00.000Z',
          beside: ['Europe/Rome', 'Europe/Rome'],
        },
      ],
    ])
    const again = await importFile(admin, coupons, Buffer.from(await reportOf(one, 'refused')))
    expect([again.mapping, again.keyField, id]).toEqual([[...mapping, '', ''], 'code', id])
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
    ).toEqual([expect.stringContaining('Email is masked')])
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
