import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Product, startProduct } from '../product.ts'
import type { Client } from '../../src/app/testing/start.server.ts'

export interface Row {
  readonly id: number
  readonly name: string
}
export let product: Product
export let admin: Client
export let last = 0

/** Starts the product for the flows of a file, and stops it after them. */
export function startRules(): void {
  beforeAll(async () => {
    product = await startProduct({ name: 'rule flows' })
    admin = await product.server.signIn('admin')
  })
  afterAll(async () => {
    await product?.stop()
  })
}

export const unique = (text: string) => `${text} ${++last} ${crypto.randomUUID().slice(0, 4)}`
export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

export async function made(resource: string, values: object): Promise<Row> {
  const reply = await admin.post(`/rest/data/${resource}`, values)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}

/** The page that a link to a new rule leads to is there: until then the fields are those of the page that is left. */
export const newRulePage = (page: Page) => page.locator('main[data-screen="rules/create"]').waitFor()
