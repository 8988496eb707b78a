import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { examples } from '../src/app/testing/examples.server.ts'
import type { TestServer } from '../src/app/testing/start.server.ts'
import { readCsv } from '../src/platform/transfer/testing/read-files.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { resources } from '../src/app/registry.server.ts'
import { faultsOf, looks, scrollsSideways } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('bulk edits', () => {
  let product: Product
  let server: TestServer
  const list = '/coupons/list?size=25&sort=code'

  beforeAll(async () => {
    product = await startProduct({ name: 'bulk edit flows' })
    server = product.server
  })
  beforeEach(() =>
    sql`
    insert into coupons (code, name, kind, percent, status, times_used)
    select 'FLOW' || lpad(n::text, 3, '0'), 'Flow ' || n, 'percent', 500, case when n > 130 then 'draft' else 'active' end, case when n = 2 then 4 else 0 end
    from generate_series(1, 135) n`.execute(server.database.kysely),
  )
  afterEach(async () => {
    await product?.leave()
    await sql`delete from bulk_edits`.execute(server.database.kysely)
    await sql`delete from coupons`.execute(server.database.kysely)
  })
  afterAll(async () => {
    await product?.stop()
  })

  const bar = (page: Page) => page.getByRole('group', { name: 'Selected rows' })
  const command = (page: Page, name: string | RegExp) =>
    bar(page).getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
  const toast = (page: Page, text: RegExp) =>
    page.getByRole('region', { name: 'Notifications' }).locator('[data-type]').filter({ hasText: text }).first()
  const choose = async (page: Page, title: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: title, exact: true }) })
      .getByRole('checkbox', { name: 'Select row' })
      .click()
  const count = async (condition: ReturnType<typeof sql>) =>
    Number(
      (await sql<{ n: number }>`select count(*) as n from coupons where ${condition}`.execute(server.database.kysely))
        .rows[0]?.n,
    )

  it('of everything that matches are made, watched, announced and undone by keyboard alone', async () => {
    const { page, refused } = await product.enter(
      'admin',
      `${list}&filter=${encodeURIComponent('{"status":["active"]}')}`,
    )
    await page.getByRole('link', { name: 'FLOW001' }).waitFor()
    await page.keyboard.press('Control+a')
    await bar(page).getByText('25 selected').waitFor()
    await bar(page).getByRole('status').getByText('All rows on this page are selected. 130 coupons match.').waitFor()
    await page.keyboard.press('Control+a')
    await bar(page).getByText('All 130 selected', { exact: true }).waitFor()
    // Records that begin to match later are not included.
    await sql`insert into coupons (code, name, kind, percent, status) values ('FLOWLATE', 'Late', 'percent', 500, 'active')`.execute(
      server.database.kysely,
    )
    await page.keyboard.press('a')
    await expect.poll(() => command(page, 'Pause').evaluate((button) => button === document.activeElement)).toBe(true)
    await command(page, 'Edit').focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Edit 130 coupons' })
    await dialog.getByRole('combobox', { name: 'Field' }).waitFor()
    await page.keyboard.type('campaign')
    await page.keyboard.press('Enter')
    await dialog.getByRole('textbox', { name: 'Campaign' }).waitFor()
    await page.keyboard.type('Autumn')
    await page.keyboard.press('Control+Enter')
    await dialog.getByText('130 coupons will be changed.').waitFor()
    await expect
      .poll(() =>
        dialog
          .getByRole('button', { name: 'Change 130 coupons' })
          .evaluate((button) => button === document.activeElement),
      )
      .toBe(true)
    expect(await count(sql`campaign = 'Autumn'`)).toBe(0)
    await page.keyboard.press('Enter')
    await toast(page, /130 coupons are in progress/).waitFor()
    await page
      .getByRole('complementary', { name: 'Bulk edits under way' })
      .getByRole('progressbar', { name: 'Change 130 coupons' })
      .waitFor()
    await server.runJob('work-on-bulk-edits')
    await toast(page, /130 coupons changed/).waitFor()
    expect(await count(sql`campaign = 'Autumn'`)).toBe(130)
    // The message about the edit reads the same and can still be on screen: what counts is that the undo is queued.
    const undone = page.waitForResponse((answer) => answer.url().includes('/undo'))
    await page.keyboard.press('z')
    expect((await undone).ok()).toBe(true)
    await toast(page, /130 coupons are in progress/).waitFor()
    await server.runJob('work-on-bulk-edits')
    await toast(page, /130 coupons as before/).waitFor()
    expect(await count(sql`campaign = 'Autumn'`)).toBe(0)
    await page.getByRole('complementary', { name: 'Bulk edits under way' }).waitFor({ state: 'detached' })
    expect(refused).toEqual([])
  })

  it('say beforehand which records will be refused and why, and change the others at once', async () => {
    const { page } = await product.enter('admin', list)
    for (const code of ['FLOW001', 'FLOW002', 'FLOW003']) await choose(page, code)
    await command(page, 'Edit').click()
    const dialog = page.getByRole('dialog', { name: 'Edit 3 coupons' })
    await dialog.getByRole('combobox', { name: 'Field' }).fill('percentage')
    await page.keyboard.press('Enter')
    await page.keyboard.type('10')
    await dialog.getByRole('button', { name: 'Another field' }).click()
    await dialog.getByRole('combobox', { name: 'Field' }).fill('email')
    await page.keyboard.press('Enter')
    await dialog.getByRole('combobox', { name: 'How to change Email domains' }).waitFor()
    await page.keyboard.type('not a domain')
    await page.keyboard.press('Control+Enter')
    await dialog.getByText('0 coupons will be changed.').waitFor()
    const reasons = dialog.getByRole('list', { name: 'Refused' })
    await reasons
      .getByText(/is not a domain/)
      .first()
      .waitFor()
    expect(await dialog.getByRole('button', { name: /^Change/ }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('button', { name: 'Keep Email domains' }).click()
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('2 coupons will be changed.').waitFor()
    await reasons.getByText('Used 4 times, so the discount is locked').waitFor()
    await reasons.getByText('FLOW002', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Change 2 coupons' }).click()
    const done = toast(page, /2 coupons changed, 1 refused/)
    await done.waitFor()
    expect(await count(sql`percent = 1000`)).toBe(2)
    await done.getByRole('button', { name: 'Undo' }).click()
    await toast(page, /2 coupons as before/).waitFor()
    expect(await count(sql`percent = 1000`)).toBe(0)
  })

  it('are shown with every record on the page of one’s own, and go on over a reload until they are cancelled', async () => {
    const { page } = await product.enter('admin', list)
    await page.getByRole('checkbox', { name: 'Select all rows' }).click()
    await command(page, 'Select all 135 matching').click()
    await command(page, 'Archive').click()
    await page
      .getByRole('dialog', { name: 'Archive 135 coupons' })
      .getByRole('button', { name: 'Archive 135 coupons' })
      .click()
    await toast(page, /in progress/).waitFor()
    await page.goto(`${server.url}/dashboard`)
    const watch = page.getByRole('complementary', { name: 'Bulk edits under way' })
    await watch.getByRole('progressbar', { name: 'Archive 135 coupons' }).waitFor()
    await watch.getByRole('button', { name: 'Cancel: Archive 135 coupons' }).click()
    await toast(page, /Stopped before anything was changed/).waitFor()
    expect(await count(sql`status = 'archived'`)).toBe(0)
    const admin = await server.signIn('admin')
    const ids = (
      await sql<{ id: number }>`select id from coupons where code in ('FLOW002', 'FLOW003') order by id`.execute(
        server.database.kysely,
      )
    ).rows.map(({ id }) => id)
    await admin.post('/rest/data/coupons/bulk-edits', { ids, change: { percent: { set: 1_000 } } })
    await page.goto(`${server.url}/bulk-edits`)
    const items = page.getByRole('list', { name: 'Bulk edits' }).getByRole('listitem')
    await items.first().getByText('1 coupon changed, 1 refused').waitFor()
    await items.nth(1).getByText('Cancelled.').waitFor()
    await items.first().getByRole('link', { name: 'Results: Change 2 coupons' }).click()
    const table = page.getByRole('table', { name: 'Results' })
    await table.getByRole('link', { name: 'FLOW002' }).waitFor()
    await page.getByRole('combobox', { name: 'Show' }).selectOption('refused')
    await expect.poll(() => table.getByRole('row').count()).toBe(2)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^coupons-update-.*\.csv$/)
    expect(readCsv((await readFile(await download.path(), 'utf8')).replace('\ufeff', '')).map((row) => row[2])).toEqual(
      ['outcome', 'refused', 'changed'],
    )
  })

  it('are there for every list whose records can be changed, with its own commands', async () => {
    const { make } = maker(server.database.kysely, resources, examples)
    const ids = [await make('customers', { status: 'active' }), await make('customers', { status: 'active' })]
    const only = encodeURIComponent(JSON.stringify({ id: ids }))
    const { page } = await product.enter('admin', `/users/list?filter=${only}`)
    await expect.poll(() => page.getByRole('checkbox', { name: 'Select row' }).count()).toBe(2)
    await page.keyboard.press('Control+a')
    await command(page, 'Block').click()
    const dialog = page.getByRole('dialog', { name: /^Block 2 customers/ })
    await dialog.getByRole('button', { name: /^Block 2 customers/ }).click()
    await toast(page, /2 customers blocked/).waitFor()
    const { rows } = await sql<{
      status: string
    }>`select distinct status from customers where id = any(${ids}::bigint[])`.execute(server.database.kysely)
    expect(rows).toEqual([{ status: 'blocked' }])
  })

  it('leave Ctrl+A to texts, and are not offered to people who can only read', async () => {
    const { page } = await product.enter('admin', list)
    await page.getByRole('link', { name: 'FLOW001' }).waitFor()
    const search = page.getByRole('searchbox', { name: 'Search' })
    await search.fill('FLOW')
    await page.keyboard.press('Control+a')
    expect(await search.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd])).toEqual([
      0, 4,
    ])
    expect(await bar(page).count()).toBe(0)
    const { page: reader } = await product.enter('finance', list)
    await reader.getByRole('link', { name: 'FLOW001' }).waitFor()
    expect(await reader.getByRole('checkbox', { name: 'Select row' }).count()).toBe(0)
  })

  it.each(looks)('have nothing at fault at $width px in $colorScheme', async (look) => {
    const { page } = await product.enter('admin', list, look)
    await page.getByRole('checkbox', { name: 'Select all rows' }).click()
    await command(page, /^Select all/).click()
    await bar(page).getByText('All 135 selected', { exact: true }).waitFor()
    expect([await faultsOf(page), await scrollsSideways(page)]).toEqual([[], false])
    await command(page, 'Edit').click()
    const dialog = page.getByRole('dialog', { name: 'Edit 135 coupons' })
    await dialog.getByRole('combobox', { name: 'Field' }).fill('percentage')
    await page.keyboard.press('Enter')
    await page.keyboard.type('10')
    expect([await faultsOf(page), await scrollsSideways(page)]).toEqual([[], false])
    await page.keyboard.press('Control+Enter')
    await dialog.getByText('134 coupons will be changed.').waitFor()
    expect([await faultsOf(page), await scrollsSideways(page)]).toEqual([[], false])
    await dialog.getByRole('button', { name: 'Change 134 coupons' }).click()
    await page.getByRole('complementary', { name: 'Bulk edits under way' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await server.runJob('work-on-bulk-edits')
    await toast(page, /134 coupons changed/).waitFor()
    const id = Number(
      (await sql<{ id: number }>`select max(id) as id from bulk_edits`.execute(server.database.kysely)).rows[0]?.id,
    )
    for (const address of ['/bulk-edits', `/bulk-edits?id=${id}`]) {
      await page.goto(`${server.url}${address}`)
      await page.getByText('134 coupons changed, 1 refused').first().waitFor()
      expect([await faultsOf(page), await scrollsSideways(page)]).toEqual([[], false])
    }
  })
})
