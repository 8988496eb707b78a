import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Client, Reply } from '../../../app/testing/start.server.ts'
import { sendRefunds } from '../../payments/testing/send-refunds.server.ts'
import { testGateway as gateway } from '../payment-gateway.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { staffDesk } from '../testing/staff-desk.server.ts'
import { carryOutNext } from './run-orders.server.ts'
import type { RunPreview, RunProgress } from './run.endpoints.ts'

let desk: OrderDesk
let staff: StaffDesk
let admin: Client
/** A colleague whose role can refund up to EUR 100. */
let limited: Client
const log = { warn: () => {} }

beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'order runs')
  await sql`
    insert into role_permissions (role_id, action, object, maximum_amount, maximum_currency)
    select id, g.action, g.object, g.maximum, g.currency from roles,
      (values ('refund', 'purchases', 10000, 'EUR'), ('write', 'events', null, null)) g (action, object, maximum, currency)
    where name = 'sales-agent' on conflict (role_id, action, object)
      do update set maximum_amount = excluded.maximum_amount, maximum_currency = excluded.maximum_currency`.execute(
    desk.db,
  )
})
beforeEach(async () => {
  // Of a night that nothing was sold for yet; no session refunds more than 30 times a minute.
  await sql`update performances set status = 'onsale' where id = ${desk.goods.performanceId}`.execute(desk.db)
  admin = await desk.server.signIn('admin')
  staff = staffDesk(desk, admin)
  limited = await desk.server.signIn('sales-agent')
})
afterEach(async () => {
  await sql`
    update purchases set performance_id = (select performance_id from ticket_listings where id = ${desk.goods.elsewhereListingId})
    where performance_id = ${desk.goods.performanceId}`.execute(desk.db)
  await sql`update order_runs set state = 'rejected' where state in ('requested', 'running', 'stopped')`.execute(desk.db)
})
afterAll(() => desk?.server.stop())

let last = 0
const wish = (more: object = {}) => ({
  kind: 'cancellation',
  performanceIds: [desk.goods.performanceId],
  refunds: true,
  paidBy: 'seller',
  refundUntil: null,
  ...more,
})
const call = (client: Client, path: string, body: object = {}) =>
  client.post(`/rest/data/order-runs/${path}`, body, { 'idempotency-key': `run-${++last}` })
const becomes = (status: string) =>
  sql`update performances set status = ${status}, is_date_tbd = ${status === 'postponed'} where id = ${desk.goods.performanceId}`.execute(
    desk.db,
  )

/** Paid and confirmed orders of the performance, one ticket each unless said otherwise. */
async function sold(count: number, quantity = 1): Promise<readonly number[]> {
  const ids = []
  for (let n = 0; n < count; n++) {
    const id = await staff.idOf(await desk.placed({ lines: [desk.tickets(quantity)] }))
    await staff.pay(id, 'pending_supplier', 'confirmed')
    ids.push(id)
  }
  return ids
}
async function previewed(client: Client, more: object = {}): Promise<RunPreview> {
  const { status, body } = await call(client, 'preview', wish(more))
  expect(status, JSON.stringify(body)).toBe(200)
  return body as RunPreview
}
async function started(client: Client, more: object = {}): Promise<{ id: number; state: string; preview: RunPreview }> {
  const preview = await previewed(client, more)
  const { status, body } = await call(client, 'start', { ...wish(more), reason: 'The singer is ill', token: preview.token })
  expect(status, JSON.stringify(body)).toBe(200)
  return { ...(body as { id: number; state: string }), preview }
}
/** Does up to so many orders, as the job does, and says how many there were. */
async function carryOut(most = 100): Promise<number> {
  let done = 0
  while (done < most && (await carryOutNext(desk.server.database, gateway, log)) !== null) done++
  return done
}
const progress = async (id: number) => (await admin.get(`/rest/data/order-runs/${id}/progress`)).body as RunProgress
const bookings = async (ids: readonly number[]) =>
  (
    await sql<{ booking: string }>`
      select booking_status as booking from purchases where id = any(${[...ids]}::bigint[]) order by id`.execute(desk.db)
  ).rows.map(({ booking }) => booking)
