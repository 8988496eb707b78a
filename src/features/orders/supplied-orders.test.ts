import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Order } from './orders.ts'
import { refusalOf } from './testing/order-desk.server.ts'
import type { SuppliedDesk } from './testing/supplied-desk.server.ts'
import { codeAt, openSuppliedDesk } from './testing/supplied-desk.server.ts'

const suppliers = ['viator', 'tiqets', 'globick', 'tourcms'] as const
/** What the simulators do with a product, by its number. */
const plots = { plain: 91_100, lost: 91_001, rejected: 91_002, later: 91_003, full: 91_004, dearer: 91_005, no: 91_006 }
const fixed = 91_008

let desk: SuppliedDesk
beforeAll(async () => {
  desk = await openSuppliedDesk(inject('postgresUrl'), 'supplied_orders')
  for (const supplier of suppliers) await desk.sell(supplier, ...[...Object.values(plots), fixed].map(codeAt[supplier]))
})
afterAll(() => desk?.server.stop())

const reread = async ({ reference }: Order) => (await desk.read(reference)).body as Order

describe.each(suppliers)('an order that %s fulfils', (supplier) => {
  const code = (plot: keyof typeof plots) => codeAt[supplier](plots[plot])

  it('is looked up there when it is placed, booked there when it is paid, and cancelled there', async () => {
    const order = await desk.order(code('plain'))
    expect((await desk.calls(order))['hold']).toMatchObject({ state: 'done', supplier })
    expect(await desk.booking(order)).toMatchObject({ supplier, state: 'held', is_test: true })
    await desk.pay(order)
    const booking = await desk.booking(order)
    expect(booking).toMatchObject({ state: 'booked', voucher_url: expect.stringMatching(/^https:/) as unknown })
    expect(await reread(order)).toMatchObject({ status: 'CONFIRMED' })
    expect(await desk.rowOf(order.reference)).toMatchObject({
      booking_status: 'confirmed',
      supplier_status: 'CONFIRMED',
      provider_reference: booking['reference'],
      // The voucher came with the confirmation, so there is nothing left to deliver.
      fulfilment_status: 'delivered',
      next_step: 'none',
    })
    const { token } = (await desk.post(order.reference, 'cancellation-quotes', {})).body as { token: string }
    expect((await desk.post(order.reference, 'cancel', { token })).status).toBe(200)
    expect([(await desk.booking(order))['state'], (await desk.calls(order))['cancel']]).toMatchObject([
      'cancelled',
      { state: 'done', answer: { returned: 2 } },
    ])
  })

  it('is booked once where the answer to the booking is lost', async () => {
    const order = await desk.order(code('lost'))
    await desk.pay(order)
    expect(await reread(order)).toMatchObject({ bookingStatus: 'pending_supplier' })
    expect((await desk.calls(order))['book']).toMatchObject({
      state: 'open',
      problem: expect.stringContaining('didn’t answer') as unknown,
    })
    await desk.later()
    expect(await reread(order)).toMatchObject({ bookingStatus: 'confirmed' })
    const sent = (await desk.exchanges(order)).filter(({ action }) => action === 'book')
    const isBooking = ({ method, url }: Readonly<Record<string, unknown>>) =>
      method !== 'GET' && /\/(book|bookings|confirm|commit\.xml)$/.test(String(url))
    expect(sent.filter(isBooking).map(({ status, problem }) => [status, problem === null])).toEqual([[null, false]])
  })

  it('is rejected with the supplier’s reason, which opens its next step', async () => {
    const order = await desk.order(code('rejected'))
    await desk.pay(order)
    expect(await desk.rowOf(order.reference)).toMatchObject({
      booking_status: 'rejected',
      supplier_status: 'REJECTED',
      next_step: 'decide_refund',
    })
    const { rows } = await sql<{ detail: string }>`
      select e.detail from purchase_events e join purchases p on p.id = e.purchase_id
      where p.reference = ${order.reference} and e.kind = 'supplier_rejected'`.execute(desk.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.detail).toMatch(/Too few bookings|venue closed|guide is ill|boat is in repair/)
    expect((await desk.calls(order))['cancel']).toMatchObject({ state: 'done', answer: { returned: 0 } })
  })

  it.each([
    ['later', 'confirmed'],
    ['no', 'rejected'],
  ] as const)('waits while the supplier decides, and then is as it says: %s', async (plot, outcome) => {
    const order = await desk.order(code(plot))
    await desk.pay(order)
    expect(await desk.rowOf(order.reference)).toMatchObject({
      booking_status: 'pending_supplier',
      next_step: 'chase_supplier',
    })
    const before = (await desk.exchanges(order)).length
    await desk.server.runJob('poll-suppliers')
    expect((await desk.exchanges(order)).length, 'asked before it is due').toBe(before)
    await desk.later()
    await desk.later()
    expect((await desk.rowOf(order.reference))['booking_status']).toBe(outcome)
  })

  it('is not placed where it is sold out there', async () => {
    const sold = desk.place({ lines: [await desk.visitOf(code('full'))], customer: person })
    const [status, error] = await refusalOf(sold)
    expect([status, error]).toEqual([409, 'NotAvailable'])
  })

  it('stays cancelled here, and says so, where the supplier does not cancel', async () => {
    const order = await desk.order(codeAt[supplier](fixed))
    await desk.pay(order)
    const { token } = (await desk.post(order.reference, 'cancellation-quotes', {})).body as { token: string }
    expect((await desk.post(order.reference, 'cancel', { token })).status).toBe(200)
    expect((await desk.calls(order))['cancel']).toMatchObject({ state: 'refused' })
    expect((await desk.booking(order))['state']).toBe('booked')
    expect(await desk.rowOf(order.reference)).toMatchObject({
      booking_status: 'cancelled',
      supplier_status: 'CONFIRMED',
    })
    const { rows } = await sql<{ detail: string }>`
      select e.detail from purchase_events e join purchases p on p.id = e.purchase_id
      where p.reference = ${order.reference} order by e.id desc limit 1`.execute(desk.db)
    expect(rows[0]?.detail).toMatch(/^Not cancelled at the supplier: /)
  })

  it('leaves no secret and no customer in its log', async () => {
    const order = await desk.order(code('plain'))
    await desk.pay(order)
    const exchanges = await desk.exchanges(order)
    expect(exchanges.length).toBeGreaterThan(1)
    const whole = JSON.stringify(exchanges)
    expect(whole).not.toMatch(/Garc|Ana@|ana@|demo-[0-9a-f]{24}/i)
    expect(whole).toContain('••••')
    const { rows } = await sql`
      select url, headers, request, answer from outbound_calls where subject = ${`booking ${await desk.keyOf(order)}`}`.execute(
      desk.db,
    )
    expect(JSON.stringify(rows)).not.toMatch(/García|ana@example|demo-[0-9a-f]{24}/i)
  })
})

