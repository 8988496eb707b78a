import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ledgerDifferences } from '../../ledger/testing/ledger-differences.server.ts'
import { sendRefunds } from '../../payments/testing/send-refunds.server.ts'
import { writeFindings } from '../../reconciliation/write-findings.server.ts'
import { paymentLink } from '../messages/order-links.server.ts'
import { testGateway } from '../payment-gateway.server.ts'
import type { SuppliedDesk } from '../testing/supplied-desk.server.ts'
import { openSuppliedDesk } from '../testing/supplied-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { staffDesk } from '../testing/staff-desk.server.ts'

// A change of a visit that costs more waits until its customer has paid the difference.

let desk: SuppliedDesk
let staff: StaffDesk
beforeAll(async () => {
  desk = await openSuppliedDesk(inject('postgresUrl'), 'change payment')
  staff = staffDesk(desk, desk.admin)
})
afterAll(() => desk?.server.stop())

const visit = (adults: number, changes: object = {}) => ({
  date: desk.goods.date,
  time: '11:00',
  units: [{ unitId: desk.goods.adultId, quantity: adults }],
  isWaived: false,
  ...changes,
})

/** An order of one adult whose customer was asked to pay for another. */
async function asked(adults = 2): Promise<{ readonly id: number; readonly link: string }> {
  const order = await desk.placed({ lines: [desk.visit(1)] })
  await desk.pay(order)
  const id = await staff.idOf(order)
  await staff.run(id, 'change-visit', visit(adults))
  const { rows } = await sql<{ until: number }>`
    select (extract(epoch from pay_until) * 1000)::float8 as until from visit_changes where purchase_id = ${id}`.execute(
    desk.db,
  )
  return { id, link: paymentLink(id, order.reference, rows[0]?.until ?? 0) }
}

const bearer = (link: string) => ({ authorization: `Bearer ${link.split('#')[1] ?? ''}` })
const begin = (link: string) => desk.server.anonymous.post('/v1/payment-links/payments', {}, bearer(link))
const current = (link: string) => desk.server.anonymous.get('/v1/payment-links/current', {}, bearer(link))
async function begun(link: string): Promise<string> {
  const { status, body } = await begin(link)
  expect(status, JSON.stringify(body)).toBe(201)
  return (body as { payment: string }).payment
}
const captured = (payment: string) => desk.event({ type: 'payment.captured', payment, fee: 12 })
const settle = () => desk.server.runJob('settle-supplier-calls')
const stateOf = async (id: number) =>
  (
    await sql<{
      state: string
    }>`select state from visit_changes where purchase_id = ${id} order by id desc limit 1`.execute(desk.db)
  ).rows[0]?.state
const detailsOf = async (id: number) =>
  (
    await sql<{
      detail: string
    }>`select detail from purchase_events where purchase_id = ${id} and detail is not null order by id`.execute(desk.db)
  ).rows.map(({ detail }) => detail)
const runOut = (id: number) =>
  sql`update visit_changes set pay_until = now() - interval '1 minute' where purchase_id = ${id}`.execute(desk.db)
async function expectSound(id: number): Promise<void> {
  expect(await writeFindings(desk.db, { after: id - 1, upTo: id })).toEqual([])
  expect(await ledgerDifferences(desk.db, id)).toEqual([])
}

