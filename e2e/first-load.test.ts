import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, startProduct } from './product.ts'

let product: Product

beforeAll(async () => {
  product = await startProduct({ name: 'first-load' })
})
afterAll(() => product?.stop())

const whoAmI = '/rest/data/rbac/whoami'
const openingRows = '/rest/data/saved-views/rows'

describe('a first visit', () => {
  it.each([
    { path: '/login', language: 'en', slowedBy: 1, requests: 9, kilobytes: 185 },
    { path: '/login', language: 'es', slowedBy: 1, requests: 10, kilobytes: 185 },
    { path: '/purchases/list', language: 'en', slowedBy: 1, requests: 25, kilobytes: 330 },
    { path: '/purchases/list', language: 'es', slowedBy: 1, requests: 25, kilobytes: 330 },
    // Where the screen comes long after the shell, the stream of changes can be opened once for each; nothing else is asked twice.
    { path: '/purchases/list', language: 'en', slowedBy: 8, requests: 26, kilobytes: 330 },
  ])(
    'to $path in $language asks for at most $requests files of $kilobytes KB, $slowedBy times slower',
    async (visit) => {
      const { path, language, slowedBy, requests, kilobytes } = visit
      const { page } = await product.enter('admin', '/404')
      if (path === '/login') await page.context().clearCookies()
      await page.context().addCookies([{ name: 'language', value: language, url: product.server.url }])
      const cold = await page.context().newPage()
      const session = await cold.context().newCDPSession(cold)
      await session.send('Network.setCacheDisabled', { cacheDisabled: true })
      await session.send('Network.enable')
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowedBy })
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
    },
  )

  it.each([
    ['/coupons/list', 'coupons'],
    ['/purchases/products/list?sort=createdAt&page=1', 'purchases'],
    ['/events/list', 'events'],
    // Lists that open narrowed.
    ['/purchases/list', 'purchases'],
    ['/performances/list', 'performances'],
    ['/matches/list', 'matches'],
    ['/products/drift-inbox', 'product-drifts'],
    ['/ticket-map-outliers', 'ticket-map-outliers'],
    ['/rewrite-rules/proposals', 'rule-proposals'],
  ])(
    'to %s asks who is signed in, for the screen and for the rows before any script of the console has run, and only once',
    async (path, resource) => {
      const { page, refused } = await product.enter('admin', '/404')
      const { cold, asked, opened, release } = await openHeld(page, path)
      await expect.poll(() => asked, { timeout: 10_000 }).toContain(whoAmI)
      await expect.poll(() => asked, { timeout: 10_000 }).toContain(openingRows)
      await expect.poll(() => asked.some((one) => /^\/assets\/[\w-]+-(screen|list)\w*-/.test(one))).toBe(true)
      release()
      await opened
      await ready(cold, path)
      expect(asked.filter((one) => one === whoAmI)).toHaveLength(1)
      expect(asked.filter((one) => one === `/rest/data/${resource}`)).toEqual([])
      expect(refused).toEqual([])
      await product.leave()
    },
  )

  it('opens with the person’s default view', async () => {
    const { page } = await product.enter('admin', '/404')
    const call = async (method: string, path: string, data: object) => {
      const cookies = await page.context().cookies()
      const token = decodeURIComponent(cookies.find(({ name }) => name === 'token')?.value ?? '')
      const xsrf = decodeURIComponent(cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '')
      const headers = { 'X-Token': token, 'X-XSRF-TOKEN': xsrf, 'Origin': product.server.url }
      const reply = await page.request.fetch(product.server.url + path, { method, data, headers })
      expect(reply.ok(), await reply.text()).toBe(true)
      return (await reply.json()) as { id: number }
    }
    const list = { resource: 'coupons', list: 'coupons/list' }
    const view = await call('POST', '/rest/data/saved-views', { ...list, name: 'Mine', query: 'sort=code&size=25' })
    await call('PUT', '/rest/data/saved-views/own-default', { ...list, view: view.id })
    const { cold, asked, opened, release } = await openHeld(page, '/coupons/list')
    release()
    await opened
    await cold.waitForURL(/view=/)
    await ready(cold, '/coupons/list')
    expect(asked.filter((one) => one === '/rest/data/coupons')).toEqual([])
    await call('PUT', '/rest/data/saved-views/own-default', { ...list, view: null })
    await product.leave()
  })

  it('to a list that one cannot see asks nothing of the person', async () => {
    const { page } = await product.enter('sales-agent', '/404')
    const early = page.waitForResponse((reply) => reply.url().includes(openingRows))
    await page.goto(`${product.server.url}/rules/list`)
    expect((await early).status()).toBe(204)
    await page.waitForURL(/\/404/)
    expect(await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()).toBe(0)
    await product.leave()
  })

  it('asks by a script of less than 1 KB', async () => {
    const text = await (await fetch(`${product.server.url}/coupons/list`)).text()
    const [, script = ''] = /<script nonce="[^"]+">([^<]*earlyCalls[^]*?)<\/script>/.exec(text) ?? []
    expect(script).not.toBe('')
    expect(Buffer.byteLength(script)).toBeLessThan(1024)
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

/** Opens a page whose scripts wait until they are released. */
async function openHeld(page: Page, path: string) {
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
  return { cold, asked, opened: cold.goto(product.server.url + path), release: () => release() }
}

async function ready(page: Page, path: string): Promise<void> {
  if (path === '/login') await page.getByRole('button').first().waitFor()
  // On a database without demo data the list says so.
  else
    await page
      .getByText(/^No [a-z ]+ (yet|match)|^Nothing in |^(Aún no hay|Sin resultados|No hay nada en) /)
      .first()
      .waitFor()
}
