import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import type { Reply } from '../../../core/testing/test-context.server.ts'
import { type AuditEntry, appendAudit } from '../../../core/audit/audit.server.ts'
import { system } from '../../../core/access/access.ts'

export interface Entry {
  id: number
  action: string
  object: string
  recordId: string | null
  title: string | null
  outcome: string
  changes: { key: string; before: string | null; after: string | null }[]
}

export let server: TestServer
export let admin: Client
export let finance: Client
export const path = '/rest/data/audit'

/** Starts the product for the tests of a file, and stops it after them. */
export function serveAudit(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'audit' })
    // An auditor who sees coupons but no purchase.
    await sql`
    insert into role_permissions (role_id, action, object)
    select id, action, 'audit' from roles, unnest(array['ui', 'export']) as given (action) where name = 'catalogue-editor'
    union all select id, 'ui', 'audit' from roles where name = 'finance'`.execute(server.database.kysely)
    admin = await server.signIn('admin')
    finance = await server.signIn('finance')
  })
  afterAll(() => server.stop())
}

export const entriesOf = (reply: Reply) => reply.body as Entry[]
export const find = async (filter: object, by = admin) => entriesOf(await by.get(path, { filter }))

export async function coupon(values: object = {}): Promise<{ id: number; code: string }> {
  const reply = await admin.post('/rest/data/coupons', {
    code: `AUDIT-${crypto.randomUUID().slice(0, 8).toUpperCase()}`,
    name: 'Audited',
    percent: 500,
    ...values,
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as { id: number; code: string }
}

export async function append(
  entry: AuditEntry,
  origin: Partial<Parameters<typeof appendAudit>[2]> = {},
): Promise<number> {
  const db = server.database.kysely
  await db
    .transaction()
    .execute((transaction) => appendAudit(transaction, [entry], { actor: system('tests'), ...origin }))
  const {
    rows: [head],
  } = await sql<{ id: number }>`select max(id) as id from audit_log`.execute(db)
  return head?.id ?? 0
}
