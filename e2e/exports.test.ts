import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../src/app/testing/start.server.ts'
import { readCsv, readSheet } from '../src/platform/transfer/testing/read-files.server.ts'
import { faultsOf, looks, scrollsSideways } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('exports', () => {
  let product: Product
  let server: TestServer
  const path = '/rest/data/exports'

  beforeAll(async () => {
    product = await startProduct({ name: 'exports' })
    server = product.server
    const admin = await server.signIn('admin')
    for (const code of ['SUMMER', 'WINTER', 'AUTUMN']) {
      const reply = await admin.post('/rest/data/coupons', {
        code,
        name: code === 'WINTER' ? '=1+1' : code,
        percent: 1250,
        status: code === 'AUTUMN' ? 'draft' : 'active',
      })
      expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    }
  })
  afterEach(async () => {
    await product?.leave()
    await sql`delete from exports`.execute(server.database.kysely)
  })
  afterAll(async () => {
    await product?.stop()
  })

  const exportButton = (page: Page) => page.getByRole('button', { name: 'Export', exact: true })
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export coupons' })
  const toast = (page: Page, text: RegExp) =>
    page.getByRole('region', { name: 'Notifications' }).getByRole('status').filter({ hasText: text })
  /** How often the console has asked how far the exports are. */
  function asked(page: Page): () => number {
    let times = 0
    page.on('request', (request) => {
      if (request.method() === 'GET' && new URL(request.url()).pathname === path) times += 1
    })
    return () => times
  }
  const query = `?${new URLSearchParams({ filter: '{"status":["active"]}', sort: 'code', columns: 'code,name,percent' }).toString()}`

  it('of what is filtered is started, announced and saved by keyboard alone', async () => {
    const { page, refused } = await product.enter('finance', `/coupons/list${query}`)
    const times = asked(page)
    // There is nothing to export before the rows are there.
    await expect.poll(() => exportButton(page).isEnabled()).toBe(true)
    await exportButton(page).focus()
    await page.keyboard.press('Enter')
    await dialog(page).getByText('2 coupons', { exact: true }).waitFor()
    await dialog(page).getByText('Coupons where status is Active. Sorted by Code.').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => exportButton(page).evaluate((button) => button === document.activeElement)).toBe(true)
    expect(times()).toBe(0)

    await page.keyboard.press('Enter')
    await dialog(page).getByRole('radio', { name: /^CSV/ }).focus()
    // Enter in the form begins at once, with what the list shows.
    await page.keyboard.press('Enter')
    await toast(page, /Exporting 2 coupons/).waitFor()
    await expect.poll(times).toBeGreaterThan(0)
    await server.runJob('make-exports')
    const done = toast(page, /^coupons-.*\.csv is ready: 2 rows/)
    await done.waitFor()
    await done.getByRole('button', { name: 'Download' }).focus()
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(download.suggestedFilename()).toMatch(/^coupons-\d{4}-\d\d-\d\d-\d{4}\.csv$/)
    const text = await readFile(await download.path(), 'utf8')
    expect(text.startsWith('\ufeff')).toBe(true)
    expect(readCsv(text.slice(1)).map((row) => row.slice(1))).toEqual([
      ['code', 'name', 'percent'],
      ['SUMMER', 'SUMMER', '12.5'],
      ['WINTER', "'=1+1", '12.5'],
    ])
    // Polling stops once there is nothing to wait for.
    const before = times()
    await page.waitForTimeout(4_500)
    expect(times()).toBe(before)
    expect(refused).toEqual([])
  })

  it('as a workbook with all columns is announced after a reload, on any page, and found on one’s own page', async () => {
    const { page } = await product.enter('admin', '/coupons/list')
    await exportButton(page).click()
    await dialog(page)
      .getByRole('radio', { name: /^Excel/ })
      .click()
    await dialog(page).getByRole('radio', { name: /^All/ }).click()
    await dialog(page).getByRole('button', { name: 'Start export' }).click()
    await toast(page, /Exporting 3 coupons/).waitFor()
    await page.goto(`${server.url}/dashboard`)
    await server.runJob('make-exports')
    await toast(page, /\.xlsx is ready: 3 rows/).waitFor()
    await page.goto(`${server.url}/exports`)
    const item = page.getByRole('list', { name: 'Exports' }).getByRole('listitem')
    await item.getByText('All coupons. Sorted by Created, descending.').waitFor()
    await item.getByText(/^3 rows, .* kept until/).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      item.getByRole('button', { name: /^Download coupons-/ }).click(),
    ])
    const { rows } = readSheet(await readFile(await download.path()))
    expect(rows).toHaveLength(4)
    expect(Object.values(rows[2] ?? {}).find(({ value }) => value === '=1+1')).toMatchObject({ kind: 'text' })
  })

  it('shows how far it is, and is cancelled', async () => {
    const { page, refused } = await product.enter('finance', `/coupons/list${query}`)
    await exportButton(page).click()
    await dialog(page).getByRole('button', { name: 'Start export' }).click()
    await page.goto(`${server.url}/exports`)
    await page.getByText('Waiting for its turn.').waitFor()
    await sql`update exports set state = 'running', lease = gen_random_uuid(), leased_until = now() + interval '1 hour', rows_done = 1`.execute(
      server.database.kysely,
    )
    await page.getByText('1 of 2 rows so far.').waitFor()
    expect(
      await page
        .getByRole('progressbar', { name: 'Progress' })
        .evaluate((bar: HTMLProgressElement) => bar.value / bar.max),
    ).toBe(0.5)
    await page.getByRole('button', { name: /^Cancel coupons-/ }).click()
    await toast(page, /Export cancelled/).waitFor()
    await page.getByText('Cancelled after 1 row.').waitFor()
    expect(await page.getByRole('progressbar').count()).toBe(0)
    expect(refused).toEqual([])
  })

  it('that fails says why, and a fourth at once is refused in the dialog', async () => {
    const { page } = await product.enter('finance', `/coupons/list${query}`)
    for (let count = 0; count < 3; count++) {
      await exportButton(page).click()
      await dialog(page).getByRole('button', { name: 'Start export' }).click()
      await dialog(page).waitFor({ state: 'detached' })
    }
    await exportButton(page).click()
    await dialog(page).getByRole('button', { name: 'Start export' }).click()
    await dialog(page).getByRole('alert').getByText('3 of your exports are waiting or in progress').waitFor()
    await page.keyboard.press('Escape')
    await sql`update exports set state = 'failed', error = 'The tent blew away.', finished_at = now()`.execute(
      server.database.kysely,
    )
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('alert')
      .filter({ hasText: 'The export failed. The tent blew away.' })
      .first()
      .waitFor()
    await page.goto(`${server.url}/exports`)
    await page.getByText('Failed: The tent blew away.').first().waitFor()
  })

  it('is offered to people who can export the list’s object, and to no one else', async () => {
    const { page } = await product.enter('sales-agent', '/coupons/list')
    await page.getByRole('button', { name: 'Columns' }).waitFor()
    expect(await exportButton(page).count()).toBe(0)
    await page.goto(`${server.url}/exports`)
    await page.getByText('No exports in the last 7 days.').waitFor()
  })

  it.each(looks)('has nothing at fault at $width px in $colorScheme', async (look) => {
    const { page } = await product.enter('admin', `/coupons/list${query}`, look)
    await exportButton(page).click()
    await dialog(page)
      .getByRole('radio', { name: /^Excel/ })
      .click()
    expect([await faultsOf(page), await scrollsSideways(page)]).toEqual([[], false])
    await dialog(page).getByRole('button', { name: 'Start export' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await server.runJob('make-exports')
    await exportButton(page).click()
    await dialog(page).getByRole('button', { name: 'Start export' }).click()
    await toast(page, /xlsx is ready: 2 rows/).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.goto(`${server.url}/exports`)
    await page
      .getByRole('button', { name: /^Download/ })
      .first()
      .waitFor()
    expect([await faultsOf(page), await scrollsSideways(page)]).toEqual([[], false])
  })
})
