import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { problemsIn } from '../../core/testing/test-context.server.ts'
import type { OrderDesk } from '../orders/testing/order-desk.server.ts'
import { openOrderDesk } from '../orders/testing/order-desk.server.ts'
import { FakeGateway } from '../payments/testing/fake-gateway.server.ts'
import { sendRefunds } from '../payments/testing/send-refunds.server.ts'
import type { CreditDesk } from './testing/credit-desk.server.ts'
import { creditDesk, textsOf } from './testing/credit-desk.server.ts'

let desk: OrderDesk
let bench: CreditDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'refunds elsewhere')
})
beforeEach(async () => {
  bench = await creditDesk(desk)
})
afterAll(() => desk?.server.stop())

const goodwill = { kind: 'goodwill', lines: [], amount: 8000, reason: 'quality', paidBy: 'platform', note: null }

/** An order paid by card whose refund the card refused. */
async function refused(): Promise<{ id: number; refundId: number; key: string }> {
  const { id } = await bench.placed()
  await bench.staff.pay(id, 'pending_supplier', 'confirmed')
  await bench.staff.run(id, 'refund', goodwill)
  const gateway = new FakeGateway()
  gateway.next = 'fail'
  await sendRefunds(desk.server.database, gateway)
  const { rows } = await sql<{ id: number; key: string; state: string }>`
    select id, state, idempotency_key as key from refunds where purchase_id = ${id}`.execute(desk.db)
  expect(rows).toMatchObject([{ state: 'failed' }])
  return { id, refundId: rows[0]?.id ?? 0, key: rows[0]?.key ?? '' }
}
const refundOf = async (id: number) =>
  (
    await sql<Record<string, unknown>>`
      select id, idempotency_key as key, state, destination, bank_account as iban, bank_reference as reference, attempt from refunds
      where purchase_id = ${id}`.execute(desk.db)
  ).rows[0]

