import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { keyWith } from '../src/features/discovery/testing/api-key.server.ts'
import { ticketPdf } from '../src/features/orders/e-tickets/ticket-pdf.server.ts'
import type { Goods } from '../src/features/orders/testing/goods.server.ts'
import { makeGoods } from '../src/features/orders/testing/goods.server.ts'
import { faultsInEachLook } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('the tickets of an order', () => {
  let product: Product
  let goods: Goods
  let id: number
  const db = () => product.server.database.kysely

  beforeAll(async () => {
    product = await startProduct({ name: 'order ticket flows' })
    goods = await makeGoods(db(), maker(db(), resources, examples))
    const { key } = await keyWith(db(), ['orders'])
    const lines = [{ kind: 'event', listingId: goods.listingId, quantity: 2 }]
    const customer = { firstName: 'Ana', lastName: 'García', email: 'ana@example.com', country: 'ZZ' }
    const headers = { 'authorization': `Bearer ${key}`, 'idempotency-key': 'tickets' }
    expect((await product.server.anonymous.post('/v1/orders', { lines, customer }, headers)).status).toBe(201)
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
    await sql`update purchases set fulfilment_status = 'awaiting_tickets', due_at = now()`.execute(db())
    const { rows } = await sql<{ id: number }>`select id from purchases`.execute(db())
    id = rows[0]?.id ?? 0
  })
  afterAll(() => product?.stop())

  it('are uploaded as one PDF, given to its seats, and sent', async () => {
    const { page } = await product.enter('admin', `/purchases/events/update?id=${id}`)
    const panel = page.getByRole('region', { name: 'E-tickets' })
    const buffer = await ticketPdf([{}, { barcode: 'FLOW-0001' }, { barcode: 'FLOW-0002' }])
    await panel.locator('input[data-upload]').setInputFiles({ name: 'seats.pdf', mimeType: 'application/pdf', buffer })
    await panel.getByText('QR code ending 0001').waitFor()
    expect(await faultsInEachLook(page)).toEqual([])
    await panel.getByRole('button', { name: 'Preview' }).first().click()
    await page.getByRole('img', { name: 'The e-ticket as a picture' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Send e-tickets…' }).click()
    await page.getByRole('dialog').getByText('2 of 2 delivered.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Send e-tickets' }).click()
    await panel
      .getByText(/^Sent /)
      .first()
      .waitFor()
    const { rows } = await sql`select fulfilment_status as status from purchases`.execute(db())
    expect(rows).toEqual([{ status: 'delivered' }])
  })

  it('are on the manifest of their performance', async () => {
    const { page } = await product.enter('admin', `/performances/update?id=${goods.performanceId}`)
    await page
      .getByRole('button', { name: 'More commands' })
      .or(page.getByRole('button', { name: 'More' }))
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Order manifest…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'CSV' }).click()
    expect(await faultsInEachLook(page)).toEqual([])
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save file' }).click()
    expect((await saved).suggestedFilename()).toBe(`manifest-performance-${goods.performanceId}-2099-06-01.csv`)
  })

  it('are compared with those of other listings', async () => {
    const { page } = await product.enter('admin', `/purchases/events/update?id=${id}`)
    await page.getByRole('button', { name: 'Replace tickets…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Can’t be compared on the map').waitFor()
    expect(await faultsInEachLook(page)).toEqual([])
    await dialog.getByRole('radio', { name: /Stalls/ }).click()
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('These tickets might not be as good. Enter how the customer agreed.').waitFor()
  })
})