const refundsOf = async (ids: readonly number[]) =>
  (
    await sql<{ state: string; amount: number; requestedBy: number; approvedBy: number; needsApproval: boolean }>`
      select state, amount, requested_by as "requestedBy", approved_by as "approvedBy", needs_approval as "needsApproval"
      from refunds where purchase_id = any(${[...ids]}::bigint[]) order by id`.execute(desk.db)
  ).rows
const messagesOf = async (ids: readonly number[], kind: string) =>
  (
    await sql<{ subject: string }>`
      select subject from order_messages where kind = ${kind} and purchase_id = any(${[...ids]}::bigint[])`.execute(desk.db)
  ).rows.length
const message = ({ body }: Reply) => (body as { message: string }).message

describe('a run over the orders of a cancelled performance', () => {
  it('cancels and refunds every order, and ends with the totals of its dry run', async () => {
    const ids = await sold(3, 2)
    await becomes('cancelled')
    const { id, state, preview } = await started(admin)
    expect(state).toBe('running')
    expect(preview).toMatchObject({ orders: 3, tickets: 6, customers: 1, messages: 3, problems: [], needsApproval: false })
    const [money] = preview.money
    expect(money?.lost).toBe((money?.refund ?? 0) - (money?.supplierReturns ?? 0))
    expect(money?.supplierReturns).toBeGreaterThan(0)
    expect(await carryOut()).toBe(3)
    await sendRefunds(desk.server.database, gateway)
    expect(await progress(id)).toMatchObject({
      state: 'done',
      waiting: 0,
      done: 3,
      failed: 0,
      messages: 3,
      money: [
        {
          currency: 'EUR',
          planned: money?.refund,
          refund: money?.refund,
          arrived: money?.refund,
          supplierReturns: money?.supplierReturns,
          lost: money?.lost,
        },
      ],
    })
    expect(await bookings(ids)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    const rows = await Promise.all(ids.map((one) => staff.row(one)))
    expect(rows.map((row) => Number(row['refunded']) - Number(row['captured']))).toEqual([0, 0, 0])
    expect(rows.map((row) => row['payment_status'])).toEqual(['refunded', 'refunded', 'refunded'])
    expect(await messagesOf(ids, 'cancellation')).toBe(3)
    for (const one of ids)
      expect((await admin.get(`/rest/data/purchases/${one}/details`)).body).not.toMatchObject({
        identities: expect.arrayContaining([expect.objectContaining({ holds: false })]),
      })
  })

  it('can be stopped after any order, and goes on where it was', async () => {
    const ids = await sold(3)
    await becomes('cancelled')
    const { id } = await started(admin)
    await carryOut(1)
    expect(await call(admin, `${id}/stop`)).toMatchObject({ status: 200, body: { state: 'stopped' } })
    expect(await carryOut()).toBe(0)
    expect(await progress(id)).toMatchObject({ state: 'stopped', waiting: 2, done: 1 })
    expect(await bookings(ids)).toEqual(['cancelled', 'confirmed', 'confirmed'])
    expect((await call(admin, `${id}/stop`)).status).toBe(409)
    expect(await call(admin, `${id}/resume`)).toMatchObject({ status: 200, body: { state: 'running' } })
    expect(await carryOut()).toBe(2)
    expect(await progress(id)).toMatchObject({ state: 'done', waiting: 0, done: 3 })
  })

  it('cancels without refunding where that was not asked for; a refund run gives the money back later', async () => {
    const ids = await sold(2)
    await becomes('cancelled')
    const { preview } = await started(admin, { refunds: false })
    expect(preview.money).toEqual([])
    await carryOut()
    expect(await bookings(ids)).toEqual(['cancelled', 'cancelled'])
    expect(await refundsOf(ids)).toEqual([])
    expect((await staff.row(ids[0] ?? 0))['next_step']).toBe('decide_refund')
    const second = await started(admin, { kind: 'refund' })
    expect(second.preview).toMatchObject({ orders: 2, messages: 0 })
    await carryOut()
    expect(await refundsOf(ids)).toMatchObject([{ state: 'approved' }, { state: 'approved' }])
  })

  it('says which orders cannot be done and why, and does the others', async () => {
    const [completed = 0, disputed = 0, fine = 0] = await sold(3)
    await sql`update purchases set booking_status = 'completed' where id = ${completed}`.execute(desk.db)
    await sql`update purchases set payment_status = 'disputed' where id = ${disputed}`.execute(desk.db)
    await becomes('cancelled')
    const { id, preview } = await started(admin)
    expect(preview.orders).toBe(1)
    expect(preview.problems.map(({ problem, orders }) => [problem, orders])).toEqual([
      ['completed', 1],
      ['disputed', 1],
    ])
    await carryOut()
    const after = await progress(id)
    expect(after).toMatchObject({ state: 'done', done: 1, failed: 2 })
    expect(after.orders.map(({ problem }) => problem)).toEqual(['completed', 'disputed', null])
    expect(await bookings([fine, disputed])).toEqual(['confirmed', 'cancelled'])
    expect(message(await call(admin, `${id}/retry`))).toBe('The orders that failed still can’t be done.')
    await sql`update purchases set payment_status = 'captured' where id = ${disputed}`.execute(desk.db)
    expect(await call(admin, `${id}/retry`)).toMatchObject({ status: 200, body: { state: 'running' } })
    expect(await carryOut()).toBe(1)
    expect(await progress(id)).toMatchObject({ state: 'done', done: 2, failed: 1 })
  })

  it('leaves an order alone that has changed since the dry run, until someone retries it', async () => {
    const [id = 0] = await sold(1)
    await becomes('cancelled')
    const run = await started(admin)
    await staff.run(id, 'refund', {
      kind: 'goodwill',
      lines: [],
      amount: 500,
      reason: 'quality',
      paidBy: 'platform',
      note: null,
    })
    await carryOut()
    expect(await progress(run.id)).toMatchObject({ done: 0, failed: 1, orders: [{ problem: 'changed' }] })
    expect(await bookings([id])).toEqual(['confirmed'])
    await call(admin, `${run.id}/retry`)
    await carryOut()
    expect(await bookings([id])).toEqual(['cancelled'])
    const row = await staff.row(id)
    expect(Number(row['refund_pending'])).toBe(Number(row['captured']))
  })

  it('is refused with a stale token, which says what is different', async () => {
    await sold(1)
    await becomes('cancelled')
    const { token } = await previewed(admin)
    await becomes('onsale')
    await sold(1)
    await becomes('cancelled')
    const reply = await call(admin, 'start', { ...wish(), reason: 'The singer is ill', token })
    expect(reply).toMatchObject({ status: 409, body: { error: 'PreviewChanged', current: { orders: 2 } } })
    expect(message(reply)).toContain('Orders: 1 → 2.')
    expect(message(reply)).toContain('Money back: ')
  })

  it('is refused for a performance that is still on, for a second run, and with input that cannot be', async () => {
    await sold(1)
    expect(await call(admin, 'preview', wish())).toMatchObject({ status: 409, body: { error: 'NotPossible' } })
    await becomes('cancelled')
    expect(await call(admin, 'preview', wish({ performanceIds: [] }))).toMatchObject({
      status: 422,
      body: { fields: { performanceIds: 'Choose a performance.' } },
    })
    expect(await call(admin, 'preview', wish({ kind: 'refund', refunds: false }))).toMatchObject({ status: 422 })
    expect(await call(admin, 'preview', wish({ refundUntil: '2099-01-01' }))).toMatchObject({ status: 422 })
    const { preview } = await started(admin)
    const again = await call(admin, 'start', { ...wish(), reason: 'The singer is ill', token: preview.token })
    expect(again).toMatchObject({ status: 409, body: { error: 'RunOpen' } })
  })

  it('asks for a key, and starts one run by one key', async () => {
    await sold(1)
    await becomes('cancelled')
    const { token } = await previewed(admin)
    const body = { ...wish(), reason: 'The singer is ill', token }
    expect((await admin.post('/rest/data/order-runs/start', body)).status).toBe(428)
    const headers = { 'idempotency-key': 'the-same' }
    const first = await admin.post('/rest/data/order-runs/start', body, headers)
    const second = await admin.post('/rest/data/order-runs/start', body, headers)
    expect([first.status, second.body]).toEqual([200, first.body])
  })
})

describe('the refunds of a run', () => {
  it('above the limit of who asks wait for another person, who approves all of them at once', async () => {
    const ids = await sold(3, 2)
    await becomes('cancelled')
    const { id, state, preview } = await started(limited)
    expect(preview.needsApproval).toBe(true)
    expect(state).toBe('requested')
    expect(await carryOut()).toBe(0)
    expect((await call(limited, `${id}/resume`)).status).toBe(409)
    expect(await call(limited, `${id}/approve`)).toMatchObject({ status: 403, body: { error: 'FourEyes' } })
    expect(await progress(id)).toMatchObject({ mayApprove: true })
    expect(await call(admin, `${id}/approve`)).toMatchObject({ status: 200, body: { state: 'running' } })
    await carryOut()
    for (const { state: of, needsApproval, requestedBy, approvedBy } of await refundsOf(ids)) {
      expect([of, needsApproval]).toEqual(['approved', true])
      expect(requestedBy).not.toBe(approvedBy)
    }
    expect(await bookings(ids)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  })

  it('can be rejected, and then no order has changed', async () => {
    const ids = await sold(3, 2)
    await becomes('cancelled')
    const { id } = await started(limited)
    expect(await call(admin, `${id}/reject`)).toMatchObject({ status: 200, body: { state: 'rejected' } })
    expect(await carryOut()).toBe(0)
    expect(await bookings(ids)).toEqual(['confirmed', 'confirmed', 'confirmed'])
    expect(await refundsOf(ids)).toEqual([])
  })
})

describe('a run over the orders of a postponed performance', () => {
  it('keeps them, gives them the new start, writes to their customers and offers refunds until a day', async () => {
    const ids = await sold(2)
    await sql`
      update performances set status = 'rescheduled', local_date = local_date + 10, starts_at = starts_at + interval '10 days'
      where id = ${desk.goods.performanceId}`.execute(desk.db)
    const { preview } = await started(admin, { kind: 'postponement', refunds: false, refundUntil: '2098-01-31' })
    expect(preview).toMatchObject({ orders: 2, messages: 2, money: [] })
    await carryOut()
    expect(await bookings(ids)).toEqual(['confirmed', 'confirmed'])
    const { rows } = await sql<{ agrees: boolean; until: string }>`
      select (u.travel_date, u.local_time, u.starts_at) = (f.local_date, f.local_time, f.starts_at) as agrees,
        to_char(o.until at time zone f.time_zone, 'YYYY-MM-DD HH24:MI') as until
      from purchases u join performances f on f.id = u.performance_id join refund_offers o on o.purchase_id = u.id
      where u.id = any(${[...ids]}::bigint[])`.execute(desk.db)
    expect(rows).toEqual([
      { agrees: true, until: '2098-02-01 00:00' },
      { agrees: true, until: '2098-02-01 00:00' },
    ])
    expect(await messagesOf(ids, 'postponement')).toBe(2)
    expect(await refundsOf(ids)).toEqual([])
  })

  it('refuses a day that is past, and a performance that is on as planned', async () => {
    await sold(1)
    const postponed = { kind: 'postponement', refunds: false, refundUntil: '2020-01-31' }
    expect((await call(admin, 'preview', wish(postponed))).status).toBe(409)
    await becomes('postponed')
    const { token } = await previewed(admin, postponed)
    expect(await call(admin, 'start', { ...wish(postponed), reason: 'Storm warning', token })).toMatchObject({
      status: 422,
      body: { fields: { refundUntil: 'Choose today or a later day.' } },
    })
  })
})
