import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import type { BrowserContextOptions } from 'playwright-core'
import { startConsole, type Console, type Visit } from './shell-fixture/console.ts'

const chromiumPath = inject('chromiumPath')
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

describe.skipIf(!chromiumPath)('sidebar and top bar', () => {
  let marquee: Console
  let visit: Visit

  beforeAll(async () => {
    marquee = await startConsole(chromiumPath ?? '')
  })
  afterAll(() => marquee.close())
  afterEach(async () => {
    await visit.page.context().close()
    expect(visit.faults).toEqual([])
  })

  async function open(path: string, options: BrowserContextOptions = {}, role = 'admin') {
    visit = await marquee.open(options, role)
    await visit.goTo(path)
    await visit.page.getByRole('heading', { level: 1 }).waitFor()
  }
  const main = () => visit.page.getByRole('navigation', { name: 'Main' })
  const heading = (name: string) => visit.page.getByRole('heading', { level: 1, name, exact: true })
  const hamburger = () => visit.page.getByRole('button', { name: 'Toggle sidebar' })
  const purchases = () => main().getByRole('button', { name: 'Purchases' })
  const crumbs = () => visit.page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
  const width = async () => (await main().boundingBox())?.width ?? 0

  test('leaves are links, submenus are buttons with aria-expanded; Purchases is open by default', async () => {
    await open('/dashboard')
    expect(await purchases().getAttribute('aria-expanded')).toBe('true')
    expect(await main().getByRole('link').allTextContents()).toEqual([
      'Marquee Admin',
      'Dashboard',
      'All',
      'Products',
      'Events',
      'Coupons',
      'Lineups',
      'Public website',
      'Write to us',
    ])
    expect(await main().getByRole('button', { name: 'Settings' }).getAttribute('aria-expanded')).toBe('false')
  })

  test('a click on a submenu toggles it, several can be open, and hovering does nothing', async () => {
    await open('/dashboard')
    await main().getByRole('button', { name: 'Settings' }).click()
    await main().getByRole('link', { name: 'Try it' }).waitFor()
    expect(await purchases().getAttribute('aria-expanded')).toBe('true')
    await purchases().click()
    expect(await main().getByRole('link', { name: 'Events' }).count()).toBe(0)
    await purchases().hover()
    await visit.page.waitForTimeout(500)
    expect(await purchases().getAttribute('aria-expanded')).toBe('false')
  })

  test('menu items the person has no ui permission for are missing', async () => {
    await open('/dashboard', {}, 'catalogue-editor')
    expect(await main().getByRole('link', { name: 'Coupons' }).count()).toBe(1)
    expect(await purchases().count()).toBe(0)
  })

  test('external links open in a new tab without opener or referrer', async () => {
    await open('/dashboard')
    for (const name of ['Public website', 'Write to us']) {
      const link = main().getByRole('link', { name })
      expect(await link.getAttribute('target')).toBe('_blank')
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    }
  })

  test('the public website link gets its address from /website/domains, with the public site root as fallback', async () => {
    await open('/dashboard')
    const link = main().getByRole('link', { name: 'Public website' })
    await expect.poll(() => link.getAttribute('href')).toBe('https://tickets.example/en/')
    await visit.page.route('**/website/domains', (route) => route.fulfill({ status: 500, body: '{}' }))
    await visit.page.reload()
    await link.waitFor()
    await visit.page.waitForTimeout(300)
    expect(await link.getAttribute('href')).toBe('https://www.marquee.example/')
    expect(await visit.page.getByRole('alert').count()).toBe(0)
  })

  test('the item of the page on screen is current; hidden pages highlight the item they belong to', async () => {
    await open('/coupons/update?id=7')
    expect(await main().getByRole('link', { name: 'Coupons' }).getAttribute('aria-current')).toBe('page')
    await visit.goTo('/purchases/products/view?id=1')
    await heading('Product purchase').waitFor()
    expect(await main().locator('[aria-current]').allTextContents()).toEqual(['Products'])
  })

  test('the logo links to /; collapsed, only the icon is left', async () => {
    await open('/coupons/list')
    const logo = main().getByRole('link', { name: 'Marquee Admin' })
    expect(await logo.textContent()).toBe('Marquee Admin')
    await hamburger().click()
    expect(await logo.textContent()).toBe('')
    await logo.click()
    await heading('Dashboard').waitFor()
  })

  test('the sidebar is 210 px open and 54 px collapsed, and the cookie remembers it with path /', async () => {
    await open('/dashboard')
    expect(await width()).toBe(210)
    expect(await hamburger().getAttribute('aria-expanded')).toBe('true')
    await hamburger().click()
    await expect.poll(width).toBe(54)
    expect(await hamburger().getAttribute('aria-expanded')).toBe('false')
    const cookies = await visit.page.context().cookies()
    expect(cookies.find(({ name }) => name === 'sidebarStatus')).toMatchObject({ value: '0', path: '/', expires: -1 })
    await visit.page.reload()
    await expect.poll(width).toBe(54)
    await hamburger().click()
    expect(await visit.cookie('sidebarStatus')).toBe('1')
  })

  test('folding closes every submenu, and unfolding reopens only those around the page on screen', async () => {
    await open('/settings/try')
    expect(await purchases().getAttribute('aria-expanded')).toBe('true')
    await hamburger().click()
    await hamburger().click()
    expect(await purchases().getAttribute('aria-expanded')).toBe('false')
    expect(await main().getByRole('button', { name: 'Settings' }).getAttribute('aria-expanded')).toBe('true')
  })

  test('collapsed submenus pop out on hover and close on leaving', async () => {
    await open('/dashboard')
    await hamburger().click()
    await purchases().hover()
    const events = main().getByRole('link', { name: 'Events' })
    await events.waitFor()
    await events.hover()
    await visit.page.waitForTimeout(500)
    expect(await events.isVisible()).toBe(true)
    await visit.page.mouse.move(900, 600)
    await events.waitFor({ state: 'detached' })
    await purchases().hover()
    await events.click()
    await heading('Events').waitFor()
    expect(visit.address()).toBe('/purchases/events/list')
    await events.waitFor({ state: 'detached' })
  })

  test('collapsed submenus open and close by keyboard too', async () => {
    await open('/dashboard')
    await hamburger().click()
    await purchases().focus()
    await visit.page.keyboard.press('Enter')
    await main().getByRole('link', { name: 'All' }).waitFor()
    expect(await purchases().getAttribute('aria-expanded')).toBe('true')
    await visit.page.keyboard.press('ArrowDown')
    await visit.page.keyboard.press('ArrowDown')
    await visit.page.keyboard.press('Escape')
    expect(await purchases().getAttribute('aria-expanded')).toBe('false')
    expect(await visit.page.locator(':focus').getAttribute('aria-label')).toBe('Purchases')
    await visit.page.keyboard.press('ArrowRight')
    await expect.poll(() => visit.page.locator(':focus').textContent()).toBe('All')
  })

  test('the breakpoint: 991 px is mobile, 992 px is desktop', async () => {
    await open('/dashboard', { viewport: { width: 992, height: 800 } })
    expect(await width()).toBe(210)
    expect(await hamburger().getAttribute('aria-expanded')).toBe('true')
    await visit.page.setViewportSize({ width: 991, height: 800 })
    await expect.poll(() => hamburger().getAttribute('aria-expanded')).toBe('false')
    await expect.poll(() => main().count()).toBe(0)
    await visit.page.setViewportSize({ width: 992, height: 800 })
    await expect.poll(() => hamburger().getAttribute('aria-expanded')).toBe('true')
    expect(await main().count()).toBe(1)
  })

  test('on a phone the sidebar is a drawer that closes after navigation, by overlay, by Escape and by its button', async () => {
    await open('/dashboard', phone)
    expect(await main().count()).toBe(0)
    await hamburger().click()
    expect(await hamburger().getAttribute('aria-expanded')).toBe('true')
    await main().getByRole('link', { name: 'Coupons' }).click()
    await heading('Coupons').waitFor()
    await expect.poll(() => main().count()).toBe(0)
    await hamburger().click()
    await visit.page.touchscreen.tap(350, 500)
    await expect.poll(() => main().count()).toBe(0)
    await hamburger().click()
    await visit.page.keyboard.press('Escape')
    await expect.poll(() => main().count()).toBe(0)
    await expect.poll(() => visit.page.locator(':focus').getAttribute('aria-label')).toBe('Toggle sidebar')
    await hamburger().click()
    await main().getByRole('button', { name: 'Close sidebar' }).click()
    await expect.poll(() => main().count()).toBe(0)
  })

  test('a phone visit never erases the desktop preference', async () => {
    await open('/dashboard', phone)
    await hamburger().click()
    await main().getByRole('button', { name: 'Close sidebar' }).click()
    await hamburger().click()
    expect(await visit.cookie('sidebarStatus')).toBeNull()
    await visit.page.setViewportSize({ width: 1300, height: 800 })
    await expect.poll(width).toBe(210)
  })

  test('an open drawer survives the keyboard of a phone, which resizes the window', async () => {
    await open('/dashboard', phone)
    await hamburger().click()
    await visit.page.setViewportSize({ width: 390, height: 480 })
    await visit.page.waitForTimeout(300)
    expect(await main().count()).toBe(1)
  })

  test('on a mobile device, submenus do not close on hover-leave', async () => {
    await open('/dashboard', { viewport: { width: 800, height: 800 } })
    await hamburger().click()
    await purchases().hover()
    await visit.page.mouse.move(600, 700)
    await visit.page.waitForTimeout(500)
    expect(await purchases().getAttribute('aria-expanded')).toBe('true')
    expect(await main().getByRole('link', { name: 'Events' }).isVisible()).toBe(true)
  })

  test('the top bar has the hamburger, then breadcrumbs, and on the right the account menu with Home and Log Out', async () => {
    await open('/coupons/list')
    const places = await Promise.all(
      [
        hamburger(),
        visit.page.getByRole('navigation', { name: 'Breadcrumb' }),
        visit.page.getByRole('button', { name: 'Account' }),
      ].map(async (part) => (await part.boundingBox())?.x ?? -1),
    )
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    await visit.page.getByRole('button', { name: 'Account' }).click()
    await visit.page.getByRole('menuitem', { name: 'Log Out' }).waitFor()
    expect(await visit.page.getByRole('menuitem').allTextContents()).toEqual(['Home', 'My exports', 'Log Out'])
    await visit.page.getByRole('menuitem', { name: 'Home' }).click()
    await heading('Dashboard').waitFor()
    expect(visit.address()).toBe('/dashboard')
  })

  test('breadcrumbs: Dashboard first, redirects followed, noRedirect and the last one plain', async () => {
    await open('/coupons/update?id=7')
    expect(await crumbs().allTextContents()).toEqual(['Dashboard', 'Coupons', 'Edit coupon'])
    expect(await crumbs().nth(2).locator('[aria-current=page]').count()).toBe(1)
    await crumbs().nth(1).getByRole('link').click()
    await heading('Coupons').waitFor()
    expect(visit.address()).toBe('/coupons/list')
    await visit.goTo('/settings/try')
    await heading('Try it').waitFor()
    expect(await crumbs().allTextContents()).toEqual(['Dashboard', 'Settings', 'Try it'])
    expect(await crumbs().nth(1).getByRole('link').count()).toBe(0)
    await crumbs().nth(0).getByRole('link').click()
    await heading('Dashboard').waitFor()
    expect(await crumbs().allTextContents()).toEqual(['Dashboard'])
    expect(await crumbs().getByRole('link').count()).toBe(0)
  })

  test('parameters of the path and of the query reach the page as the text that was written', async () => {
    await open('/lineups/update/7%2F8?q=12E5&flag=true')
    expect(await visit.page.getByRole('status', { name: 'Parameters' }).textContent()).toBe('{"id":"7/8"}')
    expect(await visit.page.getByRole('status', { name: 'Query' }).textContent()).toBe('{"q":"12E5","flag":"true"}')
    await visit.page.getByRole('button', { name: 'Next page' }).click()
    await expect.poll(() => visit.address()).toBe('/lineups/update/7%2F8?q=12E5&flag=true&page=2')
    await visit.page.goBack()
    await expect.poll(() => visit.address()).toBe('/lineups/update/7%2F8?q=12E5&flag=true')
  })

  test('one h1 equal to the route title, main named by its screen, and the title of the document', async () => {
    await open('/coupons/update?id=7')
    await visit.page.getByRole('main').waitFor()
    expect(await visit.page.locator('main[data-screen="coupons/update"]').count()).toBe(1)
    expect(await visit.page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Edit coupon'])
    expect(await visit.page.title()).toBe('Edit coupon - Marquee Admin')
  })

  test('a page that you can see but not write is read-only and says why', async () => {
    await open('/coupons/update?id=7', {}, 'read-only')
    await visit.page.getByText('your role has no write permission on coupons').waitFor()
    expect(await visit.page.getByRole('status', { name: 'May write' }).textContent()).toBe('false')
  })

  test('a plain link to a page is followed without loading the document again, and the focus goes to the page', async () => {
    await open('/coupons/list')
    let documents = 0
    visit.page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1
    })
    await visit.page.getByRole('link', { name: 'Coupon 7' }).click()
    await heading('Edit coupon').waitFor()
    expect(visit.address()).toBe('/coupons/update?id=7&tab=rules')
    expect(documents).toBe(0)
    await expect.poll(() => visit.page.locator(':focus').getAttribute('data-screen')).toBe('coupons/update')
  })

  test('a screen that breaks leaves the rest of the console standing', async () => {
    await open('/lineups/broken')
    await visit.page.getByRole('alert').getByText('The ink has run out').waitFor()
    expect(await visit.page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Broken'])
    visit.faults.length = 0
    await main().getByRole('link', { name: 'Coupons' }).click()
    await heading('Coupons').waitFor()
  })

  test('a screen whose code cannot be loaded can be tried again', async () => {
    await open('/dashboard')
    await visit.page.route('**/assets/late-screen*', (route) => route.abort())
    await visit.goTo('/lineups/missing')
    await visit.page.getByText('Part of the console could not be loaded').waitFor()
    await visit.page.unroute('**/assets/late-screen*')
    await visit.page.getByRole('button', { name: 'Try again' }).click()
    await visit.page.getByText('Here after all').waitFor()
    visit.faults.length = 0
  })
})
