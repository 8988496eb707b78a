import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../src/app/testing/start.server.ts'
import { faultsOf, looks, scrollsSideways, settled } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('what others do, while one looks', () => {
  let product: Product
  let agent: Client
  let last = 0

  beforeAll(async () => {
    product = await startProduct({ name: 'live flows' })
    agent = await product.server.signIn('sales-agent')
  })
  afterAll(async () => {
    await product?.stop()
  })

  async function create(draft: object = {}): Promise<{ id: number; code: string }> {
    const reply = await agent.post('/rest/data/coupons', {
      code: `SEEN-${++last}`,
      name: 'Seen',
      percent: 500,
      status: 'active',
      ...draft,
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return reply.body as { id: number; code: string }
  }
  const rename = (id: number, name: string) => agent.patch(`/rest/data/coupons/${id}`, { name })
  /** A person's page, once it hears of changes. */
  async function enter(role: string, path: string, look = {}): Promise<{ page: Page; refused: string[] }> {
    const visit = await product.enter(role, '/dashboard', look)
    const following = visit.page.waitForResponse((response) => response.url().includes('/rest/data/live/'))
    await visit.page.goto(`${product.server.url}${path}`)
    await following
    return visit
  }
  const row = (page: Page, code: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: code, exact: true }) })
  const news = (page: Page) => page.getByRole('button', { name: /newer coupons?$|^Changed since you looked/ })
  const name = (page: Page) => page.getByRole('textbox', { name: /^Name/ })

  it.each(looks)(
    'a list says that newer rows exist, moves nothing, and shows them when asked ($width, $colorScheme)',
    async (look) => {
      const { code } = await create()
      const { page, refused } = await enter('admin', '/coupons/list', look)
      await row(page, code).waitFor()
      const place = await row(page, code).boundingBox()
      await page.getByRole('searchbox', { name: 'Search' }).focus()
      const { code: newer } = await create()
      await create()
      await news(page).waitFor()
      expect(await row(page, newer).count()).toBe(0)
      expect(await row(page, code).boundingBox()).toEqual(place)
      expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('searchbox')
      expect(await scrollsSideways(page)).toBe(false)
      expect(await faultsOf(page)).toEqual([])
      await page.getByRole('button', { name: '2 newer coupons' }).focus()
      await page.keyboard.press('Enter')
      await row(page, newer).waitFor()
      await news(page).waitFor({ state: 'detached' })
      expect(refused).toEqual([])
      await page.context().close()
    },
  )

  it('a row on screen takes its new values in place, and a selection stays', async () => {
    const [one, two] = [await create(), await create()]
    const { page } = await enter('admin', '/coupons/list')
    await row(page, one.code).getByRole('checkbox', { name: 'Select row' }).click()
    // The commands for what is selected come above the rows.
    await page.getByText('1 selected', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Archive' }).waitFor()
    const place = await row(page, one.code).boundingBox()
    await rename(one.id, 'Renamed meanwhile')
    await row(page, one.code).getByText('Renamed meanwhile').waitFor()
    expect(await row(page, one.code).boundingBox()).toEqual(place)
    expect(await row(page, one.code).getByRole('checkbox', { name: 'Select row' }).isChecked()).toBe(true)
    expect(await row(page, two.code).count()).toBe(1)
    expect(await news(page).count()).toBe(0)
    await page.context().close()
  })

  it('a list asks the server at most once in five seconds, however much happens', async () => {
    const { id } = await create()
    const { page } = await enter('admin', '/coupons/list')
    await row(page, `SEEN-${last}`).waitFor()
    const asked: number[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/rest/data/coupons') asked.push(performance.now())
    })
    const until = performance.now() + 11_000
    for (let n = 0; performance.now() < until; n++) await rename(id, `Busy ${n}`)
    expect(asked.length).toBeGreaterThanOrEqual(2)
    expect(asked.length).toBeLessThanOrEqual(3)
    for (const [n, at] of asked.slice(1).entries()) expect(at - (asked[n] ?? 0)).toBeGreaterThan(4_900)
    await page.context().close()
  })

  it('a record changes by itself with a quiet note, and with a notice where something was typed', async () => {
    const { id } = await create()
    const { page } = await enter('admin', `/coupons/update?id=${id}`)
    await name(page).waitFor()
    await agent.patch(`/rest/data/coupons/${id}`, { name: 'By another', status: 'paused' })
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText('Amara Okonkwo changed Name and Status just now')
      .waitFor()
    expect(await name(page).inputValue()).toBe('By another')

    await name(page).fill('Mine')
    await agent.patch(`/rest/data/coupons/${id}`, { name: 'Theirs', campaign: 'Theirs too' })
    const notice = page.getByRole('status', { name: 'Newer version' })
    await notice.getByText('Amara Okonkwo changed').waitFor()
    expect(await name(page).inputValue()).toBe('Mine')
    expect(await faultsOf(page)).toEqual([])
    await notice.getByRole('button', { name: 'Look at it' }).click()
    await notice.waitFor({ state: 'detached' })
    expect(await name(page).inputValue()).toBe('Mine')
    expect(await page.getByRole('textbox', { name: /^Campaign/ }).inputValue()).toBe('Theirs too')
    await page.context().close()
  })

  it('a record that a colleague deletes says so', async () => {
    const { id } = await create()
    const { page } = await enter('admin', `/coupons/update?id=${id}`)
    await name(page).waitFor()
    expect((await agent.delete(`/rest/data/coupons/${id}`)).status).toBe(200)
    await page
      .getByRole('alert', { name: 'Deleted in the meantime' })
      .getByText('This coupon was deleted while you had it open.')
      .waitFor()
    await page.context().close()
  })

  it.each(looks)('two people on one record see each other, editing and gone ($width, $colorScheme)', async (look) => {
    const { id } = await create()
    const one = await enter('admin', `/coupons/update?id=${id}`, look)
    const other = await enter('sales-agent', `/coupons/update?id=${id}`)
    const here = one.page.getByRole('status', { name: 'Also here' })
    await here.getByText('Amara Okonkwo is looking').waitFor()
    await other.page.getByText('Ingrid Solheim is looking').waitFor()
    await name(other.page).fill('Being typed')
    await here.getByText('Amara Okonkwo is editing').waitFor()
    expect(await faultsOf(one.page)).toEqual([])
    expect(await scrollsSideways(one.page)).toBe(false)
    await other.page.context().close()
    await here.getByText('Amara Okonkwo').waitFor({ state: 'detached' })
    expect(one.refused).toEqual([])
    await one.page.context().close()
  })

  it('without a connection it says so, keeps what is there, and saves once the connection is back', async () => {
    const { id } = await create()
    const { page } = await enter('admin', `/coupons/update?id=${id}`)
    await name(page).fill('Typed on a train')
    // A request still being read when the connection drops says so, as it should.
    await settled(page)
    await page.context().setOffline(true)
    const banner = page
      .getByRole('status', { name: 'Connection' })
      .getByText('You’re offline. Your changes are kept and you can save them once you’re back online.')
    await banner.waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForTimeout(500)
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([])
    expect(await name(page).inputValue()).toBe('Typed on a train')
    await page.context().setOffline(false)
    await banner.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Notifications' }).getByText(/saved/).waitFor()
    expect((await agent.get(`/rest/data/coupons/${id}`)).body).toMatchObject({ name: 'Typed on a train' })
    await page.context().close()
  })

  it('a tab has one stream, of its inbox and of what is on the page', async () => {
    const { page } = await product.enter('admin', '/dashboard')
    const opened: string[] = []
    const failed: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/rest/data/live/')) opened.push(new URL(request.url()).pathname)
    })
    page.on('requestfailed', (request) => {
      if (request.url().includes('/rest/data/live/')) failed.push(new URL(request.url()).pathname)
    })
    await settled(page)
    const now = () => opened.at(-1)?.slice('/rest/data/live/'.length).split(',').toSorted()
    await page.getByRole('link', { name: 'Coupons', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Coupons' }).waitFor()
    await expect.poll(now).toEqual(['coupons', 'inbox'])
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Users', exact: true }).click()
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await expect.poll(now).toEqual(['customers', 'inbox'])
    // Each gave way to the next: one is open.
    await expect.poll(() => failed).toEqual(expect.arrayContaining(opened.slice(0, -1)))
    expect(failed).not.toContain(opened.at(-1))
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([])
    await page.context().close()
  })
})
