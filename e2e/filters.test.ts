import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../src/app/testing/start.server.ts'
import { faultsOf, looks, scrollsSideways } from './axe.ts'
import { type Product, startProduct } from './product.ts'

interface Titled {
  readonly id: number
  readonly title: string
}
interface Bought {
  readonly id: number
  readonly travelDate: string
  readonly city: Titled | null
}

/** Filters as people compose them: in a browser, on the demo's purchases and coupons. */
describe.skipIf(inject('chromiumPath') === null)('filters', () => {
  let product: Product
  let server: TestServer
  let bought: readonly Bought[]

  beforeAll(async () => {
    product = await startProduct({ name: 'filters', checkOutput: false, demo: 600 })
    server = product.server
    const admin = await server.signIn('admin')
    bought = (await admin.get('/rest/data/purchases', { range: [0, 999], fields: ['travelDate', 'cityId'] }))
      .body as Bought[]
  })
  afterEach(async () => {
    await product?.leave()
  })
  afterAll(async () => {
    await product?.stop()
  })

  /** The business's current day, with the server's default settings. */
  function today(later = 0): string {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Madrid' }).format(new Date())
    return new Date(Date.parse(day) + later * 86_400_000).toISOString().slice(0, 10)
  }
  async function enter(path: string, role = 'admin', look = {}) {
    const visit = await product.enter(role, path, look)
    await visit.page.getByRole('group', { name: 'Filters' }).waitFor()
    return visit
  }
  const bar = (page: Page) => page.getByRole('group', { name: 'Filters' })
  const chip = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true })
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
  const sentence = (page: Page) => page.locator('[data-filter-sentence]').innerText()
  const filterIn = (page: Page) => JSON.parse(new URL(page.url()).searchParams.get('filter') ?? 'null') as unknown
  const focused = (page: Page) =>
    page.evaluate(
      () =>
        document.activeElement?.getAttribute('aria-label') ?? (document.activeElement?.textContent ?? '').slice(0, 80),
    )
  const rowsSaid = (page: Page) => page.getByRole('navigation', { name: 'Pagination' }).innerText()
  const showsRows = (page: Page, count: number) =>
    expect.poll(() => rowsSaid(page)).toMatch(count === 0 ? /No rows/ : new RegExp(`of ${count}\\b`))
  async function pick(page: Page, field: string) {
    await bar(page).getByRole('button', { name: 'Add filter' }).click()
    await dialog(page, 'Add filter').getByRole('combobox', { name: 'Field' }).fill(field)
    await page.keyboard.press('Enter')
    await dialog(page, `Filter ${field}`).getByRole('button', { name: 'Apply' }).waitFor()
    return dialog(page, `Filter ${field}`)
  }
  /** The cities with most purchases, and how many each has. */
  function busiest(): { city: Titled; count: number }[] {
    const byCity = Map.groupBy(
      bought.filter(({ city }) => city !== null),
      ({ city }) => city?.id,
    )
    return [...byCity.values()]
      .flatMap((group) => (group[0]?.city ? [{ city: group[0].city, count: group.length }] : []))
      .sort((a, b) => b.count - a.count)
  }

  it('are added by keyboard alone, dates that move with the calendar too, and are said in words', async () => {
    const { page, refused } = await enter('/purchases/list?view=all')
    await bar(page).getByRole('button', { name: 'Add filter' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Field')
    await page.keyboard.type('trav')
    await page.keyboard.press('Enter')
    const editor = dialog(page, 'Filter Travel date')
    await editor.getByLabel('From').waitFor()
    await expect.poll(() => editor.getByLabel('From').evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => editor.getByLabel('Condition').inputValue()).toBe('during')
    await page.keyboard.press('Tab')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => editor.getByLabel('Period').inputValue()).toBe('next')
    await editor.getByText(/^Now .* to .*, in Europe\/Madrid\.$/).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')

    await chip(page, 'Travel date: next 14 days (Europe/Madrid)').waitFor()
    expect(filterIn(page)).toEqual({ travelDate: { during: 'next14Days' } })
    await expect.poll(() => sentence(page)).toBe('Showing purchases where travel date is in the next 14 days.')
    const expected = bought.filter(({ travelDate }) => travelDate >= today() && travelDate <= today(13)).length
    expect(expected).toBeGreaterThan(0)
    await showsRows(page, expected)
    expect(refused).toEqual([])
  })

  it('name records that are found by search, ask for all their names at once, and survive a reload and Back', async () => {
    const [one, two] = busiest()
    if (!one || !two) throw new Error('The demo has purchases in several cities.')
    const { page, refused } = await enter('/purchases/list?view=all')
    const editor = await pick(page, 'City')
    const search = editor
      .getByRole('textbox', { name: 'Values' })
      .or(editor.getByRole('combobox', { name: 'Values' }))
      .first()
    for (const { city } of [one, two]) {
      await search.fill(city.title)
      // Of several cities of one name each says where it is.
      await page
        .getByRole('option', { name: new RegExp(`^${city.title}\\b`) })
        .and(page.locator(`[value="${city.id}"]`))
        .click()
    }
    await editor.getByRole('button', { name: 'Apply' }).click()
    const names = [one, two].map(({ city }) => city.title).join(' or ')
    await chip(page, `City: ${names}`).waitFor()
    expect(filterIn(page)).toEqual({ cityId: [one.city.id, two.city.id] })
    await showsRows(page, one.count + two.count)

    const asked: string[] = []
    const said: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/rest/data/cities') asked.push(request.url())
    })
    await page.reload()
    await chip(page, `City: ${names}`).waitFor()
    await showsRows(page, one.count + two.count)
    expect(asked).toHaveLength(1)
    await page.exposeFunction('heard', (text: string) => said.push(text))
    await page.evaluate(() => {
      const region = document.querySelector('[data-filter-sentence]')
      if (region)
        new MutationObserver(() =>
          (window as unknown as { heard(text: string): void }).heard(region.textContent ?? ''),
        ).observe(region, { characterData: true, childList: true, subtree: true })
    })
    await chip(page, `City: ${names}`).click()
    await editor.getByLabel('Condition').selectOption('noneOf')
    await editor.getByRole('button', { name: 'Apply' }).click()
    await chip(page, `City: is not ${names}`).waitFor()
    await showsRows(page, bought.length - one.count - two.count)
    await expect.poll(() => said).toEqual([`Showing purchases where city is not ${names}.`])
    await page.goBack()
    await chip(page, `City: ${names}`).waitFor()
    await showsRows(page, one.count + two.count)
    await page.goBack()
    await expect.poll(() => filterIn(page)).toBeNull()
    expect(refused).toEqual([])
  })

  it('choose from a closed list by one click each, and can turn into what is left out', async () => {
    const { page } = await enter('/coupons/list')
    const editor = await pick(page, 'State')
    await editor.getByRole('checkbox', { name: 'Active' }).click()
    await editor.getByRole('button', { name: 'Apply' }).click()
    await chip(page, 'State: Active').click()
    await editor.getByLabel('Condition').selectOption('noneOf')
    await editor.getByRole('button', { name: 'Apply' }).click()
    await chip(page, 'State: is not Active').waitFor()
    await expect.poll(() => page.getByRole('table').getByText('Active', { exact: true }).count()).toBe(0)
    await pick(page, 'Valid until').then((until) => until.getByLabel('Condition').selectOption('empty'))
    await page.keyboard.press('Tab')
    await dialog(page, 'Filter Valid until').getByRole('button', { name: 'Apply' }).click()
    await chip(page, 'Valid until: is empty').waitFor()
    expect(filterIn(page)).toEqual({ state: { not: ['active'] }, validUntil: { empty: true } })
    await bar(page).getByRole('button', { name: 'Remove filter Valid until: is empty' }).click()
    await expect.poll(() => filterIn(page)).toEqual({ state: { not: ['active'] } })
    await expect.poll(() => focused(page)).toBe('Add filter')
    await bar(page).getByRole('button', { name: 'Clear all' }).click()
    await expect.poll(() => filterIn(page)).toBeNull()
    await expect.poll(() => sentence(page)).toBe('Showing all coupons.')
    await expect.poll(() => focused(page)).toBe('Add filter')
  })

  it('are left as they were by Escape and Cancel, with the focus where it was', async () => {
    const { page } = await enter('/coupons/list')
    await pick(page, 'Code').then((editor) => editor.getByLabel('Text').fill('SUMMER'))
    await page.keyboard.press('Escape')
    await dialog(page, 'Filter Code').waitFor({ state: 'detached' })
    expect(filterIn(page)).toBeNull()
    await expect.poll(() => focused(page)).toBe('Add filter')
    await pick(page, 'Code').then((editor) => editor.getByLabel('Text').fill('SUMMER'))
    await page.keyboard.press('Enter')
    await chip(page, 'Code: contains “SUMMER”').waitFor()
    await expect.poll(() => focused(page)).toBe('Code: contains “SUMMER”')
  })

  it('tell amounts in the currency that the filter leaves, with its own digits', async () => {
    const { page } = await enter(`/purchases/list?filter=${encodeURIComponent('{"currency":["JPY"]}')}`)
    const editor = await pick(page, 'Total')
    await editor.getByLabel('From').fill('5000')
    await editor.getByRole('button', { name: 'Apply' }).click()
    await chip(page, 'Total: from JP¥5,000').waitFor()
    expect(filterIn(page)).toEqual({ currency: ['JPY'], grandTotal: { gte: 5_000 } })
    await bar(page)
      .getByRole('button', { name: /^Remove filter Currency/ })
      .click()
    await chip(page, 'Total: from JP¥5,000').waitFor({ state: 'detached' })
    await chip(page, 'Total: from 50').click()
    await editor.getByText('In each amount’s own currency.').waitFor()
  })

  it('are kept by a view with their words, and what an address cannot mean counts as not said', async () => {
    const person = await server.signIn('admin')
    const query = `filter=${encodeURIComponent('{"createdAt":{"during":"last7Days","zone":"Asia/Tokyo"}}')}`
    const made = await person.post('/rest/data/saved-views', {
      resource: 'purchases',
      list: 'purchases/list',
      name: 'Week in Tokyo',
      query,
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const { page, refused } = await enter(`/purchases/list?${query}`)
    await chip(page, 'Created: last 7 days (Asia/Tokyo)').waitFor()
    await page.goto(`${server.url}/purchases/list?view=all`)
    await page.getByRole('button', { name: /^View:/ }).click()
    await page.getByRole('menuitemradio', { name: /^Week in Tokyo/ }).click()
    await chip(page, 'Created: last 7 days (Asia/Tokyo)').waitFor()
    expect(filterIn(page)).toEqual({ createdAt: { during: 'last7Days', zone: 'Asia/Tokyo' } })
    await page.goto(
      `${server.url}/purchases/list?view=all&filter=${encodeURIComponent('{"travelDate":{"during":"someday"},"kind":null,"grandTotal":{"near":1}}')}`,
    )
    await page.getByRole('table').getByRole('link').first().waitFor()
    expect(await bar(page).getByRole('button').allInnerTexts()).toEqual(['Add filter'])
    expect(refused).toEqual([])
  })

  it('ask nothing that the person cannot read: a record of another area is named by its number', async () => {
    const [busy] = busiest()
    // Finance works with purchases and has no business among the places.
    const { page, refused } = await enter(
      `/purchases/list?filter=${encodeURIComponent(JSON.stringify({ cityId: busy?.city.id }))}`,
      'finance',
    )
    await chip(page, `City: #${busy?.city.id}`).waitFor()
    await showsRows(page, busy?.count ?? 0)
    expect(refused).toEqual([])
  })

  it.each(looks)('look right, fit and pass axe at $width px in $colorScheme', async (look) => {
    const cities = busiest()
      .slice(0, 6)
      .map(({ city }) => city.id)
    const filter = {
      travelDate: { during: 'next14Days' },
      bookingStatus: { not: ['expired', 'rejected'] },
      cityId: cities,
      grandTotal: { gte: 1_000, lte: 999_900 },
    }
    const { page } = await enter(`/purchases/list?filter=${encodeURIComponent(JSON.stringify(filter))}`, 'admin', look)
    await chip(page, 'Travel date: next 14 days (Europe/Madrid)').waitFor()
    await expect.poll(() => scrollsSideways(page)).toBe(false)
    expect(await faultsOf(page)).toEqual([])
    await chip(page, 'Travel date: next 14 days (Europe/Madrid)').click()
    await dialog(page, 'Filter Travel date').getByLabel('Days').waitFor()
    await expect.poll(() => scrollsSideways(page)).toBe(false)
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await bar(page).getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('listbox', { name: 'Fields' }).waitFor()
    await expect.poll(() => scrollsSideways(page)).toBe(false)
    expect(await faultsOf(page)).toEqual([])
    if (look.width === 390) {
      const small = await bar(page)
        .getByRole('button')
        .evaluateAll((buttons) =>
          buttons.filter((button) => button.getBoundingClientRect().height < 40).map((button) => button.textContent),
        )
      expect(small).toEqual([])
    }
  })
})
