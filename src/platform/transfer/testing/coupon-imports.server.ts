import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import { csvText } from '../../../core/csv.ts'
import type { Reply } from '../../../core/testing/test-context.server.ts'
import type { FileImport, ImportRow } from '../file-imports.ts'
import { coupons } from '../../../features/coupons/coupons.ts'
import type { customers } from '../../../features/customers/customers.ts'
import { importFile } from './import-file.server.ts'

export let server: TestServer
export let admin: Client
export let editor: Client
export let reader: Client
export const path = '/rest/data/file-imports'
export const job = 'work-at-file-imports'

/** Starts the product for the tests of a file, and stops it after them. */
export function serveImports(): void {
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
  afterEach(async () => {
    await sql`delete from file_imports`.execute(server.database.kysely)
    await sql`delete from coupons`.execute(server.database.kysely)
  })
  afterAll(() => server?.stop())
}

export let editorRole = ''

export type Table = readonly (readonly (string | number)[])[]
export const fileOf = (table: Table) => Buffer.from(csvText(table.map((row) => row.map(String))))
export const answer = ({ status, body }: Reply) => `${status} ${(body as { error?: string }).error ?? ''}`.trim()
export const bodyOf = (reply: Reply) => {
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  return reply.body as FileImport
}

interface Choice {
  mapping?: readonly string[]
  keyField?: string | null
  mode?: string
}
export async function checked(
  table: Table,
  choice: Choice = {},
  caller = admin,
  resource: typeof coupons | typeof customers = coupons,
): Promise<FileImport> {
  const { id, mapping, keyField, mode } = await importFile(caller, resource, fileOf(table))
  return bodyOf(await caller.post(`${path}/${id}/check`, { mapping, keyField, mode, ...choice }))
}
export const apply = async ({ id }: FileImport, caller = admin) => bodyOf(await caller.post(`${path}/${id}/apply`))
export const read = async (id: number, caller = admin) => bodyOf(await caller.get(`${path}/${id}`))
export const rowsOf = async ({ id }: FileImport, result?: string, caller = admin) =>
  (await caller.get(`${path}/${id}/rows`, { ...(result && { result }) })).body as ImportRow[]

export const reportOf = async ({ id }: FileImport, only?: string, caller = admin) =>
  String((await caller.get(`${path}/${id}/report`, { ...(only && { only }) })).body).replace('\ufeff', '')
export const stored = async () =>
  (
    await sql<{ id: number; code: string; name: string; percent: number; version: number }>`
  select id, code, name, percent, version from coupons order by code`.execute(server.database.kysely)
  ).rows
export const audited = async () =>
  (
    await sql<{ action: string; title: string | null; reason: string | null; actor_email: string }>`
  select action, title, reason, actor_email from audit_log where object = 'coupons' order by id`.execute(
      server.database.kysely,
    )
  ).rows
export async function make(code: string, values: object = {}): Promise<{ id: number; version: number }> {
  const reply = await admin.post('/rest/data/coupons', { code, name: code, percent: 1000, ...values })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as { id: number; version: number }
}

export const head = ['code', 'name', 'kind', 'percent']
