import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import type { Reply } from '../../../core/testing/test-context.server.ts'
import type { Export } from '../exports.ts'
import { readCsv } from './read-files.server.ts'

export let server: TestServer
export let admin: Client
export let finance: Client
export let reader: Client
export const path = '/rest/data/exports'
/** More than a page of the maker's, so that something can happen in between. */
export const rows = 2_320

export const byCode = { sort: '["code","ASC"]', columns: ['code', 'name'] }
export const codes = Array.from({ length: rows }, (_, n) => `C${String(n + 1).padStart(5, '0')}`)

/** After their account was suspended, which ended the session. */
export async function signFinanceIn(): Promise<void> {
  finance = await server.signIn('finance')
}

/** Starts the product for the tests of a file, and stops it after them. */
export function serveExports(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'exports' })
    ;[admin, finance, reader] = await Promise.all([
      server.signIn('admin'),
      server.signIn('finance'),
      server.signIn('read-only'),
    ])
    await sql`
    insert into coupons (code, name, kind, percent, status)
    select 'C' || lpad(n::text, 5, '0'), 'Coupon ' || n, 'percent', 100 + n, case when n % 2 = 0 then 'active' else 'draft' end
    from generate_series(1, ${rows}) n`.execute(server.database.kysely)
  })
  afterEach(() => sql`delete from exports`.execute(server.database.kysely))
  afterAll(() => server?.stop())
}

export const answer = ({ status, body }: Reply) => `${status} ${(body as { error?: string }).error ?? ''}`.trim()

export const start = (caller: Client, query: object = {}, resource = 'coupons') =>
  caller.post(`/rest/data/${resource}/exports`, { format: 'csv', ...query })
export const make = () => server.runJob('make-exports')

export async function begun(caller: Client, query: object = {}, resource = 'coupons'): Promise<Export> {
  const reply = await start(caller, query, resource)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Export
}
export const read = async (id: number, caller = admin) => (await caller.get(`${path}/${id}`)).body as Export
export const fileOf = (id: number, caller: Client) =>
  fetch(new URL(`${path}/${id}/file`, server.url), { headers: { 'x-token': caller.token } })
export const linesOf = async (id: number, caller: Client) =>
  readCsv((await (await fileOf(id, caller)).text()).replace('\ufeff', '')).slice(1)
export const piecesOf = async (id: number) =>
  Number(
    (
      await sql<{ n: number }>`select count(*) as n from export_chunks where export_id = ${id}`.execute(
        server.database.kysely,
      )
    ).rows[0]?.n,
  )
export const auditOf = async (id: number) =>
  (
    await sql<{ action: string; object: string; actor_email: string; after: Record<string, unknown> }>`
  select action, object, actor_email, after from audit_log where after ->> 'export' = ${String(id)} order by id`.execute(
      server.database.kysely,
    )
  ).rows
