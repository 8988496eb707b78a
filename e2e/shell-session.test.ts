import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { startConsole, type Console, type Visit } from './testing/shell/console.ts'

const chromiumPath = inject('chromiumPath')
const json = (status: number, body: unknown) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
})

describe.skipIf(!chromiumPath)('session and guard', () => {
  let marquee: Console
  let visit: Visit

  beforeAll(async () => {
    marquee = await startConsole(chromiumPath ?? '')
  })
  afterAll(() => marquee.close())
  beforeEach(async () => {
    visit = await marquee.open()
  })
  afterEach(async () => {
    await visit.page.context().close()
    expect(visit.faults).toEqual([])
  })

  const heading = (name: string) => visit.page.getByRole('heading', { level: 1, name, exact: true })
  const logOut = async () => {
    await visit.page.getByRole('button', { name: 'Account' }).click()
    await visit.page.getByRole('menuitem', { name: 'Log Out' }).click()
    await visit.page.waitForURL('**/login?**')
  }

  test('with no token, navigation leads to the login page and back to the full path after signing in', async () => {
    await visit.goTo('/coupons/list?sort=code&q=12E5#part')
    await visit.page.waitForURL('**/login?**')
    expect(visit.address()).toBe('/login?redirect=%2Fcoupons%2Flist%3Fsort%3Dcode%26q%3D12E5%23part')
    await visit.page.getByRole('button', { name: /\bAdmin$/ }).click()
    await heading('Coupons').waitFor()
    expect(visit.address()).toBe('/coupons/list?sort=code&q=12E5#part')
  })

  test.each([
    '//evil.example/a',
    'https://evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/login?redirect=/login',
  ])('a redirect leads only ever into the console: %s', async (wanted) => {
    await visit.goTo(`/login?redirect=${encodeURIComponent(wanted)}`)
    await visit.page.getByRole('button', { name: /\bAdmin$/ }).click()
    await heading('Dashboard').waitFor()
    expect(new URL(visit.page.url()).href).toBe(`${marquee.url}/dashboard`)
  })

  test('visiting /login while signed in goes to /', async () => {
    await visit.signInAs('admin')
    await visit.goTo('/login?redirect=/coupons/list')
    await heading('Dashboard').waitFor()
    expect(visit.address()).toBe('/dashboard')
  })

  test('/ redirects to /dashboard', async () => {
    await visit.signInAs('admin')
    await visit.goTo('/')
    await heading('Dashboard').waitFor()
    expect(visit.address()).toBe('/dashboard')
  })

  test('a signed-in reload on a deep link stays there, without a second history entry', async () => {
    await visit.signInAs('admin')
    await visit.goTo('/purchases/products/view?id=1')
    await heading('Product purchase').waitFor()
    await visit.page.reload()
    await heading('Product purchase').waitFor()
    expect(visit.address()).toBe('/purchases/products/view?id=1')
    await visit.page.goBack()
    await heading('Dashboard').waitFor()
  })

  test.each([
    [
      'the server answers with an error',
      json(500, { error: 'Internal', message: 'Out of order', requestId: 'r' }),
      'Out of order',
    ],
    [
      'the session has ended',
      json(403, { error: 'SessionExpired', message: 'Your session has ended', requestId: 'r' }),
      'Your session has ended',
    ],
    ['the answer has no message', json(500, {}), 'Request failed with status code 500'],
    ['the answer makes no sense', json(200, { user: 7 }), 'The server did not say who is signed in'],
  ])(
    'if loading user info fails, because %s: token cleared, one message, to /login with a redirect',
    async (_why, reply, text) => {
      await visit.signInAs('admin')
      await visit.page.route('**/rest/data/rbac/whoami', (route) => route.fulfill(reply))
      await visit.goTo('/coupons/list?q=a')
      await visit.page.waitForURL('**/login?**')
      expect(visit.address()).toBe('/login?redirect=%2Fcoupons%2Flist%3Fq%3Da')
      const alert = visit.page.getByRole('region', { name: 'Notifications' }).getByRole('alert')
      await alert.waitFor()
      expect(await alert.count()).toBe(1)
      expect(await alert.textContent()).toContain(text)
      expect(await visit.cookie('token')).toBeNull()
    },
  )

  test('log out clears the token and leads to /login with a redirect back to the current full path', async () => {
    await visit.signInAs('admin')
    await visit.goTo('/coupons/update?id=7&tab=rules')
    const called = visit.page.waitForRequest((request) => request.url().endsWith('/user/logout'))
    await logOut()
    expect((await called).headers()['x-token']).toBeTruthy()
    expect(visit.address()).toBe('/login?redirect=%2Fcoupons%2Fupdate%3Fid%3D7%26tab%3Drules')
    expect(await visit.cookie('token')).toBeNull()
    await visit.page.getByRole('button', { name: /\bAdmin$/ }).waitFor()
  })

  test.each([
    ['fails', 'failed'],
    ['cannot be reached', 'aborted'],
  ] as const)('log out works even when the server call %s, and no error is shown', async (_how, kind) => {
    await visit.signInAs('admin')
    await visit.page.route('**/user/logout', (route) =>
      kind === 'failed' ? route.fulfill(json(500, { message: 'Broken' })) : route.abort(),
    )
    await logOut()
    expect(await visit.cookie('token')).toBeNull()
    expect(await visit.page.getByRole('alert').count()).toBe(0)
  })

  test('a user with zero permissions is signed in without a loop, and reads whom to ask', async () => {
    let asked = 0
    visit.page.on('request', (request) => {
      if (request.url().endsWith('/rbac/whoami')) asked += 1
    })
    await visit.signInAs('no-access')
    await visit.page.getByText('You don’t have access to anything yet').waitFor()
    expect(await visit.page.getByRole('main').textContent()).toMatch(/Ask a .* admin .*@/)
    await visit.page.waitForTimeout(500)
    expect(asked).toBe(1)
    expect(visit.address()).toBe('/dashboard')
    expect(
      await visit.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Coupons' }).count(),
    ).toBe(0)
  })

  test('a page that the person cannot see leads to /404, like every other unknown path', async () => {
    await visit.signInAs('no-access')
    for (const path of ['/coupons/list', '/unknown/path?x=1', '/dashboard/below']) {
      await visit.goTo(path)
      await heading('Page not found').waitFor()
      expect(visit.address()).toBe('/404')
    }
    expect(await visit.page.title()).toBe('Page not found - Marquee Admin')
  })

  test('stale menus after switching account: never', async () => {
    await visit.signInAs('admin')
    const main = visit.page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('link', { name: 'Coupons' }).waitFor()
    await logOut()
    await visit.signInAs('no-access')
    await visit.page.getByText('You don’t have access to anything yet').waitFor()
    expect(await main.getByRole('link', { name: 'Coupons' }).count()).toBe(0)
  })

  test('a switch of account in another tab is noticed when this one navigates', async () => {
    await visit.signInAs('admin')
    const other = await visit.page.context().newPage()
    await visit.page.context().clearCookies()
    await other.goto(`${marquee.url}/login`)
    await other.getByRole('button', { name: /\bNo access$/ }).click()
    await other.getByText('You don’t have access to anything yet').waitFor()
    await visit.page.getByRole('link', { name: 'Coupons', exact: true }).click()
    await heading('Page not found').waitFor()
    expect(await visit.page.getByRole('link', { name: 'Coupons', exact: true }).count()).toBe(0)
  })

  test('public pages render without a token: /404 and /ip-validation, which reads its flag', async () => {
    await visit.goTo('/404')
    await heading('Page not found').waitFor()
    await visit.goTo('/ip-validation')
    await heading('IP validation').waitFor()
    expect(await visit.page.getByText('You were signed out').count()).toBe(0)
    await visit.goTo('/ip-validation?unverifiedIP=true')
    await visit.page.getByText('You were signed out because this network address').waitFor()
  })

  test.each(['/', '/coupons/list'])(
    'UnverifiedIP on loading %s: token cleared, to the public page, no dialog',
    async (path) => {
      await visit.signInAs('admin')
      await visit.page.route('**/rest/data/rbac/whoami', (route) =>
        route.fulfill(json(403, { error: 'UnverifiedIP', message: 'No' })),
      )
      const visited: string[] = []
      visit.page.on('framenavigated', (frame) => visited.push(frame.url()))
      await visit.goTo(path)
      await visit.page.getByText('You were signed out because this network address').waitFor()
      expect(visited.some((url) => url.endsWith('/#/ip-validation?unverifiedIP=true'))).toBe(true)
      expect(visit.address()).toBe('/ip-validation?unverifiedIP=true')
      expect(await visit.cookie('token')).toBeNull()
      expect(await visit.page.getByRole('alertdialog').count()).toBe(0)
    },
  )

  test('old links: /#/any/path?x=1 works like /any/path?x=1', async () => {
    await visit.goTo('/#/coupons/list?x=1')
    await visit.page.waitForURL('**/login?**')
    expect(visit.address()).toBe('/login?redirect=%2Fcoupons%2Flist%3Fx%3D1')
    await visit.signInAs('admin')
    await visit.goTo('/#/coupons/list?x=1')
    await heading('Coupons').waitFor()
    expect(visit.address()).toBe('/coupons/list?x=1')
  })

  test('legacy /sections/* and /section-rewrites/* lead to /rewrite-rules, and to /404 until that is built', async () => {
    await visit.signInAs('admin')
    for (const path of ['/sections/list', '/section-rewrites/7']) {
      await visit.goTo(path)
      await heading('Page not found').waitFor()
      expect(visit.address()).toBe('/404')
    }
  })

  test('a progress bar shows that a page is on its way', async () => {
    await visit.signInAs('admin')
    await visit.page.route('**/rest/data/rbac/whoami', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 800))
      await route.continue()
    })
    await visit.page.goto(`${marquee.url}/coupons/list`)
    await visit.page.getByRole('progressbar', { name: 'Loading the page' }).waitFor()
    await heading('Coupons').waitFor()
    await visit.page.locator('#nprogress').waitFor({ state: 'detached' })
  })

  test('the progress bar is gone after every branch', async () => {
    const bar = visit.page.locator('#nprogress')
    const isGone = () => bar.waitFor({ state: 'detached' })
    await visit.goTo('/404')
    await isGone()
    await visit.signInAs('admin')
    await isGone()
    await visit.page.getByRole('link', { name: 'Coupons', exact: true }).click()
    await heading('Coupons').waitFor()
    await isGone()
    await visit.goTo('/unknown')
    await heading('Page not found').waitFor()
    await isGone()
    await visit.page.goBack()
    await isGone()
  })

  test('the title is set after the guard: a redirected visit never shows the title of the page it was sent away from', async () => {
    await visit.goTo('/coupons/list')
    await visit.page.waitForURL('**/login?**')
    expect(await visit.page.title()).toBe('Sign in - Marquee Admin')
    await visit.page.getByRole('button', { name: /\bAdmin$/ }).click()
    await heading('Coupons').waitFor()
    expect(await visit.page.title()).toBe('Coupons - Marquee Admin')
  })
})
