import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { paymentLink } from '../orders/messages/order-links.server.ts'
import type { StaffDesk } from '../orders/testing/staff-desk.server.ts'
import { staffDesk } from '../orders/testing/staff-desk.server.ts'
import { sendRefunds } from '../payments/testing/send-refunds.server.ts'
import { FakeGateway } from '../payments/testing/fake-gateway.server.ts'
import { writeFindings } from '../reconciliation/write-findings.server.ts'
import type { InvoiceHealth } from './invoice-books.endpoints.ts'
import type { IssuedDocument, ReissuePreview } from './invoice.endpoints.ts'
import { forgeDocuments } from './testing/forged-documents.server.ts'
import type { InvoiceDesk } from './testing/invoice-desk.server.ts'
import { openInvoiceDesk } from './testing/invoice-desk.server.ts'
import { seriesFaults } from './testing/series-faults.server.ts'

// A change of an order is paid after its invoice: the invoice is reissued for what the order charges now.

let desk: InvoiceDesk
let staff: StaffDesk
beforeAll(async () => {
  desk = await openInvoiceDesk(inject('postgresUrl'), 'charged since')
  staff = staffDesk(desk, desk.admin)
})
afterAll(() => desk?.server.stop())

const reason = 'The party has changed'
const settle = () => desk.server.runJob('settle-supplier-calls')
/** No money moves at the demo's gateway, and its documents are those of tests. */
const asReal = (id: number) => sql`update payments set provider = 'stripe' where purchase_id = ${id}`.execute(desk.db)
const wanted = (adults: number, changes: object = {}) => ({
  date: desk.goods.date,
  time: '09:30',
  units: [{ unitId: desk.goods.adultId, quantity: adults }],
  isWaived: false,
  ...changes,
})

/** A visit of one adult at 40.00, of 21%. */
async function visit(): Promise<{ readonly id: number; readonly reference: string }> {
  const order = await desk.placed({ lines: [desk.visit(1)] })
  const { body } = await desk.post(order.reference, 'pay', { method: 'card' })
  await desk.event({ type: 'payment.captured', payment: (body as { payment: string }).payment, fee: 0 })
  const id = await staff.idOf(order)
  await asReal(id)
  await sql`update purchase_lines set tax_rate = 2100 where purchase_id = ${id}`.execute(desk.db)
  return { id, reference: order.reference }
}
async function change(id: number, adults: number, changes: object = {}): Promise<void> {
  await staff.run(id, 'change-visit', wanted(adults, changes))
  await settle()
}
/** Three adults come, which the customer has paid. */
async function dearer({ id, reference }: { readonly id: number; readonly reference: string }): Promise<void> {
  await change(id, 3)
  const link = paymentLink(id, reference, Date.now() + 60_000)
  const authorization = `Bearer ${link.split('#')[1] ?? ''}`
  const { body } = await desk.server.anonymous.post('/v1/payment-links/payments', {}, { authorization })
  await desk.event({ type: 'payment.captured', payment: (body as { payment: string }).payment, fee: 0 })
  await settle()
  await asReal(id)
  expect(await staff.row(id)).toMatchObject({ grand_total: 12_000, captured: 12_000 })
}
async function refund(id: number, amount: number): Promise<void> {
  const why = { reason: 'customer_request', paidBy: 'platform', note: null }
  await staff.run(id, 'refund', { kind: 'goodwill', lines: [], amount, ...why })
  await sendRefunds(desk.server.database, new FakeGateway())
}
const preview = async (id: number, input: object = {}) =>
  await desk.admin.post(desk.path(id, 'reissue-invoice/preview'), { reason, ...input })
async function reissue(id: number, input: object = {}): Promise<IssuedDocument> {
  const { token } = (await preview(id, input)).body as ReissuePreview
  const reply = await desk.admin.post(
    desk.path(id, 'reissue-invoice'),
    { reason, ...input, token },
    { 'idempotency-key': desk.key() },
  )
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as IssuedDocument
}
const grossOf = async (id: number) => (await desk.documentsOf(id)).issued.map(({ gross }) => gross)
async function expectSound(id: number): Promise<void> {
  expect(await writeFindings(desk.db, { after: id - 1, upTo: id })).toEqual([])
  expect(await seriesFaults(desk.db)).toEqual([])
  const { money } = (await desk.admin.get('/rest/data/invoice-health')).body as InvoiceHealth
  expect(money.map(({ difference }) => difference)).toEqual([0])
}

