import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { ledgerDifferences } from '../ledger/testing/ledger-differences.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { disputeMoves, disputeStatuses } from './dispute-states.ts'
import type { DisputeDesk } from './testing/dispute-desk.server.ts'
import { openDisputeDesk } from './testing/dispute-desk.server.ts'

let bank: DisputeDesk
beforeAll(async () => {
  bank = await openDisputeDesk(inject('postgresUrl'), 'disputes')
})
afterAll(() => bank?.desk.server.stop())
beforeEach(() => void bank.news.splice(0))

const onePaid = async (amount = 5000) => (await bank.paid(1, amount))[0] ?? 0
const differences = (id: number) => ledgerDifferences(bank.desk.db, id)
const kinds = async (id: number) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from purchase_events where purchase_id = ${id} order by id`.execute(bank.desk.db)
  return rows.map(({ kind }) => kind)
}

describe('a dispute', () => {
  it('moves by the table, in the database too', async () => {
    const { rows } = await sql<{ was: string; becomes: string }>`
      select was, becomes from unnest(${[...disputeStatuses]}::text[]) was, unnest(${[...disputeStatuses]}::text[]) becomes
      where is_dispute_move(was, becomes)`.execute(bank.desk.db)
    const listed = Object.entries(disputeMoves).flatMap(([was, all]) => all.map((becomes) => `${was} ${becomes}`))
    expect(rows.map(({ was, becomes }) => `${was} ${becomes}`).sort()).toEqual(listed.sort())
  })

  it('takes the money and a fee at once, and the order waits for our answer by the deadline', async () => {
    const id = await onePaid()
    await bank.dispute(id)
    await bank.deliverAll()
    expect(await bank.rows(id)).toMatchObject([
      { status: 'needs_response', amount: 5000, withdrawn: 5000, reinstated: 0, fee: 2000 },
    ])
    const order = await bank.order(id)
    expect(order).toMatchObject({ payment_status: 'disputed', next_step: 'answer_dispute', charged_back: 0 })
    const { rows } = await sql<{ due_by: Date }>`select due_by from disputes where purchase_id = ${id}`.execute(
      bank.desk.db,
    )
    expect(order['due_at']).toEqual(rows[0]?.due_by)
    expect(await bank.accounts(id)).toMatchObject({ disputed_funds: 5000, payment_fees: 2000, gateway: -2000 })
    expect(await differences(id)).toEqual([])
  })

  it('is charged back when it is lost, and nothing waits with the bank any more', async () => {
    const id = await onePaid()
    const dispute = await bank.dispute(id)
    await bank.deliverAll()
    bank.decide(dispute, 'lost')
    await bank.deliverAll()
    expect(await bank.order(id)).toMatchObject({
      payment_status: 'charged_back',
      charged_back: 5000,
      next_step: 'none',
    })
    expect(await bank.accounts(id)).toMatchObject({ disputed_funds: 0, chargebacks: 5000, gateway: -2000 })
    expect(await differences(id)).toEqual([])
    expect((await kinds(id)).slice(-2)).toEqual(['dispute_opened', 'charged_back'])
  })

  it('that we first hear of when it is lost stops a refund too, and delays no other', async () => {
    const [id, other] = [await onePaid(), await onePaid()]
    await bank.bench.refund(id, 1000, { isAlone: true })
    await bank.bench.refund(id, 4000, { isAlone: false })
    bank.decide(await bank.dispute(id, { amount: 50 }), 'lost')
    await bank.deliverAll(bank.news.splice(0).slice(-1))
    await bank.bench.refund(other, 1000, { isAlone: true })
    await bank.sendRefunds()
    expect((await bank.bench.sums(id)).refunds.map(({ state }) => state)).toEqual(['failed', 'requested'])
    expect((await bank.bench.sums(other)).refunds.map(({ state }) => state)).toEqual(['succeeded'])
  })

  it.each(['as it happened', 'backwards'])('leaves the money ours when it is won, with the news %s', async (way) => {
    const id = await onePaid()
    const dispute = await bank.dispute(id)
    bank.decide(dispute, 'won')
    const events = bank.news.splice(0)
    // Twice each, as Stripe says everything at least once.
    const all = [...events, ...events]
    await bank.deliverAll(way === 'backwards' ? all.toReversed() : all)
    expect(await bank.rows(id)).toMatchObject([{ status: 'won', withdrawn: 5000, reinstated: 5000 }])
    expect(await bank.order(id)).toMatchObject({ payment_status: 'captured', charged_back: 0, payment_fees: 2000 })
    expect(await bank.accounts(id)).toMatchObject({ disputed_funds: 0, gateway: 3000 })
    expect(await differences(id)).toEqual([])
    const { rows } = await sql<{ kind: string }>`
      select kind from purchase_events where purchase_id = ${id} and kind = 'dispute_won'`.execute(bank.desk.db)
    expect(rows).toHaveLength(1)
  })

  it('moves no money as an inquiry, which a refund can still end', async () => {
    const id = await onePaid()
    const dispute = await bank.dispute(id, { isInquiry: true })
    await bank.deliverAll()
    expect(await bank.order(id)).toMatchObject({ payment_status: 'captured', payment_fees: 0 })
    await bank.bench.refund(id, 5000)
    await bank.sendRefunds()
    expect(await bank.order(id)).toMatchObject({ payment_status: 'refunded' })
    bank.decide(dispute, 'warning_closed')
    await bank.deliverAll()
    expect(await bank.rows(id)).toMatchObject([{ status: 'warning_closed', withdrawn: 0, fee: 0 }])
    expect(await differences(id)).toEqual([])
  })

  it('that we hear of before the bank takes the money says when it took it, and not that it came back', async () => {
    const id = await onePaid()
    const dispute = await bank.dispute(id)
    const stored = bank.local.books.disputes.get(dispute)
    if (!stored) throw new Error('The bank has the dispute.')
    bank.local.books.disputes.set(dispute, { ...stored, balance_transactions: [] })
    const news = bank.news.splice(0) as readonly { readonly id: string }[]
    await bank.deliverAll(news)
    expect(await bank.rows(id)).toMatchObject([{ status: 'needs_response', withdrawn: 0 }])
    bank.local.books.disputes.set(dispute, stored)
    await bank.deliverAll(news.map((event) => ({ ...event, id: `${event.id}_later` })))
    expect(await bank.rows(id)).toMatchObject([{ status: 'needs_response', withdrawn: 5000, reinstated: 0 }])
    const { rows } = await sql<{ withdrawn: boolean; reinstated: boolean }>`
      select withdrawn_at is not null as withdrawn, reinstated_at is not null as reinstated from disputes where purchase_id = ${id}`.execute(
      bank.desk.db,
    )
    expect(rows).toEqual([{ withdrawn: true, reinstated: false }])
  })

  it('waits for the news of its payment, and is none of ours for another shop’s payment', async () => {
    const id = await onePaid()
    await bank.dispute(id)
    const [event] = bank.news.splice(0)
    const shape = (event as { data: { object: { id: string; payment_intent: string } } }).data.object
    const stored = bank.local.books.disputes.get(shape.id)
    if (stored) bank.local.books.disputes.set(shape.id, { ...stored, payment_intent: 'pi_of_another_shop' })
    expect(await bank.deliver(event)).toBe(200)
    expect(await bank.rows(id)).toEqual([])
  })
})

it('news of a dispute that say nothing new leave its record and its order as they are', async () => {
  const id = await onePaid()
  await bank.dispute(id)
  const [event] = bank.news as readonly object[]
  await bank.deliverAll()
  const record = async () =>
    (
      await sql`select version, updated_at, movements, submissions from disputes where purchase_id = ${id}`.execute(
        bank.desk.db,
      )
    ).rows
  const [before, order] = [await record(), await bank.order(id)]
  expect(before).toMatchObject([{ movements: 1, submissions: 0 }])
  expect(await bank.deliver({ ...event, id: 'evt_said_again', type: 'charge.dispute.updated' })).toBe(200)
  expect(await record()).toEqual(before)
  expect(await bank.order(id)).toEqual(order)
})

it('a refund that waits for its payment’s dispute is the only one that stops', async () => {
  const [id, other] = [await onePaid(), await onePaid()]
  await bank.bench.refund(id, 1000)
  await bank.bench.refund(other, 1000)
  await bank.dispute(id)
  await bank.deliverAll()
  expect((await bank.bench.sums(other)).refunds.map(({ state }) => state)).toEqual(['approved'])
  const { rows } = await sql<{ failure: string | null }>`
    select failure from refunds where purchase_id = ${other}`.execute(bank.desk.db)
  expect(rows).toEqual([{ failure: null }])
  expect(await kinds(other)).not.toContain('refund_failed')
})

describe('a disputed payment', () => {
  it('stops the refund that was about to be sent, which can go once the dispute is won', async () => {
    const id = await onePaid()
    await bank.bench.refund(id, 2000)
    const dispute = await bank.dispute(id)
    await bank.deliverAll()
    const { refunds } = await bank.bench.sums(id)
    expect(refunds).toMatchObject([{ state: 'failed' }])
    await bank.sendRefunds()
    expect((await bank.bench.sums(id)).refunded).toBe(0)
    bank.decide(dispute, 'won')
    await bank.deliverAll()
    await bank.bench.decide(id, refunds[0]?.id ?? 0, 'retried')
    await bank.sendRefunds()
    expect(await bank.order(id)).toMatchObject({ refunded: 2000, payment_status: 'partially_refunded' })
    expect(await differences(id)).toEqual([])
  })

  it('is refunded by no program until the bank has decided', async () => {
    const id = await onePaid()
    await bank.dispute(id)
    await bank.deliverAll()
    await expect(bank.bench.refund(id, 1000)).rejects.toThrow('The bank is deciding')
    expect((await bank.bench.sums(id)).refunds).toEqual([])
  })

  it('is refused a refund by Stripe where our news of the dispute is late, and pays once', async () => {
    const id = await onePaid()
    await bank.bench.refund(id, 5000)
    const dispute = await bank.dispute(id)
    await bank.sendRefunds()
    const { rows } = await sql<{ failure: string }>`select failure from refunds where purchase_id = ${id}`.execute(
      bank.desk.db,
    )
    expect(rows).toEqual([{ failure: 'charge_disputed' }])
    bank.decide(dispute, 'lost')
    await bank.deliverAll()
    expect(await bank.order(id)).toMatchObject({ refunded: 0, charged_back: 5000 })
    await expect(bank.bench.decide(id, (await bank.bench.sums(id)).refunds[0]?.id ?? 0, 'retried')).rejects.toThrow(
      'what the bank left',
    )
  })

  it('says in the books what was paid twice: refunded first, then taken by the bank', async () => {
    const id = await onePaid()
    await bank.bench.refund(id, 5000)
    await bank.sendRefunds()
    const dispute = await bank.dispute(id)
    await bank.deliverAll()
    expect(await bank.order(id)).toMatchObject({ payment_status: 'disputed', refunded: 5000 })
    bank.decide(dispute, 'won')
    await bank.deliverAll()
    expect(await bank.order(id)).toMatchObject({ payment_status: 'refunded', charged_back: 0 })
    expect(await differences(id)).toEqual([])
  })
})

it('refuses a dispute of another order’s payment', async () => {
  const [one, other] = [await onePaid(), await onePaid()]
  await bank.dispute(one)
  await bank.deliverAll()
  const moved = sql`update disputes set purchase_id = ${other} where purchase_id = ${one}`.execute(bank.desk.db)
  await expect(moved).rejects.not.toBeInstanceOf(Refusal)
})
