import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, startProduct } from './product.ts'

let product: Product

beforeAll(async () => {
  product = await startProduct({ name: 'first-load' })
})
afterAll(() => product?.stop())

const whoAmI = '/rest/data/rbac/whoami'

describe('a first visit', () => {
  it.each([
    { path: '/login', requests: 9, kilobytes: 185 },
    { path: '/purchases/list', requests: 25, kilobytes: 330 },
  ])('to $path asks for at most $requests files of $kilobytes KB', async ({ path, requests, kilobytes }) => {
    const { page } = await product.enter('admin', '/404')
    if (path === '/login') await page.context().clearCookies()
    const cold = await page.context().newPage()
    const session = await cold.context().newCDPSession(cold)
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    await session.send('Network.enable')
    const asked: string[] = []
    let bytes = 0
    session.on('Network.requestWillBeSent', ({ request }) => asked.push(new URL(request.url).pathname))
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await cold.goto(product.server.url + path)
    await ready(cold, path)
    // Requests of a page that is already quiet count too.
    await cold.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => null)
    await cold.waitForTimeout(1_000)
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(requests)
    expect(Math.round(bytes / 1000)).toBeLessThanOrEqual(kilobytes)
    await product.leave()
  })

  it('asks who is signed in, and for the screen, before any script of the console has run', async () => {
    const { page } = await product.enter('admin', '/404')
    const cold = await page.context().newPage()
    const asked: string[] = []
    cold.on('request', (request) => asked.push(new URL(request.url()).pathname))
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await cold.route(/\/assets\/.*\.js$/, async (route) => {
      await held
      await route.continue()
    })
    const opened = cold.goto(`${product.server.url}/coupons/list`)
    await expect.poll(() => asked).toContain(whoAmI)
    await expect.poll(() => asked.some((path) => path.startsWith('/assets/coupon-list-screen-'))).toBe(true)
    release()
    await opened
    await ready(cold, '/coupons/list')
    expect(asked.filter((path) => path === whoAmI)).toHaveLength(1)
    await product.leave()
  })

  it('asks the server for nothing without a session', async () => {
    const context = await product.browser.newContext()
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${product.server.url}/coupons/list`)
    await page.waitForURL(/\/login\?redirect=/)
    expect(asked.filter((path) => path.startsWith('/rest/'))).toEqual([])
    await context.close()
  })
})

async function ready(page: Page, path: string): Promise<void> {
  if (path === '/login') await page.getByRole('button').first().waitFor()
  // On a database without demo data the list says so.
  else await page.getByText(/^There are no /).waitFor()
}
