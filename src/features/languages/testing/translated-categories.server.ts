import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import type { ImportReport, Unit } from '../queue.endpoints.ts'

export let server: TestServer
export let admin: Client
export let last = 0
export const next = () => ++last

/** Starts the product for the tests of a file, and stops it after them. */
export function serveTranslations(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'languages' })
    admin = await server.signIn('admin')
  }, 120_000)
  afterAll(() => server.stop())
}

export interface Row {
  readonly id: number
  readonly name: string
  readonly [key: string]: unknown
}
export async function category(values: object = {}): Promise<Row> {
  const reply = await admin.post('/rest/data/categories', {
    name: `Kind ${++last}`,
    description: 'What is in it.',
    ...values,
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
export const translate = (id: number, texts: object) =>
  admin.put(`/rest/data/categories/${id}/translations/es`, { texts })
export const unitsOf = async (query: Record<string, string> = {}) =>
  ((await admin.get('/rest/data/translations', { resource: 'categories', ...query })).body as { units: Unit[] }).units
export const own = async (id: number, query: Record<string, string> = {}) =>
  (await unitsOf(query)).filter(({ recordId }) => recordId === id)
export const exported = async (query: Record<string, string>) =>
  String((await admin.get('/rest/data/translations/export', { resource: 'categories', ...query })).body)
export const everything = 'missing,machine,draft,in_review,approved,outdated'
export const imported = (format: string, text: string, more: object = {}) =>
  admin.post('/rest/data/translations/import', { format, text, apply: false, ...more })
export const report = (reply: { body: unknown }) => reply.body as ImportReport
