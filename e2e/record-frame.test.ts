import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../src/app/registry.server.ts'
import { modules } from '../src/app/modules.ts'
import type { Client } from '../src/app/testing/start.server.ts'
import { joinPath, type SitemapNode } from '../src/ui/sitemap-node.web.ts'
import { rounds } from '../src/core/testing/rounds.ts'
import { openActions } from './actions.ts'
import { faultsOf, looks, settled } from './axe.ts'
import { type Product, startProduct } from './product.ts'
import { maxShift, shiftsOf, watchShifts } from './shifts.ts'

describe.skipIf(inject('chromiumPath') === null)('the page of a record', () => {
  let product: Product
  let admin: Client

  beforeAll(async () => {
    product = await startProduct({ name: 'record frame', checkOutput: false, demo: 60 })
    admin = await product.server.signIn('admin')
  })
  afterAll(() => product?.stop())

  const first = async (resource: string, filter: object = {}) => {
    const { body } = await admin.get(`/rest/data/${resource}`, { filter, range: [0, 0] })
    return (body as { id: number }[])[0]?.id
  }

  it.each(looks)('has what saves it at the bottom of the window, also a short one, at $width px', async (look) => {
    for (const [path, name] of [
      [`/currencies/update?id=${await first('currencies')}`, 'Save'],
      [`/coupons/update?id=${await first('coupons')}`, 'Save'],
      ['/roles/users/create', 'Invite'],
      ['/roles/update/finance', 'Save'],
    ] as const) {
      const { page } = await product.enter('admin', path, look)
      const save = page.getByRole('button', { name, exact: true })
      await save.waitFor()
      const below = () => save.evaluate((button) => window.innerHeight - button.getBoundingClientRect().bottom)
      await expect.poll(below).toBeLessThan(20)
      expect(await below(), path).toBeGreaterThanOrEqual(0)
      await page.context().close()
    }
  })

  it.each(looks)(
    'has its commands in one menu, a single stop of the Tab key, at $width px, $colorScheme',
    async (look) => {
      const id = await first('coupons', { status: 'active', timesUsed: { gte: 1 } })
      const { page } = await product.enter('admin', `/coupons/update?id=${id}`, look)
      const more = page.getByRole('button', { name: 'More actions' })
      const focused = () =>
        page.evaluate(() => document.activeElement?.textContent || document.activeElement?.ariaLabel)
      await more.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Delete', exact: true }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('End')
      await expect.poll(focused).toBe('Delete')
      await page.keyboard.press('ArrowUp')
      await expect.poll(focused).toBe('Archive')
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      await expect.poll(focused).toBe('More actions')
      await page.keyboard.press('Tab')
      await expect.poll(focused).not.toBe('More actions')
      expect(await page.getByRole('menu').count()).toBe(0)

      // A dialog gives the focus back to the menu's button, as the item that opened it is gone.
      await (await openActions(page)).getByRole('menuitem', { name: 'Delete', exact: true }).click()
      await page.getByRole('alertdialog').waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(focused).toBe('More actions')
      await page.context().close()
    },
  )

  it.each(['coupons', 'products', 'events', 'aliases'])(
    'asks for nothing again that was answered just now, from the list of %s',
    async (resource) => {
      const { page } = await product.enter('admin', `/${resource}/list`)
      await settled(page)
      const answered = new Map<string, number>()
      const again: string[] = []
      page.on('request', (request) => {
        const at = answered.get(request.url())
        // Shorter than answers count as read just now, since a busy machine tells of them late.
        if (request.method() === 'GET' && at !== undefined && performance.now() - at < 500) again.push(request.url())
      })
      page.on('requestfinished', (request) => {
        if (/\/rest\/data\/(?!live)/.test(request.url())) answered.set(request.url(), performance.now())
      })
      await page.getByRole('main').locator('tbody tr[data-row-id] a').first().click()
      await page.waitForURL(/\/(update|view)\?id=/)
      await settled(page)
      // A busy machine tells of answers after the page shows them.
      await expect.poll(() => answered.size).toBeGreaterThan(2)
      expect(again).toEqual([])
      await page.context().close()
    },
  )

  it('names what leads with a coupon by its state, and leaves the lead to saving once something has changed', async () => {
    const { body } = await admin.post('/rest/data/coupons', { code: 'LEADS-1', name: 'Leads', percent: 500 })
    const { page } = await product.enter('admin', `/coupons/update?id=${(body as { id: number }).id}`)
    const activate = page.getByRole('button', { name: 'Activate', exact: true })
    const colour = () => activate.evaluate((element) => getComputedStyle(element).backgroundColor)
    await activate.waitFor()
    await settled(page)
    const leading = await colour()
    await page.getByLabel('Name').fill('Changed')
    await expect.poll(colour).not.toBe(leading)
    const save = page.getByRole('button', { name: 'Save', exact: true })
    expect(await save.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(leading)
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(colour).toBe(leading)
    await activate.click()
    await page.getByRole('region', { name: 'Notifications' }).getByText('1 coupon activated').waitFor()
    await activate.waitFor({ state: 'detached' })
    await page.context().close()
  })

  it.each(Array.from({ length: rounds.orders }, (_, round) => ({ width: round % 2 === 0 ? 1440 : 1024, round })))(
    'moves next to nothing while its parts arrive, late and one after the other, at $width px, in order $round',
    { timeout: 400_000 },
    async ({ width, round }) => {
      const { page } = await product.enter('admin', '/dashboard', { width })
      await watchShifts(page, round)
      const found: Record<string, unknown> = {}
      const seen: string[] = []
      for (const { resource, path, filter } of recordPages()) {
        const id = await first(resource, filter)
        if (id === undefined) continue
        seen.push(resource)
        const address = path.includes('{id}') ? path.replace('{id}', String(id)) : `${path}?id=${id}`
        await page.goto(product.server.url + address)
        await page.locator('main :is(section, article, dl, table)').first().waitFor()
        await settled(page)
        const { sum, shifts } = await shiftsOf(page)
        if (sum >= maxShift) found[address] = { sum, shifts }
      }
      expect(found, JSON.stringify(found)).toEqual({})
      expect(seen.length).toBeGreaterThan(25)
      await page.context().close()
    },
  )
})

/** Every page about one record that the modules declare, with what finds a record for it. */
function recordPages(): { resource: string; path: string; filter: object }[] {
  const pathOf = new Map(resources.map(({ name, path }) => [name, path]))
  const pagesIn = (nodes: readonly SitemapNode[], base: string): { resource: string; path: string; filter: object }[] =>
    nodes.flatMap((node) => {
      const path = joinPath(base, node.path)
      const [resource, page = ''] = node.shows ?? []
      const kind = /^view-(\w+)$/.exec(page)?.[1]
      return [
        ...(resource !== undefined && /^(update|view)/.test(page)
          ? [{ resource: pathOf.get(resource) ?? resource, path, filter: kind === undefined ? {} : { kind } }]
          : []),
        ...pagesIn(node.children ?? [], path),
      ]
    })
  return modules.flatMap(({ pages = [] }) => pages.flatMap(({ nodes, under = '' }) => pagesIn(nodes, under)))
}
