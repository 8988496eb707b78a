import { describe, expect, test } from 'vitest'
import { chromiumPath, hamburger, heading, main, open, startShell, visit } from './testing/shell-layout.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const purchases = () => main().getByRole('button', { name: 'Purchases' })

const width = async () => (await main().boundingBox())?.width ?? 0

describe.skipIf(!chromiumPath)('sidebar and top bar', () => {
  startShell()

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

  test('the link of the page is in view, and stays where the list is scrolled to by hand', async () => {
    await open('/dashboard', { viewport: { width: 1280, height: 260 } })
    await main().getByRole('button', { name: 'Settings' }).click()
    await main().getByRole('link', { name: 'Try it' }).click()
    const link = main().locator('[aria-current="page"]')
    await expect.poll(() => link.textContent()).toBe('Try it')
    const isInView = () =>
      link.evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect()
        return top >= 0 && bottom <= window.innerHeight
      })
    await visit.page.reload()
    await expect.poll(isInView).toBe(true)
    await main().getByRole('link', { name: 'Dashboard' }).scrollIntoViewIfNeeded()
    // Whatever else the sidebar shows.
    await purchases().click()
    await purchases().click()
    expect(await isInView()).toBe(false)
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
})
