import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import { type Maker, maker } from '../../../core/testing/make.server.ts'
import type { AliasMembers } from '../alias.endpoints.ts'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'

export type Row = Readonly<Record<string, unknown>> & { readonly id: number }
export let server: TestServer
export let admin: Client
export let records: Maker
export let cityId: number

/** Starts the product for the tests of a file, and stops it after them. */
export function serveAliases(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'aliases' })
    admin = await server.signIn('admin')
    records = maker(server.database.kysely, resources, examples)
    cityId = await records.make('cities')
  })
  afterAll(() => server.stop())
}

export const db = () => server.database.kysely
let count = 0
export async function alias(values: object = {}): Promise<Row> {
  const reply = await admin.post('/rest/data/aliases', {
    title: `Alias ${++count}`,
    shortText: 'Short.',
    cityId,
    ...values,
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
export const product = (values: object = {}) =>
  records.make('products', {
    title: `Product ${++count}`,
    status: 'live',
    suspendedBecause: null,
    currency: 'EUR',
    retailFrom: 5_000,
    netFrom: 4_000,
    rating: null,
    reviewCount: 0,
    cityId,
    ...values,
  })
export const read = async (id: number) => (await admin.get(`/rest/data/aliases/${id}`)).body as Row
export const membersOf = async (id: number) =>
  (await admin.get(`/rest/data/aliases/${id}/members`)).body as AliasMembers
export async function put(
  id: number,
  members: readonly (number | { productId: number; isPinned?: boolean; isPrimary?: boolean })[],
  seen?: readonly number[],
) {
  return await admin.put(`/rest/data/aliases/${id}/members`, {
    seen: seen ?? (await membersOf(id)).members.map(({ productId }) => productId),
    members: members.map((one) => (typeof one === 'number' ? { productId: one } : one)),
  })
}

export async function publish(record: Row): Promise<void> {
  await admin.put(`/rest/data/aliases/${record.id}/translations/es`, {
    texts: { title: { text: `Es ${record.id}`, status: 'approved' } },
  })
  const reply = await admin.post(`/rest/data/aliases/${record.id}/publish`, {})
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}
export const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => 'nothing',
    (error: unknown) => (error as { constraint?: string }).constraint ?? String(error),
  )
