import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import { makeCatalogue, makePurchases } from '../../coupons/testing/coupons.server.ts'
import type { OrderFacts } from './order-preconditions.ts'
import { refundedInFull } from './order-preconditions.ts'
import type { OrderMove } from './order-transitions.ts'
import { firstStatuses, moved, orderTransitions } from './order-transitions.ts'
import { bookingStatuses, fulfilmentStatuses, paymentStatuses } from './purchase-states.ts'
import { ordersPage } from './testing/orders-page.ts'

const statuses = { booking: bookingStatuses, payment: paymentStatuses, fulfilment: fulfilmentStatuses }
const axes = ['booking', 'payment', 'fulfilment'] as const
const names = orderTransitions.map(({ name }) => name as OrderMove)
const listed = new Set(orderTransitions.flatMap(({ axis, from, to }) => from.map((was) => `${axis} ${was} ${to}`)))

describe('the table of transitions', () => {
  it('has each name once, and no two ways between the same statuses', () => {
    expect(new Set(names).size).toBe(names.length)
    expect(listed.size).toBe(orderTransitions.flatMap(({ from }) => from as readonly string[]).length)
  })

  it.each(axes)('reaches every status of the axis %s from the first', (axis) => {
    const reached = new Set<string>([firstStatuses[axis]])
    for (let size = 0; size !== reached.size;) {
      size = reached.size
      for (const { axis: own, from, to } of orderTransitions)
        if (own === axis && from.some((status) => reached.has(status))) reached.add(to)
    }
    expect([...reached].sort()).toEqual([...statuses[axis]].sort())
  })

  it.each([
    [0, null],
    [1, 'partially_refunded'],
    [99, 'partially_refunded'],
    [100, null],
  ])('has a payment of 100 refunded in part when %i went back: %s', (refunded, payment) => {
    const facts = { booking: 'confirmed', payment: 'captured', fulfilment: 'delivered', captured: 100, refunded }
    // Edge: the move reads nothing else of the order.
    expect(moved(facts as OrderFacts, 'refund_in_part', 0)?.payment ?? null).toBe(payment)
  })

  it('names reversals of the same axis that begin where the transition ends', () => {
    for (const { axis, to, reversal } of orderTransitions)
      if (reversal !== null) {
        const back = orderTransitions.find(({ name }) => name === reversal)
        expect([back?.axis, (back?.from as readonly string[] | undefined)?.includes(to)]).toEqual([axis, true])
      }
  })

  it('is what docs/orders.md shows', async () => {
    await expect(ordersPage()).toMatchFileSnapshot('../../../../docs/orders.md')
  })
})

describe('an order that is refunded in full', () => {
  it('has given back what it took, and took something', () => {
    const isMet = (captured: number, refunded: number) =>
      refundedInFull.isMet({ captured, refunded, endsAt: 1 } as OrderFacts, 0)
    expect([isMet(100, 100), isMet(100, 99), isMet(0, 0)]).toEqual([true, false, false])
  })
})

/** What happens to an order between two moves, as the world makes it. */
const happening = fc.oneof(
  fc.record({ move: fc.constantFrom(...names) }),
  // One of the moves that are open just then, so that the walk goes far.
  fc.record({ pick: fc.nat({ max: 20 }) }),
  fc.record({ wait: fc.integer({ min: 1, max: 120 }) }),
  fc.record({ take: fc.constant(100) }),
  fc.record({ back: fc.constantFrom(0, 40, 100) }),
  fc.record({ chargedBack: fc.constant(100) }),
  fc.record({ delivered: fc.integer({ min: 0, max: 2 }) }),
)

