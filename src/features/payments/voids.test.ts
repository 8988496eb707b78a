import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { system } from '../../core/access/access.ts'
import { confirmOrder } from '../orders/confirm-order.server.ts'
import { expireOrdersJob } from '../orders/order-expiry.server.ts'
import { runDesk } from '../orders/runs/testing/run-desk.server.ts'
import type { OrderDesk } from '../orders/testing/order-desk.server.ts'
import { openOrderDesk } from '../orders/testing/order-desk.server.ts'
import type { StaffDesk } from '../orders/testing/staff-desk.server.ts'
import { staffDesk } from '../orders/testing/staff-desk.server.ts'
import { createLog } from '../../core/http/log.server.ts'
import { settleVoid } from './void-payments.server.ts'
import { FakeGateway } from './testing/fake-gateway.server.ts'
import { authorise, voidOf, voidPayments, voidsAreDue } from './testing/void-payments.server.ts'

let desk: OrderDesk
let staff: StaffDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'voids')
  staff = staffDesk(desk, await desk.server.signIn('admin'))
})
afterAll(() => desk?.server.stop())

const run = (gateway: FakeGateway) => voidPayments(desk.server.database, gateway)
const by = { actor: system('tests'), kind: 'system' } as const

async function authorised(): Promise<{ readonly id: number; readonly reference: string }> {
  const order = await desk.placed({ lines: [desk.visit(1)] })
  const id = await staff.idOf(order)
  await authorise(desk.db, id)
  return { id, reference: order.reference }
}
async function cancelled(): Promise<number> {
  const { id } = await authorised()
  await staff.run(id, 'cancel', { reason: 'Changed their mind' })
  return id
}

describe('an order that ends with money authorised only', () => {
  const onHold = (id: number) => sql`update purchases set booking_status = 'on_hold' where id = ${id}`.execute(desk.db)
  const ways: readonly (readonly [string, (order: { id: number; reference: string }) => Promise<unknown>])[] = [
    [
      'its partner cancels it',
      async ({ reference }) => {
        const { body } = await desk.post(reference, 'cancellation-quotes', {})
        const { status } = await desk.post(reference, 'cancel', { token: (body as { token: string }).token })
        expect(status).toBe(200)
      },
    ],
    ['staff cancel it', async ({ id }) => await staff.run(id, 'cancel', { reason: 'Changed their mind' })],
    [
      'staff reject it',
      async ({ id }) => {
        await onHold(id)
        await staff.run(id, 'reject', { reason: 'Looks like fraud' })
      },
    ],
    [
      'its hold had ended before it could be confirmed',
      async ({ id }) => {
        await sql`update purchases set held_until = now() - interval '1 minute' where id = ${id}`.execute(desk.db)
        await confirmOrder(desk.server.database, id, by)
      },
    ],
  ]
  it.each(ways)('gives it up where %s', async (_, end) => {
    const order = await authorised()
    await end(order)
    expect(await voidOf(desk.db, order.id)).toMatchObject({
      order: 'authorised',
      payment: 'authorised',
      void: 'intended',
    })
    const gateway = new FakeGateway()
    await run(gateway)
    expect(await voidOf(desk.db, order.id)).toEqual({ order: 'unpaid', payment: 'voided', void: 'done', reason: null })
    expect(gateway.voids.get(`auth-${order.id}`)).toBe(1)
    expect(await staff.timeline(order.id)).toContain('payment_voided')
    await run(gateway)
    expect(gateway.voids.get(`auth-${order.id}`)).toBe(1)
  })

  it('gives it up where a run cancels it with its performance', async () => {
    const runs = await runDesk(desk)
    const order = await desk.placed({ lines: [desk.tickets(1)] })
    const id = await staff.idOf(order)
    await authorise(desk.db, id)
    for (const booking of ['pending_supplier', 'confirmed'])
      await sql`update purchases set booking_status = ${booking} where id = ${id}`.execute(desk.db)
    await runs.becomes('cancelled')
    await runs.started(runs.admin)
    expect(await runs.carryOut()).toBe(1)
    await run(new FakeGateway())
    expect(await voidOf(desk.db, id)).toMatchObject({ order: 'unpaid', payment: 'voided', void: 'done' })
  })

  it('does not expire: the money that is blocked for it is decided on first', async () => {
    const { id } = await authorised()
    await sql`update purchases set held_until = now() - interval '1 minute' where id = ${id}`.execute(desk.db)
    const { signal } = new AbortController()
    await expireOrdersJob.run({
      database: desk.server.database,
      log: createLog({ level: 'silent' }),
      signal,
      count: () => {},
    })
    expect(await staff.row(id)).toMatchObject({ booking_status: 'pending_payment' })
    expect(await voidOf(desk.db, id)).toMatchObject({ void: null })
  })

  it('leaves what was captured to a refund', async () => {
    const order = await desk.placed({ lines: [desk.visit(1)] })
    const id = await staff.idOf(order)
    await staff.pay(id, 'pending_supplier', 'confirmed')
    await staff.run(id, 'cancel', { reason: 'Changed their mind' })
    expect(await voidOf(desk.db, id)).toMatchObject({ payment: 'captured', void: null })
  })
})

