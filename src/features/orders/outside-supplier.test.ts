import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { BookingRefused } from '../supply/importing/supplier-bookings.server.ts'
import { viatorServer } from '../supply/viator/viator.server.ts'
import type { Order } from './orders.ts'
import { askSupplier } from './supplier-calls.server.ts'
import { supplierOf } from './suppliers.server.ts'
import { scriptedBookings } from './testing/scripted-bookings.server.ts'
import { staffDesk } from './testing/staff-desk.server.ts'
import type { SuppliedDesk } from './testing/supplied-desk.server.ts'
import { openSuppliedDesk } from './testing/supplied-desk.server.ts'

const supplier = scriptedBookings()
const { script, ledger } = supplier
let desk: SuppliedDesk
beforeAll(async () => {
  desk = await openSuppliedDesk(inject('postgresUrl'), 'outside_supplier')
  await desk.sell('viator', '91100P1')
  vi.spyOn(viatorServer, 'openBookings').mockReturnValue(supplier.bookings)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await desk?.server.stop()
})
beforeEach(() => supplier.reset())

const place = () => desk.order('91100P1')
const statusOf = async ({ reference }: Order) => (await desk.rowOf(reference))['booking_status']
const partnerReference = async (order: Order) => String((await desk.booking(order))['partner_reference'])
const atSupplier = async (order: Order) => ledger.get(await partnerReference(order))
const bookingsOf = async (order: Order) => {
  const own = `book ${await partnerReference(order)}`
  return script.calls.filter((call) => call === own).length
}
/** The minutes pass after which another process takes over what one that died had in hand. */
const processDies = () =>
  sql`update supplier_bookings set leased_until = now() where lease is not null`.execute(desk.db)
