import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { TestServer } from '../testing/start.server.ts'
import { startTestServer } from '../testing/start.server.ts'
import { basePathOf } from '../../core/resource/resource.ts'
import { silent } from '../../db/testing/embedded-database.server.ts'
import { resources } from '../registry.server.ts'
import { loadDemoData } from './load.server.ts'
import { brokenIdentities, danglingReferences } from './testing/identities.server.ts'

// Other tests of the demo data load it for one day of 2026, so that figures can be compared. This one loads it as
// `npm start` does, for the day on which it runs: any day of any year.

let server: TestServer
const today = new Date().toISOString().slice(0, 10)

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'demo today' })
  await loadDemoData(server.database, { purchases: 300, today, log: silent })
}, 180_000)
afterAll(() => server?.stop())

it('adds up', async () => {
  const db = server.database.kysely
  expect(await brokenIdentities(db)).toEqual({})
  expect(await danglingReferences(db)).toEqual({})
})

it('ends at this moment: nothing was made, sold or changed later', async () => {
  const db = server.database.kysely
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.table_name as "table", c.column_name as "column"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone'
      and c.column_name in ('created_at', 'updated_at', 'at', 'captured_at', 'authorised_at', 'succeeded_at', 'reviewed_at')`.execute(
    db,
  )
  const found = await Promise.all(
    columns.map(async ({ table, column }) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::integer as n from ${sql.table(table)} where ${sql.ref(column)} > now()`.execute(db)
      return [`${table}.${column}`, rows[0]?.n] as const
    }),
  )
  expect(found.filter(([, n]) => n !== 0)).toEqual([])
  const { rows } = await sql<{ day: string }>`
    select max(created_at)::date::text as day from purchases having max(created_at) > now() - interval '3 days'`.execute(
    db,
  )
  expect(rows).toHaveLength(1)
})

it('can be read by every list', async () => {
  const admin = await server.signIn('admin')
  for (const resource of resources) {
    const { status } = await admin.get(basePathOf(resource), { range: [0, 49] })
    expect([resource.name, status]).toEqual([resource.name, 200])
  }
})
