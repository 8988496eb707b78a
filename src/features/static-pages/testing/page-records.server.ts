import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import type { PageVersion } from '../static-page.endpoints.ts'

export let server: TestServer
export let admin: Client
export let last = 0
export const next = () => ++last

/** Starts the product for the tests of a file, and stops it after them. */
export function servePages(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'static pages' })
    admin = await server.signIn('admin')
  }, 120_000)
  afterAll(() => server.stop())
}

export interface Row {
  readonly id: number
  readonly slug: string
  readonly version: number
  readonly [key: string]: unknown
}
export async function page(values: object = {}): Promise<Row> {
  const n = ++last
  const reply = await admin.post('/rest/data/static-pages', {
    title: `Page ${n}`,
    key: `page-no-${n}`,
    body: '<p>Text.</p>',
    ...values,
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
export const legal = (values: object = {}) => page({ template: 'legal', ...values })
export const at = ({ id }: Row, more: string) => `/rest/data/static-pages/${id}/${more}`
export const problems = (reply: { status: number; body: unknown }) => [
  reply.status,
  Object.keys((reply.body as { fields?: object }).fields ?? {}),
]

export async function version(record: Row, values: object = {}): Promise<PageVersion> {
  const reply = await admin.post(at(record, 'versions'), { effectiveFrom: null, note: null, ...values })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as PageVersion
}
