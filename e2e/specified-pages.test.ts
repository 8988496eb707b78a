import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { specifiedPages } from '../src/app/testing/specified-pages.ts'
import type { Client } from '../src/app/testing/start.server.ts'
import { moveTo } from './move.ts'
import { type Product, startProduct, type Visit } from './product.ts'

/** Where the API has the records of a group of pages, when it is not where their address says. */
const collections: Readonly<Record<string, string>> = {
  '/users': 'users/user',
  '/api-users': 'discovery-api-users',
  '/admin-users': 'users/admins',
  '/products/reviews': 'product-reviews',
  '/aliases/reviews': 'alias-reviews',
  '/lineup/reviews': 'lineup-reviews',
  '/roles': 'rbac/roles',
  '/roles/users': 'rbac/users',
  '/purchases/products': 'purchases',
  '/purchases/events': 'purchases',
  '/purchases/products/invoice': 'purchases',
  '/purchases/products/refund-invoice': 'purchases',
  '/purchases/events/invoice': 'purchases',
  '/purchases/events/refund-invoice': 'purchases',
}

/** Every page of section 2 as it is built, on demo data, about a record where it is about one. */
describe.skipIf(inject('chromiumPath') === null)('a page of section 2 in a browser', () => {
  let product: Product
  let admin: Client
  let visit: Visit

  beforeAll(async () => {
    product = await startProduct({ name: 'specified pages', checkOutput: false, demo: 60 })
    admin = await product.server.signIn('admin')
    visit = await product.enter('admin', '/dashboard')
  })
  afterAll(() => product?.stop())

  it.each(specifiedPages)('$path shows a screen of its own', async ({ path }) => {
    const { page, refused } = visit
    await moveTo(page, await addressOf(path), path)
    const screen = path.replace(/\/\{\w+\}/, '').slice(1)
    await page.locator(`main[data-screen="${screen}"] :is(form, table, section, ul)`).first().waitFor()
    // The list that a record was opened from has the same name of a screen, and goes a moment later.
    await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(refused.splice(0)).toEqual([])
  })

  async function addressOf(path: string): Promise<string> {
    const isOfRecord = /\/(view|update)$|\{\w+\}$/.test(path) && path !== '/roles/update'
    if (!isOfRecord) return path
    const group = path.replace(/(\/(view|update))?(\/\{\w+\})?$/, '')
    const kind = /^\/purchases\/(product|event)s/.exec(path)?.[1]
    const { body } = await admin.get(
      `/rest/data/${collections[group] ?? group.slice(1)}`,
      kind ? { filter: { kind } } : {},
    )
    const [record] = body as Record<string, unknown>[]
    const address = path.replace(/\{(\w+)\}/, (_whole, key: string) => encodeURIComponent(String(record?.[key])))
    // Workers are known by their names.
    return address === path ? `${path}?id=${String(record?.['id'] ?? record?.['name'])}` : address
  }
})
