import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { planOrders } from '../orders/runs/plan-run.server.ts'
import { testGateway } from '../orders/payment-gateway.server.ts'
import { customerOf } from '../orders/testing/order-customer.server.ts'
import type { SplitDesk } from '../orders/testing/split-desk.server.ts'
import { goodwill, openSplitDesk } from '../orders/testing/split-desk.server.ts'
import type { StaffDesk } from '../orders/testing/staff-desk.server.ts'
import { sendRefunds } from '../payments/testing/send-refunds.server.ts'
import { matchStatement } from '../statements/match-statement.server.ts'
import { writeFindings } from '../reconciliation/write-findings.server.ts'
import type { DisputeDetails } from './dispute.endpoints.ts'
import type { DisputeFacts } from './settle-dispute.server.ts'
import { settleDispute } from './settle-dispute.server.ts'
import { sharesOf } from './loss-shares.ts'

let bench: SplitDesk
let staff: StaffDesk
beforeAll(async () => {
  bench = await openSplitDesk(inject('postgresUrl'), 'split disputes')
  staff = bench.staff
})
afterAll(() => bench?.desk.server.stop())

let last = 0
/** Two orders of one payment: two adults of €40.00 each, and a child of €20.00. */
async function split() {
  const id = await bench.paid()
  const other = await bench.split(id, [2])
  const { rows } = await sql<{ payment: string; currency: string; amount: number }>`
    select coalesce(gateway_reference, psp_reference) as payment, currency, captured + moved as amount from payments
    where purchase_id = ${id}`.execute(bench.desk.db)
  const paid = rows[0] ?? { payment: '', currency: 'EUR', amount: 0 }
  expect(paid.amount).toBe(10_000)
  const reference = `dp-split-${++last}`
  /** What the provider says of the dispute next. */
  const hears = (more: Partial<DisputeFacts>) =>
    settleDispute(bench.desk.server.database, {
      ...paid,
      reference,
      status: 'needs_response',
      reason: 'product_not_received',
      networkReasonCode: null,
      withdrawn: paid.amount,
      reinstated: 0,
      fee: 2000,
      movements: 1,
      submissions: 0,
      openedAt: new Date(),
      dueBy: null,
      withdrawnAt: new Date(),
      reinstatedAt: null,
      ...more,
    })
  return { id, other, reference, hears }
}
const disputesOf = async (id: number) =>
  (
    await sql`select provider_reference as reference, status, withdrawn, reinstated, withdrawn_at is not null as "isMoved"
      from disputes where purchase_id = ${id} order by id`.execute(bench.desk.db)
  ).rows
const refundsOf = async (id: number) =>
  (
    await sql<{
      id: number
      state: string
    }>`select id, state from refunds where purchase_id = ${id} order by id`.execute(bench.desk.db)
  ).rows
const send = () => sendRefunds(bench.desk.server.database, testGateway)

