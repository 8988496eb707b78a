import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { makeCatalogue } from '../coupons/testing/coupons.server.ts'
import { settleRefund } from '../orders/refund-moves.server.ts'
import { refundProgress } from '../purchases/states/purchase-ledger.ts'
import { refundMoves } from '../purchases/states/refund-transitions.ts'
import { FakeGateway } from './testing/fake-gateway.server.ts'
import type { RefundBench } from './testing/refund-bench.server.ts'
import { refundBench } from './testing/refund-bench.server.ts'
import { sendRefunds } from './testing/send-refunds.server.ts'

let server: TestServer
let bench: RefundBench
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'refunds' })
  await makeCatalogue(server.database.kysely)
  bench = refundBench(server)
})
afterAll(() => server?.stop())

const send = (gateway: FakeGateway) => sendRefunds(server.database, gateway)
async function onePaid(...amounts: number[]): Promise<number> {
  const [id] = await bench.paid(1, ...amounts)
  return id ?? 0
}
const statesOf = async (id: number) => (await bench.sums(id)).refunds.map(({ state }) => state)
const firstOf = async (id: number) => (await bench.sums(id)).refunds[0]?.id ?? 0

describe('a refund', () => {
  it('moves by the table, in the database too', async () => {
    const { rows } = await sql<{ was: string; becomes: string }>`
      select was, becomes from unnest(${[...refundProgress]}::text[]) was, unnest(${[...refundProgress]}::text[]) becomes
      where is_refund_move(was, becomes)`.execute(server.database.kysely)
    const listed = Object.entries(refundMoves).flatMap(([was, all]) => all.map((becomes) => `${was} ${becomes}`))
    expect(rows.map(({ was, becomes }) => `${was} ${becomes}`).sort()).toEqual(listed.sort())
  })

  it('keeps the name that news gave it, where the answer to its sending comes after them', async () => {
    const id = await onePaid(5000)
    await bench.refund(id, 1000)
    const refund = await firstOf(id)
    const gateway = new FakeGateway()
    gateway.refund = async () => {
      await settleRefund(server.database, refund, { state: 'succeeded', reference: 're_news' })
      return { state: 'processing', reference: 're_answer' }
    }
    await send(gateway)
    const { rows } = await sql`select state, psp_reference from refunds where id = ${refund}`.execute(
      server.database.kysely,
    )
    expect(rows).toEqual([{ state: 'succeeded', psp_reference: 're_news' }])
  })

  it('draws on the payment that has the most left, and on the others after it', async () => {
    const id = await onePaid(3000, 5000)
    await bench.refund(id, 6000)
    expect((await bench.sums(id)).refunds.map(({ amount }) => amount)).toEqual([5000, 1000])
    const gateway = new FakeGateway()
    await send(gateway)
    expect(gateway.total()).toBe(6000)
    expect(await bench.sums(id)).toMatchObject({ refunded: 6000, pending: 0 })
  })

  it('is in the timeline once, with all of its amount and as what it is', async () => {
    const id = await onePaid(3000, 5000)
    await bench.refund(id, 6000)
    await bench.refund(id, 500, { isAlone: false })
    const { rows } = await sql<{ kind: string; amount: number }>`
      select kind, amount, actor_name as by from purchase_events where purchase_id = ${id} order by id`.execute(
      server.database.kysely,
    )
    expect(rows).toEqual([
      { kind: 'refund_approved', amount: 6000, by: 'tests' },
      { kind: 'refund_requested', amount: 500, by: 'tests' },
    ])
    // None of them waits for the gateways of the tests below.
    await send(new FakeGateway())
  })

  it('stays processing when the gateway does not answer, and is asked about before it is sent again', async () => {
    const id = await onePaid(5000)
    const gateway = new FakeGateway()
    await bench.refund(id, 2000)
    gateway.next = 'lose'
    await send(gateway)
    expect(await statesOf(id)).toEqual(['processing'])
    gateway.next = 'succeed'
    await send(gateway)
    expect(await statesOf(id)).toEqual(['processing'])
    await bench.later()
    await send(gateway)
    expect(await bench.sums(id)).toMatchObject({ refunded: 2000, refunds: [{ state: 'succeeded' }] })
    expect([...gateway.paid.values()]).toEqual([1])
  })

  it('is sent again where the gateway never heard of it', async () => {
    const id = await onePaid(5000)
    const gateway = new FakeGateway()
    await bench.refund(id, 2000)
    gateway.next = 'drop'
    await send(gateway)
    gateway.next = 'succeed'
    await bench.later()
    await send(gateway)
    expect(await statesOf(id)).toEqual(['succeeded'])
    expect([...gateway.paid.values()]).toEqual([1])
  })

  it('waits where the gateway says later whether it arrived', async () => {
    const id = await onePaid(5000)
    const gateway = new FakeGateway()
    gateway.next = 'wait'
    await bench.refund(id, 2000)
    await send(gateway)
    expect(await bench.sums(id)).toMatchObject({ refunded: 0, pending: 2000 })
    gateway.arrive()
    await bench.later()
    await send(gateway)
    expect(await bench.sums(id)).toMatchObject({ refunded: 2000, pending: 0 })
  })

  it('that waits at the gateway has its own name there, and others keep theirs', async () => {
    const [one, other] = [await onePaid(5000), await onePaid(5000)]
    const gateway = new FakeGateway()
    gateway.next = 'wait'
    await bench.refund(one, 2000)
    await send(gateway)
    await bench.refund(other, 3000)
    await send(gateway)
    const { rows } = await sql<{ name: string }>`
      select psp_reference as name from refunds where purchase_id in (${one}, ${other}) order by id`.execute(
      server.database.kysely,
    )
    expect(rows.map(({ name }) => name)).toEqual([...gateway.known.keys()].map((key) => `re_${key}`))
  })

  it('is reversed when the bank sends it back later, and its money is ours again', async () => {
    const id = await onePaid(5000)
    await bench.refund(id, 5000)
    await send(new FakeGateway())
    const refundId = await firstOf(id)
    const back = { state: 'failed', reason: 'account_closed' } as const
    expect(await settleRefund(server.database, refundId, back)).toBe(true)
    expect(await settleRefund(server.database, refundId, back)).toBe(false)
    expect(await settleRefund(server.database, refundId, { state: 'succeeded', reference: null })).toBe(false)
    expect(await bench.sums(id)).toMatchObject({ refunded: 0, pending: 0, refunds: [{ state: 'reversed' }] })
    await bench.refund(id, 5000)
  })

  it('is in the queue of those that came back until the customer has another one', async () => {
    const admin = await server.signIn('admin')
    const id = await onePaid(5000)
    const queue = async () => {
      const filter = JSON.stringify({ purchaseId: id, state: 'reversed', isOwed: true })
      const { status, body } = await admin.get('/rest/data/refunds', { filter })
      expect(status, JSON.stringify(body)).toBe(200)
      return (body as readonly { id: number }[]).map((one) => one.id)
    }
    await bench.refund(id, 2000)
    await bench.refund(id, 500)
    await send(new FakeGateway())
    const refundId = await firstOf(id)
    expect(await queue()).toEqual([])
    await settleRefund(server.database, refundId, { state: 'failed', reason: 'account_closed' })
    // The one that was made before it came back does not pay for it.
    expect(await queue()).toEqual([refundId])
    await bench.refund(id, 2000)
    expect(await queue()).toEqual([])
    const again = (await bench.sums(id)).refunds.at(-1)?.id ?? 0
    await settleRefund(server.database, again, { state: 'failed', reason: 'account_closed' })
    expect(await queue()).toEqual([refundId])
  })

  it('is listed before those that arrived when it came back, until another one is made', async () => {
    const admin = await server.signIn('admin')
    const id = await onePaid(9000)
    await bench.refund(id, 1000)
    await bench.refund(id, 2000)
    await send(new FakeGateway())
    const [first = 0, second = 0] = (await bench.sums(id)).refunds.map((one) => one.id)
    await settleRefund(server.database, first, { state: 'failed', reason: 'account_closed' })
    await bench.refund(id, 500, { isAlone: false })
    const asked = (await bench.sums(id)).refunds.at(-1)?.id ?? 0
    // One that waits for a second person can still be rejected, but until then the customer has it coming.
    const listed = async () => {
      const { body } = await admin.get('/rest/data/refunds', {
        filter: JSON.stringify({ purchaseId: id }),
        sort: JSON.stringify(['urgency', 'DESC']),
      })
      return (body as readonly { id: number; urgency: number }[]).map((one) => [one.id, one.urgency])
    }
    expect(await listed()).toEqual([
      [asked, 2],
      [second, 0],
      [first, 0],
    ])
    await bench.decide(id, asked, 'rejected')
    expect(await listed()).toEqual([
      [first, 3],
      [asked, 0],
      [second, 0],
    ])
  })

  it('is refused by the database beyond its payment, though the order has the money', async () => {
    const id = await onePaid(3000, 5000)
    const tooMuch = server.database.kysely.transaction().execute(async (db) => {
      await sql`update purchases set refund_pending = 4000, refund_state = 'processing' where id = ${id}`.execute(db)
      await sql`
        insert into refunds (purchase_id, payment_id, state, currency, amount, kind, reason, initiator, paid_by, destination, idempotency_key)
        select ${id}, x.id, 'approved', x.currency, 4000, 'goodwill', 'other', 'staff', 'platform', 'original_method', 'x'
        from payments x where x.purchase_id = ${id} and x.captured = 3000`.execute(db)
    })
    await expect(tooMuch).rejects.toThrow('not within its payment')
  })
})

