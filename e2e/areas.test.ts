import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../src/app/testing/start.server.ts'
import { resources } from '../src/app/registry.server.ts'
import { faultsOf, loaded, looks } from './axe.ts'
import { moveTo } from './move.ts'
import { type Product, startProduct } from './product.ts'
import { isTorture } from '../src/core/testing/rounds.ts'

/** A person's paths through the real product: server, database with demo data, console, Chromium. */
describe.skipIf(inject('chromiumPath') === null)('the areas', () => {
  let product: Product
  let server: TestServer
  let admin: Client

  beforeAll(async () => {
    product = await startProduct({ name: 'areas', checkOutput: false, demo: 600 })
    server = product.server
    admin = await server.signIn('admin')
  })
  afterAll(async () => {
    await product?.stop()
  })

  const open = async (page: Page, path: string) => {
    await moveTo(page, path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }

  it('opens the list behind each figure of the home page, with as many rows as the figure says', async () => {
    const { page, refused } = await product.enter('admin', '/dashboard')
    const figures = page.locator('main section li a')
    await figures.first().waitFor()
    const count = await figures.count()
    expect(count).toBeGreaterThan(8)
    for (let index = 0; index < count; index++) {
      const figure = figures.nth(index)
      const says = Number((await figure.locator('strong').innerText()).replaceAll(/[^0-9]/g, ''))
      await figure.click()
      const pagination = page.getByRole('navigation', { name: 'Pagination' })
      await pagination.waitFor()
      await expect
        .poll(() => pagination.innerText(), { timeout: 5_000 })
        .toMatch(says === 0 ? /No rows/ : new RegExp(`of ${says.toLocaleString('en-GB')}\\b`))
      await page.goBack()
      await figures.first().waitFor()
    }
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('has a picture beside every entry of the menu, as the console is built', async () => {
    const { page } = await product.enter('admin', '/dashboard')
    const entries = page.getByRole('navigation', { name: 'Main' }).locator(':scope > ul > li > :first-child')
    await entries.first().waitFor()
    const bare = await entries.evaluateAll((all) =>
      all.filter((entry) => !entry.querySelector(':scope > svg:first-child')).map(({ textContent }) => textContent),
    )
    expect([(await entries.count()) > 10, bare]).toEqual([true, []])
    await page.context().close()
  })

  it('offers every command of a resource for the rows that are selected, beside those of the list’s own', async () => {
    const lists = {
      'discovery-api-users': '/api-users/list',
      events: '/events/list',
      performances: '/performances/list',
      matches: '/matches/list',
      rules: '/rules/list',
      tags: '/tags/list',
      'product-reviews': '/products/reviews/list',
      'alias-reviews': '/aliases/reviews/list',
      'lineup-reviews': '/lineup/reviews/list',
      customers: '/users/list',
      'rewrite-rules': '/rewrite-rules',
      'risk-rules': '/purchases/risk-rules/list',
    }
    // Coupons draw theirs by what the rows allow.
    const commanded = resources.filter(
      ({ actions, operations, name }) =>
        actions && operations.includes('list') && operations.includes('update') && name !== 'coupons',
    )
    expect(commanded.map(({ name }) => name).toSorted()).toEqual(Object.keys(lists).toSorted())
    const { page } = await product.enter('admin', '/dashboard')
    for (const { name, actions } of commanded) {
      await open(page, lists[name as keyof typeof lists])
      const screen = page.locator(`main[data-screen="${lists[name as keyof typeof lists].slice(1)}"]`)
      await screen.getByRole('checkbox', { name: 'Select row' }).first().click()
      const bar = page.getByRole('group', { name: 'Selected rows' })
      await bar.getByRole('button', { name: 'Edit', exact: true }).waitFor()
      const offered = await bar.getByRole('button').allInnerTexts()
      expect(offered, name).toEqual(expect.arrayContaining(Object.values(actions ?? {}).map(({ label }) => label)))
    }
    await page.context().close()
  })

  it('asks for no picture for a person who cannot see images', async () => {
    const { page, refused } = await product.enter('finance', '/products/list')
    await page.getByRole('table').getByRole('link').first().waitFor()
    await page.waitForTimeout(800)
    expect([refused, await page.locator('main img').count()]).toEqual([[], 0])
    await page.context().close()
  })

  it('finds a purchase by its customer’s email and opens it', async () => {
    const { body } = await admin.get('/rest/data/purchases', { filter: { kind: 'event' }, range: [3, 3] })
    const [purchase] = body as { id: number; reference: string; title: string }[]
    const { customerEmail } = (
      await admin.post(`/rest/data/purchases/${purchase?.id}/reveal`, { reason: 'To search for it' })
    ).body as { customerEmail: string }
    const { page, refused } = await product.enter('sales-agent', '/purchases/list?view=all')
    await page.getByRole('searchbox', { name: 'Search' }).fill(customerEmail)
    await page.getByRole('link', { name: purchase?.reference ?? '' }).click()
    await page.waitForURL(/\/purchases\/events\/view\?id=/)
    await expect.poll(() => page.locator('main').innerText()).toContain(purchase?.title)
    for (const part of ['Order', 'Money', 'Refund policy', 'Timeline', 'Customer', 'Supplier', 'Linked records']) {
      await page.getByRole('region', { name: part, exact: true }).waitFor()
    }
    expect(await page.getByRole('region', { name: 'Money' }).innerText()).toContain('Totals reconcile')
    // An order opens under the page of its own kind.
    await page.goto(page.url().replace('/events/view', '/products/view'))
    await page.waitForURL(/\/purchases\/events\/view\?id=/)
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('filters, sorts and pages a list by its address alone: Back undoes and a link shows the same', async () => {
    const { page, refused } = await product.enter('admin', '/purchases/list?view=all')
    await page.getByRole('button', { name: 'Sort Date' }).click()
    await page.waitForURL(/sort=travelDate/)
    const header = page.getByRole('columnheader', { name: /^Date/ })
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending')
    await page.getByRole('button', { name: 'Filter Status' }).click()
    await page.getByRole('checkbox', { name: 'Confirmed' }).click()
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.waitForURL(/bookingStatus/)
    await page
      .getByRole('group', { name: 'Filters' })
      .getByRole('button', { name: 'Booking: Confirmed', exact: true })
      .waitFor()
    const states = page.getByRole('table').getByText(/^(Completed|Cancelled|Expired|Rejected|Pending supplier)$/)
    await expect.poll(() => states.count()).toBe(0)
    const rows = await page.getByRole('table').innerText()
    const copy = await page.context().newPage()
    await copy.goto(page.url())
    await copy.getByRole('table').getByRole('link').first().waitFor()
    await expect.poll(() => copy.getByRole('table').innerText()).toBe(rows)
    await page.goBack()
    await page.waitForURL((url) => !url.search.includes('bookingStatus'))
    await page.goBack()
    await page.waitForURL((url) => !url.search.includes('sort'))
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('creates a coupon, tells mistakes on their fields, and saves with Ctrl+S', async () => {
    const { page } = await product.enter('admin', '/coupons/list')
    await page.getByRole('link', { name: 'New coupon' }).click()
    await page.waitForURL(/coupons\/create/)
    await page.getByRole('button', { name: 'Create' }).click()
    const summary = page.getByRole('alert').filter({ hasText: 'Fix ' })
    await summary.waitFor()
    expect(await summary.innerText()).toContain('Code is required.')
    await page.getByLabel('Code').fill('winter sun')
    await page.getByLabel('Name').fill('Winter sun')
    await page.getByLabel('Percentage').fill('12.5')
    await page.getByRole('button', { name: 'Create' }).click()
    await expect.poll(() => page.getByLabel('Code').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Code').fill('WINTERSUN')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(/coupons\/update\?id=/)
    // The address changes before the page does.
    await page.getByText('No unsaved changes').waitFor()
    await page.getByLabel('Name').fill('Winter sun in the south')
    await page.keyboard.press('Control+s')
    await page.getByText('No unsaved changes').waitFor()
    const { body } = await admin.get('/rest/data/coupons', { filter: { code: 'WINTERSUN' } })
    expect(body).toMatchObject([{ name: 'Winter sun in the south', percent: 1250, version: 2 }])
    await page.context().close()
  })

  it('asks before leaving a form with unsaved changes and keeps them when you stay', async () => {
    const { body } = await admin.get('/rest/data/coupons', { range: [0, 0] })
    const { page } = await product.enter('admin', `/coupons/update?id=${(body as { id: number }[])[0]?.id}`)
    await page.getByLabel('Name').fill('Half an idea')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
    const box = page.getByRole('alertdialog')
    await box.getByRole('button', { name: 'Stay' }).click()
    expect(await page.getByLabel('Name').inputValue()).toBe('Half an idea')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
    await box.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL(/dashboard/)
    await page.context().close()
  })

  it('puts a second person’s changes on top of what was saved in the meantime, and loses nothing', async () => {
    const created = await admin.post('/rest/data/coupons', {
      code: 'TWOPEOPLE',
      name: 'Two people',
      kind: 'percent',
      percent: 1000,
    })
    const { id } = created.body as { id: number }
    const { page } = await product.enter('admin', `/coupons/update?id=${id}`)
    await page.getByLabel('Name').fill('Mine')
    await admin.patch(`/rest/data/coupons/${id}`, { campaign: 'Theirs' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const merge = page.getByRole('dialog', { name: 'This coupon changed while you were editing' })
    await merge.getByText('Theirs').first().waitFor()
    await merge.getByRole('button', { name: 'Save merged' }).click()
    await page.getByText('No unsaved changes').waitFor()
    expect([await page.getByLabel('Name').inputValue(), await page.getByLabel('Campaign').inputValue()]).toEqual([
      'Mine',
      'Theirs',
    ])
    expect((await admin.get(`/rest/data/coupons/${id}`)).body).toMatchObject({ name: 'Mine', campaign: 'Theirs' })
    await page.context().close()
  })

  it.each(['catalogue-editor', 'sales-agent', 'finance', 'read-only', 'no-access'])(
    'never issues a call that the permissions of a person refuse: %s',
    async (role) => {
      const { page, refused } = await product.enter(role, '/dashboard')
      const menu = page.getByRole('navigation', { name: 'Main' })
      const closed = menu.getByRole('button', { expanded: false })
      while ((await closed.count()) > 0) await closed.first().click()
      const links = (
        await Promise.all((await menu.getByRole('link').all()).map((link) => link.getAttribute('href')))
      ).filter((href) => href?.startsWith('/'))
      for (const href of links) {
        await menu.locator(`a[href="${href}"]`).first().click()
        await page.waitForURL((url) => url.pathname.startsWith(href ?? ''))
        await page.getByRole('heading', { level: 1 }).waitFor()
        await loaded(page)
      }
      expect(refused).toEqual([])
      await page.context().close()
    },
  )

  it('has no accessibility violation on any page', async () => {
    const {
      body: [purchase],
    } = (await admin.get('/rest/data/purchases', { filter: { kind: 'product' }, range: [0, 0] })) as {
      body: { id: number }[]
    }
    const {
      body: [coupon],
    } = (await admin.get('/rest/data/coupons', { range: [0, 0] })) as { body: { id: number }[] }
    const paths = [
      '/dashboard',
      '/purchases/list?size=25',
      '/purchases/products/list?size=25',
      '/purchases/events/list?size=25',
      `/purchases/products/view?id=${purchase?.id}`,
      '/coupons/list?size=25',
      '/coupons/create',
      `/coupons/update?id=${coupon?.id}`,
    ]
    for (const [turn, look] of looks.entries()) {
      const { page } = await product.enter('admin', '/dashboard', look)
      // Every page once, the looks taking turns; all of them in the long run.
      for (const path of paths.filter((_, index) => isTorture || index % looks.length === turn)) {
        await open(page, path)
        expect(await faultsOf(page), path).toEqual([])
      }
      await page.context().close()
    }
  }, 400_000)
})
