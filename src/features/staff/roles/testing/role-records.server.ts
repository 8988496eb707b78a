import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../../app/testing/start.server.ts'
import type { Reply } from '../../../../core/testing/test-context.server.ts'

export let server: TestServer
export let admin: Client
let last = 0

/** Starts the product for the tests of a file, and stops it after them. */
export function serveRoles(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'roles' })
    admin = await server.signIn('admin')
  })
  afterAll(() => server?.stop())
}

export const newName = () => `role-${++last}`
export const answer = ({ status, body }: Reply) => `${status} ${(body as { error?: string }).error ?? ''}`.trim()
export const fieldsOf = ({ body }: Reply) => (body as { fields?: Record<string, string> }).fields ?? {}
export const one = (path: string, params: Record<string, string>) => `${path}?${new URLSearchParams(params)}`

/** Everything about roles and people that a refused call must leave alone. */
async function state(): Promise<string> {
  const {
    rows: [row],
  } = await sql<{ hash: string }>`
    select md5(concat((select json_agg(r order by id) from roles r), (select json_agg(g order by role_id, action, object) from role_permissions g),
      (select json_agg(json_build_array(id, email, role_id, status, version) order by id) from staff),
      (select json_agg(o order by id) from permission_objects o))) as hash`.execute(server.database.kysely)
  return row?.hash ?? ''
}

export async function unchangedBy(call: () => Promise<Reply>): Promise<Reply> {
  const before = await state()
  const reply = await call()
  expect(await state()).toBe(before)
  return reply
}
