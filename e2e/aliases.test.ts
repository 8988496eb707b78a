import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../src/app/testing/examples.server.ts'
import type { Client, TestServer } from '../src/app/testing/start.server.ts'
import type { AliasMembers } from '../src/features/aliases/alias.endpoints.ts'
import type { Maker } from '../src/core/testing/make.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { resources } from '../src/app/registry.server.ts'
import { faultsInEachLook, faultsOf, settled } from './axe.ts'
import { type Product, startProduct } from './product.ts'

interface Row {
  readonly id: number
  readonly title: string
}

describe.skipIf(inject('chromiumPath') === null)('aliases', () => {
  let app: Product
  let server: TestServer
  let admin: Client
  let records: Maker
  let cityId: number
  let last = 0

  beforeAll(async () => {
    app = await startProduct({ name: 'alias flows' })
    server = app.server
    admin = await server.signIn('admin')
    records = maker(server.database.kysely, resources, examples)
    cityId = await records.make('cities')
  })
  afterAll(async () => {
    await app?.stop()
  })

  async function alias(name: string): Promise<Row> {
    const reply = await admin.post('/rest/data/aliases', {
      title: `${name} ${++last}`,
      shortText: 'What it is.',
      cityId,
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return reply.body as Row
  }
  async function product(name: string, values: object = {}): Promise<Row> {
    const title = `${name} ${++last}`
    return {
      id: await records.make('products', {
        title,
        status: 'live',
        suspendedBecause: null,
        currency: 'EUR',
        retailFrom: 5_000,
        netFrom: 4_000,
        ...values,
      }),
      title,
    }
  }
  async function front(record: Row, products: readonly Row[]): Promise<void> {
    const reply = await admin.put(`/rest/data/aliases/${record.id}/members`, {
      seen: [],
      members: products.map(({ id }) => ({ productId: id })),
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  }
  const titles = async (record: Row) =>
    ((await admin.get(`/rest/data/aliases/${record.id}/members`)).body as AliasMembers).members.map(
      ({ title }) => title,
    )
  const panel = (page: Page) => page.getByRole('region', { name: 'Products', exact: true })
  const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

  it('orders products with the keyboard, pins one, and says what is sold and why', async () => {
    const record = await alias('Keys')
    const [dear, cheap] = [await product('Dear'), await product('Cheap', { retailFrom: 3_000, netFrom: 2_500 })]
    await front(record, [dear, cheap])
    const { page, refused } = await app.enter('admin', `/aliases/update?id=${record.id}`)
    const members = panel(page)
    await members.getByText(new RegExp(`Selling ${cheap.title} from €30.00`)).waitFor()
    await members.getByText('The lowest price').waitFor()
    await members.getByRole('button', { name: `Move ${cheap.title} up` }).focus()
    await page.keyboard.press('Enter')
    await members.getByRole('status').getByText(`${cheap.title} is at position 1 of 2.`).waitFor()
    await expect.poll(() => titles(record)).toEqual([cheap.title, dear.title])
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))
      .toContain(cheap.title)
    await members.getByRole('button', { name: `Pin ${dear.title}` }).click()
    const asked = page.getByRole('alertdialog', { name: 'Sell what is pinned?' })
    await asked
      .getByText(`This page sells “Cheapest”, so a pin alone changes nothing. Let it sell ${dear.title} from now on?`)
      .waitFor()
    await asked.getByRole('button', { name: 'Only pin it' }).click()
    await members.getByText('Pinned', { exact: true }).waitFor()
    await toasts(page)
      .getByText(
        `${dear.title} is pinned, but that does not count: the page sells “Cheapest”, which is ${cheap.title}.`,
      )
      .waitFor()
    await members.getByRole('button', { name: `Pin ${dear.title}` }).click()
    await settled(page)
    await members.getByRole('button', { name: `Pin ${dear.title}` }).click()
    await asked.getByRole('button', { name: 'Pin and sell it' }).click()
    await toasts(page)
      .getByText(new RegExp(`${dear.title} is pinned and sold now, from €50.00`))
      .waitFor()
    expect((await admin.get(`/rest/data/aliases/${record.id}`)).body).toMatchObject({
      selectionPolicy: 'pinned',
      chosenProductId: dear.id,
    })
    await page.reload()
    await members.getByText(new RegExp(`Selling ${dear.title} from €50.00`)).waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('orders products by dragging', async () => {
    const record = await alias('Drag')
    const [a, b] = [await product('First'), await product('Second')]
    await front(record, [a, b])
    const { page, refused } = await app.enter('admin', `/aliases/update?id=${record.id}`)
    const row = (name: string) => panel(page).getByRole('listitem').filter({ hasText: name })
    await row(b.title).waitFor()
    await row(b.title).scrollIntoViewIfNeeded()
    const handle = await row(b.title).locator('span[aria-hidden]').first().boundingBox()
    const target = await row(a.title).boundingBox()
    if (!handle || !target) throw new Error('The rows are not there.')
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
    await page.mouse.down()
    await page.mouse.move(handle.x + 10, handle.y - 10, { steps: 4 })
    await page.mouse.move(target.x + 60, target.y + 3, { steps: 8 })
    await page.mouse.up()
    await expect.poll(() => titles(record)).toEqual([b.title, a.title])
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('adds a product, makes this its main page, and publishes once one is live', async () => {
    const [record, other] = [await alias('Publish'), await alias('Main page so far')]
    const added = await product('Added')
    await front(other, [added])
    await admin.put(`/rest/data/aliases/${record.id}/translations/es`, {
      texts: { title: { text: `Publicar ${record.id}`, status: 'approved' } },
    })
    const { page, refused } = await app.enter('admin', `/aliases/update?id=${record.id}`)
    const publication = page.getByRole('region', { name: 'Publication' })
    await publication.getByText('None of its products is live').waitFor()
    const adder = panel(page).getByLabel('Add a product')
    await adder.scrollIntoViewIfNeeded()
    await adder.fill(added.title)
    await page.getByRole('option', { name: added.title }).click()
    await panel(page).getByRole('listitem').filter({ hasText: added.title }).getByText(other.title).waitFor()
    await panel(page)
      .getByRole('button', { name: `Make this the main page of ${added.title}` })
      .click()
    await panel(page).getByText('Main page', { exact: true }).waitFor()
    await publication.getByText(/to improve|All checks pass/).waitFor()
    await publication.getByRole('button', { name: 'Publish', exact: true }).click()
    await toasts(page).getByText(`${record.title} is published`).waitFor()
    await publication.getByText(`/es/publicar-${record.id}/pa-${record.id}`).waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('says which supplier is expected to earn more, and swaps a product on the pages that are selected', async () => {
    const record = await alias('Compared')
    const [weak, strong] = [await product('Weak', { retailFrom: 4_500 }), await product('Strong', { netFrom: 3_000 })]
    await front(record, [weak, strong])
    const { page } = await app.enter('admin', `/aliases/update?id=${record.id}`)
    const comparison = page.getByRole('region', { name: 'Supplier comparison', exact: true })
    await comparison.scrollIntoViewIfNeeded()
    await comparison.getByText(new RegExp(`${strong.title} is expected to earn €19.00 with each order`)).waitFor()
    await comparison.getByText(new RegExp(`more than ${weak.title}, which the page sells now`)).waitFor()
    const fresh = await product('Fresh')
    await page.goto(`${server.url}/aliases/list?q=${encodeURIComponent(record.title)}`)
    await page.getByRole('checkbox', { name: 'Select row' }).first().check()
    await page.getByRole('button', { name: 'Swap product…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Swap product' })
    await dialog.getByLabel('Product to remove').fill(weak.title)
    await page.getByRole('option', { name: weak.title }).click()
    await dialog.getByLabel('Replacement product').fill(fresh.title)
    await page.getByRole('option', { name: fresh.title }).click()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Swap', exact: true }).click()
    await toasts(page).getByText('1 alias sold again').waitFor()
    expect(await titles(record)).toEqual([fresh.title, strong.title])
    await page.context().close()
  })

  it('lets its policy be chosen again after a reload, and shows links, sales and the search result', async () => {
    const target = await alias('Linked')
    const reply = await admin.post('/rest/data/aliases', {
      title: `Links ${++last}`,
      shortText: 'What it is.',
      cityId,
      longText: `<p>:::link|text=Over there|element=pa-${target.id}::: and :::link|text=Nowhere|element=c-999999:::</p>`,
    })
    const record = reply.body as Row
    await front(record, [await product('Performing')])
    const { page, refused } = await app.enter('admin', `/aliases/update?id=${record.id}`)
    for (const [policy, reload] of [
      ['best_rated', true],
      ['pinned', false],
    ] as const) {
      await page.getByLabel('Sells', { exact: true }).selectOption(policy)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await toasts(page).getByText(`Alias ${record.title} saved`).first().waitFor()
      if (reload) await page.reload()
      await expect.poll(() => page.getByLabel('Sells', { exact: true }).inputValue()).toBe(policy)
    }
    const links = page.getByRole('region', { name: 'Internal links' })
    await links.scrollIntoViewIfNeeded()
    await links.getByText('Not there').waitFor()
    await links.getByText('Not public').waitFor()
    const performance = page.getByRole('region', { name: 'Performance', exact: true })
    await performance.getByText('No orders in the last 13 weeks.').waitFor()
    const result = page.getByRole('region', { name: 'Search result' })
    await page.getByLabel('Search description').fill('Short.')
    await result.getByText('Could be longer').last().waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.goto(`${server.url}/aliases/update?id=${target.id}`)
    await page.getByRole('region', { name: 'Internal links' }).getByRole('link', { name: record.title }).waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('is free of faults in each look', async () => {
    const record = await alias('Looked at')
    await front(record, [
      await product('Seen'),
      await product('Seen as well', { status: 'suspended', suspendedBecause: 'quality' }),
    ])
    const { page, refused } = await app.enter('admin', '/aliases/list')
    for (const path of ['/aliases/list', `/aliases/update?id=${record.id}`, '/aliases/create']) {
      await page.goto(`${server.url}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect([path, await faultsInEachLook(page)]).toEqual([path, []])
    }
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('is read without write permission, without commands', async () => {
    const record = await alias('Read')
    await front(record, [await product('Shown')])
    const { page, refused } = await app.enter('read-only', `/aliases/update?id=${record.id}`)
    await panel(page).getByText('Sold now').waitFor()
    expect(await panel(page).getByRole('button').count()).toBe(0)
    expect(refused).toEqual([])
    await page.context().close()
  })
})
