import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { DisputeFacts } from '../../disputes/settle-dispute.server.ts'
import { settleDispute } from '../../disputes/settle-dispute.server.ts'
import { sendRefunds } from '../../payments/testing/send-refunds.server.ts'
import { matchStatement } from '../../statements/match-statement.server.ts'
import { creditDesk } from '../../store-credit/testing/credit-desk.server.ts'
import type { RefundRequest } from '../payment-gateway.server.ts'
import { testGateway } from '../payment-gateway.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import type { SplitDesk } from '../testing/split-desk.server.ts'
import { goodwill, openSplitDesk } from '../testing/split-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'

let desk: OrderDesk
let staff: StaffDesk
let bench: SplitDesk
beforeAll(async () => {
  bench = await openSplitDesk(inject('postgresUrl'), 'split life')
  desk = bench.desk
  staff = bench.staff
})
afterAll(() => desk?.server.stop())

/** As its provider has it when it opens, but for its payment. */
const dispute: Omit<DisputeFacts, 'payment' | 'currency' | 'amount'> = {
  reference: 'dp-split',
  status: 'needs_response',
  reason: 'general',
  networkReasonCode: null,
  withdrawn: 0,
  reinstated: 0,
  fee: 0,
  movements: 0,
  submissions: 0,
  openedAt: new Date(),
  dueBy: null,
  withdrawnAt: null,
  reinstatedAt: null,
}

const emailOf = async (customerId: number) =>
  (await sql<{ email: string }>`select email from customers where id = ${customerId}`.execute(desk.db)).rows[0]
    ?.email ?? ''