type Step =
  | { readonly refund: number; readonly isAlone: boolean }
  | { readonly decide: 'approved' | 'rejected' | 'retried'; readonly pick: number }
  | { readonly send: FakeGateway['next'] }
  | { readonly later: true }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ refund: fc.integer({ min: 1, max: 6000 }), isAlone: fc.boolean() }),
  fc.record({ decide: fc.constantFrom('approved', 'rejected', 'retried'), pick: fc.nat({ max: 5 }) }),
  fc.record({ send: fc.constantFrom('succeed', 'fail', 'lose', 'drop', 'wait') }),
  fc.constant({ later: true } as const),
)
const fits = { approved: 'requested', rejected: 'requested', retried: 'failed' } as const

/** Does one step, if it is possible then: what is refused changes nothing. */
async function take(id: number, gateway: FakeGateway, one: Step): Promise<void> {
  const { refunds } = await bench.sums(id)
  try {
    if ('refund' in one) await bench.refund(id, one.refund, { isAlone: one.isAlone })
    else if ('decide' in one) {
      const open = refunds.filter(({ state }) => state === fits[one.decide])
      const chosen = open[one.pick % Math.max(1, open.length)]
      if (chosen) await bench.decide(id, chosen.id, one.decide)
    } else if ('send' in one) {
      gateway.next = one.send
      await send(gateway)
    } else {
      gateway.arrive()
      await bench.later()
    }
  } catch (error) {
    const isRefused = error instanceof Refusal || /refunded_within_captured|not within its payment/.test(String(error))
    if (!isRefused) throw error
  }
}

