import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../src/app/testing/examples.server.ts'
import { takeSupplierValues } from '../src/features/products/drifts.server.ts'
import { type Maker, maker } from '../src/core/testing/make.server.ts'
import { resources } from '../src/app/registry.server.ts'
import { faultsInEachLook, faultsOf } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('products, their options and age bands', () => {
  let product: Product
  let records: Maker
  let last = 0

  beforeAll(async () => {
    product = await startProduct({ name: 'product flows' })
    records = maker(product.server.database.kysely, resources, examples)
  })
  afterAll(async () => {
    await product?.stop()
  })

  const db = () => product.server.database.kysely
  const live = {
    status: 'live',
    suspendedBecause: null,
    overrides: [],
    currency: 'EUR',
    netFrom: 1_000,
    retailFrom: 1_500,
    markup: 5_000,
    pricingPer: 'UNIT',
    timeZone: 'UTC',
    imageIds: [],
  }
  const made = async () => {
    const title = `Flow product ${++last} of ${Date.now()}`
    return { title, id: await records.make('products', { ...live, title }) }
  }
  const band = (productId: number, type: string, minAge: number, maxAge: number, optionId: number | null = null) =>
    records.make('product-age-bands', {
      productId,
      optionId,
      type,
      title: `${type} ${productId}`,
      titlePlural: `${type}S ${productId}`,
      minAge,
      maxAge,
      currency: 'EUR',
      retail: 1_500,
      net: 1_000,
      isIdRequired: false,
      paxCount: 1,
      accompaniedBy: type === 'INFANT' ? ['ADULT'] : [],
      intendedGaps: [],
      minQuantity: 0,
      maxQuantity: 9,
    })

  it('keeps a field of the supplier read-only until it is overridden, shows both values, and takes the override back', async () => {
    const { id, title } = await made()
    const { page } = await product.enter('admin', `/products/update?id=${id}`)
    const input = page.getByRole('textbox', { name: 'Title', exact: true })
    await input.waitFor()
    expect(await input.getAttribute('readonly')).not.toBeNull()
    await page.getByRole('button', { name: 'Override Title', exact: true }).click()
    await input.fill(`${title}, ours`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const whose = page.getByRole('group', { name: 'Whose Title', exact: true })
    await whose.getByText(`The supplier says ${title}`).waitFor()
    await whose.getByText('Overridden', { exact: true }).waitFor()
    await db()
      .transaction()
      .execute((trx) => takeSupplierValues(trx, id, { title: `${title}, theirs` }))
    await page.reload()
    await whose.getByText(`The supplier changed it to ${title}, theirs`).waitFor()
    await whose.getByRole('button', { name: 'Keep ours: Title' }).click()
    await whose.getByText(`The supplier says ${title}, theirs`).waitFor()
    await whose.getByRole('button', { name: 'Take back the override of Title' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('No unsaved changes').waitFor()
    expect(await input.inputValue()).toBe(`${title}, theirs`)
    await page.context().close()
  })

  it('accepts changes of suppliers in bulk in the drift inbox', async () => {
    const some = [await made(), await made()]
    for (const { id } of some)
      await db()
        .transaction()
        .execute((trx) => takeSupplierValues(trx, id, { netFrom: 1_234 }))
    const { page } = await product.enter(
      'admin',
      `/products/drift-inbox?filter=${encodeURIComponent(JSON.stringify({ productId: some.map(({ id }) => id) }))}`,
    )
    await page.getByRole('link', { name: some[0]?.title ?? '' }).waitFor()
    await page
      .getByRole('cell', { name: /€12\.34/ })
      .first()
      .waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('checkbox', { name: 'Select all rows' }).click()
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByText('2 changes accepted').waitFor()
    const { rows } = await sql<{
      net: number
    }>`select net_from as net from products where id = any(${some.map(({ id }) => id)}::bigint[])`.execute(db())
    expect(rows.map(({ net }) => net)).toEqual([1_234, 1_234])
    await page.context().close()
  })

  it('suspends what is selected, saying why', async () => {
    const { id, title } = await made()
    const { page } = await product.enter('admin', `/products/list?q=${encodeURIComponent(title)}`)
    await page.getByText(title).waitFor()
    await page.getByRole('checkbox', { name: 'Select row' }).first().click()
    await page.getByRole('button', { name: 'Suspend…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Suspend this product' })
    await dialog.getByRole('combobox', { name: 'Why' }).selectOption({ label: 'Quality' })
    await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByText('1 product suspended').waitFor()
    const { rows } = await sql`select status, suspended_because from products where id = ${id}`.execute(db())
    expect(rows).toEqual([{ status: 'suspended', suspended_because: 'quality' }])
    await page.context().close()
  })

  it('asks suppliers again, attaches products to an alias and shows both on the product, with what its feed changed', async () => {
    const { id, title } = await made()
    const alias = await records.make('aliases', { title: `Alias of ${title}` })
    await db()
      .transaction()
      .execute((trx) => takeSupplierValues(trx, id, { netFrom: 4_321 }))
    const { page } = await product.enter('admin', `/products/list?q=${encodeURIComponent(title)}`)
    await page.getByText(title).waitFor()
    await page.getByRole('checkbox', { name: 'Select row' }).first().click()
    await page.getByRole('button', { name: 'Resync', exact: true }).click()
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText('The suppliers of 1 product are asked again')
      .waitFor()
    await page.getByRole('checkbox', { name: 'Select row' }).first().click()
    await page.getByRole('button', { name: 'Attach to alias…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Attach this product to an alias' })
    await dialog.getByRole('combobox', { name: 'Alias' }).fill(`Alias of ${title}`)
    await page.getByRole('option', { name: `Alias of ${title}` }).click()
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByText('1 product attached').waitFor()
    await page.goto(`${product.server.url}/products/update?id=${id}`)
    const log = page.getByRole('region', { name: 'Sync log' })
    await log.scrollIntoViewIfNeeded()
    await log.getByText('The supplier is asked again.').waitFor()
    await log.getByRole('row', { name: /Net from .*43\.21 In the drift inbox/ }).waitFor()
    const pages = page.getByRole('region', { name: 'Aliases' })
    expect(await pages.getByRole('link', { name: `Alias of ${title}` }).getAttribute('href')).toBe(
      `/aliases/update?id=${alias}`,
    )
    await page.context().close()
  })

  it('copies an option to its own product, where it waits to be activated', async () => {
    const { id } = await made()
    const name = `Morning of ${id}`
    await records.make('product-options', { productId: id, title: name, isActive: true })
    const { page } = await product.enter('admin', `/product-options/list?q=${encodeURIComponent(name)}`)
    await page.getByText(name).first().waitFor()
    await page.getByRole('checkbox', { name: 'Select row' }).first().click()
    await page.getByRole('button', { name: 'Copy…' }).click()
    await page
      .getByRole('dialog', { name: 'Copy this option' })
      .getByRole('button', { name: 'Copy', exact: true })
      .click()
    await page.getByRole('region', { name: 'Notifications' }).getByText('1 copy made, not active yet').waitFor()
    const { rows } = await sql<{
      active: boolean
    }>`select is_active as active from product_options where product_id = ${id} order by id`.execute(db())
    expect(rows).toEqual([{ active: true }, { active: false }])
    await page.context().close()
  })

  it('shows how a product is rated, what was said last and what waits for a decision', async () => {
    const { id } = await made()
    const review = (rating: number, status: string, body: string) =>
      sql`
      insert into product_reviews (product_id, title, body, language, original_rating, source, author_name, status) values (${id}, ${body}, ${body}, 'en', ${rating}, 'import', 'Nora', ${status})`.execute(
        db(),
      )
    await review(5, 'approved', `Worth it, says ${id}`)
    await review(2, 'approved', `Too long, says ${id}`)
    await review(1, 'pending', `Unseen, says ${id}`)
    const { page } = await product.enter('admin', `/products/update?id=${id}`)
    const panel = page.getByRole('region', { name: 'Reviews', exact: true })
    await panel.scrollIntoViewIfNeeded()
    await panel.getByText('of 5 from 2 approved reviews').waitFor()
    await panel.getByRole('link', { name: `Too long, says ${id}` }).waitFor()
    expect(await panel.getByText(`Unseen, says ${id}`).count()).toBe(0)
    await panel.getByRole('link', { name: '1 review waits for a decision' }).click()
    await page.getByText(`Unseen, says ${id}`).first().waitFor()
    expect(await page.getByText(`Worth it, says ${id}`).count()).toBe(0)
    await page.context().close()
  })

  it('tells of each day of an option whether it is sold, by keyboard through the months', async () => {
    const { id } = await made()
    const option = await records.make('product-options', {
      productId: id,
      isActive: true,
      startTimes: ['23:59'],
      cutoffAmount: 0,
    })
    await sql`insert into product_availabilities (product_option_id, local_date, status, vacancies, checked_at) values (${option}, now()::date, 'AVAILABLE', 7, now())`.execute(
      db(),
    )
    const { page } = await product.enter('admin', `/product-options/update?id=${option}`)
    const grid = page.getByRole('grid')
    await grid.scrollIntoViewIfNeeded()
    const today = grid.getByRole('gridcell', { name: /open\. 7 places are left\. Times: 23:59\./ })
    await today.focus()
    // The party that is tried on an option's page is one of that option.
    expect(
      await page.getByRole('region', { name: 'Party tester' }).getByRole('combobox', { name: 'Option' }).inputValue(),
    ).toBe(String(option))
    const month = await grid.getAttribute('aria-label')
    await page.keyboard.press('PageDown')
    await page.waitForFunction(
      (before) => document.querySelector('[role=grid]')?.getAttribute('aria-label') !== before,
      month,
    )
    await grid.locator('[role=gridcell]:focus').waitFor()
    expect(await grid.locator('[role=gridcell]:focus').getAttribute('aria-label')).toMatch(
      /sync-stale\. The supplier has said nothing about this day\./,
    )
    expect(await faultsOf(page)).toEqual([])
    await page.context().close()
  })

  it('moves a band on the ruler by keyboard, blocks the gap until it is meant, and tries a party', async () => {
    const { id, title } = await made()
    await records.make('product-options', { productId: id, isActive: true, minUnits: 1, maxUnits: 9 })
    const [adult] = [await band(id, 'ADULT', 13, 120), await band(id, 'CHILD', 2, 12), await band(id, 'INFANT', 0, 1)]
    const { page } = await product.enter('admin', `/product-age-bands/update?id=${adult}`)
    expect(await page.getByRole('main').getByRole('link', { name: title }).getAttribute('href')).toBe(
      `/products/update?id=${id}`,
    )
    // A price below net is said at once, and can be saved.
    const retail = page.getByRole('textbox', { name: 'Retail' })
    const price = await retail.inputValue()
    await retail.fill('1')
    await page
      .getByRole('status', { name: 'What the price means' })
      .getByText(/Sold below net: each one loses EUR/)
      .waitFor()
    await retail.fill(price)
    const slider = page.getByRole('slider', { name: /From age/ })
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('status', { name: 'What the ruler shows' }).getByText('Age 13 can’t book.').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByRole('link', { name: 'Age 13 can’t be booked then. Move the band, or mark the gap as intended.' })
      .waitFor()
    await slider.focus()
    await page.keyboard.press('ArrowLeft')
    const tester = page.getByRole('region', { name: 'Party tester' })
    await tester.scrollIntoViewIfNeeded()
    await tester.getByRole('textbox', { name: 'Who comes' }).fill('2 adults, 7, 1')
    await tester.getByRole('button', { name: 'Try', exact: true }).click()
    await tester.getByText('Sold for EUR 60.00: 4 people in 4 units.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await tester.getByRole('textbox', { name: 'Who comes' }).fill('1')
    await tester.getByRole('button', { name: 'Try', exact: true }).click()
    await tester.getByText('Infants cannot travel alone.').waitFor()
    await page.context().close()
  })

  it('shows the units of each option apart, and tries a party against those of the one whose unit is open', async () => {
    const { id } = await made()
    const [everybody, grownUps] = [
      await records.make('product-options', { productId: id, isActive: true, title: 'Everybody' }),
      await records.make('product-options', { productId: id, isActive: true, title: 'Grown-ups' }),
    ]
    await band(id, 'ADULT', 18, 120)
    await band(id, 'CHILD', 0, 17, everybody)
    const senior = await band(id, 'SENIOR', 65, 120, grownUps)
    const { page } = await product.enter('admin', `/products/update?id=${id}`)
    const units = page.getByRole('region', { name: 'Age bands' })
    await units.scrollIntoViewIfNeeded()
    await units
      .getByRole('region', { name: 'Everybody' })
      .getByRole('status')
      .getByText('Every age has one band.')
      .waitFor()
    const findings = units.getByRole('region', { name: 'Grown-ups' }).getByRole('status')
    await findings.getByText('Age 0 to 17 can’t book.').waitFor()
    await findings.getByText(`ADULT ${id} and SENIOR ${id} both take age 65 to 120.`).waitFor()
    await units.getByRole('row', { name: /^ADULT .* Every option / }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await units
      .getByRole('row', { name: /^SENIOR .* Grown-ups / })
      .getByRole('link', { name: /SENIOR/ })
      .click()
    await page.waitForURL(new RegExp(`/product-age-bands/update\\?id=${senior}$`))
    await page.getByRole('main').getByRole('link', { name: 'Grown-ups' }).waitFor()
    const tester = page.getByRole('region', { name: 'Party tester' })
    await tester.scrollIntoViewIfNeeded()
    await tester.getByRole('textbox', { name: 'Who comes' }).fill('1 adult, 7')
    await tester.getByRole('button', { name: 'Try', exact: true }).click()
    await tester.getByText('No band takes “7”.').waitFor()
    await tester.getByRole('combobox', { name: 'Option' }).selectOption({ label: 'Everybody' })
    await tester.getByRole('button', { name: 'Try', exact: true }).click()
    await tester.getByText('Held against the option Everybody.').waitFor()
    await tester.getByText('Sold for EUR 30.00: 2 people in 2 units.').waitFor()
    await page.context().close()
  })

  it('has no fault and scrolls in one direction in each look', async () => {
    const { id } = await made()
    await records.make('product-options', { productId: id })
    await band(id, 'ADULT', 18, 120)
    const { page } = await product.enter('admin', '/products/list')
    for (const path of ['/products/list', `/products/update?id=${id}`]) {
      if (!page.url().endsWith(path)) await page.goto(`${product.server.url}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect([path, await faultsInEachLook(page)]).toEqual([path, []])
    }
    await page.context().close()
  })
})