describe('an order that moves at random', () => {
  const placed: OrderFacts = {
    ...firstStatuses,
    heldUntil: 60,
    endsAt: 300,
    grandTotal: 100,
    captured: 0,
    refunded: 0,
    chargedBack: 0,
    ticketsDelivered: 0,
    quantity: 2,
  }

  it('never reaches a state that an order cannot have', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 60, size: 'max' }), (happenings) => {
        let [facts, now] = [placed, 0]
        for (const one of happenings) {
          if ('wait' in one) now += one.wait
          else if ('take' in one) facts = facts.refunded === 0 ? { ...facts, captured: one.take } : facts
          else if ('back' in one) facts = one.back <= facts.captured ? { ...facts, refunded: one.back } : facts
          else if ('chargedBack' in one) facts = facts.captured > 0 ? { ...facts, chargedBack: one.chargedBack } : facts
          else if ('delivered' in one) facts = { ...facts, ticketsDelivered: one.delivered }
          else {
            const before = facts
            const open = names.filter((name) => moved(before, name, now) !== null)
            const move = 'move' in one ? one.move : open[one.pick % open.length]
            const next = move === undefined ? null : moved(before, move, now)
            if (move === undefined || next === null) continue
            seen.add(move)
            const changed = axes.filter((axis) => before[axis] !== next[axis])
            expect(changed.map((axis) => listed.has(`${axis} ${before[axis]} ${next[axis]}`))).toEqual([true])
            facts = { ...facts, ...next }
            const isPaid = !['unpaid', 'refunded', 'charged_back'].includes(facts.payment)
            // What each move has to leave behind, said without the table.
            if (move === 'send_to_supplier') expect([isPaid, now < 60]).toEqual([true, true])
            if (move === 'confirm') expect(isPaid).toBe(true)
            if (move === 'expire') expect([isPaid, now >= 60]).toEqual([false, true])
            if (move === 'complete') expect(now).toBeGreaterThanOrEqual(300)
            if (move === 'deliver') expect(facts.ticketsDelivered).toBe(2)
            if (next.fulfilment !== 'not_due') expect(['confirmed', 'completed', 'cancelled']).toContain(next.booking)
          }
        }
      }),
      { numRuns: 4_000, seed: 20261123 },
    )
    // The walk is worth something only where it walks.
    expect(seen.size).toBeGreaterThan(15)
  })

  it('has no move left on the booking axis once it has ended', () => {
    const begins = new Set(orderTransitions.flatMap(({ from }) => from as readonly string[]))
    expect(bookingStatuses.filter((status) => !begins.has(status))).toEqual(['expired', 'rejected', 'cancelled'])
  })

  it.each([
    ['send_to_supplier', { payment: 'captured' }, 59, 'pending_supplier'],
    ['send_to_supplier', { payment: 'captured' }, 60, null],
    ['send_to_supplier', {}, 0, null],
    ['send_to_supplier', { grandTotal: 0 }, 0, 'pending_supplier'],
    ['expire', {}, 59, null],
    ['expire', {}, 60, 'expired'],
    ['expire', { payment: 'authorised' }, 60, null],
    ['complete', { booking: 'confirmed' }, 299, null],
    ['complete', { booking: 'confirmed' }, 300, 'completed'],
    ['complete', { booking: 'confirmed', payment: 'authorised' }, 300, null],
    ['reopen', { booking: 'completed' }, 299, 'confirmed'],
    ['reopen', { booking: 'completed' }, 300, null],
  ] as const)('%s of %o at %i leads to %s', (move, changes, now, booking) => {
    expect(moved({ ...placed, ...changes }, move, now)?.booking ?? null).toBe(booking)
  })
})

describe('the database', () => {
  let server: TestServer
  let purchase = 0
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'transitions' })
    await makeCatalogue(server.database.kysely)
    purchase = (await makePurchases(server.database.kysely, 1))[0] ?? 0
  })
  afterAll(() => server?.stop())

  it('knows the same moves, and no others', async () => {
    const pairs = axes.flatMap((axis) =>
      statuses[axis].flatMap((was) => statuses[axis].map((becomes) => ({ axis, was, becomes }))),
    )
    const { rows } = await sql<{ move: string }>`
      select p.axis || ' ' || p.was || ' ' || p.becomes as move
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) p (axis text, was text, becomes text)
      where is_order_move(p.axis, p.was, p.becomes)`.execute(server.database.kysely)
    expect(rows.map(({ move }) => move).sort()).toEqual([...listed].sort())
  })

  it.each([
    `booking_status = 'confirmed'`,
    `payment_status = 'charged_back', captured = 1, charged_back = 1`,
    `booking_status = 'cancelled', fulfilment_status = 'partially_delivered'`,
  ])('refuses a move that is not in the table: %s', async (change) => {
    await expect(
      sql`update purchases set ${sql.raw(change)} where id = ${purchase}`.execute(server.database.kysely),
    ).rejects.toMatchObject({ code: '23514', constraint: 'orders_move_by_the_table' })
  })

  it('delivers nothing before it is confirmed, though the axis alone would let it', async () => {
    await expect(
      sql`update purchases set fulfilment_status = 'delivered' where id = ${purchase}`.execute(server.database.kysely),
    ).rejects.toMatchObject({ constraint: 'nothing_is_delivered_before_it_is_confirmed' })
  })

  it('makes those that are', async () => {
    const { rows } = await sql`
      update purchases set booking_status = 'pending_supplier', payment_status = 'authorised' where id = ${purchase}
      returning booking_status`.execute(server.database.kysely)
    expect(rows).toEqual([{ booking_status: 'pending_supplier' }])
  })
})
