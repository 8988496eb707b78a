import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { keyWith } from '../src/features/discovery/testing/api-key.server.ts'
import type { Goods } from '../src/features/orders/testing/goods.server.ts'
import { makeGoods } from '../src/features/orders/testing/goods.server.ts'
import { faultsInEachLook, faultsOf } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('the orders of a cancelled performance', () => {
  let product: Product
  let goods: Goods
  const db = () => product.server.database.kysely

  beforeAll(async () => {
    product = await startProduct({ name: 'order run flows' })
    goods = await makeGoods(db(), maker(db(), resources, examples))
    const { key } = await keyWith(db(), ['orders'])
    for (const name of ['first', 'second']) {
      const lines = [{ kind: 'event', listingId: goods.listingId, quantity: 2 }]
      const customer = { firstName: 'Ana', lastName: 'García', email: 'ana@example.com', country: 'ZZ' }
      const headers = { 'authorization': `Bearer ${key}`, 'idempotency-key': name }
      expect((await product.server.anonymous.post('/v1/orders', { lines, customer }, headers)).status).toBe(201)
    }
    await db()
      .transaction()
      .execute(async (trx) => {
        await sql`update purchases set captured = grand_total, payment_status = 'captured'`.execute(trx)
        await sql`
          insert into payments (purchase_id, provider, method, state, currency, authorised, captured, fee, psp_reference, captured_at)
          select id, 'test', 'card', 'captured', currency, grand_total, grand_total, 0, 'psp-' || id, now() from purchases`.execute(
          trx,
        )
      })
    for (const booking of ['pending_supplier', 'confirmed'])
      await sql`update purchases set booking_status = ${booking}`.execute(db())
    await sql`update performances set status = 'cancelled' where id = ${goods.performanceId}`.execute(db())
  })
  afterAll(() => product?.stop())

  it('are cancelled and refunded from the page of the performance, after a dry run, while staff watch', async () => {
    const { page, refused } = await product.enter('admin', `/performances/update?id=${goods.performanceId}`)
    await page
      .getByRole('button', { name: 'More commands' })
      .or(page.getByRole('button', { name: 'More' }))
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Cancel or refund orders…' }).click()
    await page.getByRole('textbox', { name: 'Reason' }).fill('The lead singer is ill')
    await page.getByRole('button', { name: 'Dry run' }).click()
    const totals = page.getByRole('region', { name: 'Dry run' })
    await totals.getByRole('table', { name: 'Money' }).waitFor()
    expect(await totals.innerText()).toMatch(/Orders\s+2\s+Tickets\s+4\s+Customers\s+1\s+Messages\s+2/)
    expect(await faultsInEachLook(page)).toEqual([])
    await page.getByRole('button', { name: 'Start run' }).click()
    await page.getByRole('region', { name: 'Progress' }).waitFor()
    expect(await faultsInEachLook(page)).toEqual([])
    await product.server.runJob('carry-out-order-runs')
    // The page follows by itself.
    await page.getByText('2 of 2 orders').or(page.locator('progress[value="2"]')).first().waitFor()
    await page.getByRole('table', { name: 'Orders' }).getByText('Done').nth(1).waitFor()
    const { rows } = await sql<{ booking: string; rest: number }>`
      select booking_status as booking, (captured - refund_pending)::integer as rest from purchases`.execute(db())
    expect(rows).toEqual([
      { booking: 'cancelled', rest: 0 },
      { booking: 'cancelled', rest: 0 },
    ])
    expect(refused).toEqual([])

    const phone = await product.enter('finance', '/purchases/runs/list', { width: 390, colorScheme: 'dark' })
    await phone.page
      .getByText(/^Cancellation: /)
      .first()
      .waitFor()
    expect(await faultsOf(phone.page)).toEqual([])
    expect(phone.refused).toEqual([])
  })
})
