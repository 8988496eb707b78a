import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../src/app/testing/start.server.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('a page of another site', () => {
  let product: Product
  let server: TestServer
  let browser: Browser
  let evil: Server
  let evilUrl: string

  beforeAll(async () => {
    product = await startProduct({ name: 'framing' })
    ;({ server, browser } = product)
    evil = createServer((request, response) => {
      const at = new URL(request.url ?? '/', 'http://x').searchParams.get('at') ?? ''
      response.setHeader('content-type', 'text/html')
      response.end(
        request.url?.startsWith('/frame')
          ? `<iframe src="${at}" title="theirs"></iframe>`
          : `<button onclick="window.other = window.open('${at}')">Open</button>`,
      )
    })
    await new Promise<void>((done) => evil.listen(0, '127.0.0.1', done))
    // Another name of this machine, so that it is another site as well.
    evilUrl = `http://localhost:${(evil.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    evil?.close()
    await product?.stop()
  })

  it.each(['/login', '/dashboard', '/404'])('cannot show %s in a frame', async (path) => {
    const page = await browser.newPage()
    const refused: string[] = []
    page.on('console', (message) => refused.push(message.text()))
    await page.goto(`${evilUrl}/frame?at=${encodeURIComponent(server.url + path)}`)
    await expect.poll(() => refused.join('\n')).toMatch(/frame-ancestors|X-Frame-Options/)
    const [, frame] = page.frames()
    expect(await frame?.locator('#root').count()).toBe(0)
    await page.close()
  })

  it.each(['/login', '/dashboard'])('that opens %s is not its opener and cannot reach it', async (path) => {
    const page = await browser.newPage()
    await page.goto(`${evilUrl}/open?at=${encodeURIComponent(server.url + path)}`)
    const [popup] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Open' }).click(),
    ])
    await popup.waitForLoadState()
    await popup.waitForURL(/\/login/)
    expect(
      await page.evaluate(() => {
        try {
          // What another origin can always see: whether it is closed, and how many frames it has.
          return Object.keys((window as unknown as { other: Window }).other.document)
        } catch {
          return 'out of reach'
        }
      }),
    ).toBe('out of reach')
    if (path !== '/login') expect(await popup.evaluate(() => window.opener as unknown)).toBeNull()
    await page.context().close()
  })
})
