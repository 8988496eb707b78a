import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { makeGoods } from '../src/features/orders/testing/goods.server.ts'
import { faultsInEachLook } from './axe.ts'
import { type Product, startProduct } from './product.ts'
import { confirmedVisit } from './testing/confirmed-visit.ts'

describe.skipIf(inject('chromiumPath') === null)('splitting an order', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct({ name: 'split flows' })
  })
  afterAll(() => product?.stop())

  /** A confirmed order of a grown-up and two children. */
  async function confirmed(): Promise<number> {
    const db = product.server.database.kysely
    const goods = await makeGoods(db, maker(db, resources, examples))
    return await confirmedVisit(product, goods, [
      { unitId: goods.adultId, quantity: 1 },
      { unitId: goods.childId, quantity: 2 },
    ])
  }

  it('chooses items and shows both orders before one press, by keyboard, and each leads to the other', async () => {
    const id = await confirmed()
    const { page, refused } = await product.enter('admin', `/purchases/products/update?id=${id}`)
    await page.getByRole('button', { name: 'Split order…', exact: true }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Preview' }).press('Enter')
    await dialog.getByText('Choose the items of the new order.').waitFor()
    await dialog.getByRole('checkbox').nth(1).press('Space')
    await dialog.getByRole('button', { name: 'Preview' }).press('Enter')
    await dialog.getByText('Nothing is charged or refunded.').waitFor()
    expect(await faultsInEachLook(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Split order' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })

    const timeline = page.getByRole('region', { name: 'Timeline' })
    await page.goto(page.url().replace('/update', '/view'))
    await timeline.getByText('Split into').waitFor()
    await timeline.getByRole('listitem').getByRole('link').first().press('Enter')
    await timeline.getByText('Split from').waitFor()
    // The preview that was asked for before anything was chosen.
    expect(refused).toEqual([expect.stringMatching(/^422 .*split-order\/preview$/)])
  })
})
