import { describe, expect, test } from 'vitest'
import { chromiumPath, hamburger, heading, main, open, startShell, visit } from './testing/shell-layout.ts'

const crumbs = () => visit.page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')

describe.skipIf(!chromiumPath)('sidebar and top bar', () => {
  startShell()

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
    await visit.page.getByText('Part of the page didn’t load').waitFor()
    await visit.page.unroute('**/assets/late-screen*')
    await visit.page.getByRole('button', { name: 'Try again' }).click()
    await visit.page.getByText('Here after all').waitFor()
    visit.faults.length = 0
  })
})
