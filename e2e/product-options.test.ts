import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { faultsOf, loaded } from './axe.ts'
import { band, db, made, product, records, startProducts } from './testing/product-flows.ts'

describe.skipIf(inject('chromiumPath') === null)('products, their options and age bands', () => {
  startProducts()

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
    await page.getByRole('region', { name: 'Notifications' }).getByText('1 copy created, not active yet').waitFor()
    const { rows } = await sql<{
      active: boolean
    }>`select is_active as active from product_options where product_id = ${id} order by id`.execute(db())
    expect(rows).toEqual([{ active: true }, { active: false }])
    await page.context().close()
  })

  it('leads from an option on through the list that it was opened from, not through the options of its product', async () => {
    const [one, other] = [await made(), await made()]
    const name = `Walk of ${one.id}`
    const option = (productId: number, last: string) =>
      records.make('product-options', { productId, title: `${name} ${last}`, isActive: true })
    await option(one.id, 'A')
    const next = await option(other.id, 'B')
    await option(one.id, 'C')
    const { page } = await product.enter('admin', `/product-options/list?q=${encodeURIComponent(name)}&sort=title`)
    await page.getByRole('link', { name: `${name} A` }).click()
    await page.getByRole('heading', { level: 1, name: `${name} A` }).waitFor()
    await page.getByRole('region', { name: 'Party tester' }).scrollIntoViewIfNeeded()
    await loaded(page)
    await page.keyboard.press('j')
    await page.getByRole('heading', { level: 1, name: `${name} B` }).waitFor()
    expect(new URL(page.url()).searchParams.get('id')).toBe(String(next))
    // Its name is there before what the page needs to begin, its keys among it.
    await loaded(page)
    await page.keyboard.press('k')
    await page.getByRole('heading', { level: 1, name: `${name} A` }).waitFor()
    await page.context().close()
  })

  it('says the times of an option on one line of a phone, and hides nothing of it beside the screen', async () => {
    const { id } = await made()
    const startTimes = ['09:30', '11:00', '14:00', '16:00']
    await records.make('product-options', { productId: id, title: 'Small group', isActive: true, startTimes })
    const { page } = await product.enter('admin', `/products/update?id=${id}`, { width: 390 })
    const options = page.getByRole('group', { name: 'Options' })
    const row = options.getByRole('row').filter({ hasText: 'Small group' })
    const times = row.getByRole('cell', { name: startTimes.join(', ') })
    await times.scrollIntoViewIfNeeded()
    expect((await times.boundingBox())?.height).toBeLessThan(30)
    expect(await options.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    await row.getByRole('cell', { name: 'Active', exact: true }).waitFor()
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
      /sync-stale\. No data from the supplier for this day\./,
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
      .getByText(/Sold below net: each one loses €/)
      .waitFor()
    await retail.fill(price)
    const slider = page.getByRole('slider', { name: /From age/ })
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('status', { name: 'Option shown' }).getByText('Age 13 can’t book.').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByRole('link', { name: 'Age 13 can’t be booked then. Move the band, or mark the gap as intended.' })
      .waitFor()
    await slider.focus()
    await page.keyboard.press('ArrowLeft')
    const tester = page.getByRole('region', { name: 'Party tester' })
    await tester.scrollIntoViewIfNeeded()
    await tester.getByRole('textbox', { name: 'Party' }).fill('2 adults, 7, 1')
    await tester.getByRole('button', { name: 'Try', exact: true }).click()
    await tester.getByText('Sold for €60.00: 4 people in 4 units.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await tester.getByRole('textbox', { name: 'Party' }).fill('1')
    await tester.getByRole('button', { name: 'Try', exact: true }).click()
    await tester.getByText('Infants cannot travel alone.').waitFor()
    await page.context().close()
  })

  it('shows the units of each option apart, and tries a party against those of the one whose unit is open', async () => {
    const { id } = await made()
    // Left out, the least number of units depends on how many records were made before.
    const forTwo = { productId: id, isActive: true, minUnits: 1, maxUnits: 9 }
    const [everybody, grownUps] = [
      await records.make('product-options', { ...forTwo, title: 'Everybody' }),
      await records.make('product-options', { ...forTwo, title: 'Grown-ups' }),
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
    // The product that is left has links of the same name.
    const own = page.locator('main[data-screen="product-age-bands/update"]')
    await own.getByRole('link', { name: 'Grown-ups' }).first().waitFor()
    const tester = page.getByRole('region', { name: 'Party tester' })
    await tester.scrollIntoViewIfNeeded()
    await tester.getByRole('textbox', { name: 'Party' }).fill('1 adult, 7')
    await tester.getByRole('button', { name: 'Try', exact: true }).click()
    await tester.getByText('No age band fits “7”.').waitFor()
    await tester.getByRole('combobox', { name: 'Option' }).selectOption({ label: 'Everybody' })
    await tester.getByRole('button', { name: 'Try', exact: true }).click()
    await tester.getByText('Held against the option Everybody.').waitFor()
    await tester.getByText('Sold for €30.00: 2 people in 2 units.').waitFor()
    await page.context().close()
  })
})