describe('a refund whose card is closed', () => {
  it('goes to store credit under its own key', async () => {
    const { id, refundId, key } = await refused()
    const preview = await bench.staff.run(id, 'retry-refund', { refundId, destination: 'credit' })
    expect(textsOf(preview)[0]).toBe('Receives €80.00 as store credit, for a year.')
    await sendRefunds(desk.server.database, new FakeGateway())
    expect(await refundOf(id)).toMatchObject({
      id: refundId,
      key,
      state: 'succeeded',
      destination: 'credit',
      attempt: 2,
    })
    expect(await bench.balance()).toEqual([['EUR', 8000, 0]])
    // Said twice, given once.
    await sendRefunds(desk.server.database, new FakeGateway())
    expect(await bench.credits()).toHaveLength(1)
    await bench.expectSound(id)
  })

  it('goes to a bank account by a transfer that a person makes and records', async () => {
    const { id, refundId, key } = await refused()
    const wish = { refundId, destination: 'bank_transfer', iban: 'de89 3704 0044 0532 0130 00' }
    expect(
      problemsIn(await bench.staff.previewReply(id, 'retry-refund', { ...wish, iban: 'DE89370400440532013001' })),
    ).toEqual({
      iban: 'This IBAN is not valid. Check its digits.',
    })
    expect(problemsIn(await bench.staff.previewReply(id, 'retry-refund', { ...wish, iban: null }))).toEqual({
      iban: 'Enter the IBAN of the account.',
    })
    await bench.staff.run(id, 'retry-refund', wish)
    const gateway = new FakeGateway()
    await sendRefunds(desk.server.database, gateway)
    expect(gateway.total()).toBe(0)
    expect(await refundOf(id)).toMatchObject({ key, state: 'approved', iban: 'DE89370400440532013000' })
    expect(await bench.staff.row(id)).toMatchObject({ refunded: 0, refund_pending: 8000 })

    const transfer = { refundId, bankReference: 'SEPA 4711' }
    expect(textsOf(await bench.staff.run(id, 'record-transfer', transfer))[0]).toMatch(
      /^Receives €80\.00 at .+, IBAN DE89 3704 0044 0532 0130 00\.$/,
    )
    expect(await refundOf(id)).toMatchObject({ state: 'succeeded', reference: 'SEPA 4711' })
    expect(await bench.staff.row(id)).toMatchObject({ refunded: 8000, payment_status: 'refunded' })
    // It can come back.
    expect((await bench.staff.commands(id))['record-transfer']).toBeNull()
    const { rows } = await sql<{ account: string; amount: number }>`
      select account, sum(amount)::bigint as amount from ledger_entries where refund_id = ${refundId} group by 1 order by 1`.execute(
      desk.db,
    )
    expect(rows).toEqual([
      { account: 'bank', amount: -8000 },
      { account: 'refunds', amount: 8000 },
    ])
    const elsewhere = sql`update refunds set destination = 'credit', bank_account = null where id = ${refundId}`
    await expect(elsewhere.execute(desk.db)).rejects.toThrow(/has arrived/)
    await bench.expectSound(id)
    // The account is for the person who transfers, and in no log that outlives it.
    const { rows: audit } = await sql<{
      text: string
    }>`select audit_text(audit_log, '') as text from audit_log`.execute(desk.db)
    expect(audit.map(({ text }) => text).join()).not.toContain('DE89')
  })

  it('comes back from the bank: the money is ours again, staff hear of it, and it goes to another account', async () => {
    const { id, refundId } = await refused()
    const first = { refundId, destination: 'bank_transfer', iban: 'DE89370400440532013000' }
    await bench.staff.run(id, 'retry-refund', first)
    const returned = { refundId, bankReference: 'RETURN AC04', isReturned: true }
    expect(problemsIn(await bench.staff.previewReply(id, 'record-transfer', returned))).toEqual({
      refundId: 'This refund can’t be chosen. Choose another.',
    })
    await bench.staff.run(id, 'record-transfer', { refundId, bankReference: 'SEPA 4711' })
    await sql`delete from inbox_items`.execute(desk.db)
    expect(textsOf(await bench.staff.run(id, 'record-transfer', returned))).toEqual([
      'Did not receive €80.00.',
      'The refund is reversed and €80.00 returns to us. Then refund it another way.',
    ])
    expect(await refundOf(id)).toMatchObject({
      state: 'reversed',
      destination: 'bank_transfer',
      reference: 'SEPA 4711',
    })
    expect(await bench.staff.row(id)).toMatchObject({
      refunded: 0,
      refund_pending: 0,
      refund_state: 'none',
      payment_status: 'captured',
    })
    const entries = await sql<{ cause: string; account: string; amount: number }>`
      select cause, account, amount from ledger_entries where refund_id = ${refundId} order by id`.execute(desk.db)
    expect(entries.rows.map(({ cause, account, amount }) => [cause, account, amount]).toSorted()).toEqual([
      ['refund', 'bank', -8000],
      ['refund', 'refunds', 8000],
      ['refund_reversed', 'bank', 8000],
      ['refund_reversed', 'refunds', -8000],
    ])
    const told = await sql<{ staff: string; title: unknown }>`
      select r.name as staff, i.data ->> 'amount' as title from inbox_items i join staff s on s.id = i.staff_id
        join roles r on r.id = s.role_id where i.kind = 'refund-reversed'`.execute(desk.db)
    expect(told.rows).toContainEqual({ staff: 'finance', title: '8000' })
    // The person who recorded it knows.
    expect(told.rows.map(({ staff }) => staff)).not.toContain('admin')
    await bench.expectSound(id)

    const again = { ...goodwill, destination: 'bank_transfer', iban: 'GB82WEST12345698765432' }
    await bench.staff.run(id, 'refund', again)
    const { rows } = await sql<{ id: number }>`
      select id from refunds where purchase_id = ${id} and state = 'approved'`.execute(desk.db)
    await bench.staff.run(id, 'record-transfer', { refundId: rows[0]?.id ?? 0, bankReference: 'SEPA 4712' })
    expect(await bench.staff.row(id)).toMatchObject({ refunded: 8000, payment_status: 'refunded' })
    await bench.expectSound(id)
  })

  it('cannot become credit of no one', async () => {
    const { id, refundId } = await refused()
    await sql`update purchases set customer_id = null where id = ${id}`.execute(desk.db)
    expect(problemsIn(await bench.staff.previewReply(id, 'retry-refund', { refundId, destination: 'credit' }))).toEqual(
      {
        destination: 'This order has no customer account to credit.',
      },
    )
  })
})
