import { sql } from 'kysely'
import { afterAll, beforeAll, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import { type Maker, maker } from '../../../core/testing/make.server.ts'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'
import { keyWith } from './api-key.server.ts'
import { apiScopes } from '../../api-users/api-users.ts'

export type Row = Readonly<Record<string, unknown>> & { readonly id: number }
export let server: TestServer
export let admin: Client
export let records: Maker
export let product: number
let key = ''

/** Starts the product for the tests of a file, and stops it after them. */
export function servePublicReviews(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'public_reviews' })
    admin = await server.signIn('admin')
    const db = server.database.kysely
    records = maker(db, resources, examples)
    product = await records.make('products', {
      status: 'live',
      suspendedBecause: null,
      title: 'River cruise',
      locale: 'en',
      rating: 4.1,
      reviewCount: 900,
    })
    await sql`update locales set is_enabled_on_site = true where code = 'es'`.execute(db)
    key = (await keyWith(db, apiScopes)).key
  })
  afterAll(() => server.stop())
}

export async function get(call: string, params: Record<string, string> = {}, headers: Record<string, string> = {}) {
  return await server.anonymous.get(`/v1/${call}`, params, { authorization: `Bearer ${key}`, ...headers })
}

export async function bought(values: object): Promise<object> {
  const purchaseId = await records.make('purchases', {
    kind: 'product',
    productId: product,
    productOptionId: await records.make('product-options', { productId: product }),
    eventId: null,
    performanceId: null,
    travelDate: '2026-05-10',
    bookingStatus: 'completed',
    paymentStatus: 'captured',
    fulfilmentStatus: 'delivered',
    refundState: 'none',
    captured: 10_500,
    refunded: 0,
    refundPending: 0,
    chargedBack: 0,
    ...values,
  })
  await sql`insert into purchase_lines (purchase_id, position, kind, title, quantity, unit_price, amount) values (${purchaseId}, 1, 'item', 'Adult', 2, 500, 1000)`.execute(
    server.database.kysely,
  )
  return {
    source: 'verified_purchase',
    purchaseId,
    purchaseLine: 1,
    travelDate: '2026-05-10',
    submittedAt: '2026-05-12T10:00:00.000Z',
  }
}
