import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../src/app/testing/start.server.ts'
import { readCsv } from '../src/platform/transfer/testing/read-files.server.ts'
import { faultsOf, looks, scrollsSideways } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('file imports', () => {
  let product: Product
  let server: TestServer
  const job = 'work-at-file-imports'

  beforeAll(async () => {
    product = await startProduct({ name: 'file imports' })
    server = product.server
  })
  afterEach(async () => {
    await product?.leave()
    await sql`delete from file_imports`.execute(server.database.kysely)
    await sql`delete from coupons`.execute(server.database.kysely)
  })
  afterAll(async () => {
    await product?.stop()
  })

  async function make(code: string, name: string): Promise<void> {
    const admin = await server.signIn('admin')
    expect((await admin.post('/rest/data/coupons', { code, name, percent: 1000, status: 'active' })).status).toBe(201)
  }
  const file = (text: string, name = 'spring.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  const choose = (page: Page, ...args: Parameters<typeof file>) =>
    page.getByLabel('CSV file with coupons').setInputFiles(file(...args))
  const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name })
  const says = (page: Page, text: string | RegExp) => page.getByRole('main').getByText(text).first().waitFor()
  const download = async (page: Page, name: string) => {
    const [saved] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
    return {
      name: saved.suggestedFilename(),
      rows: readCsv((await readFile(await saved.path(), 'utf8')).replace('\ufeff', '')),
    }
  }
  const names = async () =>
    (await sql<{ name: string }>`select name from coupons order by code`.execute(server.database.kysely)).rows.map(
      ({ name }) => name,
    )
  const faulty = 'Code;Name;Percentage;Remark\nSPRING;Spring, renamed;10;x\nNEW1;New one;12,5;y\nNEW2;Too much;500;z\n'

  it('are found beside Export, mapped, checked, applied and reported, by keyboard alone', async () => {
    await make('SPRING', 'Spring')
    const { page, refused } = await product.enter('admin', '/coupons/list')
    await page.getByRole('link', { name: 'Import', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Import a file' }).waitFor()
    await choose(page, faulty)
    await says(page, '3 rows, separated by semicolons, read as UTF-8.')
    const field = (heading: string) => page.getByLabel(`Field of ${heading}`)
    expect(
      await Promise.all(['Code', 'Name', 'Percentage', 'Remark'].map((heading) => field(heading).inputValue())),
    ).toEqual(['code', 'name', 'percent', ''])
    await field('Remark').focus()
    await page.keyboard.type('Notes')
    expect(await field('Remark').inputValue()).toBe('notes')
    await button(page, 'Check the file').focus()
    await page.keyboard.press('Enter')
    await says(page, 'Checked: 1 to create, 1 to change, 1 refused. Nothing is applied yet.')
    await says(page, 'Percentage must be between 0.01% and 100%.')
    expect(await button(page, 'Refused 1').getAttribute('aria-pressed')).toBe('true')
    await button(page, 'To change 1').focus()
    await page.keyboard.press('Enter')
    await says(page, 'Spring, renamed')
    expect(await names()).toEqual(['Spring'])

    // Progress is kept on the server, so a reload loses nothing.
    await page.reload()
    await button(page, 'Create 1 and change 1').focus()
    await page.keyboard.press('Enter')
    await says(page, 'Done: 1 created, 1 changed, 1 refused.')
    expect(await names()).toEqual(['New one', 'Spring, renamed'])
    const report = await download(page, 'Download refused rows')
    expect(report.name).toMatch(/^coupons-import-\d+-refused\.csv$/)
    expect(report.rows).toEqual([
      ['Code', 'Name', 'Percentage', 'Remark', 'import-result', 'import-message'],
      ['NEW2', 'Too much', '500', 'z', 'refused', 'Percentage: Percentage must be between 0.01% and 100%.'],
    ])
    await page.getByRole('link', { name: 'Back to coupons' }).click()
    await page.getByRole('row', { name: /Spring, renamed/ }).waitFor()
    expect(refused).toEqual([])
  })

  it('of an unmodified export say that there is nothing to apply, and changed columns can be chosen again', async () => {
    await make('SPRING', 'Spring')
    const admin = await server.signIn('admin')
    const { id } = (await admin.post('/rest/data/coupons/exports', { format: 'csv' })).body as { id: number }
    await server.runJob('make-exports')
    const text = String((await admin.get(`/rest/data/exports/${id}/file`)).body)
    const { page } = await product.enter('admin', '/coupons/list')
    await page.getByRole('link', { name: 'Import', exact: true }).waitFor()
    await page.keyboard.press('i')
    await choose(page, `\ufeff${text.replace('\ufeff', '')}`)
    await button(page, 'Check the file').click()
    await says(page, 'Everything in this file is already up to date.')
    expect(await button(page, /^(Create|Change) \d/).count()).toBe(0)
    await button(page, 'Change the columns').click()
    await page.getByRole('radio', { name: 'Only create what is new' }).click()
    await page.getByLabel('Find coupons again by').selectOption({ label: 'Code' })
    await button(page, 'Check the file').click()
    await says(page, 'A coupon with this Code already exists.')
    await button(page, 'Cancel this import').click()
    await says(page, 'Cancelled.')
  })

  it('of many rows go on in the background, and are announced on another page', async () => {
    const rows = Array.from({ length: 120 }, (_, n) => `MANY${n},Many ${n},10`)
    const { page } = await product.enter('admin', '/file-imports/new?of=coupons')
    await choose(page, `code,name,percent\n${rows.join('\n')}\n`)
    await button(page, 'Check the file').click()
    await page.getByRole('progressbar', { name: 'Progress' }).waitFor()
    await server.runJob(job)
    await button(page, /^Create 120/).click()
    await says(page, /rows\. You can leave this page/)
    await page.goto(`${server.url}/dashboard`)
    await server.runJob(job)
    const told = page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('status')
      .filter({ hasText: 'spring.csv: Done: 120 created' })
    await told.getByRole('button', { name: 'Open' }).click()
    await says(page, 'Done: 120 created, 0 changed, 0 refused.')
    await button(page, 'Show more rows').click()
    await expect.poll(() => page.getByRole('row').count()).toBe(101)
    await page.goto(`${server.url}/file-imports`)
    await page.getByRole('list', { name: 'File imports' }).getByRole('link', { name: 'spring.csv' }).waitFor()
  })

  it('refuse what is no CSV file, and are not offered without write permission', async () => {
    const { page } = await product.enter('admin', '/file-imports/new?of=coupons')
    await choose(page, 'PK\u0003\u0004…', 'coupons.xlsx')
    await says(page, /This is a workbook or a ZIP file, not a CSV file/)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('Import coup')
    await page.getByRole('option', { name: /Import coupons/ }).click()
    await page.getByLabel('CSV file with coupons').waitFor()
    const { page: other } = await product.enter('read-only', '/coupons/list')
    await button(other, 'Columns').waitFor()
    expect(await other.getByRole('link', { name: 'Import', exact: true }).count()).toBe(0)
    await other.goto(`${server.url}/file-imports/new?of=coupons`)
    await says(other, 'You can’t import coupons.')
  })

  it.each(looks)('have nothing at fault at $width px in $colorScheme', async (look) => {
    await make('SPRING', 'Spring')
    const fine = async (page: Page) => expect([await faultsOf(page), await scrollsSideways(page)]).toEqual([[], false])
    const { page } = await product.enter('admin', '/file-imports/new?of=coupons', look)
    await page.getByLabel('CSV file with coupons').waitFor()
    await fine(page)
    await choose(page, faulty)
    await button(page, 'Check the file').waitFor()
    await fine(page)
    await button(page, 'Check the file').click()
    await button(page, 'To change 1').click()
    await says(page, 'Spring, renamed')
    await fine(page)
    await button(page, 'Create 1 and change 1').click()
    await says(page, 'Done: 1 created')
    await fine(page)
    await page.goto(`${server.url}/file-imports`)
    await page.getByRole('list', { name: 'File imports' }).waitFor()
    await fine(page)
  })
})
