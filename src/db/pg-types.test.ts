import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from './database.server.ts'
import { type EmbeddedDatabase, openEmbeddedForTest, silent } from './testing/embedded-database.server.ts'

const postgresUrl = inject('postgresUrl')

describe.each(['embedded', 'postgres'] as const)('values from the %s database', (engine) => {
  let db: Database
  let embedded: EmbeddedDatabase | undefined
  beforeAll(async () => {
    if (engine === 'embedded') {
      embedded = await openEmbeddedForTest()
      db = embedded.db
    } else if (postgresUrl) {
      db = await openDatabase({ url: postgresUrl, dataDir: 'unused', log: silent })
    }
  })
  afterAll(async () => {
    await (embedded?.drop() ?? db?.close())
  })
  const it_ = it.skipIf(engine === 'postgres' && postgresUrl === null)

  async function value(sql: string): Promise<unknown> {
    const { rows } = await db.pool.query<{ value: unknown }>(`select ${sql} as value`)
    return rows[0]?.value
  }

  it_('are what travels on the wire', async () => {
    expect(await value('9007199254740991::bigint')).toBe(9007199254740991)
    expect(await value('-5::bigint')).toBe(-5)
    expect(await value('12.50::numeric')).toBe(12.5)
    expect(await value('(select sum(x) from (values (1::bigint), (2)) as v (x))')).toBe(3)
    expect(await value("'2026-06-01'::date")).toBe('2026-06-01')
    expect(await value("'09:30'::time(0)")).toBe('09:30')
    expect(await value("'2026-06-01 10:00:00+02'::timestamptz(3)")).toBe('2026-06-01T08:00:00.000Z')
    expect(await value("'2026-06-01 10:00:00.25+00'::timestamptz(3)")).toBe('2026-06-01T10:00:00.250Z')
    expect(await value('true')).toBe(true)
    expect(await value('\'{"a": 1}\'::jsonb')).toEqual({ a: 1 })
    expect(await value('null::timestamptz')).toBe(null)
  })

  it_('are the same inside arrays', async () => {
    expect(await value('array[1, null, 3]::bigint[]')).toEqual([1, null, 3])
    expect(await value("'{}'::bigint[]")).toEqual([])
    expect(await value("array['2026-06-01']::date[]")).toEqual(['2026-06-01'])
    expect(await value("array['2026-06-01 10:00+00', null]::timestamptz[]")).toEqual(['2026-06-01T10:00:00.000Z', null])
    expect(await value("array['a,b', '\"c\"']::text[]")).toEqual(['a,b', '"c"'])
  })

  it_('are refused when a number would be rounded, and the connection goes on', async () => {
    await expect(value('9007199254740993::bigint')).rejects.toThrow('9007199254740993, a number too large')
    await expect(value('12345678901234567890::numeric')).rejects.toThrow('too large to be read exactly')
    expect(await value('1')).toBe(1)
  })

  it_('keep their day and instant whatever zone the machine is in', async () => {
    expect(await value("current_setting('TimeZone')")).toBe('UTC')
    expect(await value("'infinity'::timestamptz")).toBe('infinity')
  })
})