describe('a dispute of a payment whose order was split', () => {
  it('is charged back on each order when it is lost, and the books of both are right', async () => {
    const { id, other, reference, hears } = await split()
    await hears({})
    expect(await staff.row(other)).toMatchObject({ payment_status: 'captured', charged_back: 0 })
    await bench.expectSound(id, other)
    expect(await hears({ status: 'lost' })).toBe(true)
    expect(await staff.row(id)).toMatchObject({
      payment_status: 'charged_back',
      charged_back: 8000,
      payment_fees: 2025,
    })
    expect(await staff.row(other)).toMatchObject({
      payment_status: 'charged_back',
      charged_back: 2000,
    })
    await bench.expectSound(id, other)
    const { reference: name } = await staff.row(other)
    expect([await disputesOf(id), await disputesOf(other)]).toEqual([
      [{ reference, status: 'lost', withdrawn: 10_000, reinstated: 2000, isMoved: true }],
      [{ reference: `${reference}-${String(name)}`, status: 'lost', withdrawn: 2000, reinstated: 0, isMoved: false }],
    ])
    expect((await staff.timeline(other)).slice(-2)).toEqual(['dispute_opened', 'charged_back'])
    const { version } = await staff.row(other)
    expect(await hears({ status: 'lost' })).toBe(false)
    // An appeal brings the money back: the orders stay charged back, and the reconciliation finds both.
    expect(await hears({ status: 'won', movements: 2, reinstated: 10_000 })).toBe(true)
    expect(await disputesOf(id)).toMatchObject([{ withdrawn: 10_000, reinstated: 10_000 }])
    expect(await disputesOf(other)).toMatchObject([{ withdrawn: 2000, reinstated: 2000 }])
    expect(await staff.row(other)).toMatchObject({ charged_back: 2000, version: Number(version) + 1 })
  })

  it('writes to the customer of each order what the bank returned of it', async () => {
    const { id, other, hears } = await split()
    await hears({ status: 'lost' })
    const { rows } = await sql<{ content: { paragraphs: string[] } }>`
      select m.content from order_messages o join messages m on m.id = o.message_id
      where o.purchase_id in (${id}, ${other}) and o.kind = 'bank_returned' order by o.purchase_id`.execute(
      bench.desk.db,
    )
    const texts = rows.map(({ content }) => content.paragraphs.join(' '))
    expect(texts).toEqual([expect.stringContaining('80.00'), expect.stringContaining('20.00')])
  })

  it('says on its page what the other order lost', async () => {
    const { id, other, hears } = await split()
    await hears({ status: 'lost' })
    const admin = await bench.desk.server.signIn('admin')
    const lost = []
    for (const one of [id, other]) {
      const { rows } = await sql<{ id: number }>`select id from disputes where purchase_id = ${one}`.execute(
        bench.desk.db,
      )
      const { body } = await admin.get(`/rest/data/disputes/${rows[0]?.id}/details`)
      lost.push((body as DisputeDetails).lostElsewhere)
    }
    expect(lost).toEqual([2000, 0])
  })

  it.each([
    ['as the one dispute that there is', 'dispute', {}, -10_000, 2000],
    ['with what the bank gave back', 'dispute_reversed', { reinstated: 5001, movements: 2 }, 5001, 0],
  ] as const)('is on the statement of its provider %s', async (_, kind, more, amount, fee) => {
    const { id, other, reference, hears } = await split()
    const [withdrawnAt, reinstatedAt] = [new Date('2020-03-03T10:00:00Z'), new Date('2020-03-05T10:00:00Z')]
    await hears({ status: 'lost', withdrawnAt, ...(kind === 'dispute_reversed' && { reinstatedAt }), ...more })
    const day = kind === 'dispute' ? '2020-03-03' : '2020-03-05'
    const { rows } = await sql<{ id: number }>`
      with own as (update payments set provider = 'adyen' where purchase_id in (${id}, ${other}) returning id),
      made as (
        insert into statements (name, provider, source, from_day, to_day, content_hash)
        values ('Split dispute', 'adyen', 'gateway', ${day}, ${day}, ${reference}) returning id),
      line as (
        insert into statement_lines (statement_id, provider, reference, kind, source_reference, currency, amount, fee, booked_at)
        select id, 'adyen', ${`txn-${reference}`}, ${kind}, ${reference}, 'EUR', ${amount}, ${fee}, ${`${day}T10:00:00Z`}::timestamptz from made)
      select id from made`.execute(bench.desk.db)
    expect(await matchStatement(bench.desk.db, rows[0]?.id ?? 0)).toEqual({ lines: 1, differences: 0 })
  })

  it('lets no order of its payment be cancelled for a refund while the bank decides', async () => {
    const { id, other, hears } = await split()
    await hears({})
    for (const one of [id, other]) {
      const reference = String((await staff.row(one))['reference'])
      const policy = JSON.stringify([{ until: '2098-01-01T00:00:00.000Z', refund: 10_000 }])
      await sql`update purchases set cancellation_policy = ${policy} where id = ${one}`.execute(bench.desk.db)
      const refused = {
        status: 409,
        body: { error: 'PaymentDisputed', message: 'The bank is deciding on this payment.' },
      }
      expect(await bench.desk.post(reference, 'cancellation-quotes', {})).toMatchObject(refused)
      expect(await bench.desk.post(reference, 'cancel', { token: 'any' })).toMatchObject(refused)
      expect((await customerOf(() => ({ desk: bench.desk, staff })).asked(one)).cancellation).toBeNull()
      const wish = { kind: 'refund', performanceIds: [], refunds: true, paidBy: 'platform', refundUntil: null } as const
      const [planned] = await planOrders(bench.desk.db, wish, sql`p.id = ${one}`, testGateway)
      expect(planned?.problem).toBe('disputed')
    }
  })

  it('leaves both orders paid when it is won', async () => {
    const { id, other, hears } = await split()
    await hears({})
    await hears({ status: 'won', movements: 2, reinstated: 10_000, reinstatedAt: new Date() })
    for (const one of [id, other])
      expect(await staff.row(one)).toMatchObject({ payment_status: 'captured', charged_back: 0 })
    expect(await disputesOf(other)).toEqual([])
    await bench.expectSound(id, other)
  })

  it('is shared in proportion of what is left where the bank keeps a part', async () => {
    const { id, other, hears } = await split()
    await hears({ status: 'lost', movements: 2, reinstated: 5001, reinstatedAt: new Date() })
    expect(await staff.row(id)).toMatchObject({ charged_back: 3999 })
    expect(await staff.row(other)).toMatchObject({ charged_back: 1000 })
    await bench.expectSound(id, other)
  })

  it('takes nothing from the order that was refunded before', async () => {
    const { id, other, hears } = await split()
    await staff.run(other, 'refund', goodwill(2000))
    await send()
    await hears({ status: 'lost', amount: 8000, withdrawn: 8000 })
    expect(await staff.row(id)).toMatchObject({ payment_status: 'charged_back', charged_back: 8000 })
    expect(await staff.row(other)).toMatchObject({ payment_status: 'refunded', charged_back: 0, refunded: 2000 })
    await bench.expectSound(id, other)
  })

  it('says on the refunded order what was paid twice, and nothing waits with the bank', async () => {
    const { id, other, hears } = await split()
    await staff.run(other, 'refund', goodwill(1500))
    await send()
    await hears({ status: 'lost' })
    expect(await staff.row(id)).toMatchObject({ charged_back: 8000 })
    expect(await staff.row(other)).toMatchObject({ charged_back: 2000, refunded: 1500 })
    await bench.expectSound(id)
    const found = await writeFindings(bench.desk.db, { after: other - 1, upTo: other })
    expect(found.map(({ rule, adds }) => [rule, adds])).toEqual([['paid_twice', 1500]])
  })

  it('stops a refund of the other order when we first hear that it is lost, and no order can send it again', async () => {
    const { id, other, hears } = await split()
    for (const one of [id, other]) await staff.run(one, 'refund', goodwill(500))
    const { version } = await staff.row(other)
    await hears({ status: 'lost' })
    expect([await refundsOf(id), await refundsOf(other)]).toMatchObject([[{ state: 'failed' }], [{ state: 'failed' }]])
    expect(await staff.row(other)).toMatchObject({ refund_pending: 0, charged_back: 2000 })
    // It is disputed and charged back, and each is a version.
    expect(await staff.row(other)).toMatchObject({ version: Number(version) + 2 })
    for (const one of [id, other]) {
      const [refund] = await refundsOf(one)
      await expect(
        sql`update refunds set state = 'approved', failure = null, next_try_at = now() where id = ${refund?.id}`.execute(
          bench.desk.db,
        ),
      ).rejects.toThrow(/what the bank left/)
    }
    await bench.expectSound(id, other)
  })
})

