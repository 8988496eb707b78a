import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Product, startProduct } from './product.ts'

type Instance = Awaited<ReturnType<Product['server']['another']>>

/** Two instances on one database behind a proxy that takes them in turn. It answers 502 for one that is not there. */
async function startRing(first: () => Promise<Instance>) {
  const instances: (Instance | null)[] = [await first(), await first()]
  const refused: string[] = []
  let turn = 0
  let isDown = false
  const proxy: Server = createServer((from, to) => {
    // Pages and files are fetched from another one, as proxies do; a call is answered as it comes.
    const isCall = from.url?.startsWith('/rest/') === true
    const up = instances.filter((one) => one !== null)
    const instance = !isCall ? up[0] : isDown ? null : instances[(turn += 1) % instances.length]
    if (!instance) {
      refused.push(from.url ?? '')
      to.writeHead(502, { 'Retry-After': '1', 'Content-Type': 'text/html' }).end('<h1>502 Bad Gateway</h1>')
      return
    }
    const { hostname, port } = new URL(instance.url)
    const onwards = request(
      { hostname, port, path: from.url, method: from.method, headers: from.headers, agent: false },
      (reply) => {
        to.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(to)
      },
    )
    onwards.on('error', () => to.headersSent || to.writeHead(502).end())
    from.pipe(onwards)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    refused,
    /** No call reaches an instance for so long, in milliseconds, as while a single one restarts. */
    goDownFor(milliseconds: number) {
      isDown = true
      setTimeout(() => {
        isDown = false
      }, milliseconds)
    },
    async stopOne(index: number) {
      const instance = instances[index]
      instances[index] = null
      await instance?.stop()
    },
    async startOne(index: number) {
      instances[index] = await first()
    },
    async stop() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
      for (const instance of instances) await instance?.stop()
    },
  }
}

describe.skipIf(inject('chromiumPath') === null || inject('postgresUrl') === null)('a rolling restart', () => {
  let product: Product
  let ring: Awaited<ReturnType<typeof startRing>>

  beforeAll(async () => {
    product = await startProduct({ name: 'rolling restart' })
    ring = await startRing(() => product.server.another())
  })
  afterAll(async () => {
    await ring?.stop()
    await product?.stop()
  })

  it('signs no one out and shows no error', { timeout: 120_000 }, async () => {
    const { page } = await product.enter('admin', '/coupons/list')
    const alerts: string[] = []
    await page.exposeFunction('sayAlert', (text: string) => alerts.push(text))
    await page.addInitScript(() => {
      new MutationObserver(() => {
        for (const one of document.querySelectorAll('[role="alert"]'))
          (window as unknown as { sayAlert(text: string): void }).sayAlert(one.textContent)
      }).observe(document, { childList: true, subtree: true })
    })
    const address = `${ring.url}/coupons/list?page=1`
    const heading = page.getByRole('heading', { level: 1, name: 'Coupons', exact: true })
    const loads = async () => {
      await heading.waitFor({ timeout: 40_000 })
      expect(page.url()).toBe(address)
    }
    await page.goto(address)
    await loads()
    const before = (await page.context().cookies()).find(({ name }) => name === 'token')?.value

    // One after the other: the person works on while the one that is left does its share.
    for (const index of [0, 1]) {
      await ring.stopOne(index)
      const asked = page.waitForRequest('**/rbac/whoami')
      await page.reload({ waitUntil: 'commit' })
      await asked
      await ring.startOne(index)
      await loads()
    }
    // And for a moment both at once, as a single instance does; the page itself has just come.
    ring.goDownFor(3_000)
    await page.goto(address, { waitUntil: 'commit' })
    await page.getByRole('status').getByText('The server is busy. Trying again…').waitFor({ timeout: 20_000 })
    await loads()
    await page.getByText('The server is busy. Trying again…').waitFor({ state: 'detached' })

    const whoami = ring.refused.filter((path) => path.includes('whoami'))
    expect(whoami.length).toBeGreaterThan(0)
    expect((await page.context().cookies()).find(({ name }) => name === 'token')?.value).toBe(before)
    expect(alerts).toEqual([])
    await page.context().close()
  })
})
