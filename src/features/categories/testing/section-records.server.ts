import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import { type Maker, maker } from '../../../core/testing/make.server.ts'
import type { SectionTree } from '../section.endpoints.ts'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'

export type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly name: string }
export let server: TestServer
export let admin: Client
export let records: Maker

/** Starts the product for the tests of a file, and stops it after them. */
export function serveSections(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'sections' })
    admin = await server.signIn('admin')
    records = maker(server.database.kysely, resources, examples)
  })
  afterAll(() => server.stop())
}

export async function made(resource: string, values: object): Promise<Row> {
  const reply = await admin.post(`/rest/data/${resource}`, values)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
let count = 0
export const category = (values: object = {}) => made('categories', { name: `Category ${++count}`, ...values })
export const subcategory = (categoryId: number, values: object = {}) =>
  made('subcategories', { name: `Sub ${++count}`, categoryId, ...values })
export const treeOf = async () => (await admin.get('/rest/data/categories/tree')).body as SectionTree
export const below = async (id: number) =>
  (await treeOf()).categories.find((node) => node.id === id)?.subcategories.map((node) => node.id)
export const db = () => server.database.kysely
