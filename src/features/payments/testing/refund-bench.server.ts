import { sql } from 'kysely'
import { system } from '../../../core/access/access.ts'
import type { Actor } from '../../../core/access/access.ts'
import type { TestServer } from '../../../app/testing/start.server.ts'
import { makePurchases } from '../../coupons/testing/coupons.server.ts'
import type { LockedOrder } from '../../orders/order-moves.server.ts'
import { lockOrder } from '../../orders/order-moves.server.ts'
import { settleRefund } from '../../orders/refund-moves.server.ts'
import { addRefund, decideRefund } from '../refund-context.server.ts'
import { quoteRefund } from '../refund-quote.server.ts'

const actor: Actor = system('tests')

/** What tests do with the refunds of orders, without the calls in between. */
export interface RefundBench {
  /** Orders that were paid in full, in one payment of each amount. */
  paid(count: number, ...amounts: readonly number[]): Promise<readonly number[]>
  refund(
    id: number,
    amount: number,
    options?: { readonly isAlone?: boolean; readonly isTransfer?: boolean },
  ): Promise<void>
  /** Records every bank transfer of an order that waits as made, and with `isReturned` every one that was made as come back. */
  transfers(id: number, isReturned: boolean): Promise<void>
  decide(id: number, refundId: number, decision: 'approved' | 'rejected' | 'retried'): Promise<void>
  /** What the database has of an order. */
  sums(id: number): Promise<{
    captured: number
    refunded: number
    pending: number
    refunds: readonly { id: number; state: string; amount: number }[]
  }>
  /** Makes everything due that is on its way. */
  later(): Promise<void>
}

export function refundBench({ database: { kysely } }: TestServer): RefundBench {
  let last = 0
  const locked = (id: number, work: (db: typeof kysely, order: LockedOrder) => Promise<void>) =>
    kysely.transaction().execute(async (db) => {
      const order = await lockOrder(db, sql`p.id = ${id}`)
      if (!order) throw new Error('The order is there.')
      await work(db, order)
    })
  return {
    async paid(count, ...amounts) {
      const ids = await makePurchases(kysely, count)
      const total = amounts.reduce((sum, amount) => sum + amount, 0)
      await kysely.transaction().execute(async (db) => {
        await sql`update purchases set captured = ${total}, payment_status = 'captured' where id = any(${ids})`.execute(
          db,
        )
        await sql`
          insert into payments (purchase_id, provider, method, state, currency, authorised, captured, fee, psp_reference, captured_at)
          select p.id, 'stripe', 'card', 'captured', p.currency, a.amount, a.amount, 0, 'psp-' || p.id || '-' || a.position, now()
          from purchases p, unnest(${[...amounts]}::bigint[]) with ordinality a (amount, position) where p.id = any(${ids})`.execute(
          db,
        )
      })
      return ids
    },
    refund: (id, amount, { isAlone = true, isTransfer = false } = {}) =>
      locked(id, async (db, order) => {
        const wish = {
          kind: 'goodwill',
          lines: [],
          amount,
          reason: 'other',
          paidBy: 'platform',
          note: null,
          ...(isTransfer && { destination: 'bank_transfer' as const, bankAccount: 'DE89370400440532013000' }),
        } as const
        const quote = await quoteRefund(db, order, wish)
        await addRefund(db, order, { wish, quote, actor, key: `bench-${++last}`, isAlone, detail: null })
      }),
    async transfers(id, isReturned) {
      const { rows } = await sql<{ id: number }>`
        select id from refunds where purchase_id = ${id} and destination = 'bank_transfer'
          and state = ${isReturned ? 'succeeded' : 'approved'} order by id`.execute(kysely)
      for (const { id: refundId } of rows)
        await settleRefund(
          { kysely },
          refundId,
          isReturned
            ? { state: 'failed', reason: 'RETURN AC04' }
            : { state: 'succeeded', reference: null, bankReference: 'SEPA 4711' },
        )
    },
    decide: (id, refundId, decision) =>
      locked(id, (db, order) => decideRefund(db, order, refundId, { decision, actor })),
    async sums(id) {
      const { rows } = await sql<Awaited<ReturnType<RefundBench['sums']>>>`
        select p.captured, p.refunded, p.refund_pending as pending,
          (select coalesce(json_agg(json_build_object('id', r.id, 'state', r.state, 'amount', r.amount) order by r.id), '[]')
            from refunds r where r.purchase_id = p.id) as refunds
        from purchases p where p.id = ${id}`.execute(kysely)
      return rows[0] ?? { captured: 0, refunded: 0, pending: 0, refunds: [] }
    },
    async later() {
      await sql`update refunds set next_try_at = now() where next_try_at is not null`.execute(kysely)
    },
  }
}
