import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../src/app/testing/start.server.ts'
import { loaded } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('a console whose catalogue of texts comes in parts', () => {
  let product: Product
  let admin: Client

  beforeAll(async () => {
    product = await startProduct({ name: 'catalogue-parts', checkOutput: false, demo: 60 })
    admin = await product.server.signIn('admin')
  })
  afterAll(() => product?.stop())

  it('reads the same as with all of it', async () => {
    await admin.put('/rest/data/console-language', { language: 'es' })
    const { page } = await product.enter('admin', '/dashboard')
    // What is due counts its minutes down, and would read otherwise the second time.
    await page.clock.setFixedTime(new Date())
    const read = async (path: string) => {
      await page.goto(product.server.url + path)
      await page.locator('main h1').waitFor()
      await loaded(page)
      await page.waitForFunction(() => document.querySelector('main [role="status"][aria-label="Cargando"]') === null)
      await loaded(page)
      return await page.locator('main').innerText()
    }
    const whole: string[] = []
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const inParts: string[] = []
    // Labels that are made of keys, codes of the ledger, and words that are put together where they run.
    const pages = ['/purchases/list', '/purchases/refunds/list', '/coupons/create', '/imports/viator', '/roles/update']
    for (const path of pages) inParts.push(await read(path))
    expect(asked.some((path) => /^\/assets\/es-\w{8}-first\.js$/.test(path))).toBe(true)
    await page.route(/\/[a-z-]+\/[a-z-]+(?:\/[a-z-]+)?$/, async (route) => {
      if (route.request().resourceType() !== 'document') return await route.fallback()
      const response = await route.fetch()
      const body = (await response.text()).replace(/<link data-language="es"[^>]*>/, '')
      await route.fulfill({ response, body })
    })
    asked.length = 0
    for (const path of pages) whole.push(await read(path))
    expect(asked.filter((path) => path.includes('-first.js'))).toEqual([])
    expect(inParts).toEqual(whole)
    await page.context().close()
  })
})
