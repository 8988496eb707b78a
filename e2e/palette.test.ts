import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../src/app/testing/examples.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { resources } from '../src/app/registry.server.ts'
import { faultsOf, looks, scrollsSideways } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('the command palette', () => {
  let product: Product
  let purchase: number
  let coupon: number
  const email = 'noor.haddad@sample.test'

  beforeAll(async () => {
    product = await startProduct({ name: 'palette flows' })
    const { make } = maker(product.server.database.kysely, resources, examples)
    purchase = await make('purchases', { reference: 'PQRS2345', customerName: 'Noor Haddad', customerEmail: email })
    coupon = await make('coupons', { code: 'NOOR-10', name: 'For Noor' })
  })
  afterAll(async () => {
    await product?.stop()
  })

  const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })
  const field = (page: Page) => palette(page).getByRole('combobox', { name: 'Search screens, records and actions' })
  const group = (page: Page, name: string) => palette(page).getByRole('group', { name, exact: true })
  const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  const focusName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

  async function open(page: Page): Promise<void> {
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    await expect.poll(() => focusName(page)).toBe('Search screens, records and actions')
  }
  /** The option that the field reports as active. */
  const active = async (page: Page) => {
    const id = await field(page).getAttribute('aria-activedescendant')
    return id === null ? null : page.locator(`[id="${id}"]`).innerText()
  }

  it('finds a purchase by its customer’s address and opens it by keyboard alone', async () => {
    const { page, refused } = await product.enter('sales-agent', '/dashboard')
    await open(page)
    await page.keyboard.type(email)
    await expect.poll(() => active(page)).toContain('PQRS2345')
    expect(await group(page, 'Purchases').innerText()).toContain('n•••@sample.test')
    expect(await palette(page).innerText()).not.toContain(email)
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/purchases/(products|events)/view\\?id=${purchase}$`))
    await page.getByText('PQRS2345').first().waitFor()
    await palette(page).waitFor({ state: 'detached' })
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('opens from within a field, closes on Escape and gives the focus back', async () => {
    const { page } = await product.enter('sales-agent', '/coupons/list')
    const box = page.getByRole('searchbox', { name: 'Search', exact: true })
    await box.fill('noor')
    await open(page)
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })
    await expect.poll(() => focusName(page)).toBe('Search')
    await page.keyboard.type('-10')
    expect(await box.inputValue()).toBe('noor-10')
    await page.getByRole('button', { name: /^Search… Ctrl K/ }).click()
    await field(page).waitFor()
    await page.context().close()
  })

  it('goes to a screen, moves by arrows, Home and End, and knows an id, an old link and what lies elsewhere', async () => {
    const { page } = await product.enter('sales-agent', '/dashboard')
    await open(page)
    await expect.poll(() => active(page)).toContain('Dashboard')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => active(page)).toContain('All purchases')
    await page.keyboard.press('End')
    await expect.poll(() => active(page)).toContain('Log out')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => active(page)).toContain('Dashboard')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Home')
    await expect.poll(() => active(page)).toContain('Dashboard')
    await page.keyboard.type('evp')
    await expect.poll(() => active(page)).toContain('Event purchases')
    await page.keyboard.press('Enter')
    await heading(page, 'Event purchases').waitFor()

    await open(page)
    await page.keyboard.type(`#${coupon}`)
    await group(page, 'Coupons')
      .getByRole('option', { name: /NOOR-10/ })
      .waitFor()
    await field(page).fill(`${product.server.url}/#/coupons/update?id=${coupon}`)
    await option(page, `Open Edit coupon ${coupon}`).waitFor()
    expect(await palette(page).getByRole('option').count()).toBe(1)
    await field(page).fill('https://elsewhere.example/coupons/list')
    await palette(page).getByText('This URL isn’t part of the console').waitFor()
    await field(page).fill('/settings/nowhere')
    await palette(page).getByText('No page here that you can open.').waitFor()
    expect(await palette(page).getByRole('option').count()).toBe(0)
    await page.context().close()
  })

  it('opens in a new tab with Ctrl and Enter', async () => {
    const { page } = await product.enter('sales-agent', '/dashboard')
    await open(page)
    await page.keyboard.type('coupons')
    const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')])
    await heading(tab, 'Coupons').waitFor()
    await heading(page, 'Dashboard').waitFor()
    await page.context().close()
  })

  it('runs actions and creates records where the person can', async () => {
    const { page } = await product.enter('sales-agent', '/dashboard')
    await open(page)
    await page.keyboard.type('dark theme')
    await expect.poll(() => active(page)).toContain('Dark theme')
    await page.keyboard.press('Enter')
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
    await open(page)
    await page.keyboard.type('message hist')
    await page.keyboard.press('Enter')
    await page.getByText('No messages').waitFor()
    await page.keyboard.press('Escape')
    await open(page)
    await page.keyboard.type('new coupon')
    await expect.poll(() => active(page)).toContain('New coupon')
    await page.keyboard.press('Enter')
    await heading(page, 'New coupon').waitFor()
    await page.context().close()
  })

  it('offers a person who can only read nothing new, and nothing of areas that are closed to them', async () => {
    const { page, refused } = await product.enter('read-only', '/coupons/list')
    await open(page)
    await page.keyboard.type('new')
    await palette(page)
      .getByText(/^Nothing has/)
      .waitFor()
    await field(page).fill('roles')
    await palette(page)
      .getByText(/^Nothing has/)
      .waitFor()
    await field(page).fill('ingrid')
    await group(page, 'Admin users')
      .getByRole('option', { name: /Ingrid Solheim/ })
      .waitFor()
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('n')
    await page.keyboard.press('/')
    await expect.poll(() => focusName(page)).toBe('Search')
    expect([new URL(page.url()).pathname, refused]).toEqual(['/coupons/list', []])
    await page.context().close()
  })

  it('remembers the records opened last, without their names in the browser, and forgets them with the session', async () => {
    const { page } = await product.enter('sales-agent', `/coupons/update?id=${coupon}`)
    await page.getByText('NOOR-10').first().waitFor()
    await page.goto(`${product.server.url}/coupons/update?id=987654`)
    await page.getByText('Coupon not found', { exact: true }).waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('marquee.recents'))).toContain('987654')
    await page.goto(`${product.server.url}/dashboard`)
    await heading(page, 'Dashboard').waitFor()
    await page.reload()
    await heading(page, 'Dashboard').waitFor()
    await open(page)
    await group(page, 'Recent')
      .getByRole('option', { name: /NOOR-10/ })
      .waitFor()
    await expect.poll(() => group(page, 'Recent').getByRole('option').count()).toBe(1)
    const stored = await page.evaluate(() => localStorage.getItem('marquee.recents'))
    expect(stored).not.toMatch(/987654|NOOR/)
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await heading(page, 'NOOR-10').waitFor()
    await open(page)
    await page.keyboard.type('log out')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === '/login')
    expect(await page.evaluate(() => localStorage.getItem('marquee.recents'))).toBeNull()
    await page.context().close()
  })

  it('says when records cannot be looked for, and looks again when asked', async () => {
    const { page } = await product.enter('sales-agent', '/dashboard')
    await open(page)
    await page.route('**/rest/data/search*', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: '{"error":"Internal","message":"It broke.","requestId":"r-1"}',
      }),
    )
    await page.keyboard.type('noor-10')
    await palette(page).getByRole('alert').getByText('It broke. Request r-1.').waitFor()
    await page.unroute('**/rest/data/search*')
    await palette(page).getByRole('button', { name: 'Try again' }).click()
    await option(page, /NOOR-10/).waitFor()
    await page.context().setOffline(true)
    await palette(page)
      .getByText(/^You’re offline/)
      .waitFor()
    await page.context().setOffline(false)
    await option(page, /NOOR-10/).waitFor()
    await page.context().close()
  })

  it('lists the shortcuts as they are bound; single keys work outside fields and can be turned off', async () => {
    const { page } = await product.enter('sales-agent', '/coupons/list')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByText('All purchases').waitFor()
    expect(await sheet.innerText()).not.toContain('Audit')
    expect(await sheet.getByRole('region', { name: 'Forms' }).innerText()).toContain('not on this page')
    const saysOf = (does: string) =>
      sheet.getByRole('region', { name: 'Lists' }).locator('dd', { hasText: does }).innerText()
    expect([await saysOf('Search the list'), await saysOf('New record'), await saysOf('Filter the list')]).toEqual([
      'Search the list',
      'New record',
      'Filter the list',
    ])
    expect(await saysOf('To the commands for the selected rows')).toContain('not on this page')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await page.keyboard.type('gpn?')
    expect(await page.getByRole('searchbox', { name: 'Search', exact: true }).inputValue()).toBe('gpn?')
    expect(await sheet.count()).toBe(0)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('n')
    await heading(page, 'New coupon').waitFor()
    // Who makes a new one types into it at once.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-code')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await heading(page, 'All purchases').waitFor()
    await page.keyboard.press('?')
    await sheet.getByRole('switch', { name: 'Shortcuts of single keys' }).click()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.reload()
    await heading(page, 'All purchases').waitFor()
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await open(page)
    await page.keyboard.type('shortcuts')
    await page.keyboard.press('Enter')
    await sheet.getByText('(turned off)').first().waitFor()
    expect(await sheet.getByText('(turned off)').count()).toBeGreaterThan(3)
    expect(await heading(page, 'All purchases').count()).toBe(1)
    await page.context().close()
  })

  it.each(looks)('has no fault at $width px, $colorScheme, and room for a thumb', async (look) => {
    const { page } = await product.enter('admin', '/coupons/list', look)
    const button = page.getByRole('button', { name: /^Search…/ })
    if (look.width < 700) {
      const box = await button.boundingBox()
      expect([box?.width, box?.height].every((side) => (side ?? 0) >= 44)).toBe(true)
    }
    await button.click()
    await field(page).fill('noor')
    await option(page, /NOOR-10/).waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
    await field(page).fill('keyboard shortcuts')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
    await page.context().close()
  })
})
