import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { makeCatalogue } from '../src/features/coupons/testing/coupons.server.ts'
import { seedProductCodes } from '../src/features/supply/seed-product-codes.server.ts'
import { faultsInEachLook } from './axe.ts'
import { type Product, startProduct } from './product.ts'

const [first, second] = ['Roman cooking class in Trastevere', 'Roman cooking class in Trastevere – small group']

describe.skipIf(inject('chromiumPath') === null)('two products that look like one', () => {
  let product: Product

  beforeAll(async () => {
    product = await startProduct({ name: 'pair flows' })
    const db = product.server.database.kysely
    const { cityId } = await makeCatalogue(db)
    const records = maker(db, resources, examples)
    for (const code of ['viator', 'tiqets']) {
      const providerId = await records.make('providers', { code })
      const id = await records.make('products', { title: first, cityId, providerId, supplierCode: `${code}1` })
      await sql`
        update products set status = 'live', locale = 'en', currency = 'EUR', overrides = '{}', latitude = 41.9, longitude = 12.5, image_ids = '{}'
        where id = ${id}`.execute(db)
    }
    // The pair of the demo.
    for (const work of seedProductCodes) await db.transaction().execute(work)
  })
  afterAll(async () => {
    await product?.stop()
  })

  it('are shown side by side with what makes them alike, and settled by a press that can be undone', async () => {
    const { page, refused } = await product.enter('admin', '/products/duplicates')
    await page.getByText('1 pair of products looks like the same product from two suppliers.').waitFor()
    for (const words of [/^Titles are \d+% alike$/, /^122 m apart$/, /^Same picture$/])
      await page.getByText(words).waitFor()
    for (const title of [first, second]) await page.getByRole('link', { name: title, exact: true }).waitFor()
    expect(await page.getByRole('main').locator('img').count()).toBe(2)
    expect(await faultsInEachLook(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: `${first} and ${second} are not the same` }).click()
    await page.getByText('No possible duplicates.').waitFor()
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 pair of products looks like the same product from two suppliers.').waitFor()
    const { rows } = await sql<{ actions: string[] }>`
      select array_agg(action order by id) as actions from audit_log where action in ('mark-distinct', 'forget-distinction')`.execute(
      product.server.database.kysely,
    )
    expect(rows).toEqual([{ actions: ['mark-distinct', 'forget-distinction'] }])
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('go behind one alias, and are settled by that', async () => {
    const db = product.server.database.kysely
    const records = maker(db, resources, examples)
    const { rows: places } = await sql<{
      city: number
    }>`select city_id as city from products order by id desc limit 1`.execute(db)
    await records.make('aliases', { title: 'Cooking in Rome', cityId: places[0]?.city ?? 0 })
    const { page, refused } = await product.enter('admin', '/products/duplicates')
    await page.getByRole('button', { name: `Put on one alias: ${first} and ${second}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').fill('Cooking')
    await page.getByRole('option', { name: 'Cooking in Rome' }).click()
    await dialog.getByRole('button', { name: 'Attach' }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByText('2 products attached').waitFor()
    await page.getByText('No possible duplicates.').waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })
})
