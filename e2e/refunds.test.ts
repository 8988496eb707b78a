import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { makeCatalogue } from '../src/features/coupons/testing/coupons.server.ts'
import type { RefundBench } from '../src/features/payments/testing/refund-bench.server.ts'
import { refundBench } from '../src/features/payments/testing/refund-bench.server.ts'
import { faultsInEachLook, faultsOf } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('refunding an order', () => {
  let product: Product
  let bench: RefundBench

  beforeAll(async () => {
    product = await startProduct({ name: 'refund flows' })
    await makeCatalogue(product.server.database.kysely)
    bench = refundBench(product.server)
    await sql`
      insert into role_permissions (role_id, action, object, maximum_amount, maximum_currency)
      select id, 'refund', 'purchases', 1000, 'EUR' from roles where name = 'sales-agent'`.execute(
      product.server.database.kysely,
    )
  })
  afterAll(() => product?.stop())

  async function paid(): Promise<{ id: number; path: string }> {
    const [id = 0] = await bench.paid(1, 5000)
    const { rows } = await sql<{ kind: string }>`select kind from purchases where id = ${id}`.execute(
      product.server.database.kysely,
    )
    return { id, path: `/purchases/${rows[0]?.kind ?? 'event'}s/update?id=${id}` }
  }

  it('is asked for by one person with its effects in sight, and approved by another', async () => {
    const { id, path } = await paid()
    const { page, refused } = await product.enter('sales-agent', path)
    await page.getByRole('button', { name: 'Refund…', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Refund', exact: true }).selectOption('Goodwill')
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('20')
    await dialog.getByRole('combobox', { name: 'Reason' }).selectOption('Quality')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    const effects = dialog.getByRole('region', { name: 'Effects' })
    await effects.getByText('Above your limit: another person has to approve it.').waitFor()
    expect(await effects.innerText()).toMatch(/Receives €20\.00 on Card\./)
    expect(await faultsInEachLook(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByText('Refund requested').first().waitFor()
    expect(await bench.sums(id)).toMatchObject({ pending: 2000, refunds: [{ state: 'requested' }] })
    expect(refused).toEqual([])

    const second = await product.enter('finance', '/purchases/refunds/list', { width: 390, colorScheme: 'dark' })
    expect(await faultsOf(second.page)).toEqual([])
    await second.page.goto(`${product.server.url}${path}`)
    await second.page.getByRole('button', { name: 'Approve refund…', exact: true }).click()
    const decision = second.page.getByRole('dialog')
    await decision.getByRole('region', { name: 'Effects' }).waitFor()
    expect(await faultsOf(second.page)).toEqual([])
    await decision.getByRole('button', { name: 'Approve refund', exact: true }).click()
    await second.page.getByText('Refund approved').first().waitFor()
    expect(await bench.sums(id)).toMatchObject({ refunds: [{ state: 'approved' }] })
    expect(second.refused).toEqual([])
  })

  it('is listed with what it is about, and opens its order', async () => {
    const { id } = await paid()
    await bench.refund(id, 1234)
    const { page, refused } = await product.enter('finance', '/purchases/refunds/list')
    const row = page.getByRole('row', { name: /12\.34/ })
    expect(await row.innerText()).toContain('Approved')
    expect(await faultsInEachLook(page)).toEqual([])
    await row.getByRole('link').first().click()
    await page.waitForURL(/\/purchases\/(products|events)\/view\?id=/)
    expect(new URL(page.url()).searchParams.get('id')).toBe(String(id))
    expect(refused).toEqual([])
  })
})
