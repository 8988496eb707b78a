import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { LockedOrder } from '../orders/order-moves.server.ts'
import type { DisputeFacts, KnownDispute } from './dispute-rows.server.ts'
import { disputesOf, keptBy } from './dispute-rows.server.ts'
import type { Portion } from './loss-shares.ts'
import { sharesOf } from './loss-shares.ts'

/** Where a payment is: its own order first, then those that have a part of it. */
interface PaymentPart extends Portion {
  readonly id: number
  readonly purchaseId: number
  /** What the dispute is called on this order. The provider knows it by the first of these names alone. */
  readonly reference: string
}

/** The name of a dispute `d` on the order of another part of its payment. */
const partName = (order: 'p' | 'q') => sql`d.provider_reference || '-' || ${sql.ref(`${order}.reference`)}`

/** What other orders of its payment lost by dispute `d`. On the first order it counts as reinstated. */
export const lostElsewhere = sql`(select coalesce(sum(o.withdrawn - o.reinstated), 0)::bigint
  from payments y join purchases q on q.id = y.purchase_id
    join disputes o on o.payment_id = y.id and o.status = 'lost' and o.provider_reference = ${partName('q')}
  where y.split_of = d.payment_id)`

/** The parts of a disputed payment, whose orders are locked. */
async function partsOf(
  db: Db,
  dispute: { readonly reference: string; readonly payment: number },
  orders: readonly LockedOrder[],
): Promise<readonly PaymentPart[]> {
  const { rows } = await sql<PaymentPart>`
    select x.id, x.purchase_id as "purchaseId", x.captured, n.name as reference,
      (select coalesce(sum(r.amount), 0)::bigint from refunds r
        where r.payment_id = x.id and r.state in ('processing', 'succeeded')) as returned,
      coalesce(d.lost, 0)::bigint as lost, coalesce(d.share, 0)::bigint as share
    from payments x join purchases p on p.id = x.purchase_id
    cross join lateral (select ${partName('p')} as name from (values (${dispute.reference}::text)) d (provider_reference)) part
    cross join lateral (select case when x.split_of is null then ${dispute.reference}::text else part.name end as name) n
    left join lateral (
      select sum(d.withdrawn - d.reinstated) filter (where d.provider_reference <> n.name) as lost,
        sum(d.withdrawn - d.reinstated) filter (where d.provider_reference = n.name) as share
      from disputes d where d.payment_id = x.id and d.status = 'lost') d on true
    where x.id = ${dispute.payment}
      or x.split_of = ${dispute.payment} and x.purchase_id = any(${orders.map(({ id }) => id)}::bigint[])
    order by x.split_of nulls first, x.id`.execute(db)
  return rows
}

/** A dispute as one of the orders of its payment has it. */
interface OnOrder {
  readonly order: LockedOrder
  readonly paymentId: number
  readonly known: KnownDispute | undefined
  /** All disputes of the order before. */
  readonly all: readonly KnownDispute[]
  readonly now: DisputeFacts
}

interface Disputed {
  readonly payment: number
  readonly order: LockedOrder
  readonly all: readonly KnownDispute[]
  /** The other orders that have a part of the payment. */
  readonly parts: readonly LockedOrder[]
}

/**
 * The dispute on the order of its payment, then on every other order that loses a part of it by it. What other orders lose is
 * reinstated on the first.
 */
export async function sharedBy(
  db: Db,
  now: DisputeFacts,
  { payment, order, all, parts }: Disputed,
): Promise<readonly OnOrder[]> {
  const known = all.find(({ reference }) => reference === now.reference)
  const found = await partsOf(db, { reference: now.reference, payment }, parts)
  const shares = sharesOf(keptBy(now), found)
  const others: OnOrder[] = []
  let moved = 0
  for (const [index, part] of found.entries()) {
    const [share, on] = [shares[index] ?? 0, parts.find(({ id }) => id === part.purchaseId)]
    if (!on || (share === 0 && part.share === 0)) continue
    moved += share
    const earlier = await disputesOf(db, on.id)
    const was = earlier.find(({ reference }) => reference === part.reference)
    others.push({ order: on, paymentId: part.id, known: was, all: earlier, now: partOf(now, part, share) })
  }
  return [{ order, paymentId: payment, known, all, now: { ...now, reinstated: now.reinstated + moved } }, ...others]
}

/** A lost dispute on the order of a part: the provider moved nothing there, so it has no day on its statements. */
function partOf(now: DisputeFacts, part: PaymentPart, share: number): DisputeFacts {
  const withdrawn = Math.max(part.share, share)
  return {
    ...now,
    reference: part.reference,
    amount: withdrawn,
    withdrawn,
    reinstated: withdrawn - share,
    fee: 0,
    submissions: 0,
    dueBy: null,
    withdrawnAt: null,
    reinstatedAt: null,
  }
}
