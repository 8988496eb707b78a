import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Product, startProduct } from '../product.ts'
import type { Client, TestServer } from '../../src/app/testing/start.server.ts'
import { type Maker, maker } from '../../src/core/testing/make.server.ts'
import { resources } from '../../src/app/registry.server.ts'
import { examples } from '../../src/app/testing/examples.server.ts'

export interface Row {
  readonly id: number
  readonly headline: string
}
export let product: Product
export let server: TestServer
export let admin: Client
export let records: Maker
export let last = 0
export const next = () => ++last

/** Starts the product for the flows of a file, and stops it after them. */
export function startReviews(): void {
  beforeAll(async () => {
    product = await startProduct({ name: 'review flows' })
    server = product.server
    admin = await server.signIn('admin')
    records = maker(server.database.kysely, resources, examples)
  })
  afterAll(async () => {
    await product?.stop()
  })
}

/** Waiting reviews, the oldest first; any that waited before have been decided. */
export async function waiting(count: number): Promise<readonly Row[]> {
  await sql`update product_reviews set status = 'hidden', is_flagged = false where status = 'pending'`.execute(
    server.database.kysely,
  )
  const productId = await records.make('products', {
    status: 'live',
    suspendedBecause: null,
    title: `Tour ${++last}`,
  })
  const made: Row[] = []
  for (let n = 0; n < count; n++) {
    const reply = await admin.post('/rest/data/product-reviews', {
      productId,
      source: 'import',
      originalRating: 5,
      title: `Story ${++last}`,
      body: `It was good on day ${last}, says ${crypto.randomUUID()}.`,
      language: 'en',
      authorName: 'Anna M.',
      submittedAt: `2026-03-${10 + n}T10:00:00.000Z`,
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    made.push(reply.body as Row)
  }
  return made
}
export const statusOf = async ({ id }: Row) => {
  const { status, rejectionReason, isFlagged } = (await admin.get(`/rest/data/product-reviews/${id}`)).body as {
    status: string
    rejectionReason: string | null
    isFlagged: boolean
  }
  return [status, rejectionReason, isFlagged]
}
export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

export const queue = '/products/reviews/queue'
