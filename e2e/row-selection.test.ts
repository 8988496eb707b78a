import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../src/app/testing/examples.server.ts'
import { resources } from '../src/app/registry.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { faultsOf } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('selecting rows with the mouse', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct({ name: 'row selection' })
    const { make } = maker(product.server.database.kysely, resources, examples)
    for (let n = 1; n <= 30; n += 1) await make('tags', { name: `Tag ${String(n).padStart(2, '0')}`, kind: 'event' })
  })
  afterAll(async () => {
    await product?.stop()
  })

  const bar = (page: Page) => page.getByRole('group', { name: 'Selected rows' })
  const ticked = (page: Page) =>
    page
      .locator('[data-row-id]')
      .evaluateAll((rows) =>
        rows.flatMap((row, index) =>
          row.querySelector<HTMLInputElement>('input[type="checkbox"]')?.checked ? [index + 1] : [],
        ),
      )
  const boxOf = async (page: Page, row: number) => {
    const box = await page
      .locator('[data-row-id]')
      .nth(row - 1)
      .locator('input[type="checkbox"]')
      .boundingBox()
    if (!box) throw new Error(`Row ${row} has no checkbox.`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, bottom: box.y + box.height }
  }

  it.each([1440, 390])('moves no row at %i px, and the last rows can be reached beside the bar', async (width) => {
    const { page } = await product.enter('admin', '/tags/list', { width })
    await page.locator('[data-row-id]').nth(24).waitFor()
    // Where they are before anything is selected.
    const first = width === 390 ? 1 : 5
    const places = [await boxOf(page, first), await boxOf(page, first + 1)]
    for (const [n, { x, y }] of places.entries()) {
      await page.mouse.click(x, y)
      await expect.poll(() => ticked(page)).toEqual([first, first + 1].slice(0, n + 1))
    }
    await bar(page).waitFor()
    expect([await boxOf(page, first), await boxOf(page, first + 1)]).toEqual(places)
    expect(await bar(page).innerText()).toContain('2 selected')
    expect(await faultsOf(page)).toEqual([])

    await page.keyboard.press('End')
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const top = (await bar(page).boundingBox())?.y ?? 0
    await expect.poll(async () => (await boxOf(page, 25)).bottom).toBeLessThan(top)
    await page.locator('[data-row-id]').nth(24).locator('input[type="checkbox"]').click()
    await expect.poll(() => ticked(page)).toEqual([first, first + 1, 25])
    const before = await boxOf(page, 25)
    // Nor does it move anything when it goes.
    const clear = await bar(page).getByRole('button', { name: 'Clear selection' }).boundingBox()
    if (clear) await page.mouse.click(clear.x + clear.width / 2, clear.y + clear.height / 2)
    await bar(page).waitFor({ state: 'detached' })
    expect(await boxOf(page, 25)).toEqual(before)
    await page.context().close()
  })

  it('keeps its bar within the list, however many commands there are', async () => {
    const { make } = maker(product.server.database.kysely, resources, examples)
    await make('performances')
    const { page } = await product.enter('admin', '/performances/list', { width: 1024 })
    const row = page.locator('[data-row-id]').first()
    await row.waitFor()
    await row.locator('input[type="checkbox"]').click()
    await bar(page).waitFor()
    const [own, list] = [await bar(page).boundingBox(), await page.getByRole('main').boundingBox()]
    if (!own || !list) throw new Error('The bar is in the list.')
    expect(own.x).toBeGreaterThanOrEqual(list.x)
    expect(own.x + own.width).toBeLessThanOrEqual(list.x + list.width)
    await page.context().close()
  })
})

describe.skipIf(inject('chromiumPath') === null)('the tree of categories', () => {
  it('indents a level by 16 px, on a phone too', async () => {
    const product = await startProduct({ name: 'tree of categories' })
    const { make } = maker(product.server.database.kysely, resources, examples)
    const categoryId = await make('categories', { name: 'Upper level' })
    await make('subcategories', { name: 'Lower level', categoryId })
    for (const width of [1440, 390]) {
      const { page } = await product.enter('admin', '/categories/list?show=tree', { width })
      const leftOf = async (name: string) => {
        const row = page.getByRole('listitem').filter({ hasText: name }).last()
        await row.waitFor()
        return (await row.boundingBox())?.x ?? 0
      }
      const lower = await leftOf('Lower level')
      const upper = (await page.getByRole('listitem').filter({ hasText: 'Upper level' }).first().boundingBox())?.x ?? 0
      expect(lower - upper).toBe(16)
      await page.context().close()
    }
    await product.stop()
  })
})