describe('an invoice of an order that was charged more since', () => {
  it('is reissued for the lines of the order in one step, as the console offers', async () => {
    const order = await visit()
    const { id } = order
    const invoice = await desk.issued(id)
    expect(await desk.documentsOf(id)).toMatchObject({ chargedNow: null })
    await dearer(order)
    expect(await desk.documentsOf(id)).toMatchObject({ chargedNow: 12_000, reissueBlockedReason: null })
    expect(await preview(id)).toMatchObject({
      status: 200,
      body: { takenBack: { gross: -4000 }, reissued: { gross: 12_000, kind: 'invoice', recipient: invoice.recipient } },
    })
    const reissued = await reissue(id)
    expect(reissued).toMatchObject({ gross: 12_000, lines: [{ quantity: 3, taxRate: 2100, gross: 12_000 }] })
    expect(await grossOf(id)).toEqual([4000, -4000, 12_000])
    expect(await desk.documentsOf(id)).toMatchObject({ chargedNow: null })
    expect((await preview(id)).status).toBe(422)
    await expectSound(id)
    await refund(id, 1000)
    await desk.issue(id, 'refund-invoice')
    expect(await grossOf(id)).toEqual([4000, -4000, 12_000, -1000])
    await expectSound(id)
  })

  it('keeps its treatment of VAT, or has the one that staff choose', async () => {
    const order = await visit()
    await desk.issued(order.id)
    await dearer(order)
    expect(await preview(order.id, { taxTreatment: 'exempt' })).toMatchObject({
      status: 200,
      body: { reissued: { gross: 12_000, tax: 0, taxTreatment: 'exempt' } },
    })
    await reissue(order.id)
    await reissue(order.id, { taxTreatment: 'exempt' })
    expect(await reissue(order.id, { taxTreatment: 'standard' })).toMatchObject({ gross: 12_000, tax: 2083 })
    await expectSound(order.id)
  })

  it('is reissued before what went back of the order is invoiced', async () => {
    const order = await visit()
    const { id } = order
    await desk.issued(id)
    await dearer(order)
    await refund(id, 5000)
    const refused = await desk.issue(id, 'refund-invoice')
    expect([refused.status, (refused.body as { error: string }).error]).toEqual([409, 'ReissueFirst'])
    expect(await desk.documentsOf(id)).toMatchObject({ chargedNow: 12_000, refundInvoice: { draft: null } })
    await reissue(id)
    await desk.issue(id, 'refund-invoice')
    expect(await grossOf(id)).toEqual([4000, -4000, 12_000, -5000])
    await expectSound(id)
  })

  it('is without the refund of a cheaper change, which then needs no document of its own', async () => {
    const order = await visit()
    const { id } = order
    await desk.issued(id)
    await dearer(order)
    await change(id, 2)
    // What was paid too much is a decision of its own, and until then no invoice says the right amount.
    expect(await desk.documentsOf(id)).toMatchObject({ chargedNow: null })
    await refund(id, 4000)
    expect(await desk.documentsOf(id)).toMatchObject({ chargedNow: 8000 })
    expect(await reissue(id)).toMatchObject({ gross: 8000, lines: [{ quantity: 2, gross: 8000 }] })
    expect(await grossOf(id)).toEqual([4000, -4000, 8000])
    expect((await desk.documentsOf(id)).refundInvoice).toMatchObject({ draft: null })
    await expectSound(id)
    await reissue(id, { taxTreatment: 'exempt' })
    expect(await reissue(id, { taxTreatment: 'standard' })).toMatchObject({ gross: 8000 })
    await expectSound(id)
  })

  it('stays simplified where the limit allows it', async () => {
    const order = await visit()
    const { id } = order
    const reply = await desk.admin.post(desk.path(id, 'invoice'), {}, { 'idempotency-key': desk.key() })
    expect(reply.body).toMatchObject({ kind: 'simplified' })
    await dearer(order)
    expect(await reissue(id)).toMatchObject({ kind: 'simplified', gross: 12_000 })
  })
})

it('an order that became cheaper keeps its invoice until the difference was refunded', async () => {
  const order = await desk.placed({ lines: [desk.visit(2)] })
  const { body } = await desk.post(order.reference, 'pay', { method: 'card' })
  await desk.event({ type: 'payment.captured', payment: (body as { payment: string }).payment, fee: 0 })
  const id = await staff.idOf(order)
  await asReal(id)
  await desk.issued(id)
  await change(id, 1)
  expect(await desk.documentsOf(id)).toMatchObject({ chargedNow: null })
  await refund(id, 4000)
  await desk.issue(id, 'refund-invoice')
  expect(await grossOf(id)).toEqual([8000, -4000])
  expect(await desk.documentsOf(id)).toMatchObject({ chargedNow: null })
  await expectSound(id)
})

it('the database takes a reissue for what was paid since, and for nothing else', async () => {
  const order = await visit()
  const { id } = await desk.issued(order.id)
  await dearer(order)
  const forge = (factor: number) =>
    forgeDocuments(desk.db, id, [
      { kind: 'correction', factor: -1 },
      { kind: 'invoice', factor },
    ])
  expect(await forge(2)).toBe('a_reissue_charges_what_was_taken_back')
  expect(await forge(4)).toBe('a_reissue_charges_what_was_taken_back')
  expect(await forge(3)).toBe('taken')
})
