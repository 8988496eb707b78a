import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { openTestContext } from '../../../app/testing/test-context.server.ts'
import type { Client } from '../../../app/testing/start.server.ts'
import type { Reply, Row } from '../../../core/testing/test-context.server.ts'
import { grant } from '../../../app/testing/grant.server.ts'

export let testContext: Awaited<ReturnType<typeof openTestContext>>
export let agent: Client
export const path = '/rest/data/discovery-api-users'
export const draft = {
  name: 'Summer app',
  company: 'Wanderlust',
  email: 'dev@wanderlust.example',
  scopes: ['catalogue:read'],
}

/** Starts the product for the tests of a file, and stops it after them. */
export function serveApiUsers(): void {
  beforeAll(async () => {
    testContext = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'api users' })
    await grant(testContext.server.database, 'sales-agent', 'users', 'write', 'manage-keys')
    agent = await testContext.server.signIn('sales-agent')
  })
  afterAll(() => testContext.close())
}

export interface Created {
  id: number
  key: string
  version: number
}
export async function create(values: object = {}): Promise<Created> {
  const reply = await agent.post(path, { ...draft, ...values })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Created
}

export const codeOf = ({ status, body }: Reply) => `${status} ${(body as { error?: string }).error ?? ''}`.trim()
export const traces = async (id: number) =>
  (
    await sql<{ action: string; after: Row | null; text: string }>`
  select action, after, audit_text(audit_log, '') as text from audit_log where object = 'discovery-api-users' and record_id = ${String(id)} order by id`.execute(
      testContext.db,
    )
  ).rows
