import { afterAll, beforeAll, expect, inject } from 'vitest'
import type { RecordOf } from '../../../core/resource/resource.ts'
import type { coupons } from '../coupons.ts'
import { type Client, type Reply, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import { type Catalogue, makeCatalogue } from './coupons.server.ts'

export type Coupon = RecordOf<typeof coupons>

export let server: TestServer
export let admin: Client
export let catalogue: Catalogue

/** Starts the product for the tests of a file, and stops it after them. */
export function serveCoupons(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'coupons' })
    admin = await server.signIn('admin')
    catalogue = await makeCatalogue(server.database.kysely)
  })
  afterAll(() => server.stop())
}

export const path = '/rest/data/coupons'
let last = 0
export const next = () => ++last
export const percentage = () => ({ code: `PCT-${++last}`, name: 'Ten per cent', kind: 'percent', percent: 1000 })
export const fixed = () => ({
  code: `FIX-${++last}`,
  name: 'Ten off',
  kind: 'fixed',
  amounts: [{ currency: 'EUR', amount: 1000 }],
})

export async function create(draft: object): Promise<Coupon> {
  const reply = await admin.post(path, draft)
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 201 })
  return reply.body as Coupon
}

export const fieldsOf = (reply: Reply) => (reply.body as { fields?: Record<string, string> }).fields ?? {}
