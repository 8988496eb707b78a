import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Client, type Reply, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import { type Maker, maker } from '../../../core/testing/make.server.ts'
import type { UsedBy } from '../../history/record.endpoints.ts'
import type { DeletionPreview } from '../deletion.endpoints.ts'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'

export type Row = Readonly<Record<string, unknown>> & {
  readonly id: number
  readonly name: string
  readonly version: number
}
export let server: TestServer
export let admin: Client
export let records: Maker
let last = 0
export const next = () => ++last

/** Starts the product for the tests of a file, and stops it after them. */
export function serveDeletions(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'successors' })
    admin = await server.signIn('admin')
    records = maker(server.database.kysely, resources, examples)
  })
  afterAll(() => server.stop())
}

export const db = () => server.database.kysely
export async function made(resource: string, values: object): Promise<Row> {
  const reply = await admin.post(`/rest/data/${resource}`, values)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
export const tag = (values: object = {}) => made('tags', { name: `Tag ${++last}`, kind: 'event', ...values })
export const category = (values: object = {}) => made('categories', { name: `Category ${++last}`, ...values })
export const subcategory = (categoryId: number, values: object = {}) =>
  made('subcategories', { name: `Sub ${++last}`, categoryId, ...values })
export const read = async (resource: string, id: number) =>
  (await admin.get(`/rest/data/${resource}/${id}`)).body as Row
export const remove = (
  resource: string,
  { id }: { id: number },
  successorId: unknown,
  who: Client = admin,
  headers: Readonly<Record<string, string>> = {},
) => who.delete(`/rest/data/${resource}/${id}?successorId=${String(successorId)}`, headers)
export const says = ({ status, body }: Reply) => [status, (body as { message?: string }).message]
export const onSuccessor = ({ status, body }: Reply) => [
  status,
  (body as { fields?: Record<string, string> }).fields?.['successorId'],
]
export const usedBy = async (resource: string, { id }: { id: number }) =>
  (await admin.get(`/rest/data/${resource}/${id}/used-by`)).body as UsedBy
export const preview = async (resource: string, { id }: { id: number }, successorId: number | null = null) =>
  (await admin.post(`/rest/data/${resource}/${id}/deletion-preview`, { successorId })).body as DeletionPreview
export const traces = async (object: string, id: number) =>
  (
    await sql<{ action: string; before: unknown; after: unknown; reason: string | null; request_id: string }>`
  select action, before, after, reason, request_id from audit_log where object = ${object} and record_id = ${String(id)} order by id desc`.execute(
      db(),
    )
  ).rows
