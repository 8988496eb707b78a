import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type Product, startProduct } from '../product.ts'
import type { Client, TestServer } from '../../src/app/testing/start.server.ts'
import { type Maker, maker } from '../../src/core/testing/make.server.ts'
import { resources } from '../../src/app/registry.server.ts'
import { examples } from '../../src/app/testing/examples.server.ts'

export interface Row {
  readonly id: number
  readonly name: string
}
export let product: Product
export let server: TestServer
export let admin: Client
export let records: Maker
export let last = 0
export const next = () => ++last

/** Starts the product for the flows of a file, and stops it after them. */
export function startLineups(): void {
  beforeAll(async () => {
    product = await startProduct({ name: 'lineup flows' })
    server = product.server
    admin = await server.signIn('admin')
    records = maker(server.database.kysely, resources, examples)
  })
  afterAll(async () => {
    await product?.stop()
  })
}

export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