const person = { firstName: 'Ana', lastName: 'García', email: 'ana@example.com', country: 'ZZ' }

it.each(['tiqets', 'tourcms'] as const)('an order at %s costs us the price less the commission', async (supplier) => {
  await sql`update providers set commission = 1500 where code = ${supplier}`.execute(desk.db)
  const code = codeAt[supplier](91_200)
  await desk.sell(supplier, code)
  const order = await desk.order(code)
  await desk.pay(order)
  const { booking_status: status, net_cost: cost, items_total: price } = await desk.rowOf(order.reference)
  expect(status).toBe('confirmed')
  expect(Number(cost)).toBeLessThan(Number(price) * 0.86)
  await sql`update providers set commission = 0 where code = ${supplier}`.execute(desk.db)
})

it('a product is booked at its supplier while its code is imported again, and its code can’t be rejected', async () => {
  const code = codeAt.viator(plots.plain)
  for (const status of ['queued', 'failed', 'rejected'] as const) {
    const { rows } = await sql<{ id: number }>`
      update product_codes set status = ${status}, next_try_at = now() + interval '1 hour' where code = ${code} returning id`.execute(
      desk.db,
    )
    const order = await desk.order(code)
    expect((await desk.calls(order))['hold'], status).toMatchObject({ state: 'done', supplier: 'viator' })
    if (status !== 'failed') continue
    const ids = rows.map(({ id }) => id)
    const { body } = await desk.admin.post('/rest/data/product-codes/reject', { ids, reason: 'Not ours' })
    const message = 'It is imported. Retire its product instead.'
    expect(body).toMatchObject({ results: [{ ok: false, message }] })
  }
  await sql`update product_codes set status = 'imported' where code = ${code}`.execute(desk.db)
})

it('an order is not placed while its supplier is disconnected, and partners do not read why', async () => {
  await sql`
    insert into supplier_connections (supplier, is_enabled, base_url) values ('viator', false, 'https://api.viator.com/partner')`.execute(
    desk.db,
  )
  const line = await desk.visitOf(codeAt.viator(plots.plain))
  const reply = await desk.place({ lines: [line], customer: person })
  await sql`delete from supplier_connections`.execute(desk.db)
  expect(reply.status).toBe(409)
  expect(reply.body).toMatchObject({
    error: 'SupplierUnavailable',
    message: expect.not.stringMatching(/connect/i) as unknown,
  })
})

describe('an order whose supplier’s price went up', () => {
  it.each(['viator', 'tiqets', 'tourcms'] as const)('is not placed: %s', async (supplier) => {
    const line = await desk.visitOf(codeAt[supplier](plots.dearer))
    const [status, error, fields] = await refusalOf(desk.place({ lines: [line], customer: person }))
    expect([status, error]).toEqual([409, 'NotAvailable'])
    expect(JSON.stringify(fields)).toContain('price has changed')
  })
})