describe('an order that was split', () => {
  it('gives back by the payment that the gateway took, and its places', async () => {
    const id = await bench.paid()
    const free = await desk.available(desk.visit(1))
    const other = await bench.split(id, [2])
    expect(await desk.available(desk.visit(1))).toBe(free)
    await staff.run(other, 'cancel', { reason: 'The child is ill' })
    await desk.server.runJob('settle-supplier-calls')
    expect(await desk.available(desk.visit(1))).toBe(free + 1)
    await staff.run(other, 'refund', goodwill(1500))
    const asked: string[] = []
    const gateway = {
      ...testGateway,
      refund: (request: RefundRequest) => {
        asked.push(request.payment)
        return testGateway.refund(request)
      },
    }
    await sendRefunds(desk.server.database, gateway)
    const { rows } = await sql<{ name: string }>`
      select coalesce(gateway_reference, psp_reference) as name from payments where purchase_id = ${id}`.execute(
      desk.db,
    )
    expect(asked).toEqual([rows[0]?.name])
    expect(await staff.row(other)).toMatchObject({ payment_status: 'partially_refunded', refunded: 1500 })
    await bench.expectSound(id, other)
  })

  it('counts its coupon once, and frees it when both orders are cancelled', async () => {
    const uses = async () =>
      (await sql<{ n: number }>`select times_used as n from coupons where code = 'SPLIT'`.execute(desk.db)).rows[0]?.n
    const before = (await uses()) ?? 0
    const id = await bench.paid({ coupon: 'SPLIT' })
    const other = await bench.split(id, [1])
    expect(await uses()).toBe(before + 1)
    await staff.run(id, 'cancel', { reason: 'By phone' })
    expect(await uses()).toBe(before + 1)
    await staff.run(other, 'cancel', { reason: 'By phone' })
    expect(await uses()).toBe(before)
    await bench.expectSound(id, other)
  })

  it('takes its share of the store credit that paid for it', async () => {
    const credit = await creditDesk(desk)
    await credit.granted(2500)
    await credit.granted(200, { expiresOn: '2030-03-31' })
    const customer = { firstName: 'Ana', lastName: 'García', email: await emailOf(credit.customerId), country: 'ZZ' }
    const order = await desk.placed({ lines: [bench.family()], customer })
    const id = await staff.idOf(order)
    await staff.run(id, 'pay-by-credit', { amount: 2700 })
    const { body } = await desk.post(order.reference, 'pay', { method: 'card' })
    await desk.event({ type: 'payment.captured', payment: (body as { payment: string }).payment, fee: 10 })
    const other = await bench.split(id, [1])
    await bench.expectSound(id, other)
    await credit.expectSound(id)
    await credit.expectSound(other)
    expect(await credit.balance()).toEqual([['EUR', 0, 0]])
    const { rows } = await sql<{ captured: number; spent: number }>`
      select x.captured, (select sum(u.amount)::bigint from store_credit_uses u where u.payment_id = x.id and u.state = 'redeemed') as spent
      from payments x where x.provider = 'store_credit' and x.purchase_id in (${id}, ${other}) order by x.id`.execute(
      desk.db,
    )
    expect(rows.map(({ captured }) => captured).reduce((all, one) => all + one)).toBe(2700)
    // Each payment is what was spent of the credits: the whole of the one that ends last goes over, and a part of the other.
    expect(rows.map(({ spent }) => spent)).toEqual(rows.map(({ captured }) => captured))
    expect(rows[1]?.captured).toBeGreaterThan(200)
  })

  it('keeps the e-tickets of the tickets that go over', async () => {
    const id = await bench.paid({ lines: [desk.tickets(3)] })
    await sql`
      insert into e_tickets (purchase_id, performance_id, line, place, file_name, page, pages, source_sha256, sha256, bytes)
      select ${id}, performance_id, 1, n, 'all.pdf', n, 3, repeat('a', 64), repeat('b', 64), 9 from purchases, generate_series(1, 3) n
      where id = ${id}`.execute(desk.db)
    await staff.run(id, 'split-line', { position: 1, quantity: 1 })
    const [line = 0] = (
      await sql<{ position: number }>`
        select max(position) as position from purchase_lines where purchase_id = ${id} and kind = 'item'`.execute(
        desk.db,
      )
    ).rows.map(({ position }) => position)
    const other = await bench.split(id, [line])
    const { rows } = await sql`
      select purchase_id as id, line, array_agg(page order by page) as pages from e_tickets
      where purchase_id in (${id}, ${other}) group by 1, 2 order by 1`.execute(desk.db)
    expect(rows).toEqual([
      { id, line: 1, pages: [1, 2] },
      { id: other, line: 1, pages: [3] },
    ])
    await bench.expectSound(id, other)
  })

  it('is in the statement of its provider as the one payment that was taken', async () => {
    const id = await bench.paid()
    const other = await bench.split(id, [1])
    const { rows } = await sql<{ id: number }>`
      with own as (
        update payments set provider = 'adyen', captured_at = '2020-02-02T10:00:00Z' where purchase_id in (${id}, ${other}) returning id),
      made as (
        insert into statements (name, provider, source, from_day, to_day, content_hash)
        values ('Split', 'adyen', 'gateway', '2020-02-02', '2020-02-02', 'split') returning id),
      line as (
        insert into statement_lines (statement_id, provider, reference, kind, own_name, currency, amount, fee, booked_at)
        select m.id, 'adyen', 'txn-split', 'payment', x.psp_reference, x.currency, p.total, 31, '2020-02-02T10:00:00Z'
        from made m, payments x, (select sum(grand_total)::bigint as total from purchases where id in (${id}, ${other})) p
        where x.purchase_id = ${id})
      select id from made`.execute(desk.db)
    expect(await matchStatement(desk.db, rows[0]?.id ?? 0)).toEqual({ lines: 1, differences: 0 })
  })

  it('is not refunded from either order while the bank decides on the payment', async () => {
    const id = await bench.paid()
    const other = await bench.split(id, [1])
    await sql`
      insert into disputes (purchase_id, payment_id, provider_reference, status, reason, currency, amount, opened_at)
      select ${id}, x.id, 'dp-' || x.id, 'needs_response', 'general', x.currency, x.captured, now() from payments x
      where x.purchase_id = ${id}`.execute(desk.db)
    expect((await staff.previewReply(other, 'refund', goodwill(100))).status).toBe(422)
    await expect(
      sql`
        insert into refunds (purchase_id, payment_id, state, currency, amount, kind, reason, initiator, paid_by, destination, idempotency_key)
        select ${other}, x.id, 'approved', x.currency, 100, 'goodwill', 'quality', 'staff', 'platform', 'original_method', 'by-hand'
        from payments x where x.purchase_id = ${other}`.execute(desk.db),
    ).rejects.toThrow(/The bank is deciding/)
  })
})

