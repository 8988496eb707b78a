import { sql } from 'kysely'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import type { Movement } from '../payments/local-stripe-movements.server.ts'
import { rememberMovements } from '../payments/local-stripe-memory.server.ts'
import { toStripeAmount } from '../payments/stripe-amounts.ts'

interface Stored {
  readonly category: Movement['category']
  readonly object: 'charge' | 'refund' | 'dispute'
  readonly id: string
  readonly payment: string
  readonly ownName: string
  readonly amount: number
  readonly fee: number
  readonly currency: string
  readonly created: number
}

/** Lets the demo’s local Stripe know what the demo data moved, which it never did itself. */
export function recallMovementsFrom({ settings, database }: Pick<ServerContext, 'settings' | 'database'>): void {
  if (settings.mode !== 'demo' || settings.stripe) return
  rememberMovements(async (since, before) => {
    const within = (column: string) =>
      sql`${sql.ref(column)} >= to_timestamp(${since}) and ${sql.ref(column)} < to_timestamp(${Number.isFinite(before) ? before : 4_000_000_000})`
    const { rows } = await sql<Stored>`
      select m.*, coalesce(g.gateway_reference, g.psp_reference) as payment, g.psp_reference as "ownName", x.currency,
        extract(epoch from m.at)::integer as created
      from (
        select 'charge' as category, 'charge' as object, 'ch_' || x.id as id, x.id as payment_id, x.captured + x.moved as amount,
          x.fee + x.moved_fee as fee, x.captured_at as at from payments x where x.captured > 0 and x.split_of is null and ${within('x.captured_at')}
        union all
        select 'refund', 'refund', r.psp_reference, r.payment_id, -r.amount, 0, r.succeeded_at from refunds r
        where r.psp_reference is not null and r.destination = 'original_method' and ${within('r.succeeded_at')}
        union all
        select 'dispute', 'dispute', d.provider_reference, d.payment_id, -d.withdrawn, d.fee, d.withdrawn_at from disputes d
        where d.withdrawn > 0 and ${within('d.withdrawn_at')}
        union all
        select 'dispute_reversal', 'dispute', d.provider_reference, d.payment_id, d.reinstated, 0, d.reinstated_at from disputes d
        where d.reinstated > 0 and ${within('d.reinstated_at')}) m
      join payments x on x.id = m.payment_id and x.provider = 'stripe' join payments g on g.id = coalesce(x.split_of, x.id)`.execute(
      database.kysely,
    )
    const { balanceTransaction } = await import('../payments/local-stripe-movements.server.ts')
    return rows.map(({ category, object, id, payment, ownName, amount, fee, currency, created }) => {
      const written = (own: number) => toStripeAmount(own, currency) ?? own
      const [total, lower] = [written(amount), currency.toLowerCase()]
      return balanceTransaction({
        category,
        amount: total,
        fee: written(fee),
        currency: lower,
        created,
        source: {
          id,
          object,
          amount: Math.abs(total),
          currency: lower,
          payment_intent: payment,
          metadata: object === 'charge' ? { marquee: ownName } : {},
        },
      })
    })
  })
}
