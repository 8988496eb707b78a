import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../src/app/testing/start.server.ts'
import { faultsOf, looks, scrollsSideways } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('a form that is made from a definition', () => {
  let product: Product
  let admin: Client

  beforeAll(async () => {
    product = await startProduct({ name: 'forms' })
    admin = await product.server.signIn('admin')
  })
  afterAll(async () => {
    await product?.stop()
  })

  it('has sections, fields that come when they apply, sub-rows, amounts in their currency and moments in their zone', async () => {
    for (const look of looks) {
      const code = `FORM-${look.width}`
      const { page, refused } = await product.enter('admin', '/coupons/create', look)
      const field = (key: string) => page.locator(`#field-${key}`)
      await field('code').fill(code)
      await page.getByRole('region', { name: 'Discount' }).waitFor()

      // A percentage has no amounts, and a fixed discount no percentage.
      expect([await field('percent').count(), await field('amounts').count()]).toEqual([1, 0])
      await field('kind').selectOption('fixed')
      expect([await field('percent').count(), await field('amounts').count()]).toEqual([0, 1])

      // Rows by keyboard: added, filled, moved; the amount is in the currency beside it.
      const amounts = page.getByRole('group', { name: 'Amounts' })
      await amounts.getByRole('button', { name: 'Add to amounts' }).press('Enter')
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
        .toBe('amounts.0.currency')
      await page.keyboard.type('EUR')
      await page.keyboard.press('Tab')
      await page.keyboard.type('12.5')
      expect(await field('amounts-0-amount').inputValue()).toBe('12.5 EUR')
      await amounts.getByRole('button', { name: 'Add to amounts' }).press('Enter')
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
        .toBe('amounts.1.currency')
      await page.keyboard.type('JPY')
      await page.keyboard.press('Tab')
      // The yen has no smaller unit.
      await page.keyboard.type('1500')
      expect(await field('amounts-1-amount').inputValue()).toBe('1,500 JPY')
      await page.keyboard.press('Alt+ArrowUp')
      await expect.poll(() => field('amounts-0-currency').inputValue()).toBe('JPY')
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
        .toBe('amounts.0.amount')

      // Ten o'clock in New York is three in the afternoon in Greenwich, in winter.
      await field('timeZone').fill('America/New_York')
      await field('validFrom').fill('2026-12-01T10:00')
      await page.getByText('In America/New_York time.').first().waitFor()
      await correctsInCalendar(page)

      // Missing fields are listed in one place, each linking to its field, and the save button is always in view.
      await page.evaluate(() => window.scrollTo(0, 0))
      const save = await page.getByRole('button', { name: 'Create' }).boundingBox()
      expect(save && save.y + save.height <= 900).toBe(true)
      await page.keyboard.press('Control+s')
      const summary = page.getByRole('alert').filter({ hasText: 'Fix 1 error' })
      await summary.getByRole('link', { name: 'Name is required.' }).click()
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-name')
      expect(await faultsOf(page)).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)
      await page.keyboard.type('Fixed in two currencies')
      await page.keyboard.press('Control+s')
      await page.waitForURL((url) => url.pathname === '/coupons/update')
      const id = Number(new URL(page.url()).searchParams.get('id'))
      expect((await admin.get(`/rest/data/coupons/${id}`)).body).toMatchObject({
        code,
        name: 'Fixed in two currencies',
        kind: 'fixed',
        percent: null,
        validFrom: '2026-12-01T15:00:00.000Z',
        validUntil: '2099-12-30T05:00:00.000Z',
        amounts: [
          { currency: 'JPY', amount: 1500 },
          { currency: 'EUR', amount: 1250 },
        ],
      })
      expect(refused).toEqual([])
      await page.context().close()
    }
  })

  it.each(['light', 'dark'] as const)(
    'has boxes whose edge is found as easily as that of a field, %s',
    async (colorScheme) => {
      const { page } = await product.enter('admin', '/events/create', { colorScheme })
      const edgeOf = (name: string) =>
        page.getByLabel(name, { exact: true }).evaluate((input) => getComputedStyle(input).borderTopColor)
      await page.getByLabel('Hidden', { exact: true }).waitFor()
      await expect.poll(() => edgeOf('Hidden')).toBe(await edgeOf('Internal name'))
      await page.context().close()
    },
  )

  it('begins at its first field, keeps what runs over a limit and says so, and saves words that are still being typed', async () => {
    const { page } = await product.enter('admin', '/tags/list')
    await page.getByRole('link', { name: 'New tag' }).waitFor()
    await page.keyboard.press('n')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-name')
    const long = 'Nights out '.repeat(9).trim()
    await page.keyboard.insertText(long)
    await page.getByText('98 of 80 characters: shorten it before you save.').waitFor()
    expect(await page.locator('#field-name').inputValue()).toBe(long)
    await page.keyboard.press('Control+s')
    await page.getByRole('alert').filter({ hasText: 'Name can have at most 80 characters.' }).waitFor()
    await page.locator('#field-name').fill('Nights out')
    await page.locator('#field-synonyms').focus()
    await page.keyboard.type('Late evenings, After dark')
    await page.keyboard.press('Control+s')
    await page.waitForURL((url) => url.pathname.startsWith('/tags/update'))
    const [made] = (await admin.get('/rest/data/tags', { filter: { q: 'Nights out' } })).body as {
      name: string
      synonyms: string[]
    }[]
    expect(made).toMatchObject({ name: 'Nights out', synonyms: ['Late evenings', 'After dark'] })
    await page.context().close()
  })

  it('takes the first match of what is typed into a picker by Enter, however fast that comes', async () => {
    for (const name of ['Portugal', 'Poland']) await admin.post('/rest/data/categories', { name })
    const { page } = await product.enter('admin', '/subcategories/create')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-name')
    await page.keyboard.type('Fado')
    const picker = page.getByRole('combobox', { name: 'Category' })
    for (const wait of [0, 700]) {
      await picker.click()
      await picker.fill('')
      await page.keyboard.type(wait === 0 ? 'Portu' : 'Pola')
      await page.waitForTimeout(wait)
      await page.keyboard.press('Enter')
      await expect.poll(() => picker.inputValue()).toBe(wait === 0 ? 'Portugal' : 'Poland')
      await expect.poll(() => page.locator('[data-combobox-option]:visible').count()).toBe(0)
    }
    // Nothing has been sent in the meantime.
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.keyboard.press('Control+s')
    await page.waitForURL((url) => url.pathname === '/subcategories/update')
    await page.context().close()
  })

  it('is not there where an address names no record, and says so once', async () => {
    const { page } = await product.enter('admin', '/tags/update/abc')
    for (const path of [
      '/tags/update/abc',
      '/categories/update',
      '/categories/update?id=12x',
      '/tags/update/99999999',
    ]) {
      await page.goto(product.server.url + path)
      await page.getByText(/^(Tag|Category) not found/).waitFor()
      expect([
        await page.getByText(/not found/).count(),
        await page.getByRole('button', { name: 'Create' }).count(),
      ]).toEqual([1, 0])
    }
    await page.context().close()
  })

  it('tells what the server alone can know on its field, and goes there', async () => {
    const { page } = await product.enter('admin', '/coupons/create')
    const taken = await admin.post('/rest/data/coupons', { code: 'FORM-TAKEN', name: 'Taken', percent: 500 })
    expect(taken.status).toBe(201)
    await page.locator('#field-code').fill('form-taken')
    await page.locator('#field-name').fill('Another')
    await page.locator('#field-percent').fill('5')
    await page.keyboard.press('Control+s')
    const summary = page.getByRole('alert').filter({ hasText: 'Fix 1 error' })
    await summary.getByRole('link').click()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-code')
    expect(await page.locator('#field-code').getAttribute('aria-invalid')).toBe('true')
    // The typed text is still there.
    expect(await page.locator('#field-name').inputValue()).toBe('Another')
    await page.context().close()
  })
})

/** A day is typed in any form, and corrected in the calendar with the arrows. */
async function correctsInCalendar(page: Page): Promise<void> {
  const input = page.locator('#field-validUntil')
  await input.fill('31 dec 2099')
  await input.press('Alt+ArrowDown')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('31 December 2099')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect.poll(() => input.inputValue()).toBe('30 Dec 2099, 00:00')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-validUntil')
}
