import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { SampleServer } from '../testing/sample-server.server.ts'
import { startSampleServer } from '../testing/sample-server.server.ts'

let sample: SampleServer
const path = '/rest/data/makers'
const rows = 10_300

beforeAll(async () => {
  sample = await startSampleServer({
    postgresUrl: inject('postgresUrl'),
  })
  // Names as imports leave them: blanks around them, two spellings of one letter, the same one often.
  await sql`insert into makers (name)
    select case n % 7 when 0 then ' Maker ' when 1 then E'Cafe\u0301 ' || n when 2 then 'Café ' || n else 'Maker ' || (n % 900) || '  ' end
    from generate_series(1, ${rows}::int) as n`.execute(sample.db)
})
afterAll(() => sample.close())

const list = (params: Readonly<Record<string, unknown>>) => sample.admin.get(path, params)

describe('a list of more than 10,000 rows', () => {
  it('says that there are at least as many, and counts no further', async () => {
    const { headers } = await list({ range: [0, 24] })
    expect([headers.get('content-range'), headers.get('x-total-count'), headers.get('x-total-count-kind')]).toEqual([
      'makers 0-24/10000',
      '10000',
      'capped',
    ])
    const few = await list({ range: [0, 24], filter: { id: [1, 2, 3] } })
    expect([few.headers.get('x-total-count'), few.headers.get('x-total-count-kind')]).toEqual(['3', 'exact'])
  })

  it('is reached by range up to 10,000 itself, and beyond by cursor', async () => {
    expect((await list({ range: [9_975, 9_999] })).body).toHaveLength(25)
    expect((await list({ range: [9_976, 10_000] })).body).toHaveLength(25)
    for (const range of [
      [9_977, 10_001],
      [10_000, 10_024],
    ]) {
      const beyond = await list({ range })
      expect([beyond.status, JSON.stringify(beyond.body)]).toEqual([422, expect.stringContaining('cursor')])
    }
  })

  it.each([['["name","ASC"]'], ['["name","DESC"]'], ['["id","DESC"]']])(
    'is the same whole in pages by cursor, sorted by %s',
    async (sort) => {
      const ids: number[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const reply = await list({ sort, cursor, limit: 500, fields: ['id'] })
        ids.push(...(reply.body as { id: number }[]).map(({ id }) => id))
        cursor = reply.headers.get('x-next-cursor')
        expect(reply.headers.get('x-total-count')).toBeNull()
      }
      const [key, order] = JSON.parse(sort) as [string, string]
      const { rows: expected } = await sql<{ id: number }>`
      select id from makers order by ${sql.ref(key)}${sql.raw(key === 'name' ? ' collate alphabetical' : '')} ${sql.raw(order)}, id ${sql.raw(order)}`.execute(
        sample.db,
      )
      expect(ids).toEqual(expected.map(({ id }) => id))
      expect(ids).toHaveLength(rows)
    },
  )

  it('can be followed by cursor from any page by range', async () => {
    const sort = '["name","ASC"]'
    const first = await list({ sort, range: [0, 9] })
    const next = await list({ sort, cursor: first.headers.get('x-next-cursor'), limit: 10 })
    const second = await list({ sort, range: [10, 19] })
    expect(next.body).toEqual(second.body)
  })
})

describe('a list of words', () => {
  const names = ['AC/DC', 'aida', 'AS Roma', 'Avila', 'Ávila', 'La Coruña', 'La Cresta', 'Zürich', 'zz top']

  it('is in the order of an alphabet, whatever the letters look like', async () => {
    await sql`insert into stalls (name) select unnest(${names.toReversed()}::text[])`.execute(sample.db)
    for (const [order, expected] of [
      ['ASC', names],
      ['DESC', names.toReversed()],
    ] as const) {
      const found: string[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const reply = await sample.admin.get('/rest/data/stalls', {
          sort: ['name', order],
          cursor,
          limit: 2,
          fields: ['name'],
        })
        found.push(...(reply.body as { name: string }[]).map(({ name }) => name))
        cursor = reply.headers.get('x-next-cursor')
      }
      expect(found).toEqual(expected)
    }
  })
})

describe('a search', () => {
  it.each([
    ['ro', []],
    ['as', ['AS Roma']],
    ['rom', ['AS Roma']],
    ['A', []],
    ['zz', ['zz top']],
    ['zurich', ['Zürich']],
    ['ÁVILA', ['Avila', 'Ávila']],
    ['coruna la', ['La Coruña']],
    ['/d', []],
    ['//', []],
    ['%_'.repeat(100), []],
    ['-'.repeat(200), []],
  ])(
    'for %j finds %j: words of three letters anywhere, two letters at the beginning, signs nowhere',
    async (q, expected) => {
      const { body } = await sample.admin.get('/rest/data/stalls', { q, sort: ['name', 'ASC'], fields: ['name'] })
      expect((body as { name: string }[]).map(({ name }) => name)).toEqual(expected)
    },
  )
})

describe('a sort by what is calculated for every row', () => {
  const gadgets = '/rest/data/gadgets'
  const sorted = (params: Readonly<Record<string, unknown>>) =>
    sample.admin.get(gadgets, {
      sort: ['partCount', 'DESC'],
      ...(!('cursor' in params) && { range: [0, 24] }),
      ...params,
    })

  beforeAll(async () => {
    const id = await sample.maker.make('gadgets', { name: 'Original' })
    const { rows: columns } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_name = 'gadgets' and column_name not in ('id', 'name', 'code', 'serial') and is_generated = 'NEVER'`.execute(
      sample.db,
    )
    const kept = sql.join(columns.map(({ name }) => sql.ref(name)))
    await sql`insert into gadgets (name, code, serial, ${kept}) select 'Copy ' || n, 'C-' || lpad(n::text, 6, '0'), 'copy-' || n, ${kept} from gadgets, generate_series(1, 10000) as n where id = ${id}`.execute(
      sample.db,
    )
  })

  it('is refused beyond 10,000 rows, in words, by range and by cursor', async () => {
    for (const reply of [await sorted({}), await sorted({ cursor: '', limit: 10 })]) {
      expect([reply.status, reply.body]).toMatchObject([
        422,
        {
          message:
            'Sorting by Part count goes up to 10,000 rows, and there are more. Narrow the list first, or sort by something else.',
          fields: { sort: expect.any(String) as string },
        },
      ])
    }
  })

  it('goes on once the list is narrowed, and other sorts always', async () => {
    const narrowed = await sorted({ filter: { name: { startsWith: 'Copy' } } })
    expect([
      narrowed.status,
      narrowed.headers.get('x-total-count'),
      narrowed.headers.get('x-total-count-kind'),
    ]).toEqual([200, '10000', 'exact'])
    expect((await sorted({ sort: ['name', 'ASC'] })).headers.get('x-total-count-kind')).toBe('capped')
  })
})
