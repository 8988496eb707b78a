import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import { type Maker, maker } from '../../../core/testing/make.server.ts'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'

export type Row = Readonly<Record<string, unknown>> & {
  readonly id: number
  readonly version: number
  readonly status: string
}
export let server: TestServer
export let admin: Client
export let records: Maker
let product: number

/** Starts the product for the tests of a file, and stops it after them. */
export function serveReviews(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'reviews' })
    admin = await server.signIn('admin')
    records = maker(server.database.kysely, resources, examples)
    product = await records.make('products', { status: 'live', suspendedBecause: null })
  })
  afterAll(() => server.stop())
}

export const path = '/rest/data/product-reviews'
export const db = () => server.database.kysely
let count = 0

export const draft = (values: object = {}) => ({
  productId: product,
  source: 'import',
  originalRating: 5,
  body: `Number ${++count}: ${crypto.randomUUID()} was a pleasure.`,
  language: 'en',
  authorName: 'Anna M.',
  ...values,
})
export async function taken(values: object = {}, at = path): Promise<Row> {
  const reply = await admin.post(at, draft(values))
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
export const step = (id: number, name: string, more: object = {}) =>
  admin.post(`${path}/${id}/moderate`, { step: name, ...more })
export const read = async (id: number) => (await admin.get(`${path}/${id}`)).body as Row

/** A purchase of the product with one item, of the kind that a customer reviews. */
export async function bought(values: object = {}): Promise<number> {
  const id = await records.make('purchases', {
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
    customerEmail: 'anna@example.com',
    ...values,
  })
  await sql`insert into purchase_lines (purchase_id, position, kind, title, quantity, unit_price, amount) values (${id}, 1, 'item', 'Adult', 2, 500, 1000)`.execute(
    db(),
  )
  return id
}
export const verified = async (values: object = {}, purchase: object = {}) =>
  taken({
    source: 'verified_purchase',
    purchaseId: await bought(purchase),
    purchaseLine: 1,
    authorEmail: 'anna@example.com',
    travelDate: '2026-05-10',
    submittedAt: '2026-05-12T10:00:00.000Z',
    ...values,
  })
