import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { faultsOf, looks } from './axe.ts'
import { type Product, startProduct } from './product.ts'

/** From a dispute that needs a response to its answer, and what the check of the books found, on demo data. */
describe.skipIf(inject('chromiumPath') === null)('disputes in a browser', () => {
  let product: Product

  beforeAll(async () => {
    product = await startProduct({ name: 'disputes', checkOutput: false, demo: 2000 })
  })
  afterAll(() => product?.stop())

  const first = async (statuses: readonly string[]): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      select id from disputes where status = any(${[...statuses]}) order by urgency desc, id limit 1`.execute(
      product.server.database.kysely,
    )
    return rows[0]?.id ?? 0
  }

  it('leads to the next one of the list by a key', async () => {
    const { page } = await product.enter('finance', '/purchases/disputes/list')
    await page.getByRole('table').getByRole('link').first().click()
    await page.waitForURL('**/purchases/disputes/view**')
    await page.getByRole('button', { name: 'Next record' }).waitFor()
    const address = page.url()
    await page.keyboard.press('j')
    await page.waitForURL((url) => url.href !== address && url.pathname === '/purchases/disputes/view')
    await page.context().close()
  })

  it('sends evidence that was made from the record and changed, after its effects were seen', async () => {
    const id = await first(['warning_needs_response', 'needs_response'])
    const { page, refused } = await product.enter('finance', '/purchases/disputes/list')
    await page.getByRole('tab', { name: 'Needs response' }).click()
    await page.getByRole('table').getByText('needs response').first().waitFor()
    await page.goto(`${product.server.url}/purchases/disputes/view?id=${id}`)
    const evidence = page.getByRole('region', { name: 'Evidence' })
    const sold = evidence.getByRole('textbox', { name: 'Product description' })
    expect(await sold.inputValue()).toContain('Order ')
    await sold.fill('Two tickets, scanned at the gate.')
    await evidence.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Evidence saved').first().waitFor()
    const receipt = { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 a receipt') }
    await evidence.locator('input[type="file"]').setInputFiles(receipt)
    await evidence.getByRole('list', { name: 'Files' }).getByRole('button', { name: 'receipt.pdf' }).waitFor()
    await evidence.getByRole('button', { name: 'Send evidence…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Evidence can be sent only once.').waitFor()
    await dialog.getByText('It receives 1 file.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Send evidence' }).click()
    await page.getByText('Evidence on its way').first().waitFor()
    const { rows } = await sql<{ evidence: Record<string, string> }>`
      select evidence from dispute_answers where dispute_id = ${id}`.execute(product.server.database.kysely)
    expect(rows[0]?.evidence['product_description']).toBe('Two tickets, scanned at the gate.')
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('explains a finding', async () => {
    await sql`
      insert into reconciliation_findings (rule, purchase_id, subject, currency, says, adds)
      select 'captured', id, reference, currency, 100, 90 from purchases order by id limit 1`.execute(
      product.server.database.kysely,
    )
    const { page, refused } = await product.enter('finance', '/purchases/reconciliation/list')
    await page
      .getByRole('row', { name: /Payments differ from captured/ })
      .getByRole('link')
      .first()
      .click()
    await page.getByRole('button', { name: 'Explain…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Explanation' }).fill('The provider was late.')
    await dialog.getByRole('button', { name: 'Explain', exact: true }).click()
    await page.getByText('Finding explained').first().waitFor()
    await page.getByText('The provider was late.').waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it.each(looks)('has no fault at $width px in the $colorScheme theme', async (look) => {
    const closed = await first(['won', 'lost'])
    const { page } = await product.enter('admin', '/dashboard', look)
    for (const path of [
      'disputes/list',
      `disputes/view?id=${closed}`,
      'reconciliation/list',
      'reconciliation/view?id=1',
    ]) {
      await page.goto(`${product.server.url}/purchases/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page
        .getByRole(path.endsWith('list') ? 'table' : 'definition')
        .first()
        .waitFor()
      expect(await faultsOf(page), path).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true)
    }
    await page.context().close()
  })
})