describe('a change that costs more', () => {
  it('says before what the customer pays, and leaves the order as it is', async () => {
    const order = await desk.placed({ lines: [desk.visit(1)] })
    await desk.pay(order)
    const id = await staff.idOf(order)
    const { effects } = await staff.run(id, 'change-visit', visit(2))
    const texts = effects.map(({ text }) => text)
    expect(texts).toContain('The price becomes €80.00 instead of €40.00.')
    expect(texts).toContain('€40.00 to pay by a link, within 24 hours.')
    const { body } = await desk.admin.get(`/rest/data/purchases/${id}/details`)
    const { unpaidChange } = body as { unpaidChange: object | null }
    expect(unpaidChange).toMatchObject({ charge: 4000, detail: expect.stringContaining(' → 2 ') as unknown })
    await settle()
    expect(await staff.row(id)).toMatchObject({ grand_total: 4000, captured: 4000, quantity: 1, local_time: '09:30' })
    expect(await stateOf(id)).toBe('unpaid')
    const { rows } =
      await sql`select kind from order_messages where purchase_id = ${id} and kind = 'change_payment'`.execute(desk.db)
    expect(rows).toHaveLength(1)
    await expectSound(id)
  })

  it('has a link for staff to copy, which is the one in the message and ends with its time', async () => {
    const { id, link } = await asked()
    const copied = async () => {
      const { body } = await desk.admin.get(`/rest/data/purchases/${id}/phone-sale`)
      return (body as { paymentLink: string | null }).paymentLink
    }
    expect(await copied()).toBe(link)
    expect((await current(link)).body).toMatchObject({ total: 4000, problem: null })
    await runOut(id)
    expect(await copied()).toBeNull()
  })

  it('is made at the supplier once it is paid, however often that is asked and said', async () => {
    const { id, link } = await asked()
    expect((await current(link)).body).toMatchObject({ total: 4000, problem: null })
    const payments = await Promise.all([begun(link), begun(link)])
    expect(payments[0]).toBe(payments[1])
    await Promise.all(payments.map((payment) => captured(payment)))
    await settle()
    expect(await staff.row(id)).toMatchObject({
      grand_total: 8000,
      captured: 8000,
      quantity: 2,
      local_time: '11:00',
      refund_pending: 0,
    })
    expect(await stateOf(id)).toBe('done')
    expect((await begin(link)).status).toBe(409)
    const { rows } = await sql`select kind from order_messages where purchase_id = ${id} and kind = 'change'`.execute(
      desk.db,
    )
    expect(rows).toHaveLength(1)
    await expectSound(id)
  })

  it('is not made where it is not paid in time, as the order says', async () => {
    const { id, link } = await asked()
    await begun(link)
    await runOut(id)
    await desk.server.runJob('expire-orders')
    await desk.server.runJob('expire-orders')
    expect(await stateOf(id)).toBe('expired')
    expect(await staff.row(id)).toMatchObject({
      booking_status: 'confirmed',
      grand_total: 4000,
      captured: 4000,
      quantity: 1,
    })
    const said = (await detailsOf(id)).filter((detail) => detail.includes('was not paid in time'))
    expect(said).toHaveLength(1)
    const { rows } =
      await sql`select state, failure from payments where purchase_id = ${id} order by id desc limit 1`.execute(desk.db)
    expect(rows).toEqual([{ state: 'failed', failure: 'Not paid in time' }])
    expect((await begin(link)).status).toBe(409)
    await expectSound(id)
  })

  it.each(['before', 'after'])('gives back what is paid too late, %s that was written down', async (when) => {
    const { id, link } = await asked()
    const payment = await begun(link)
    await runOut(id)
    if (when === 'after') await desk.server.runJob('expire-orders')
    await captured(payment)
    await settle()
    expect(await stateOf(id)).toBe('expired')
    expect(await staff.row(id)).toMatchObject({ grand_total: 4000, captured: 8000, refund_pending: 4000, quantity: 1 })
    await sendRefunds(desk.server.database, testGateway)
    expect(await staff.row(id)).toMatchObject({
      captured: 8000,
      refunded: 4000,
      refund_pending: 0,
      booking_status: 'confirmed',
    })
    await expectSound(id)
  })

  it.each(['asked', 'done'])('gives back one of two payments alone where the change is %s already', async (state) => {
    const { id, link } = await asked()
    const failed = await begun(link)
    expect((await desk.event({ type: 'payment.failed', payment: failed, reason: 'Declined' })).status).toBe(200)
    await captured(await begun(link))
    if (state === 'done') await settle()
    expect(await stateOf(id)).toBe(state)
    await captured(failed)
    await settle()
    const { rows } = await sql`
      select x.psp_reference as payment, r.state, r.amount from refunds r join payments x on x.id = r.payment_id
      where r.purchase_id = ${id}`.execute(desk.db)
    expect(rows).toEqual([{ payment: failed, state: 'approved', amount: 4000 }])
    expect(await detailsOf(id)).toContain('Paid twice for a change')
    expect(await staff.row(id)).toMatchObject({
      grand_total: 8000,
      captured: 12_000,
      refund_pending: 4000,
      quantity: 2,
    })
    await expectSound(id)
  })

  it('gives back the difference where the supplier refuses after the payment', async () => {
    const { id, link } = await asked()
    await sql`
      update house_bookings set version = version + 1
      where key = (select supplier_key from order_placements where purchase_id = ${id})`.execute(desk.db)
    await captured(await begun(link))
    await settle()
    expect(await stateOf(id)).toBe('refused')
    expect(await staff.row(id)).toMatchObject({ grand_total: 4000, captured: 8000, refund_pending: 4000, quantity: 1 })
    expect(await detailsOf(id)).toContain('Paid for a change that was refused')
    await expectSound(id)
  })

  it('gives back all of it where a refund of it failed before', async () => {
    const { id, link } = await asked()
    await sql`
      update house_bookings set version = version + 1
      where key = (select supplier_key from order_placements where purchase_id = ${id})`.execute(desk.db)
    await captured(await begun(link))
    await desk.db.transaction().execute(async (work) => {
      await sql`update purchases set refund_state = 'failed' where id = ${id}`.execute(work)
      await sql`
        insert into refunds (purchase_id, payment_id, state, currency, amount, kind, reason, initiator, paid_by, destination, idempotency_key, failure)
        select ${id}, x.id, 'failed', x.currency, 1000, 'goodwill', 'quality', 'customer', 'platform', 'original_method', 'failed-' || x.id, 'Card closed'
        from payments x where x.purchase_id = ${id} and x.visit_change_id is not null`.execute(work)
    })
    await settle()
    const { rows } = await sql`
      select state, amount from refunds where purchase_id = ${id} and state <> 'failed'`.execute(desk.db)
    expect(rows).toEqual([{ state: 'approved', amount: 4000 }])
  })

  it('gives everything back where the order was cancelled before it was paid', async () => {
    const { id, link } = await asked()
    const payment = await begun(link)
    await staff.run(id, 'cancel', { reason: 'By phone' })
    await captured(payment)
    expect(await staff.row(id)).toMatchObject({ booking_status: 'cancelled', captured: 8000, refund_pending: 4000 })
    expect((await begin(link)).status).toBe(409)
    await expectSound(id)
  })

  it('is dropped by another one, unless it is being paid', async () => {
    const { id, link } = await asked()
    const { effects } = await staff.run(id, 'change-visit', visit(3))
    expect(effects.some(({ text }) => /which isn’t paid yet, is dropped/.test(text))).toBe(true)
    expect((await current(link)).body).toMatchObject({ total: 8000 })
    await begun(link)
    expect((await staff.commands(id))['change-visit']).toMatch(/^The customer is paying for the change to /)
  })

  it('is made at once after its payment where no supplier is connected', async () => {
    const order = await desk.placed({ lines: [desk.visit(1)] })
    await desk.pay(order)
    const id = await staff.idOf(order)
    await sql`delete from order_placements where purchase_id = ${id}`.execute(desk.db)
    await staff.run(id, 'change-visit', visit(2))
    const link = paymentLink(id, order.reference, Date.now() + 60_000)
    await captured(await begun(link))
    expect(await staff.row(id)).toMatchObject({ grand_total: 8000, captured: 8000, quantity: 2 })
    await expectSound(id)
  })

  it('can still be waived', async () => {
    const order = await desk.placed({ lines: [desk.visit(1)] })
    await desk.pay(order)
    const id = await staff.idOf(order)
    await staff.run(id, 'change-visit', visit(2, { isWaived: true }))
    await settle()
    expect(await staff.row(id)).toMatchObject({ grand_total: 4000, captured: 4000, quantity: 2, discount_total: 4000 })
    await expectSound(id)
  })

  it('keeps sums and books whatever happens in which order', async () => {
    const steps = fc.constantFrom('begin', 'capture', 'run out', 'expire', 'settle', 'cancel', 'change')
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 2, maxLength: 7 }), async (course) => {
        const { id, link } = await asked()
        let payment: string | null = null
        for (const step of course) {
          if (step === 'begin') payment = ((await begin(link)).body as { payment?: string }).payment ?? payment
          else if (step === 'capture' && payment !== null) await captured(payment)
          else if (step === 'run out') await runOut(id)
          else if (step === 'expire') await desk.server.runJob('expire-orders')
          else if (step === 'settle') await settle()
          else if (step === 'cancel' && (await staff.commands(id))['cancel'] === null)
            await staff.run(id, 'cancel', { reason: 'Test' })
          else if (step === 'change') await staff.previewReply(id, 'change-visit', visit(2))
          await expectSound(id)
        }
        await settle()
        const row = await staff.row(id)
        const kept = Number(row['captured']) - Number(row['refunded']) - Number(row['refund_pending'])
        expect(kept).toBe(Number(row['grand_total']))
        await sql`update house_stock set capacity = 1000 where product_option_id = ${desk.goods.optionId}`.execute(
          desk.db,
        )
      }),
      { numRuns: 12, endOnFailure: true },
    )
  }, 120_000)
})
