import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../../app/testing/start.server.ts'
import { rounds } from '../../../core/testing/rounds.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { signInAsAnotherAdmin, staffDesk } from '../testing/staff-desk.server.ts'

const postgresUrl = inject('postgresUrl')
const wish = { listingId: null, consent: null, paidBy: 'platform', credit: null, note: null }

describe.skipIf(postgresUrl === null)('an oversell that two people resolve at once', () => {
  let desk: OrderDesk
  const people: StaffDesk[] = []
  beforeAll(async () => {
    desk = await openOrderDesk(postgresUrl, 'oversell_races')
    const clients: readonly Client[] = [await desk.server.signIn('admin'), await signInAsAnotherAdmin(desk, 'finance')]
    people.push(...clients.map((client) => staffDesk(desk, client)))
    await sql`update ticket_listings set quantity = 1000 where id = ${desk.goods.listingId}`.execute(desk.db)
  })
  afterAll(() => desk?.server.stop())

  let last = 0
  async function pair(): Promise<readonly [number, number]> {
    const seats = [`S${++last}`]
    const ids: number[] = []
    for (const _ of [1, 2]) {
      const order = await desk.placed()
      const { body } = await desk.post(order.reference, 'pay', { method: 'card' })
      await desk.event({ type: 'payment.captured', payment: (body as { payment: string }).payment, fee: 0 })
      const id = await (people[0] as StaffDesk).idOf(order)
      await sql`update purchase_lines set seats = ${seats}::text[] where purchase_id = ${id} and kind = 'item'`.execute(
        desk.db,
      )
      ids.push(id)
    }
    // Also at once: one incident comes of it.
    await Promise.all([desk.server.runJob('find-oversells'), desk.server.runJob('find-oversells')])
    return ids as unknown as readonly [number, number]
  }
  /** Both previewed it before either pressed; the answers, one for each. */
  async function both(ids: readonly [number, number], outcome: string): Promise<readonly number[]> {
    const input = { ...wish, outcome }
    const tokens = await Promise.all(
      ids.map((id, at) => (people[at] as StaffDesk).preview(id, 'resolve-oversell', input)),
    )
    const replies = await Promise.all(
      ids.map((id, at) =>
        (people[at] as StaffDesk).apply(id, 'resolve-oversell', { ...input, token: tokens[at]?.token }),
      ),
    )
    return replies.map(({ status }) => status).toSorted()
  }
  const outcomesOf = async (ids: readonly number[]) => {
    const { rows } = await sql<{ outcome: string | null; incidents: number }>`
      select outcome, (select count(distinct oversell_id)::integer from oversell_orders where purchase_id = any(${[...ids]}::bigint[])) as incidents
      from oversell_orders where purchase_id = any(${[...ids]}::bigint[]) order by outcome nulls last`.execute(desk.db)
    return rows
  }
  const times = Math.min(rounds.races, 30)

  it('is kept by one of the two orders', async () => {
    for (let n = 0; n < Math.ceil(times / 2); n++) {
      const ids = await pair()
      const [first = 0, second = 0] = await both(ids, 'keep')
      expect(first).toBe(200)
      expect([409, 422]).toContain(second)
      expect(await outcomesOf(ids)).toEqual([
        { outcome: 'kept', incidents: 1 },
        { outcome: null, incidents: 1 },
      ])
    }
  }, 240_000)

  it('is refunded to one of the two customers, and the other keeps the places', async () => {
    for (let n = 0; n < Math.min(10, times); n++) {
      const ids = await pair()
      const [first = 0, second = 0] = await both(ids, 'refund')
      expect(first).toBe(200)
      expect([409, 422]).toContain(second)
      await desk.server.runJob('find-oversells')
      expect((await outcomesOf(ids)).map(({ outcome }) => outcome)).toEqual(['kept', 'refunded'])
      const { rows } = await sql`select from refunds where purchase_id = any(${[...ids]}::bigint[])`.execute(desk.db)
      expect(rows).toHaveLength(1)
    }
  }, 240_000)
})