describe('a refund of an order that was split, while the bank decides on the payment,', () => {
  const refundsOf = async (id: number) =>
    (
      await sql<{ id: number; state: string; failure: string | null }>`
        select id, state, failure from refunds where purchase_id = ${id} order by id`.execute(desk.db)
    ).rows
  /** Two orders of one payment, the second with a refund that is about to be sent; and an order of its own. */
  async function aboutToRefund() {
    const id = await bench.paid()
    const [other, alone] = [await bench.split(id, [1]), await bench.paid()]
    await staff.run(other, 'refund', goodwill(100))
    return { id, other, alone }
  }

  it.each([
    ['needs_response', 0],
    ['lost', 1_000_000],
  ] as const)('delays no refund of another payment: %s', async (status, withdrawn) => {
    const { id, other, alone } = await aboutToRefund()
    await sql`
      insert into disputes (purchase_id, payment_id, provider_reference, status, reason, currency, amount, withdrawn, opened_at, withdrawn_at, closed_at)
      select ${id}, x.id, 'dp-' || x.id, ${status}, 'general', x.currency, x.captured, ${withdrawn}, now(),
        case when ${withdrawn} > 0 then now() end, case when ${status} = 'lost' then now() end
      from payments x where x.purchase_id = ${id}`.execute(desk.db)
    await staff.run(alone, 'refund', goodwill(200))
    await sendRefunds(desk.server.database, testGateway)
    expect([await refundsOf(other), await refundsOf(alone)]).toMatchObject([
      [{ state: 'approved' }],
      [{ state: 'succeeded' }],
    ])
  })

  it('stops, like those of the order that has the dispute, and can go once it is won', async () => {
    const { id, other, alone } = await aboutToRefund()
    for (const one of [id, alone]) await staff.run(one, 'refund', goodwill(200))
    const { rows } = await sql<Pick<DisputeFacts, 'payment' | 'currency' | 'amount'>>`
      select coalesce(gateway_reference, psp_reference) as payment, currency, captured + moved as amount from payments
      where purchase_id = ${id}`.execute(desk.db)
    const { version } = await staff.row(other)
    const facts = { ...dispute, ...(rows[0] as (typeof rows)[0]) }
    expect(await settleDispute(desk.server.database, facts)).toBe(true)
    const stopped = { state: 'failed', failure: 'payment_disputed' }
    expect(await Promise.all([id, other, alone].map(refundsOf))).toMatchObject([
      [stopped],
      [stopped],
      [{ state: 'approved' }],
    ])
    expect(await staff.row(other)).toMatchObject({ refund_pending: 0, version: Number(version) + 1 })
    expect((await staff.timeline(other)).at(-1)).toBe('refund_failed')
    await bench.expectSound(id, other, alone)
    await settleDispute(desk.server.database, { ...facts, status: 'won', movements: 1 })
    await staff.run(other, 'retry-refund', { refundId: (await refundsOf(other))[0]?.id })
    await sendRefunds(desk.server.database, testGateway)
    expect(await staff.row(other)).toMatchObject({ refunded: 100 })
    await bench.expectSound(id, other, alone)
  })
})

describe('orders that are split at random', () => {
  const step = fc.record({
    do: fc.constantFrom('split', 'split', 'split line', 'refund', 'send', 'cancel'),
    of: fc.nat(9),
    mask: fc.integer({ min: 1, max: 30 }),
  })
  type Step = { readonly do: string; readonly of: number; readonly mask: number }

  /** Does a step, or nothing where it is refused. */
  async function happens(one: Step, ids: number[]): Promise<boolean> {
    const id = ids[one.of % ids.length] ?? 0
    const attempt = async (name: string, input: object) => {
      const preview = await staff.previewReply(id, name, input)
      expect([200, 409, 422], JSON.stringify(preview.body)).toContain(preview.status)
      if (preview.status !== 200) return false
      const { token } = preview.body as { token: string }
      expect(await staff.apply(id, name, { ...input, token })).toMatchObject({ status: 200 })
      return true
    }
    const { rows: items } = await sql<{ position: number; quantity: number }>`
      select position, quantity from purchase_lines where purchase_id = ${id} and kind = 'item' order by position`.execute(
      desk.db,
    )
    if (one.do === 'send') await sendRefunds(desk.server.database, testGateway)
    if (one.do === 'refund') return await attempt('refund', goodwill(one.mask * 11))
    if (one.do === 'cancel') return await attempt('cancel', { reason: 'By phone' })
    if (one.do === 'split line') {
      const line = items[one.mask % items.length]
      return await attempt('split-line', { position: line?.position, quantity: 1 + (one.mask % (line?.quantity ?? 1)) })
    }
    if (one.do !== 'split') return false
    const positions = items.filter((_, at) => (one.mask >> at) % 2 === 1).map(({ position }) => position)
    if (!(await attempt('split-order', { positions }))) return false
    ids.push(await bench.newestOf(id))
    return true
  }

  it('have together what there was, and true books each, after every step', async () => {
    let splits = 0
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.integer({ min: 3, max: 5 }),
        fc.array(step, { minLength: 4, maxLength: 9 }),
        async (hasCoupon, tickets, steps) => {
          const ids = [await bench.paid({ lines: [desk.tickets(tickets)], ...(hasCoupon && { coupon: 'SPLIT' }) })]
          const { refunded: _, margin: __, net_cost: ___, supplier_cost: ____, ...before } = await bench.sumsOf(...ids)
          // A line more for each ticket but one, or there is nothing to choose from.
          for (let n = 1; n < tickets; n++) await staff.run(ids[0] ?? 0, 'split-line', { position: 1, quantity: 1 })
          for (const one of steps) {
            const isDone = await happens(one, ids)
            if (isDone && one.do === 'split') splits++
            expect(await bench.sumsOf(...ids)).toMatchObject(before)
            await bench.expectSound(...ids)
          }
        },
      ),
      { numRuns: 9, endOnFailure: true },
    )
    expect(splits).toBeGreaterThan(0)
  }, 120_000)
})
