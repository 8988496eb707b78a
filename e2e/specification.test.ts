import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Product, startProduct } from './product.ts'

/** What of the specification only a browser can show, on the product's own pages: cookies, places on the screen, documents. */
describe.skipIf(inject('chromiumPath') === null)('the specification in a browser', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct({ name: 'specification' })
  })
  afterEach(() => product.leave())
  afterAll(() => product?.stop())

  const cookieOf = async (context: BrowserContext, name: string) =>
    (await context.cookies()).find((cookie) => cookie.name === name)
  const addressOf = (page: Page) => page.url().slice(product.server.url.length)
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  const anyone = async (path: string) => {
    const page = await (await product.browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
    await page.goto(product.server.url + path)
    return page
  }

  it('sends a person without a token to sign in, and back to the full path', async () => {
    const page = await anyone('/coupons/list?q=12E5&sort=code#part')
    await page.getByRole('button', { name: /\bAdmin$/ }).waitFor()
    expect(addressOf(page)).toBe('/login?redirect=%2Fcoupons%2Flist%3Fq%3D12E5%26sort%3Dcode%23part')
    await page.getByRole('button', { name: /\bAdmin$/ }).click()
    await heading(page, 'Coupons')
    expect(addressOf(page)).toBe('/coupons/list?q=12E5&sort=code#part')
    expect(await page.title()).toBe('Coupons - Marquee Admin')
    expect(await cookieOf(page.context(), 'token')).toMatchObject({ path: '/', value: expect.stringMatching(/.{20}/) })
  })

  it('keeps the sidebar in a cookie of path /, across a reload', async () => {
    const { page } = await product.enter('admin', '/coupons/list')
    const width = async () => (await page.getByRole('navigation', { name: 'Main' }).boundingBox())?.width
    expect([await width(), await cookieOf(page.context(), 'sidebarStatus')]).toEqual([210, undefined])
    await page.getByRole('button', { name: 'Toggle sidebar' }).click()
    await expect.poll(width).toBe(54)
    expect(await cookieOf(page.context(), 'sidebarStatus')).toMatchObject({ value: '0', path: '/' })
    await page.reload()
    await expect.poll(width).toBe(54)
  })

  it('leads from /login to / while signed in', async () => {
    const { page } = await product.enter('admin', '/coupons/list')
    await page.goto(`${product.server.url}/login?redirect=%2Fauthors%2Flist`)
    await page.waitForURL('**/dashboard')
  })

  it('stays on a deep link through a reload', async () => {
    const { page } = await product.enter('admin', '/coupons/create?kind=percent#discount')
    await page.reload()
    await heading(page, 'New coupon')
    expect(addressOf(page)).toBe('/coupons/create?kind=percent#discount')
  })

  it('logs out: the server is called, the cookie goes, and the sign-in page knows the way back', async () => {
    const { page } = await product.enter('admin', '/authors/list?q=a')
    const call = page.waitForRequest('**/user/logout')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    await page.waitForURL('**/login?**')
    expect([(await call).method(), addressOf(page)]).toEqual(['POST', '/login?redirect=%2Fauthors%2Flist%3Fq%3Da'])
    expect(await cookieOf(page.context(), 'token')).toBeUndefined()
  })

  it('has the account at the right end of the top bar, which scrolls away with the page', async () => {
    const { page } = await product.enter('admin', '/coupons/create')
    const boxes = await Promise.all(
      [
        page.getByRole('button', { name: 'Toggle sidebar' }),
        page.getByRole('navigation', { name: 'Breadcrumb' }),
        page.getByRole('button', { name: 'Account' }),
      ].map((part) => part.boundingBox()),
    )
    const starts = boxes.map((box) => box?.x ?? -1)
    expect(starts).toEqual(starts.toSorted((one, other) => one - other))
    const [, , account] = boxes
    expect(1440 - (account?.x ?? 0) - (account?.width ?? 0)).toBeLessThan(40)
    await page.evaluate('window.scrollTo(0, 300)')
    expect((await page.getByRole('button', { name: 'Account' }).boundingBox())?.y).toBeLessThan(0)
  })

  it('shows messages 16 px from the top and 16 px apart, until Escape', async () => {
    const { page } = await product.enter('admin', '/dashboard')
    for (const [list, message] of [
      ['coupons', 'The coupons are away'],
      ['authors', 'The authors are away'],
    ] as const)
      await page.route(`**/rest/data/${list}?**`, (route) => route.fulfill({ status: 500, json: { message } }))
    await page.getByRole('link', { name: 'Coupons', exact: true }).click()
    const toasts = page.getByRole('region', { name: 'Notifications' }).locator('[data-type]')
    // The pointer on it keeps it, however long the next page takes.
    await toasts.getByText('The coupons are away').hover()
    await page.getByRole('link', { name: 'Authors', exact: true }).press('Enter')
    await toasts.getByText('The authors are away').waitFor()
    const [upper, lower] = [await toasts.nth(0).boundingBox(), await toasts.nth(1).boundingBox()]
    expect([upper?.y, (lower?.y ?? 0) - (upper?.y ?? 0) - (upper?.height ?? 0)]).toEqual([16, 16])
    await page.keyboard.press('Escape')
    await expect.poll(() => toasts.count()).toBe(0)
  })

  it('gives every column of a list at least 80 px, and 48 px to the boxes that select rows', async () => {
    const { page } = await product.enter('admin', '/coupons/list')
    const headers = page.getByRole('table').locator('thead th')
    await headers.nth(3).waitFor()
    const widths = await headers.evaluateAll((cells) =>
      cells.map((cell) => ({
        selects: cell.querySelector('input[type=checkbox]') !== null,
        width: Math.round(cell.getBoundingClientRect().width),
      })),
    )
    expect(widths.filter(({ selects }) => selects).map(({ width }) => width)).toEqual([48])
    expect(widths.filter(({ selects, width }) => !selects && width < 80)).toEqual([])
    expect(widths.length).toBeGreaterThan(4)
  })

  it('asks once whether to log out when calls are refused: Cancel stays, Re-Login signs in again', async () => {
    const { page } = await product.enter('admin', '/dashboard')
    await page.route('**/rest/data/coupons?**', (route) =>
      route.fulfill({ status: 403, json: { error: 'SessionExpired', message: 'Your session has ended' } }),
    )
    // The document's own call for the rows says nothing of a refusal, and leaves it to the list's.
    await page.route('**/rest/data/saved-views/rows?**', (route) => route.fulfill({ status: 204 }))
    const box = page.getByRole('alertdialog', { name: 'Confirm logout' })
    await page.getByRole('link', { name: 'Coupons', exact: true }).click()
    await box.getByRole('button', { name: 'Cancel' }).waitFor()
    expect(await box.getByRole('paragraph').innerText()).toBe(
      'You have been logged out, you can cancel to stay on this page, or log in again',
    )
    await box.getByRole('button', { name: 'Cancel' }).click()
    await box.waitFor({ state: 'detached' })
    expect([addressOf(page), await cookieOf(page.context(), 'token')]).toMatchObject(['/coupons/list', { path: '/' }])
    await page.reload()
    await box.getByRole('button', { name: 'Re-Login' }).click()
    await page.waitForURL('**/login?redirect=%2Fcoupons%2Flist')
    expect(await cookieOf(page.context(), 'token')).toBeUndefined()
  })

  it('leads from an unverified address to its page, signed out and without a question', async () => {
    const { page } = await product.enter('admin', '/dashboard')
    await page.route('**/rest/data/coupons?**', (route) =>
      route.fulfill({ status: 403, json: { error: 'UnverifiedIP', message: 'No' } }),
    )
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(frame.url().slice(product.server.url.length)))
    await page.getByRole('link', { name: 'Coupons', exact: true }).click()
    await heading(page, 'IP validation')
    expect([visited, addressOf(page)]).toEqual([
      expect.arrayContaining(['/#/ip-validation?unverifiedIP=true']),
      '/ip-validation?unverifiedIP=true',
    ])
    expect(await cookieOf(page.context(), 'token')).toBeUndefined()
    expect(await page.getByRole('alertdialog').count()).toBe(0)
  })

  it('says what went wrong with a call: nothing came back, or what the server says', async () => {
    const { page } = await product.enter('admin', '/dashboard')
    await page.route('**/rest/data/coupons?**', (route) => route.abort())
    await page.route('**/rest/data/authors?**', (route) => route.fulfill({ status: 503, json: {} }))
    const said = page.getByRole('region', { name: 'Notifications' })
    await page.getByRole('link', { name: 'Coupons', exact: true }).click()
    await said.getByText('Something went wrong').waitFor()
    await page.getByRole('link', { name: 'Authors', exact: true }).click()
    await said.getByText('Request failed with status code 503').waitFor()
  })
})
