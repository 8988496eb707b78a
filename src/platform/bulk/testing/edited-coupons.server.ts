import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import type { BulkEdit, DoneBulkEdit } from '../bulk-edits.ts'
import type { Reply } from '../../../core/testing/test-context.server.ts'

export let server: TestServer
export let admin: Client
export let agent: Client
export const path = '/rest/data/bulk-edits'
export const rows = 130

/** Starts the product for the tests of a file, and stops it after them. */
export function serveBulkEdits(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'bulk edits' })
    ;[admin, agent] = await Promise.all([server.signIn('admin'), server.signIn('sales-agent')])
  })
  beforeEach(() =>
    sql`
  insert into coupons (code, name, kind, percent, status, valid_until)
  select 'B' || lpad(n::text, 5, '0'), 'Bulk ' || n, 'percent', 100 + n, case when n % 10 = 0 then 'archived' when n % 10 = 1 then 'paused' else 'active' end, null
  from generate_series(1, ${rows}) n`.execute(server.database.kysely),
  )
  afterEach(async () => {
    await sql`delete from bulk_edits`.execute(server.database.kysely)
    await sql`delete from bulk_selections`.execute(server.database.kysely)
    await sql`delete from coupons`.execute(server.database.kysely)
  })
  afterAll(() => server?.stop())
}

export const start = (body: object, caller = admin, resource = 'coupons') =>
  caller.post(`/rest/data/${resource}/bulk-edits`, body)

export const read = async (id: number, caller = admin) => (await caller.get(`${path}/${id}`)).body as BulkEdit
export const done = async (reply: Promise<Reply>) => {
  const { status, body } = await reply
  expect(status, JSON.stringify(body)).toBe(201)
  return body as DoneBulkEdit
}
export async function idsOf(condition = sql`true`): Promise<number[]> {
  return (
    await sql<{ id: number }>`select id from coupons where ${condition} order by id`.execute(server.database.kysely)
  ).rows.map(({ id }) => id)
}
export async function select(query: object = {}, caller = admin): Promise<{ id: number; total: number }> {
  const { status, body } = await caller.post('/rest/data/coupons/selections', query)
  expect(status, JSON.stringify(body)).toBe(201)
  return body as { id: number; total: number }
}

export const rename = { change: { notes: { set: 'Renewed' } } }
