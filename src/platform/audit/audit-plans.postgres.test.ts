import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Database } from '../../db/database.server.ts'
import { parseList } from '../../core/list/list-query.server.ts'
import { listSql } from '../../core/list/list-sql.server.ts'
import { createLog } from '../../core/http/log.server.ts'
import { type MigratedDatabase, openMigrated } from '../../db/testing/migrated-database.server.ts'
import { audit } from './audit.ts'
import { auditServer } from './audit.server.ts'

// AUDIT_ROWS=1000000 for the figures of the decision record, which are printed then.
const rowCount = Number(process.env['AUDIT_ROWS'] ?? 60_000)
const postgresUrl = inject('postgresUrl')

/** Far above what any of these take, far below what reading the whole table takes at a million rows. */
const bound = 60

describe.skipIf(postgresUrl === null)(`the audit of ${rowCount} rows`, () => {
  let own: MigratedDatabase
  let database: Database

  beforeAll(async () => {
    const log = createLog({ level: 'silent' })
    own = await openMigrated({ postgresUrl, name: 'audit plans', dataDir: '', log })
    database = own.database
    // Rows as they come in: a few people do most of it, most of it to a few objects, over two years. The chain is not to the point.
    await database.withoutDeadline(() =>
      database.pool.query(`
      insert into audit_log (id, at, actor_kind, actor_id, actor_name, actor_email, actor_role, action, object, record_id, title, before, after, request_id, address)
      select n, timestamptz '2025-01-01' + n * interval '${Math.floor((730 * 86_400_000) / rowCount)} milliseconds', 'staff', p, 'Person ' || p, 'person-' || p || '@example.com', 'finance',
        case when n % 500 = 0 then 'refused' when n % 7 = 0 then 'create' else 'update' end,
        (array['purchases', 'coupons', 'products', 'events', 'sessions'])[1 + floor(power(random(), 2) * 5)::int],
        (n % 40000)::text, 'Record ' || md5((n % 40000)::text), '{"status": "draft"}', '{"status": "active"}', 'request-' || n, '192.0.2.' || n % 200
      from (select n, 1 + floor(power(random(), 3) * 60)::int as p from generate_series(1, ${rowCount}) as g (n)) as given`),
    )
    await database.withoutDeadline(() =>
      database.pool.query(
        `insert into audit_seals (position, entry_id, hash) select id, id, lpad(to_hex(id), 64, '0') from audit_log`,
      ),
    )
    await database.withoutDeadline(() => database.pool.query('vacuum (analyze) audit_log, audit_seals'))
  }, 600_000)
  afterAll(async () => {
    await own?.drop()
  })

  const middle = new Date(Date.UTC(2025, 6, 1)).toISOString()
  const ways: readonly [string, Record<string, unknown>][] = [
    ['everything', {}],
    ['one person', { filter: { personId: 3 } }],
    ['a person who did little', { filter: { personId: 60 } }],
    ['one object', { filter: { object: 'coupons' } }],
    ['one record', { filter: { object: 'coupons', recordId: '777' } }],
    ['one action', { filter: { action: 'create' } }],
    ['what was refused', { filter: { outcome: 'refused' } }],
    [
      'a day in the middle',
      { filter: { at: { gte: middle, lte: new Date(Date.parse(middle) + 86_400_000).toISOString() } } },
    ],
    ['everything before a day', { filter: { at: { lte: middle } } }],
    ['a person, an object and a stretch of time', { filter: { personId: 3, object: 'products', at: { lte: middle } } }],
    ['an address', { filter: { address: '192.0.2.7' } }],
    ['a request', { filter: { requestId: 'request-4711' } }],
    ['a search that finds little', { q: '9f61408e3afb633e50cdf1b20de6f466' }],
    ['a search that finds much', { q: 'record' }],
  ]

  async function plan(query: Record<string, unknown>): Promise<{ text: string; ms: number }> {
    const params = Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    )
    const compiled = listSql(auditServer, parseList(audit, params, 'UTC'), () => audit).compile(database.kysely)
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers off) ${compiled.sql}`,
      [...compiled.parameters],
    )
    const lines = rows.map((row) => row['QUERY PLAN'])
    return { text: lines.join('\n'), ms: Number(/Execution Time: ([0-9.]+)/.exec(lines.join('\n'))?.[1]) }
  }

  /** Rows that were read only to be thrown away. What counts is not how a plan is called: to find 10,000 of many, any way will do. */
  function wasted(text: string): number {
    return [...text.matchAll(/Rows Removed by (?:Filter|Index Recheck): (\d+)/g)].reduce(
      (sum, [, removed]) => sum + Number(removed),
      0,
    )
  }

  it.each(ways)('finds and counts %s without reading the rest', async (name, query) => {
    await plan(query)
    const first = await plan(query)
    if (process.env['AUDIT_ROWS']) process.stdout.write(`${name.padEnd(44)} ${first.ms.toFixed(1).padStart(8)} ms\n`)
    expect(wasted(first.text), first.text).toBeLessThan(20_000)
    expect(first.ms, first.text).toBeLessThan(bound)
  })

  it('reads a page as fast in the middle of the audit as at its beginning', async () => {
    const {
      rows: [row],
    } = await sql<{
      at: string
      id: number
    }>`select at, id from audit_log order by at limit 1 offset ${rowCount / 2}`.execute(database.kysely)
    const cursor = Buffer.from(JSON.stringify(['at', true, row?.at, row?.id])).toString('base64url')
    await plan({ cursor })
    const deep = await plan({ cursor })
    if (process.env['AUDIT_ROWS'])
      process.stdout.write(`${'a page in the middle, by cursor'.padEnd(44)} ${deep.ms.toFixed(1).padStart(8)} ms\n`)
    expect(deep.text).not.toMatch(/Seq Scan on audit_log|Rows Removed by Filter/)
    expect(deep.ms).toBeLessThan(bound)
  })
})
