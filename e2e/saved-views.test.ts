import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../src/app/testing/start.server.ts'
import type { SavedView } from '../src/core/list/saved-views.ts'
import { savedViewsPath, viewText } from '../src/core/list/saved-views.ts'
import { faultsOf, looks, scrollsSideways, settled } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('saved views', () => {
  let product: Product
  let server: TestServer
  let admin: Client

  beforeAll(async () => {
    product = await startProduct({ name: 'saved views' })
    server = product.server
    admin = await server.signIn('admin')
    for (const code of ['SUMMER', 'WINTER', 'AUTUMN']) {
      const reply = await admin.post('/rest/data/coupons', {
        code,
        name: code,
        percent: 500,
        status: code === 'AUTUMN' ? 'draft' : 'active',
      })
      expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    }
  })
  afterEach(async () => {
    await product?.leave()
    await sql`delete from saved_views`.execute(server.database.kysely)
    await sql`delete from saved_view_own_defaults`.execute(server.database.kysely)
  })
  afterAll(async () => {
    await product?.stop()
  })

  const control = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name: typeof name === 'string' ? `View: ${name}` : name, exact: true })
  const choose = async (page: Page, item: string) => {
    await control(page, /^View:/).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  /** The same by keyboard alone: down to the item, and Enter. */
  const press = async (page: Page, name: string, item: string) => {
    await control(page, name).focus()
    await page.keyboard.press('Enter')
    const focused = page.locator('[role^=menuitem]:focus')
    await focused.waitFor()
    for (let steps = 0; steps < 12 && (await focused.innerText()) !== item; steps++)
      await page.keyboard.press('ArrowDown')
    expect(await focused.innerText()).toBe(item)
    await page.keyboard.press('Enter')
  }
  const isFocused = (page: Page, name: string) =>
    control(page, name).evaluate((button) => button === document.activeElement)
  const said = (page: Page, text: string) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()
  const codes = (page: Page) => page.getByRole('row').getByRole('link').allInnerTexts()

  async function share(
    list: string,
    name: string,
    params: Parameters<typeof viewText>[0],
    roles: string[] = [],
  ): Promise<SavedView> {
    const made = await admin.post(savedViewsPath, {
      resource: list.split('/')[0],
      list,
      name,
      query: viewText(params),
      isShared: true,
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const view = made.body as SavedView
    if (roles.length > 0) expect((await admin.put(`${savedViewsPath}/${view.id}/roles`, { roles })).status).toBe(200)
    return view
  }

  it('are saved, marked when the list differs, saved again and found after a reload, by keyboard alone', async () => {
    const { page, refused } = await product.enter('admin', '/coupons/list?sort=code')
    await press(page, 'Unsaved view', 'Save as…')
    const dialog = page.getByRole('dialog', { name: 'Save as a view' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(page, 'Unsaved view')).toBe(true)
    await press(page, 'Unsaved view', 'Save as…')
    await dialog.waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByText('Name is required.').waitFor()
    await dialog.getByLabel('Name').focus()
    await page.keyboard.type('By code')
    await page.keyboard.press('Enter')
    await control(page, 'By code').waitFor()
    expect(await codes(page)).toEqual(['AUTUMN', 'SUMMER', 'WINTER'])

    await page.reload()
    await control(page, 'By code').waitFor()
    await page.getByRole('button', { name: 'Sort Code' }).focus()
    await page.keyboard.press('Enter')
    await control(page, 'By code, modified').waitFor()
    await press(page, 'By code, modified', 'Save changes')
    await said(page, 'View saved')
    await control(page, 'By code').waitFor()
    await expect.poll(() => isFocused(page, 'By code')).toBe(true)
    await page.goto(`${server.url}/coupons/list?view=all`)
    await control(page, 'All coupons').click()
    await page.getByRole('menuitemradio', { name: 'By code' }).click()
    await expect.poll(() => codes(page)).toEqual(['WINTER', 'SUMMER', 'AUTUMN'])
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-code')
    expect(refused.filter((line) => !line.startsWith('422'))).toEqual([])
  })

  it('keep their columns without touching anyone’s own', async () => {
    const { page } = await product.enter('admin', '/coupons/list')
    await choose(page, 'Save as…')
    await page.getByRole('textbox', { name: 'Name' }).fill('Narrow')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await control(page, 'Narrow').waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Scope' }).click()
    await page.keyboard.press('Escape')
    await control(page, 'Narrow, modified').waitFor()
    expect(await page.getByRole('columnheader', { name: 'Scope' }).count()).toBe(0)
    await choose(page, 'Save changes')
    await control(page, 'Narrow').waitFor()
    await page.goto(`${server.url}/coupons/list?view=all`)
    await page.getByRole('columnheader', { name: 'Scope' }).waitFor()
    await control(page, 'All coupons').click()
    await page.getByRole('menuitemradio', { name: 'Narrow' }).click()
    await expect.poll(() => page.getByRole('columnheader', { name: 'Scope' }).count()).toBe(0)
  })

  it('are shared with colleagues, who use them and save copies, and open with the list for a role', async () => {
    const { page } = await product.enter('admin', '/coupons/list?filter={"status":["draft"]}')
    await choose(page, 'Save as…')
    const dialog = page.getByRole('dialog', { name: 'Save as a view' })
    await dialog.getByLabel('Name').fill('Drafts')
    await dialog.getByLabel('Share it').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await control(page, 'Drafts').waitFor()
    await choose(page, 'Default of roles…')
    const roles = page.getByRole('dialog', { name: 'Default of roles: Drafts' })
    await roles.getByLabel('Sales agent').check()
    expect(await faultsOf(page)).toEqual([])
    await roles.getByRole('button', { name: 'Save' }).click()
    await said(page, 'Default of sales-agent')

    const { page: theirs, refused } = await product.enter('sales-agent', '/dashboard')
    await theirs.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Coupons' }).click()
    await control(theirs, 'Drafts').waitFor()
    await expect.poll(() => codes(theirs)).toEqual(['AUTUMN'])
    expect(new URL(theirs.url()).searchParams.get('filter')).toBe('{"status":["draft"]}')
    // The bare address has left no trace: one step back is where they came from.
    await theirs.goBack()
    await theirs.waitForURL('**/dashboard')
    await theirs.goForward()
    await control(theirs, 'Drafts').click()
    for (const forbidden of ['Rename…', 'Delete…', 'Default of roles…'])
      expect(await theirs.getByRole('menuitem', { name: forbidden }).count()).toBe(0)
    await theirs.getByRole('menuitem', { name: 'Save a copy…' }).click()
    await theirs.getByRole('textbox', { name: 'Name' }).fill('My drafts')
    await theirs.getByRole('button', { name: 'Save', exact: true }).click()
    await control(theirs, 'My drafts').waitFor()

    // The default traps no one.
    await control(theirs, 'My drafts').click()
    await theirs.getByRole('menuitemradio', { name: /^All coupons/ }).click()
    await expect.poll(async () => (await codes(theirs)).length).toBe(3)
    await theirs.reload()
    await control(theirs, 'All coupons').waitFor()
    await expect.poll(async () => (await codes(theirs)).length).toBe(3)
    await control(theirs, 'All coupons').click()
    await theirs.getByRole('menuitemcheckbox', { name: 'My default' }).click()
    await said(theirs, 'The list opens with this view from now on')
    await theirs.goto(`${server.url}/coupons/list`)
    await control(theirs, 'All coupons').waitFor()
    await expect.poll(() => new URL(theirs.url()).search).toBe('?view=all')
    expect(refused).toEqual([])
  })

  it('are deleted after a question, and the rows stay as they are', async () => {
    const view = await share('coupons/list', 'Goners', { sort: 'code', q: 'T' }, ['finance'])
    const { page } = await product.enter('admin', `/coupons/list?view=${view.id}&sort=code&q=T`)
    await control(page, 'Goners').waitFor()
    await choose(page, 'Delete…')
    const box = page.getByRole('alertdialog', { name: 'Delete the view Goners?' })
    expect(await box.innerText()).toContain('Finance will no longer open the list with it.')
    await box.getByRole('button', { name: 'Delete' }).click()
    await said(page, 'View Goners deleted')
    await control(page, 'Unsaved view').waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ view: 'all', sort: 'code', q: 'T' })
  })

  it('say which part of them the list no longer has, and drop that part alone', async () => {
    const view = await share('coupons/list', 'Old', { filter: '{"status":["draft"]}', sort: 'code' })
    await sql`update saved_views set query = ${viewText({ filter: '{"status":["draft"],"colour":["red"]}', sort: 'code' })} where id = ${view.id}`.execute(
      server.database.kysely,
    )
    const { page, refused } = await product.enter('admin', '/coupons/list?view=all')
    await control(page, 'All coupons').click()
    await page.getByRole('menuitemradio', { name: /^Old/ }).click()
    await page.getByText('This list no longer has “colour”, so this view ignores that.').waitFor()
    await expect.poll(() => codes(page)).toEqual(['AUTUMN'])
    await choose(page, 'Save changes')
    await page.getByText('This list no longer has').waitFor({ state: 'detached' })
    expect(refused).toEqual([])
  })

  it('of purchases belong to one of its lists, and a list waits for nothing once its default is known', async () => {
    await share('purchases/list', 'Failed refunds', { filter: '{"refundState":["failed"]}' }, ['finance'])
    const { page, refused } = await product.enter('finance', '/dashboard')
    await settled(page)
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/rest/data/')) calls.push(`${pathname}${decodeURIComponent(search)}`)
    })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All purchases' }).click()
    await control(page, 'Failed refunds').waitFor()
    await settled(page)
    const lists = calls.filter((call) => call.startsWith('/rest/data/purchases?'))
    expect(lists).toHaveLength(1)
    expect(lists[0]).toContain('filter={"refundState":["failed"]}')
    expect(calls.filter((call) => call.includes('/defaults'))).toEqual([])
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Event purchases' }).click()
    await control(page, 'All purchases').waitFor()
    await settled(page)
    // Nor does the list that is left ask for what it would show at the other's address.
    const asked = calls.filter((call) => call.startsWith('/rest/data/purchases?'))
    expect(asked, asked.join('\n')).toHaveLength(2)
    await control(page, 'All purchases').click()
    await expect.poll(() => page.getByRole('menuitemradio').count()).toBe(1)
    expect(refused).toEqual([])
  })

  it('show on their tab that they are watched, until they no longer are', async () => {
    await share('coupons/list', 'Autumn', { filter: '{"status":["draft"]}' })
    const { page } = await product.enter('admin', '/coupons/list')
    const tab = (name: string) => page.getByRole('tab', { name, exact: true })
    await tab('Autumn 1').click()
    await control(page, 'Autumn').waitFor()
    await choose(page, 'Watch…')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await tab('Autumn watched 1').waitFor()
    await page.reload()
    await tab('Autumn watched 1').waitFor()
    await choose(page, 'Change watch…')
    await page.getByRole('dialog').getByLabel('Stop watching').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await tab('Autumn 1').waitFor()
  })

  it.each(looks)('look right, fit and pass axe at $width px in $colorScheme', async (look) => {
    await share('coupons/list', 'A view with a name that is nearly as long as a name may be', { sort: 'code' })
    await share('coupons/list', 'Running out soon', { sort: 'validUntil' }, ['read-only'])
    const { page } = await product.enter('admin', '/coupons/list', look)
    await control(page, 'All coupons').click()
    await page.getByRole('menuitemradio', { name: /^A view with/ }).click()
    await control(page, /^View: A view with/).waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    expect(await faultsOf(page)).toEqual([])
    await control(page, /^View: A view with/).click()
    await page.getByRole('menu').waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    expect(await faultsOf(page)).toEqual([])
  })
})
