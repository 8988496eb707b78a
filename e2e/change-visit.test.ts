import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import type { Goods } from '../src/features/orders/testing/goods.server.ts'
import { makeGoods } from '../src/features/orders/testing/goods.server.ts'
import { faultsInEachLook, faultsOf } from './axe.ts'
import { type Product, startProduct } from './product.ts'
import { confirmedVisit } from './testing/confirmed-visit.ts'

describe.skipIf(inject('chromiumPath') === null)('moving a visit', () => {
  let product: Product
  let goods: Goods

  beforeAll(async () => {
    product = await startProduct({ name: 'visit flows' })
    const db = product.server.database.kysely
    goods = await makeGoods(db, maker(db, resources, examples))
    await sql`
      insert into product_availabilities (product_option_id, local_date, status, vacancies, capacity, checked_at)
      values (${goods.optionId}, '2099-06-10', 'AVAILABLE', 5, 5, now())`.execute(db)
  })
  afterAll(() => product?.stop())

  /** A confirmed order for two adults. */
  const confirmed = () => confirmedVisit(product, goods, [{ unitId: goods.adultId, quantity: 2 }])

  it('names the field that can’t be had, shows its effects, and moves the order', async () => {
    const id = await confirmed()
    const { page, refused } = await product.enter('admin', `/purchases/products/update?id=${id}`, {
      width: 390,
      colorScheme: 'dark',
    })
    await page.getByRole('region', { name: 'Refund policy' }).getByText('Full refund').waitFor()
    await page.getByRole('button', { name: 'Change date or party…', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const time = dialog.getByRole('textbox', { name: 'Time' })
    await time.fill('10:15')
    // A slip does not lose it.
    await time.press('Escape')
    const question = page.getByRole('alertdialog')
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await time.press('Escape')
    await question.getByRole('button', { name: 'Stay' }).click()
    await dialog.getByRole('textbox', { name: 'Day' }).fill('10 Jun 2099')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('Choose a start time: 09:30, 11:00.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await time.fill('11:00')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    const effects = dialog.getByRole('region', { name: 'Effects' })
    await effects.getByText('The price stays €80.00.').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await faultsInEachLook(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Change date or party', exact: true }).click()
    await page.getByText('Visit changed').first().waitFor()
    const { rows } = await sql`
      select travel_date::text as date, to_char(local_time, 'HH24:MI') as time from purchases where id = ${id}`.execute(
      product.server.database.kysely,
    )
    expect(rows).toEqual([{ date: '2099-06-10', time: '11:00' }])
    // The time that the option does not start at, and nothing else.
    expect(refused).toEqual([expect.stringMatching(/^422 .*change-visit.preview$/)])
  })
})
