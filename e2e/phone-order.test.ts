import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { makeGoods } from '../src/features/orders/testing/goods.server.ts'
import { faultsInEachLook } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('selling by phone', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct({ name: 'phone flows' })
    const db = product.server.database.kysely
    const records = maker(db, resources, examples)
    const { eventId } = await makeGoods(db, records)
    await sql`update events set name = 'Tosca in Phoneville' where id = ${eventId}`.execute(db)
    await records.make('customers', {
      firstName: 'Ida',
      lastName: 'Phoneston',
      email: 'ida@example.com',
      locale: 'en',
      countryId: Number(
        (await sql<{ id: number }>`select id from countries where code = 'ZZ'`.execute(db)).rows[0]?.id,
      ),
      status: 'active',
    })
  })
  afterAll(() => product?.stop())

  it('goes from the list to a held order with its link, by keyboard', async () => {
    const { page, refused } = await product.enter('sales-agent', '/purchases/list')
    await page.getByRole('link', { name: 'New order' }).press('Enter')
    await page.getByRole('heading', { name: 'New order', level: 1 }).waitFor()
    expect(await faultsInEachLook(page)).toEqual([])

    const pick = async (label: string, text: string, option: RegExp) => {
      const input = page.getByRole('combobox', { name: label })
      await input.focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.type(text)
      await page.getByRole('option', { name: option }).first().waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      expect(await input.inputValue()).toMatch(option)
    }
    await pick('Customer', 'Phoneston', /Ida Phoneston/)
    await page.getByRole('radio', { name: 'Product' }).focus()
    await page.keyboard.press('ArrowRight')
    await pick('Performance', 'Phoneville', /Tosca in Phoneville/)
    const listing = page.getByRole('combobox', { name: 'Listing' })
    await listing.selectOption({ index: 1 })
    await page.getByRole('region', { name: 'Quote' }).getByText('Available: 6 left').waitFor()
    expect(await faultsInEachLook(page)).toEqual([])

    await page.getByRole('button', { name: 'Place order and send payment link' }).press('Enter')
    await page.getByRole('heading', { name: /^Order \w+ placed$/ }).waitFor()
    expect(await faultsInEachLook(page)).toEqual([])
    await page.getByRole('link', { name: 'Open order' }).press('Enter')
    await page.getByRole('region', { name: 'Sold by phone' }).getByText(/^By /).waitFor()
    await page.getByRole('button', { name: 'Copy payment link' }).waitFor()
    expect(refused).toEqual([])
  })
})