it('adds up after each of any steps, and no key ever pays twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      // What earlier runs left on its way is not this gateway's.
      await sql`update refunds set next_try_at = null`.execute(server.database.kysely)
      const id = await onePaid(4000, 3000)
      const gateway = new FakeGateway()
      for (const one of steps) {
        await take(id, gateway, one)
        const { captured, refunded, pending, refunds } = await bench.sums(id)
        const sumOf = (...states: string[]) =>
          refunds.filter(({ state }) => states.includes(state)).reduce((sum, { amount }) => sum + amount, 0)
        expect(refunded + pending).toBeLessThanOrEqual(captured)
        expect([refunded, pending]).toEqual([sumOf('succeeded'), sumOf('requested', 'approved', 'processing')])
        // What the gateway gave back and we have not heard of yet is still counted as under way.
        expect(gateway.total()).toBeGreaterThanOrEqual(refunded)
        expect(gateway.total()).toBeLessThanOrEqual(refunded + pending)
        expect([...gateway.paid.values()].every((times) => times === 1)).toBe(true)
      }
      // In the end everything is settled, and both books agree.
      gateway.next = 'succeed'
      gateway.arrive()
      await bench.later()
      await send(gateway)
      expect((await bench.sums(id)).refunded).toBe(gateway.total())
    }),
    { numRuns: 25 },
  )
}, 120_000)
