import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf } from './axe.ts'
import type { Product } from './product.ts'
import { startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct({ name: 'home', checkOutput: false, demo: 600 })
})
afterAll(() => product?.stop())

describe('the home page', () => {
  it('shows sales as bars and as a table, whose days open their orders', async () => {
    const { page, refused } = await product.enter('admin', '/dashboard')
    const chart = page.getByRole('region', { name: 'Sales, 30 days' })
    await chart.getByRole('img', { name: /Sales of the last 30 days/ }).waitFor()
    await chart.getByRole('button', { name: 'Show as a table' }).press('Enter')
    const rows = chart.getByRole('table').getByRole('row')
    await expect.poll(() => rows.count()).toBe(31)
    const day = rows.nth(20)
    const orders = Number(await day.getByRole('cell').first().innerText())
    await day.getByRole('link').click()
    const pagination = page.getByRole('navigation', { name: 'Pagination' })
    await expect
      .poll(() => pagination.innerText(), { timeout: 5_000 })
      .toMatch(orders === 0 ? /No rows/ : new RegExp(`of ${orders}\\b`))
    expect(refused).toEqual([])
    await product.leave()
  })

  it('keeps what a person hides and moves, by keyboard alone', async () => {
    const { page } = await product.enter('admin', '/dashboard')
    const panels = page.locator('[data-panel]')
    await expect.poll(() => panels.count()).toBe(6)
    await page.getByRole('button', { name: 'Arrange' }).press('Enter')
    const menu = page.getByRole('dialog', { name: 'Arrange' })
    await menu.getByRole('checkbox', { name: 'Since you last signed in' }).press('Space')
    await menu.getByRole('button', { name: 'Move Queues by due up' }).press('Enter')
    await menu.getByRole('button', { name: 'Move Queues by due up' }).press('Enter')
    const names = () => panels.evaluateAll((all) => all.map((panel) => panel.getAttribute('data-panel')))
    expect(await names()).toEqual(['queues', 'chart', 'sales', 'waiting', 'coming'])
    await page.reload()
    await expect.poll(names).toEqual(['queues', 'chart', 'sales', 'waiting', 'coming'])
    await page.getByRole('button', { name: 'Arrange' }).click()
    expect(await faultsOf(page)).toEqual([])
    await menu.getByRole('button', { name: 'Usual arrangement' }).click()
    await expect.poll(() => panels.count()).toBe(6)
    await product.leave()
  })

  it('says in one line below the others that nothing is new, which needs no card of its own', async () => {
    await product.enter('finance', '/dashboard')
    const { page } = await product.enter('finance', '/dashboard')
    const since = page.locator('[data-panel="since"]')
    await since.getByText('No changes since then.').waitFor()
    expect((await since.boundingBox())?.height).toBeLessThan(60)
    expect(await since.getAttribute('data-empty')).toBe('true')
    const states = await page.locator('[data-panel]').evaluateAll((all) => all.map((one) => one.dataset['empty']))
    expect(states).toContain('false')
    expect(states.toSorted()).toEqual(states)
    await product.leave()
  })

  it('shows editors what waits in the catalogue, and no money', async () => {
    const { page, refused } = await product.enter('catalogue-editor', '/dashboard')
    const waiting = page.getByRole('region', { name: 'Open tasks' })
    await waiting.getByRole('link', { name: /Supplier changes to decide/ }).waitFor()
    expect(await page.locator('[data-panel="sales"], [data-panel="chart"]').count()).toBe(0)
    await waiting.getByRole('link', { name: /Supplier changes to decide/ }).click()
    await page.waitForURL(/\/products\/drift-inbox/)
    expect(refused).toEqual([])
    await product.leave()
  })
})
