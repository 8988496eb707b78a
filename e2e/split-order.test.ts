import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { keyWith } from '../src/features/discovery/testing/api-key.server.ts'
import { makeGoods } from '../src/features/orders/testing/goods.server.ts'
import { faultsInEachLook } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('splitting an order', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct({ name: 'split flows' })
  })
  afterAll(() => product?.stop())

  /** A confirmed order of a grown-up and two children, whose supplier is not connected. */
  async function confirmed(): Promise<number> {
    const db = product.server.database.kysely
    const goods = await makeGoods(db, maker(db, resources, examples))
    const { key } = await keyWith(db, ['orders'])
    const units = [
      { unitId: goods.adultId, quantity: 1 },
      { unitId: goods.childId, quantity: 2 },
    ]
    const { status, body } = await product.server.anonymous.post(
      '/v1/orders',
      {
        lines: [{ kind: 'product', optionId: goods.optionId, date: goods.date, time: '09:30', units }],
        customer: { firstName: 'Ana', lastName: 'García', email: 'ana@example.com', country: 'ZZ' },
      },
      { 'authorization': `Bearer ${key}`, 'idempotency-key': 'split' },
    )
    expect(status, JSON.stringify(body)).toBe(201)
    const { rows } = await sql<{ id: number }>`
      select id from purchases where reference = ${(body as { reference: string }).reference}`.execute(db)
    const id = rows[0]?.id ?? 0
    await db.transaction().execute(async (trx) => {
      await sql`delete from order_placements where purchase_id = ${id}`.execute(trx)
      await sql`update purchases set captured = grand_total, payment_status = 'captured' where id = ${id}`.execute(trx)
      await sql`
        insert into payments (purchase_id, provider, method, state, currency, authorised, captured, fee, psp_reference, captured_at)
        select id, 'stripe', 'card', 'captured', currency, grand_total, grand_total, 0, 'psp-' || id, now() from purchases where id = ${id}`.execute(
        trx,
      )
    })
    for (const status of ['pending_supplier', 'confirmed'])
      await sql`update purchases set booking_status = ${status} where id = ${id}`.execute(db)
    return id
  }

  it('chooses items and shows both orders before one press, by keyboard, and each leads to the other', async () => {
    const id = await confirmed()
    const { page, refused } = await product.enter('admin', `/purchases/products/update?id=${id}`)
    await page.getByRole('button', { name: 'Split order…', exact: true }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Preview' }).press('Enter')
    await dialog.getByText('Choose the items of the new order.').waitFor()
    await dialog.getByRole('checkbox').nth(1).press('Space')
    await dialog.getByRole('button', { name: 'Preview' }).press('Enter')
    await dialog.getByText('Nothing is charged or refunded.').waitFor()
    expect(await faultsInEachLook(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Split order' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })

    const timeline = page.getByRole('region', { name: 'Timeline' })
    await page.goto(page.url().replace('/update', '/view'))
    await timeline.getByText('Split into').waitFor()
    await timeline.getByRole('listitem').getByRole('link').first().press('Enter')
    await timeline.getByText('Split from').waitFor()
    // The preview that was asked for before anything was chosen.
    expect(refused).toEqual([expect.stringMatching(/^422 .*split-order\/preview$/)])
  })
})
