import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../src/app/testing/start.server.ts'
import { faultsOf, looks } from './axe.ts'
import { type Product, startProduct } from './product.ts'

interface Found {
  readonly id: number
  readonly reference: string
}

/** From an order that is paid to its printed invoice, and what rectifies it, on demo data. */
describe.skipIf(inject('chromiumPath') === null)('invoices in a browser', () => {
  let product: Product
  let admin: Client

  beforeAll(async () => {
    product = await startProduct({ name: 'invoices', checkOutput: false, demo: 600 })
    admin = await product.server.signIn('admin')
  })
  afterAll(() => product?.stop())

  /** The newest orders of a kind and payment, with their documents. */
  async function orders(filter: object): Promise<readonly (Found & { invoices: { issued: unknown[] } })[]> {
    const { body } = await admin.get('/rest/data/purchases', { filter, sort: ['createdAt', 'DESC'], range: [0, 40] })
    return await Promise.all(
      (body as Found[]).map(async (order) => ({
        ...order,
        invoices: (await admin.get(`/rest/data/purchases/${order.id}/invoices`)).body as { issued: unknown[] },
      })),
    )
  }
  interface Listed {
    readonly number: string
    readonly refersTo: string | null
    readonly purchaseId: number
    readonly purchaseKind: 'product' | 'event'
  }
  const documents = async (kind: string): Promise<readonly Listed[]> =>
    (await admin.get('/rest/data/invoices', { filter: { kind }, range: [0, 49] })).body as Listed[]
  const pathOf = (one: Listed | undefined) => `/purchases/${one?.purchaseKind}s/invoice/${one?.purchaseId}`
  const sheet = (page: Page) => page.getByRole('article')

  it('issues the invoice of a product order, and prints it and nothing else', async () => {
    const [order] = (await orders({ kind: 'product', paymentStatus: 'captured' })).filter(
      ({ invoices }) => invoices.issued.length === 0,
    )
    const { page, refused } = await product.enter('finance', `/purchases/products/view?id=${order?.id}`)
    await page.getByRole('region', { name: 'Invoices' }).getByRole('link', { name: 'Issue invoice' }).click()
    await page.waitForURL(`**/purchases/products/invoice/${order?.id}`)
    await sheet(page).getByText('Not issued').waitFor()
    const total = await sheet(page).getByRole('table', { name: 'Totals' }).innerText()
    await page.getByRole('button', { name: 'Issue invoice' }).click()
    await page.getByRole('heading', { level: 1, name: /^(INV|SIM)-\d{4}-\d{6}$/ }).waitFor()
    expect(await sheet(page).getByRole('table', { name: 'Totals' }).innerText()).toBe(total)
    expect(await page.getByRole('button', { name: 'Issue invoice' }).count()).toBe(0)

    await page.emulateMedia({ media: 'print' })
    expect(await sheet(page).isVisible()).toBe(true)
    for (const other of [
      page.getByRole('navigation', { name: 'Main' }),
      page.getByRole('navigation', { name: 'Breadcrumb' }),
      page.getByRole('button', { name: 'Print' }),
    ])
      expect(await other.isVisible()).toBe(false)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect([pdf.match(/\/Type \/Page\b/g)?.length, /MediaBox \[0 0 59[45]/.test(pdf)]).toEqual([1, true])
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('finds a document in the list by its number, opens it and saves it as an e-invoice', async () => {
    const { page, refused } = await product.enter('finance', '/purchases/invoices/list')
    // Simplified invoices have no e-invoice, and neither has what rectifies them.
    const [credit] = (await documents('rectifying')).filter(({ refersTo }) => refersTo?.startsWith('INV'))
    const number = credit?.number ?? ''
    await page.getByRole('searchbox', { name: 'Search' }).fill(number)
    await expect
      .poll(() =>
        page
          .getByRole('table')
          .getByRole('link', { name: /^(INV|SIM|REC)-/ })
          .count(),
      )
      .toBe(1)
    await page.getByRole('table').getByRole('link', { name: number, exact: true }).click()
    await page.waitForURL(/\/purchases\/(products|events)\/refund-invoice\/\d+$/)
    await page.getByRole('article', { name: `Refund invoice ${number}` }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download XML' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^REC-\d{4}-\d{6}\.xml$/)
    const [pdf] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('group', { name: `Actions for ${number}` })
        .getByRole('button', { name: 'Download PDF' })
        .click(),
    ])
    expect(pdf.suggestedFilename()).toBe(`${number}.pdf`)
    await page.getByText(/^PDF SHA-256 [0-9a-f]{64}$/).waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('issues a full invoice in place of a simplified one, once both documents were shown', async () => {
    const replaced = new Set((await documents('correction')).map(({ refersTo }) => refersTo))
    const [simplified] = (await documents('simplified')).filter(({ number }) => !replaced.has(number))
    const { page, refused } = await product.enter('finance', pathOf(simplified))
    await sheet(page).getByText('Simplified invoices have no e-invoice.').waitFor()
    await page.getByRole('button', { name: 'Rectify and reissue…' }).click()
    const dialog = page.getByRole('dialog', { name: `Rectify and reissue ${simplified?.number}` })
    await dialog.getByLabel('Reason').fill('Invoice to the company requested')
    await dialog.getByLabel('Company').fill('Sol & Co')
    await dialog.getByLabel('Tax ID').fill('ESB12345678')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    const preview = dialog.getByRole('region', { name: 'Preview' })
    await preview.getByText('Invoice to Sol & Co').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Rectify and reissue' }).click()
    await page.getByRole('heading', { level: 1, name: /^INV-/ }).waitFor()
    await page.getByRole('heading', { name: 'Replaced documents' }).waitFor()
    const names = await sheet(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    expect(names.map((name) => name?.replace(/-.*/, ''))).toEqual([
      'Invoice INV',
      'Correction REC',
      'Simplified invoice SIM',
    ])
    await page.emulateMedia({ media: 'print' })
    // What is not printed has no role.
    expect(await sheet(page).count()).toBe(1)
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('sends what is selected on the list to its customers, and says so on the page of the document', async () => {
    const { page, refused } = await product.enter('finance', '/purchases/invoices/list')
    const row = page.getByRole('row').filter({ hasText: 'INV-' }).filter({ hasText: 'Not sent' }).first()
    const number = await row.getByRole('link', { name: /^(INV|REC)-/ }).innerText()
    await row.getByRole('checkbox', { name: 'Select row' }).check()
    await page.getByRole('button', { name: 'Send to customer' }).click()
    await page.getByText('1 document on the way').waitFor()
    await page
      .getByRole('row')
      .filter({ hasText: number })
      .getByText(/^(On its way|No mail server)/)
      .waitFor()
    await page.getByRole('link', { name: number, exact: true }).click()
    const actions = page.getByRole('group', { name: `Actions for ${number}` })
    await actions.getByText(/^On its way to .•+@\S+ · .* by /).waitFor()
    expect(await actions.getByRole('button', { name: 'Send again' }).count()).toBe(1)
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('proves that the series are whole, and totals VAT', async () => {
    const { page, refused } = await product.enter('finance', '/purchases/invoices/health')
    await page.getByRole('table', { name: 'Series' }).getByText('Complete').first().waitFor()
    await page.getByRole('button', { name: 'Verify seals' }).click()
    await page.getByText(/^All \d+ seals are valid$/).waitFor()
    const received = page
      .getByRole('table', { name: 'Documents and money' })
      .getByRole('row')
      .nth(1)
      .getByRole('link')
      .nth(1)
    const amount = await received.innerText()
    await received.click()
    await page
      .getByRole('region', { name: /^Net received, [A-Z]{3}$/ })
      .getByText(`add up to ${amount}.`)
      .waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.waitForURL(/health$/)
    await page.goto(`${product.server.url}/purchases/invoices/taxes`)
    await page.getByRole('table', { name: 'VAT by country and rate' }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^vat-\d{4}-Q\d\.csv$/)
    const period = page.getByRole('combobox', { name: 'Period' })
    await period.selectOption({ index: 2 })
    await page.waitForURL(/period=\d{4}-Q\d$/)
    await period.selectOption('Other days')
    await page.waitForURL(/period=\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/)
    await page.getByRole('textbox', { name: 'Last day' }).fill('2020-01-31')
    await page.keyboard.press('Tab')
    await page.getByText('Choose a day on or after the first one.').waitFor()
    await page.getByRole('textbox', { name: 'First day' }).fill('2020-01-01')
    await page.keyboard.press('Tab')
    await page.waitForURL(/period=2020-01-01\.\.2020-01-31$/)
    await page.getByText('No documents were issued in this period.').first().waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('leads from an order of the other kind to its own path', async () => {
    const [order] = await orders({ kind: 'event' })
    const { page, refused } = await product.enter('admin', `/purchases/products/invoice/${order?.id}`)
    await page.waitForURL(`**/purchases/events/invoice/${order?.id}`)
    expect(refused).toEqual([])
    await page.context().close()
  })

  it.each(looks)('has no fault at $width px in the $colorScheme theme', async (look) => {
    const all = [
      ...(await orders({ paymentStatus: 'partially_refunded' })),
      ...(await orders({ paymentStatus: 'unpaid' })),
    ]
    const rectified = all.find(({ invoices }) => invoices.issued.length > 1)
    const unpaid = all.at(-1)
    const { page } = await product.enter('admin', '/dashboard', look)
    for (const path of [`invoice/${rectified?.id}`, `refund-invoice/${rectified?.id}`, `invoice/${unpaid?.id}`]) {
      await page.goto(`${product.server.url}/purchases/products/${path}`)
      await page.getByRole('region', { name: 'Documents' }).waitFor()
      expect(await faultsOf(page), path).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true)
    }
    const [correction] = await documents('correction')
    await page.goto(`${product.server.url}${pathOf(correction)}`)
    await page.getByRole('heading', { name: 'Replaced documents' }).waitFor()
    expect(await faultsOf(page), 'reissued').toEqual([])
    for (const path of ['list', 'health', 'taxes']) {
      await page.goto(`${product.server.url}/purchases/invoices/${path}`)
      await page.getByRole('table').first().waitFor()
      expect(await faultsOf(page), path).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true)
    }
    await page.context().close()
  })
})
