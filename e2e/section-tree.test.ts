import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { chooseAction } from './actions.ts'
import { loaded } from './axe.ts'
import {
  admin,
  category,
  next,
  product,
  server,
  startCategories,
  subcategory,
  toasts,
} from './testing/category-flows.ts'

const namesBelow = (page: Page, name: string) =>
  page
    .getByRole('list', { name: `Subcategories of ${name}` })
    .getByRole('link')
    .allInnerTexts()

describe.skipIf(inject('chromiumPath') === null)('categories, subcategories and authors', () => {
  startCategories()

  it('orders the tree with the keyboard, says what happened, and keeps the focus where it was', async () => {
    const [one, two] = [await category({ name: `Keys one ${next()}` }), await category({ name: `Keys two ${next()}` })]
    const [a, b] = [
      await subcategory(one.id, { name: `Leaf a ${next()}` }),
      await subcategory(one.id, { name: `Leaf b ${next()}` }),
    ]
    const { page } = await product.enter('admin', '/categories/list?show=tree')
    await page.getByRole('button', { name: `Move ${a.name} down` }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText(`${a.name} is at position 2 of 2 in ${one.name}.`).waitFor()
    await expect.poll(() => namesBelow(page, one.name)).toEqual([b.name, a.name])
    await page.getByRole('button', { name: `Move ${a.name} to the next category` }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText(`${a.name} is at position 1 of 1 in ${two.name}.`).waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))
      .toContain(a.name)
    await expect
      .poll(async () => (await admin.get(`/rest/data/subcategories/${a.id}`)).body)
      .toMatchObject({ categoryId: two.id })
    await page.context().close()
  })

  it('opens as the tree, remembers the choice of the table, and opens addresses of rows as the table', async () => {
    const record = await category({ name: `Opened ${next()}` })
    const { page } = await product.enter('admin', '/categories/list')
    const tree = page.getByRole('list', { name: 'Categories in the order of the menu' })
    await tree.getByRole('link', { name: record.name }).waitFor()
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    await page.getByRole('table', { name: 'Categories' }).waitFor()
    await page.goto(`${server.url}/categories/list`)
    await page.getByRole('table', { name: 'Categories' }).waitFor()
    await page.getByRole('button', { name: 'Tree', exact: true }).click()
    await tree.waitFor()
    await page.goto(`${server.url}/categories/list?q=${encodeURIComponent(record.name)}`)
    await page.getByRole('table', { name: 'Categories' }).getByText(record.name).waitFor()
    await page.context().close()
  })

  it('leads from a page on through the tree as it is drawn, and through the table once that is shown', async () => {
    const [one, two] = [await category({ name: `Walk b ${next()}` }), await category({ name: `Walk a ${next()}` })]
    const leaf = await subcategory(one.id, { name: `Walk leaf ${next()}` })
    const { page } = await product.enter('admin', '/categories/list?show=tree')
    const isOn = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('link', { name: one.name }).click()
    await isOn(one.name)
    await page.getByRole('button', { name: 'Next record' }).click()
    await isOn(leaf.name)
    await loaded(page)
    await page.keyboard.press('j')
    await isOn(two.name)
    await loaded(page)
    await page.keyboard.press('k')
    await isOn(leaf.name)
    await page.goto(`${server.url}/categories/list?q=Walk&sort=name`)
    await page.getByRole('table', { name: 'Categories' }).getByRole('link', { name: two.name }).click()
    await isOn(two.name)
    await page.getByRole('button', { name: 'Next record' }).click()
    await isOn(one.name)
    await page.context().close()
  })

  it('shows what a colleague does to the tree while it is open', async () => {
    const home = await category({ name: `Shared ${next()}` })
    const [a, b] = [
      await subcategory(home.id, { name: `Shared a ${next()}` }),
      await subcategory(home.id, { name: `Shared b ${next()}` }),
    ]
    const { page } = await product.enter('admin', '/categories/list?show=tree')
    await expect.poll(() => namesBelow(page, home.name)).toEqual([a.name, b.name])
    expect(
      (
        await admin.post('/rest/data/subcategories/order', {
          categoryId: home.id,
          ids: [b.id, a.id],
          was: [a.id, b.id],
        })
      ).status,
    ).toBe(200)
    await expect.poll(() => namesBelow(page, home.name), { timeout: 8_000 }).toEqual([b.name, a.name])
    await page.context().close()
  })

  it('orders the tree by dragging', async () => {
    const one = await category({ name: `Drag one ${next()}` })
    const [a, b] = [
      await subcategory(one.id, { name: `Drag a ${next()}` }),
      await subcategory(one.id, { name: `Drag b ${next()}` }),
    ]
    const { page, refused } = await product.enter('admin', '/categories/list?show=tree')
    const row = (name: string) =>
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name, exact: true }) })
        .last()
    await row(a.name).scrollIntoViewIfNeeded()
    await row(b.name).scrollIntoViewIfNeeded()
    const handle = await row(b.name).locator('span[aria-hidden]').first().boundingBox()
    const target = await row(a.name).boundingBox()
    if (!handle || !target) throw new Error('The rows are not there.')
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
    await page.mouse.down()
    await page.mouse.move(handle.x + 10, handle.y - 10, { steps: 4 })
    await page.mouse.move(target.x + 30, target.y + 2, { steps: 8 })
    await page.mouse.up()
    await expect.poll(() => namesBelow(page, one.name)).toEqual([b.name, a.name])
    await expect
      .poll(async () => ((await admin.get(`/rest/data/subcategories/${b.id}`)).body as { position: number }).position)
      .toBe(1)
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('deletes no category that has subcategories, and moves them out of it first', async () => {
    const [full, other] = [
      await category({ name: `Full one ${next()}` }),
      await category({ name: `Other one ${next()}` }),
    ]
    await subcategory(full.id)
    const { page } = await product.enter('admin', `/categories/update?id=${full.id}`)
    await chooseAction(page, 'Delete')
    await page
      .getByRole('alertdialog')
      .getByText(/A subcategory is in this category/)
      .waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
    await chooseAction(page, 'Move subcategories…')
    const dialog = page.getByRole('dialog', { name: 'Move subcategories' })
    await dialog.getByLabel('Category').fill(other.name)
    await page.getByRole('option', { name: other.name }).click()
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await toasts(page).getByText('1 subcategory moved').waitFor()
    await page.context().close()
  })
})