/** Stops the next call of a kind until it is let go. */
function held(name: 'book' | 'cancel', when: 'before' | 'after') {
  const [reached, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  script[when] = (called) => {
    if (called !== name) return
    script[when] = () => undefined
    reached.resolve()
    return letGo.promise
  }
  return { reached: reached.promise, letGo: letGo.resolve }
}

describe('a booking whose process dies', () => {
  it.each(['before', 'after'] as const)(
    '%s the supplier made it is booked once, and its late answer changes nothing',
    async (when) => {
      const order = await place()
      const call = held('book', when)
      const paying = desk.pay(order)
      await call.reached
      expect(await desk.booking(order)).toMatchObject({ state: 'asked' })
      await processDies()
      await desk.later()
      expect([await statusOf(order), await atSupplier(order)]).toEqual(['confirmed', 'CONFIRMED'])
      const booked = await desk.booking(order)
      call.letGo()
      await paying
      expect({ ...(await desk.booking(order)), updated_at: null }).toEqual({ ...booked, updated_at: null })
      expect(await bookingsOf(order)).toBe(when === 'before' ? 2 : 1)
      const events = await sql`
      select from purchase_events e join purchases p on p.id = e.purchase_id
      where p.reference = ${order.reference} and e.kind = 'supplier_confirmed'`.execute(desk.db)
      expect(events.rows).toHaveLength(1)
    },
  )

  it('before it was sent is sent by the job', async () => {
    const order = await place()
    script.before = () => Promise.reject(new Error('connect ECONNREFUSED'))
    await desk.pay(order)
    expect(await atSupplier(order)).toBeUndefined()
    supplier.reset()
    await desk.later()
    expect([await statusOf(order), await bookingsOf(order)]).toEqual(['confirmed', 1])
  })

  it('is asked for before it is sent again, and waits while the supplier can’t say', async () => {
    const order = await place()
    script.after = () => Promise.reject(new Error('socket hang up'))
    await desk.pay(order)
    await desk.later()
    expect([await statusOf(order), await bookingsOf(order)]).toEqual(['pending_supplier', 1])
    expect((await desk.calls(order))['book']).toMatchObject({ state: 'open', problem: expect.any(String) as unknown })
    supplier.reset()
    await desk.later()
    expect([await statusOf(order), await bookingsOf(order)]).toEqual(['confirmed', 0])
  })
})

describe('an answer', () => {
  it('that comes twice settles the order once', async () => {
    const order = await place()
    await desk.pay(order)
    const key = await desk.keyOf(order)
    const port = supplierOf(desk.server.database, 'viator')
    const asked = await Promise.all(
      [1, 2, 3].map(() => askSupplier(desk.server.database, port, { action: 'book', key })),
    )
    expect(new Set(asked.map((one) => one?.state))).toEqual(new Set(['done']))
    expect(await port.book(key, {}, '')).toMatchObject({ status: 'CONFIRMED' })
    await desk.later()
    expect(await bookingsOf(order)).toBe(1)
  })

  it('that refuses to say what became of one booking delays no other', async () => {
    script.says = 'PENDING'
    const [refused, other] = [await place(), await place()]
    for (const order of [refused, other]) await desk.pay(order)
    ledger.set(await partnerReference(other), 'CONFIRMED')
    const own = `status ${await partnerReference(refused)}`
    script.before = (name) =>
      name === 'status' && script.calls.at(-1) === own
        ? Promise.reject(new BookingRefused('NotSupported', 'Bad request.'))
        : undefined
    await desk.later()
    expect([await statusOf(refused), await statusOf(other)]).toEqual(['pending_supplier', 'confirmed'])
    expect(script.calls).toContain(own)
    const key = await desk.keyOf(refused)
    const known = await supplierOf(desk.server.database, 'viator').poll([key])
    expect(known.get(key)).toMatchObject({ status: 'PENDING' })
  })

  it('that a booking is off at the supplier rejects the order that waits for it', async () => {
    script.says = 'PENDING'
    const order = await place()
    await desk.pay(order)
    ledger.set(await partnerReference(order), 'REJECTED')
    await desk.later()
    expect([await statusOf(order), (await desk.booking(order))['reason']]).toEqual([
      'rejected',
      'The museum is closed.',
    ])
  })
})

describe('an order that can’t be taken on', () => {
  /** The database refuses to move an order. */
  async function whileStuck({ reference }: Order, work: () => Promise<void>) {
    await sql`
      create function stuck() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$`.execute(
      desk.db,
    )
    await sql`
      create trigger stuck before update of booking_status on purchases for each row
        when (old.booking_status <> new.booking_status and new.reference = ${sql.lit(reference)}) execute function stuck()`.execute(
      desk.db,
    )
    try {
      await work()
    } finally {
      await sql`drop function stuck cascade`.execute(desk.db)
    }
  }

  it('delays no other that its supplier has answered', async () => {
    script.says = 'PENDING'
    const [stuck, other] = [await place(), await place()]
    for (const order of [stuck, other]) {
      await desk.pay(order)
      ledger.set(await partnerReference(order), 'CONFIRMED')
    }
    await whileStuck(stuck, () => desk.later())
    expect([await statusOf(stuck), await statusOf(other)]).toEqual(['pending_supplier', 'confirmed'])
    await desk.later()
    expect(await statusOf(stuck)).toBe('confirmed')
  })

  it('delays no other that is paid', async () => {
    const [stuck, other] = [await place(), await place()]
    const { pay } = staffDesk(desk, desk.admin)
    for (const { reference } of [stuck, other]) await pay(Number((await desk.rowOf(reference))['id']))
    await whileStuck(stuck, () => desk.server.runJob('poll-suppliers'))
    expect([await statusOf(stuck), await statusOf(other)]).toEqual(['pending_payment', 'confirmed'])
    await desk.server.runJob('poll-suppliers')
    expect(await statusOf(stuck)).toBe('confirmed')
  })

  it('delays no other that is paid, however many are stuck', async () => {
    const { pay } = staffDesk(desk, desk.admin)
    const orders: Order[] = []
    for (let placed = 0; placed <= 50; placed += 1) orders.push(await place())
    for (const { reference } of orders) await pay(Number((await desk.rowOf(reference))['id']))
    const last = orders.at(-1) ?? expect.fail()
    await sql`
      create function stuck() returns trigger language plpgsql as $$ begin raise exception 'It is stuck.'; end $$`.execute(
      desk.db,
    )
    await sql`
      create trigger stuck before update of booking_status on purchases for each row
        when (new.reference <> ${sql.lit(last.reference)}) execute function stuck()`.execute(desk.db)
    await desk.server.runJob('poll-suppliers')
    await sql`drop function stuck cascade`.execute(desk.db)
    expect(await statusOf(last)).toBe('confirmed')
    await desk.server.runJob('poll-suppliers')
  })
})

describe('confirming and cancelling at once', () => {
  it('cancels at the supplier what was on its way there', async () => {
    const order = await place()
    const call = held('book', 'after')
    const paying = desk.pay(order)
    await call.reached
    const { token } = (await desk.post(order.reference, 'cancellation-quotes', {})).body as { token: string }
    expect((await desk.post(order.reference, 'cancel', { token })).status).toBe(200)
    expect((await desk.calls(order))['cancel']).toMatchObject({
      state: 'open',
      problem: 'Another call about this booking is under way.',
    })
    call.letGo()
    await paying
    expect([await statusOf(order), await atSupplier(order)]).toEqual(['cancelled', 'CONFIRMED'])
    await desk.later()
    expect([await statusOf(order), await atSupplier(order)]).toEqual(['cancelled', 'CANCELLED'])
  })

  it('does not cancel what can still arrive, and books nothing after it was cancelled', async () => {
    const order = await place()
    script.before = (name) => (name === 'book' ? Promise.reject(new Error('socket hang up')) : undefined)
    await desk.pay(order)
    const { token } = (await desk.post(order.reference, 'cancellation-quotes', {})).body as { token: string }
    await desk.post(order.reference, 'cancel', { token })
    expect((await desk.calls(order))['cancel']).toMatchObject({ state: 'open' })
    await sql`update supplier_bookings set asked_at = now() - interval '11 minutes' where key = ${await desk.keyOf(order)}`.execute(
      desk.db,
    )
    // The booking is due as well: the cancellation comes first here.
    await sql`update supplier_calls set next_try_at = now() + case action when 'book' then interval '1 hour' else interval '0' end
      where state = 'open'`.execute(desk.db)
    await desk.server.runJob('settle-supplier-calls')
    supplier.reset()
    await desk.later()
    expect([await statusOf(order), await atSupplier(order)]).toEqual(['cancelled', undefined])
    expect((await desk.calls(order))['book']).toMatchObject({ state: 'refused', answer: { code: 'HoldEnded' } })
  })

  it('ends the same here and there, whichever comes first', async () => {
    const orders = await Promise.all(Array.from({ length: 8 }, () => place()))
    await Promise.all(
      orders.flatMap((order) => [
        desk.pay(order).catch(() => null),
        desk.post(order.reference, 'cancel', {}).then(({ status }) => expect([200, 409, 422]).toContain(status)),
      ]),
    )
    await desk.later()
    for (const order of orders) {
      const status = await statusOf(order)
      expect(['confirmed', 'cancelled']).toContain(status)
      expect(await atSupplier(order)).toBe(status === 'confirmed' ? 'CONFIRMED' : undefined)
    }
  })

  it('makes one booking of several confirmations', async () => {
    const order = await place()
    await desk.pay(order)
    await Promise.all(Array.from({ length: 5 }, () => desk.post(order.reference, 'confirm', {})))
    expect([await statusOf(order), await bookingsOf(order)]).toEqual(['confirmed', 1])
  })
})
