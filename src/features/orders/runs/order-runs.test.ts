import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Reply } from '../../../app/testing/start.server.ts'
import { sendRefunds } from '../../payments/testing/send-refunds.server.ts'
import { testGateway as gateway } from '../payment-gateway.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { RunDesk } from './testing/run-desk.server.ts'
import { limitSalesAgents, runDesk } from './testing/run-desk.server.ts'

let desk: OrderDesk
let runs: RunDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'order runs')
  await limitSalesAgents(desk)
})
beforeEach(async () => {
  runs = await runDesk(desk)
})
afterAll(() => desk?.server.stop())

const message = ({ body }: Reply) => (body as { message: string }).message

describe('a run over the orders of a cancelled performance', () => {
  it('cancels and refunds every order, and ends with the totals of its dry run', async () => {
    const ids = await runs.sold(3, 2)
    await runs.becomes('cancelled')
    const { id, state, preview } = await runs.started(runs.admin)
    expect(state).toBe('running')
    expect(preview).toMatchObject({
      orders: 3,
      tickets: 6,
      customers: 1,
      messages: 3,
      problems: [],
      needsApproval: false,
    })
    const [money] = preview.money
    expect(money?.lost).toBe((money?.refund ?? 0) - (money?.supplierReturns ?? 0))
    expect(money?.supplierReturns).toBeGreaterThan(0)
    expect(await runs.carryOut()).toBe(3)
    await sendRefunds(desk.server.database, gateway)
    expect(await runs.progress(id)).toMatchObject({
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
    expect(await runs.bookings(ids)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    // Its kind is a column, said in the language of who reads it.
    const { rows: named } = await sql`
      select r.name = p.name as "isSubject" from order_runs r join performances p on p.id = r.performance_ids[1] where r.id = ${id}`.execute(
      desk.db,
    )
    expect(named).toEqual([{ isSubject: true }])
    const rows = await Promise.all(ids.map((one) => runs.staff.row(one)))
    expect(rows.map((row) => Number(row['refunded']) - Number(row['captured']))).toEqual([0, 0, 0])
    expect(rows.map((row) => row['payment_status'])).toEqual(['refunded', 'refunded', 'refunded'])
    expect(await runs.messagesOf(ids, 'cancellation')).toBe(3)
    for (const one of ids)
      expect((await runs.admin.get(`/rest/data/purchases/${one}/details`)).body).not.toMatchObject({
        identities: expect.arrayContaining([expect.objectContaining({ holds: false })]),
      })
  })

  it('can be stopped after any order, and goes on where it was', async () => {
    const ids = await runs.sold(3)
    await runs.becomes('cancelled')
    const { id } = await runs.started(runs.admin)
    await runs.carryOut(1)
    expect(await runs.call(runs.admin, `${id}/stop`)).toMatchObject({ status: 200, body: { state: 'stopped' } })
    expect(await runs.carryOut()).toBe(0)
    expect(await runs.progress(id)).toMatchObject({ state: 'stopped', waiting: 2, done: 1 })
    expect(await runs.bookings(ids)).toEqual(['cancelled', 'confirmed', 'confirmed'])
    expect((await runs.call(runs.admin, `${id}/stop`)).status).toBe(409)
    expect(await runs.call(runs.admin, `${id}/resume`)).toMatchObject({ status: 200, body: { state: 'running' } })
    expect(await runs.carryOut()).toBe(2)
    expect(await runs.progress(id)).toMatchObject({ state: 'done', waiting: 0, done: 3 })
  })

  it('cancels without refunding where that was not asked for; a refund run gives the money back later', async () => {
    const ids = await runs.sold(2)
    await runs.becomes('cancelled')
    const { preview } = await runs.started(runs.admin, { refunds: false })
    expect(preview.money).toEqual([])
    await runs.carryOut()
    expect(await runs.bookings(ids)).toEqual(['cancelled', 'cancelled'])
    expect(await runs.refundsOf(ids)).toEqual([])
    expect((await runs.staff.row(ids[0] ?? 0))['next_step']).toBe('decide_refund')
    const second = await runs.started(runs.admin, { kind: 'refund' })
    expect(second.preview).toMatchObject({ orders: 2, messages: 0 })
    await runs.carryOut()
    expect(await runs.refundsOf(ids)).toMatchObject([{ state: 'approved' }, { state: 'approved' }])
    // Each run counts its own orders.
    const { body } = await runs.admin.get(`/rest/data/order-runs/${second.id}`)
    expect(body).toMatchObject({ orders: 2, doneOrders: 2, failedOrders: 0 })
  })

  it('says which orders cannot be done and why, and does the others', async () => {
    const [completed = 0, disputed = 0, fine = 0] = await runs.sold(3)
    await sql`update purchases set booking_status = 'completed' where id = ${completed}`.execute(desk.db)
    await sql`update purchases set payment_status = 'disputed' where id = ${disputed}`.execute(desk.db)
    await runs.becomes('cancelled')
    const { id, preview } = await runs.started(runs.admin)
    expect(preview.orders).toBe(1)
    expect(preview.problems.map(({ problem, orders }) => [problem, orders])).toEqual([
      ['completed', 1],
      ['disputed', 1],
    ])
    await runs.carryOut()
    const after = await runs.progress(id)
    expect(after).toMatchObject({ state: 'done', done: 1, failed: 2 })
    expect(after.orders.map(({ problem }) => problem)).toEqual(['completed', 'disputed', null])
    expect(await runs.bookings([fine, disputed])).toEqual(['confirmed', 'cancelled'])
    expect(message(await runs.call(runs.admin, `${id}/retry`))).toBe('The orders that failed still can’t be done.')
    await sql`update purchases set payment_status = 'captured' where id = ${disputed}`.execute(desk.db)
    expect(await runs.call(runs.admin, `${id}/retry`)).toMatchObject({ status: 200, body: { state: 'running' } })
    expect(await runs.carryOut()).toBe(1)
    expect(await runs.progress(id)).toMatchObject({ state: 'done', done: 2, failed: 1 })
  })

  it('leaves an order alone that has changed since the dry run, until someone retries it', async () => {
    const [id = 0] = await runs.sold(1)
    await runs.becomes('cancelled')
    const run = await runs.started(runs.admin)
    await runs.staff.run(id, 'refund', {
      kind: 'goodwill',
      lines: [],
      amount: 500,
      reason: 'quality',
      paidBy: 'platform',
      note: null,
    })
    await runs.carryOut()
    expect(await runs.progress(run.id)).toMatchObject({ done: 0, failed: 1, orders: [{ problem: 'changed' }] })
    expect(await runs.bookings([id])).toEqual(['confirmed'])
    await runs.call(runs.admin, `${run.id}/retry`)
    await runs.carryOut()
    expect(await runs.bookings([id])).toEqual(['cancelled'])
    const row = await runs.staff.row(id)
    expect(Number(row['refund_pending'])).toBe(Number(row['captured']))
  })

  it('goes on where the result of an order can’t be written, which leaves that order as it was', async () => {
    const [first = 0, second = 0] = await runs.sold(2)
    await runs.becomes('cancelled')
    const { id } = await runs.started(runs.admin)
    await sql`create function refuse_result() returns trigger language plpgsql as $$ begin raise 'no result today'; end $$`.execute(
      desk.db,
    )
    await sql`
      create trigger refuse_result before update on order_run_items for each row
      when (new.state = 'done' and new.purchase_id = ${sql.lit(first)}) execute function refuse_result()`.execute(
      desk.db,
    )
    await runs.carryOut()
    await sql`drop trigger refuse_result on order_run_items`.execute(desk.db)
    expect(await runs.progress(id)).toMatchObject({ state: 'done', done: 1, failed: 1 })
    expect((await runs.progress(id)).orders[0]).toMatchObject({ problem: 'unexpected' })
    expect(await runs.bookings([first, second])).toEqual(['confirmed', 'cancelled'])
  })

  it('is refused with a stale token, which says what is different', async () => {
    await runs.sold(1)
    await runs.becomes('cancelled')
    const { token } = await runs.previewed(runs.admin)
    await runs.becomes('onsale')
    await runs.sold(1)
    await runs.becomes('cancelled')
    const reply = await runs.call(runs.admin, 'start', { ...runs.wish(), reason: 'The singer is ill', token })
    expect(reply).toMatchObject({ status: 409, body: { error: 'PreviewChanged', current: { orders: 2 } } })
    expect(message(reply)).toContain('Orders: 1 → 2.')
    expect(message(reply)).toContain('Money back: ')
    const { token: other } = await runs.previewed(runs.admin)
    const wish = { ...runs.wish({ paidBy: 'platform' }), reason: 'The singer is ill', token: other }
    expect(message(await runs.call(runs.admin, 'start', wish))).toBe(
      'The orders have changed since the preview. What you entered is different.',
    )
  })

  it('is refused for a performance that is still on, for a second run, and with input that cannot be', async () => {
    await runs.sold(1)
    expect(await runs.call(runs.admin, 'preview', runs.wish())).toMatchObject({
      status: 409,
      body: { error: 'NotPossible' },
    })
    await runs.becomes('cancelled')
    expect(await runs.call(runs.admin, 'preview', runs.wish({ performanceIds: [] }))).toMatchObject({
      status: 422,
      body: { fields: { performanceIds: 'Choose a performance.' } },
    })
    expect(await runs.call(runs.admin, 'preview', runs.wish({ kind: 'refund', refunds: false }))).toMatchObject({
      status: 422,
    })
    expect(await runs.call(runs.admin, 'preview', runs.wish({ refundUntil: '2099-01-01' }))).toMatchObject({
      status: 422,
    })
    const { preview } = await runs.started(runs.admin)
    const again = await runs.call(runs.admin, 'start', {
      ...runs.wish(),
      reason: 'The singer is ill',
      token: preview.token,
    })
    expect(again).toMatchObject({ status: 409, body: { error: 'RunOpen' } })
  })

  it('asks for a key, and starts one run by one key', async () => {
    await runs.sold(1)
    await runs.becomes('cancelled')
    const { token } = await runs.previewed(runs.admin)
    const body = { ...runs.wish(), reason: 'The singer is ill', token }
    expect((await runs.admin.post('/rest/data/order-runs/start', body)).status).toBe(428)
    const headers = { 'idempotency-key': 'the-same' }
    const first = await runs.admin.post('/rest/data/order-runs/start', body, headers)
    const second = await runs.admin.post('/rest/data/order-runs/start', body, headers)
    expect([first.status, second.body]).toEqual([200, first.body])
  })
})
