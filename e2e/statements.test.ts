import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { faultsOf } from './axe.ts'
import { type Product, startProduct } from './product.ts'

/** From a file of the provider to its differences, and from a claim on a supplier to its end, on demo data. */
describe.skipIf(inject('chromiumPath') === null)('statements and recoverables in a browser', () => {
  let product: Product

  beforeAll(async () => {
    product = await startProduct({ name: 'statements', checkOutput: false, demo: 2000 })
  })
  afterAll(() => product?.stop())

  const file = (content: string) => ({ name: 'march.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })

  it('takes a statement from a file, says what is wrong with one, and shows differences first', async () => {
    const { page, refused } = await product.enter('finance', '/purchases/statements/list')
    await page.getByRole('button', { name: 'Upload statement…' }).click()
    const dialog = page.getByRole('dialog')
    const choose = dialog.locator('input[type=file]')
    await choose.setInputFiles(file('created_utc,currency\n2026-03-02,eur\n'))
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await dialog.getByText('The file needs these columns').waitFor()
    const headings = 'balance_transaction_id,created_utc,currency,gross,fee,reporting_category,source_id'
    await choose.setInputFiles(file(`${headings}\ntxn_strange,2001-03-02 10:00:00,eur,84.50,0,charge,ch_strange\n`))
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('Statement matched: 1 difference').first().waitFor()
    const { rows } = await sql<{ id: number }>`select id from statements where name = 'march.csv'`.execute(
      product.server.database.kysely,
    )
    await page.goto(`${product.server.url}/purchases/statements/view?id=${rows[0]?.id}`)
    const table = page.getByRole('table')
    await table.getByText('Not in our books').waitFor()
    expect(await table.getByText('€84.50').count()).toBe(1)
    const name = page.getByRole('heading', { level: 1, name: 'march.csv' })
    await name.waitFor()
    expect(await faultsOf(page)).toEqual([])
    const wide = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(async () => (await name.boundingBox())?.height).toBeGreaterThan(20)
    if (wide) await page.setViewportSize(wide)
    await page.getByRole('button', { name: 'Withdraw…' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
    await page.waitForURL(/\/purchases\/statements\/list/)
    await page.getByText('march.csv withdrawn').first().waitFor()
    expect(await page.getByRole('link', { name: 'march.csv' }).count()).toBe(0)
    expect(refused.filter((line) => !line.includes('422'))).toEqual([])
    await page.context().close()
  })

  it('takes what a supplier charges from a file, and opens the order of a booking that costs another amount', async () => {
    const db = product.server.database.kysely
    const { rows } = await sql<{ booking: string; currency: string; reference: string }>`
      select p.provider_reference as booking, p.cost_currency as currency, p.reference
      from purchases p join providers v on v.id = p.provider_id
      where v.code = 'tiqets' and p.net_cost > 0 and p.provider_reference is not null and p.booking_status = 'completed'
      order by p.id limit 1`.execute(db)
    const { booking = '', currency = '', reference = '' } = rows[0] ?? {}
    const { page, refused } = await product.enter('finance', '/purchases/statements/list')
    await page.getByRole('button', { name: 'Upload statement…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Provider').selectOption('Tiqets')
    await dialog.getByLabel('Bookings by').selectOption('Day of booking')
    const headings = 'booking_reference,date,currency,amount'
    const content = `${headings}\n${booking},2001-03-02,${currency},1\n`
    await dialog.locator('input[type=file]').setInputFiles({ ...file(content), name: 'tiqets.csv' })
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('Statement matched: 1 difference').first().waitFor()
    await page.getByText('tiqets.csv').click()
    const table = page.getByRole('table')
    await table.getByText(/^Differs from our books by/).waitFor()
    await table.getByText(booking, { exact: true }).first().waitFor()
    await table.getByText(/^Differs from our books by/).click()
    await page.getByRole('heading', { name: reference }).or(page.getByText(reference)).first().waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('settles a claim on a supplier with a reason', async () => {
    const { rows } = await sql<{ id: number }>`
      select id from recoverables where state = 'open' order by urgency desc limit 1`.execute(
      product.server.database.kysely,
    )
    const { page } = await product.enter('finance', `/purchases/recoverables/view?id=${rows[0]?.id}`)
    await page.getByRole('button', { name: 'Settle…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The claim closes as settled.').waitFor()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('On their credit note of March')
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Settle' }).click()
    await page.getByText('Recoverable settled').first().waitFor()
    await page.getByText('On their credit note of March').waitFor()
    await page.context().close()
  })
})
