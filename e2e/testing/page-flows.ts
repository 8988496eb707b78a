import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Product, startProduct } from '../product.ts'
import type { Client, TestServer } from '../../src/app/testing/start.server.ts'

export interface Row {
  readonly id: number
  readonly name: string
}
export let product: Product
export let server: TestServer
export let admin: Client
export let last = 0
export const nextNumber = () => ++last

/** Starts the product for the flows of a file, and stops it after them. */
export function startPages(): void {
  beforeAll(async () => {
    product = await startProduct({ name: 'static page flows' })
    server = product.server
    admin = await server.signIn('admin')
  })
  afterAll(async () => {
    await product?.stop()
  })
}

export async function made(resource: string, values: object): Promise<Row & Record<string, unknown>> {
  const reply = await admin.post(`/rest/data/${resource}`, values)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row & Record<string, unknown>
}

export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
