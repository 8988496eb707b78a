import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Product, startProduct } from '../product.ts'
import type { Client, TestServer } from '../../src/app/testing/start.server.ts'

interface Row {
  readonly id: number
  readonly name: string
}
export let product: Product
export let server: TestServer
export let admin: Client
export let last = 0
export const next = () => ++last

/** Starts the product for the flows of a file, and stops it after them. */
export function startCategories(): void {
  beforeAll(async () => {
    product = await startProduct({ name: 'category flows' })
    server = product.server
    admin = await server.signIn('admin')
  })
  afterAll(async () => {
    await product?.stop()
  })
}

export async function made(resource: string, values: object): Promise<Row> {
  const reply = await admin.post(`/rest/data/${resource}`, values)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
export const category = (values: object = {}) =>
  made('categories', { name: `Flow ${++last}`, description: 'What is in it.', ...values })
export const subcategory = (categoryId: number, values: object = {}) =>
  made('subcategories', { name: `Flow ${++last}`, categoryId, description: 'What is in it.', ...values })
export const translate = async (resource: string, { id }: Row, texts: object) => {
  expect((await admin.put(`/rest/data/${resource}/${id}/translations/es`, { texts })).status).toBe(200)
}
export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
