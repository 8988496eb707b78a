import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from './database.server.ts'
import { pgTypes } from './pg-types.server.ts'
import { PreparedQuery } from './prepared-query.server.ts'
import { silent } from './testing/embedded-database.server.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.server.ts'

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === null)('a prepared statement on PostgreSQL', { timeout: 60_000 }, () => {
  let server: TestDatabase
  let db: Database
  let plain: pg.Client
  beforeAll(async () => {
    server = await createTestDatabase(postgresUrl ?? '', 'prepared')
    db = await openDatabase({ url: server.url, dataDir: 'unused', log: silent, poolSize: 1 })
    plain = new pg.Client({ connectionString: server.url, types: pgTypes })
    await plain.connect()
    await plain.query("set timezone = 'UTC'; create table notes (id bigint primary key, body text, tags text[])")
  })
  afterAll(async () => {
    await plain.end()
    await db.close()
    await server.drop()
  })

  it.each([
    ['text, quotes and letters beyond ASCII', 'select $1::text as a, $2::text as b', ['Łódź “ñ”', "it's\n"]],
    ['nothing', 'select $1::text as a, $2::date as b', [null, undefined]],
    ['numbers', 'select $1::bigint as a, $2::numeric as b, $3::float8 as c', [9_007_199_254_740_991, 1.5, -0.25]],
    ['bytes', 'select $1::bytea as a, length($1) as b', [Buffer.from([0, 255, 10])]],
    ['an instant and a day', 'select $1::timestamptz as a, $2::date as b', [new Date(1_700_000_000_123), '2026-02-28']],
    [
      'lists',
      'select $1::text[] as a, $2::bigint[] as b',
      [
        ['a,b', '"c"', null],
        [1, 2],
      ],
    ],
    ['objects', 'select $1::jsonb as a', [{ deep: { list: [1, 'é'] } }]],
    ['no row', 'select 1 as a where $1', [false]],
    ['several rows', 'select n, n = $1 as is from generate_series(1, 3) n', [2]],
    ['two columns of one name', 'select $1::int as a, 2 as a', [1]],
  ])('reads %s as pg does, also when it runs again', async (_what, text, values) => {
    const expected = await plain.query({ text, values })
    for (let run = 0; run < 3; run++) {
      const { rows, rowCount, command } = await db.pool.query({ name: `reads ${text}`, text, values })
      expect({ rows, rowCount, command }).toEqual({
        rows: expected.rows,
        rowCount: expected.rowCount,
        command: expected.command,
      })
    }
  })

  it('counts what it wrote, with rows to return and without', async () => {
    const text = 'insert into notes (id, body) select n, $1 from generate_series($2::int, $3::int) n'
    const insert = async (from: number, to: number) => {
      const { rowCount, command, rows } = await db.pool.query({ name: 'insert', text, values: ['a', from, to] })
      return { rowCount, command, rows }
    }
    expect(await insert(1, 2)).toEqual({ rowCount: 2, command: 'INSERT', rows: [] })
    expect(await insert(3, 7)).toEqual({ rowCount: 5, command: 'INSERT', rows: [] })
    const change = { name: 'change', text: 'update notes set body = $1 where id > $2 returning id', values: ['b', 5] }
    for (let run = 0; run < 2; run++) {
      const { rowCount, rows } = await db.pool.query(change)
      expect({ rowCount, ids: rows.map(({ id }) => id).sort() }).toEqual({ rowCount: 2, ids: [6, 7] })
    }
  })

  it('fails by itself: the connection and the statement go on', async () => {
    const divide = (by: number) => db.pool.query({ name: 'divide', text: 'select 10 / $1::int as a', values: [by] })
    const divisionByZero = { code: '22012' }
    await expect(divide(0)).rejects.toMatchObject(divisionByZero)
    expect((await divide(5)).rows).toEqual([{ a: 2 }])
    await expect(divide(0)).rejects.toMatchObject(divisionByZero)
    expect((await divide(2)).rows).toEqual([{ a: 5 }])
    await expect(db.pool.query({ name: 'bad', text: 'select from nowhere $1', values: [1] })).rejects.toMatchObject({
      code: '42601',
    })
    expect(db.pool.totalCount).toBe(1)
  })

  it('refuses a number that would be rounded, and goes on', async () => {
    const read = (value: string) =>
      db.pool.query({ name: 'large', text: 'select $1::text::bigint as a', values: [value] })
    await expect(read('9007199254740993')).rejects.toThrow(RangeError)
    expect((await read('7')).rows).toEqual([{ a: 7 }])
    await expect(read('9007199254740993')).rejects.toThrow(RangeError)
    expect(db.pool.totalCount).toBe(1)
  })

  it('asks for the columns once for each connection, and then sends one packet', async () => {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    const sent: string[] = []
    // Edge: pg types the stream of a connection only where it is made.
    const { stream } = (client as unknown as { connection: { stream: { write: (bytes: Buffer) => boolean } } })
      .connection
    const { write } = stream
    stream.write = function note(bytes) {
      sent.push(String.fromCharCode(bytes[0] ?? 0))
      return Reflect.apply(write, stream, [bytes])
    }
    const run = () =>
      new Promise((resolve, reject) => {
        const statement = { name: 'once', text: 'select $1::int as a', values: [4] }
        client.query(
          new PreparedQuery(statement, pgTypes, (error, result) => (error ? reject(error) : resolve(result))),
        )
      })
    expect(await run()).toMatchObject({ rows: [{ a: 4 }] })
    // Parse, Bind, Describe, Execute.
    expect(sent.splice(0)).toEqual(['P', 'B', 'D', 'E'])
    expect(await run()).toMatchObject({ rows: [{ a: 4 }] })
    expect(sent).toEqual(['B'])
    await client.end()
  })
})