describe('the shares of a loss', () => {
  const part = fc
    .record({ captured: fc.nat(5000), returned: fc.nat(5000), lost: fc.nat(5000) })
    .map(({ captured, returned, lost }) => ({
      captured,
      returned: Math.min(captured, returned),
      lost: Math.min(captured - Math.min(captured, returned), lost),
      share: 0,
    }))

  it('add up, and none is more than its part took while the payment has enough', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), fc.nat(20_000), fc.nat(20_000), (parts, one, two) => {
        const room = parts.reduce((sum, { captured, lost }) => sum + captured - lost, 0)
        const first = sharesOf(one, parts)
        const known = parts.map((each, index) => ({ ...each, share: first[index] ?? 0 }))
        const second = sharesOf(two, known)
        for (const [kept, shares] of [
          [one, first],
          [two, second],
        ] as const) {
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(kept)
          expect(shares.every((share) => Number.isInteger(share) && share >= 0)).toBe(true)
        }
        if (one <= room)
          for (const [index, { captured, lost }] of parts.entries())
            expect(first[index]).toBeLessThanOrEqual(captured - lost)
        if (two >= one)
          for (const [index, share] of first.entries()) expect(second[index]).toBeGreaterThanOrEqual(share)
        expect(sharesOf(one, known)).toEqual(first)
      }),
    )
  })
})