describe('a gateway', () => {
  it('that lost its answer is asked what became of it before anything is sent again', async () => {
    const id = await cancelled()
    const gateway = new FakeGateway()
    gateway.next = 'lose'
    await run(gateway)
    expect(await voidOf(desk.db, id)).toMatchObject({ order: 'authorised', payment: 'authorised', void: 'processing' })
    gateway.next = 'succeed'
    await run(gateway)
    expect(await voidOf(desk.db, id)).toMatchObject({ void: 'processing' })
    await voidsAreDue(desk.db)
    await run(gateway)
    expect(await voidOf(desk.db, id)).toMatchObject({ order: 'unpaid', payment: 'voided', void: 'done' })
    expect(gateway.voids.get(`auth-${id}`)).toBe(1)
  })

  it('that could not be reached is sent it again', async () => {
    const id = await cancelled()
    const gateway = new FakeGateway()
    gateway.next = 'drop'
    await run(gateway)
    gateway.next = 'succeed'
    await voidsAreDue(desk.db)
    await run(gateway)
    expect(await voidOf(desk.db, id)).toMatchObject({ payment: 'voided', void: 'done' })
    expect(gateway.voids.get(`auth-${id}`)).toBe(1)
  })

  it('that had taken the money is asked again where that cannot be written down, and says so then', async () => {
    const id = await cancelled()
    const gateway = new FakeGateway()
    gateway.taken.add(`auth-${id}`)
    await sql`create function no_capture() returns trigger language plpgsql as $$
      begin raise exception 'Failed on purpose'; end $$`.execute(desk.db)
    await sql`create trigger no_capture before update on payments for each row when (new.state = 'captured')
      execute function no_capture()`.execute(desk.db)
    const failed = settleVoid(desk.server.database, `auth-${id}`, { state: 'captured', fee: 30 })
    await expect(failed).rejects.toThrow('Failed on purpose')
    await run(gateway)
    expect(await voidOf(desk.db, id)).toMatchObject({ payment: 'authorised', void: 'processing' })
    await sql`drop trigger no_capture on payments`.execute(desk.db)
    await voidsAreDue(desk.db)
    await run(gateway)
    expect(await voidOf(desk.db, id)).toMatchObject({ payment: 'captured', reason: 'captured_already' })
  })

  it('that had taken the money says so: it is kept on the order until staff decide', async () => {
    const id = await cancelled()
    const gateway = new FakeGateway()
    gateway.taken.add(`auth-${id}`)
    await run(gateway)
    expect(await voidOf(desk.db, id)).toEqual({
      order: 'captured',
      payment: 'captured',
      void: 'refused',
      reason: 'captured_already',
    })
    expect(await staff.row(id)).toMatchObject({
      booking_status: 'cancelled',
      captured: 4000,
      next_step: 'decide_refund',
    })
  })

  it('that refuses leaves the payment as it was, with its word as the reason', async () => {
    const id = await cancelled()
    const gateway = new FakeGateway()
    gateway.next = 'fail'
    await run(gateway)
    await run(gateway)
    expect(await voidOf(desk.db, id)).toEqual({
      order: 'authorised',
      payment: 'authorised',
      void: 'refused',
      reason: 'not_possible',
    })
  })
})
