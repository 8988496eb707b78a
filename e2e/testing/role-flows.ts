import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type Product, startProduct } from '../product.ts'
import type { Client, TestServer } from '../../src/app/testing/start.server.ts'
import type { Look } from '../axe.ts'

let product: Product
export let server: TestServer
export let admin: Client
let last = 0

/** Starts the product for the flows of a file, and stops it after them. */
export function startRoles(): void {
  beforeAll(async () => {
    product = await startProduct({ name: 'role flows' })
    server = product.server
    admin = await server.signIn('admin')
  })
  afterAll(async () => {
    await product?.stop()
  })
}

export const newName = () => `flow-${++last}`

/** A person's page. `role` is the one that the demo person started with. */
export const enter = async (role: string, path: string, look?: Partial<Look>): Promise<Page> =>
  (await product.enter(role, path, look)).page
export const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
export const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
export const said = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).waitFor()
