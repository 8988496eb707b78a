import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { InvoiceHealth } from './invoice-books.endpoints.ts'
import type { IssuedDocument } from './invoice.endpoints.ts'
import type { InvoiceDesk } from './testing/invoice-desk.server.ts'
import { openInvoiceDesk } from './testing/invoice-desk.server.ts'
import { seriesFaults } from './testing/series-faults.server.ts'

let desk: InvoiceDesk
beforeAll(async () => {
  desk = await openInvoiceDesk(inject('postgresUrl'), 'yen')
})
afterAll(() => desk?.server.stop())

/** The id of a paid order of ¥110 at 10%. The desk sells in euros, so its order becomes one in yen past the rules of orders. */
async function paidInYen(): Promise<number> {
  const id = await desk.paid()
  await desk.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`delete from purchase_lines where purchase_id = ${id} and position > 1`.execute(trx)
    await sql`update purchase_lines set kind = 'item', tax_rate = 1000, quantity = 1, unit_price = 110, amount = 110
      where purchase_id = ${id}`.execute(trx)
    await sql`update payments set currency = 'JPY', authorised = 110, captured = 110 where purchase_id = ${id}`.execute(
      trx,
    )
    await sql`update purchases set currency = 'JPY', items_total = 110, fees_total = 0, tax_total = 0, discount_total = 0,
      grand_total = 110, captured = 110 where id = ${id}`.execute(trx)
  })
  return id
}

describe('refund invoices in yen', () => {
  it('take back the whole and invoice what stays where a tax of their own would break BR-CO-17, and add up', async () => {
    const id = await paidInYen()
    const invoice = await desk.issued(id)
    expect([invoice.currency, invoice.gross, invoice.tax]).toEqual(['JPY', 110, 10])
    for (let part = 1; part <= 9; part++) {
      await desk.refund(id, 10)
      const { body } = await desk.issue(id, 'refund-invoice')
      expect(body).toMatchObject({ kind: 'rectifying', gross: -10, tax: -1 })
    }
    await desk.refund(id, 10)
    const { refundInvoice } = await desk.documentsOf(id)
    expect(refundInvoice).toMatchObject({
      blockedReason: null,
      draft: { kind: 'correction', gross: -20, tax: -1 },
      reissued: { kind: 'invoice', gross: 10, tax: 1 },
    })
    const correction = (await desk.issue(id, 'refund-invoice')).body as IssuedDocument
    expect(correction).toMatchObject({ kind: 'correction', gross: -20, refersTo: { number: invoice.number } })
    const after = await desk.documentsOf(id)
    expect(after.issued.at(-1)).toMatchObject({
      kind: 'invoice',
      gross: 10,
      refersTo: { number: invoice.number, rectifiedBy: { number: correction.number } },
    })
    expect(after.refundInvoice.blockedReason).toBe('Every refund of this order already has its refund invoice.')
    const { rows } = await sql`
      select amount from purchase_events where purchase_id = ${id} and kind = 'refund_invoice_issued' order by id desc limit 1`.execute(
      desk.db,
    )
    expect(rows).toEqual([{ amount: -10 }])
    await desk.refund(id, 10)
    expect((await desk.issue(id, 'refund-invoice')).body).toMatchObject({ kind: 'rectifying', gross: -10, tax: -1 })
    const all = (await desk.documentsOf(id)).issued
    for (const key of ['net', 'tax', 'gross'] as const) expect(all.reduce((sum, one) => sum + one[key], 0)).toBe(0)
    const { money } = (await desk.admin.get('/rest/data/invoice-health')).body as InvoiceHealth
    expect(money.find(({ currency }) => currency === 'JPY')).toMatchObject({ difference: 0, notRectified: 0 })
    expect(await seriesFaults(desk.db)).toEqual([])
  })
})
