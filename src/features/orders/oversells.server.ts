import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { giveGoodwill } from './order-credit.server.ts'

// What was sold twice. An order is only ever settled behind its own lock, and the incident is locked after it; the others are left
// to find-oversells, so that no command waits for two orders.

/** An oversell of an order that is not settled yet. */
export interface OpenOversell {
  readonly id: number
  readonly how: 'same_seats' | 'seller' | 'provider'
  readonly places: string
  /** The reference of the order that keeps the places. */
  readonly keeper: string | null
  /** Other orders that keep the places, or still could. */
  readonly rivals: number
}

/** As JSON, of an order `p`; null where it has none. */
export const openOversellSql: RawBuilder<unknown> = sql`(
  select json_build_object('id', n.id, 'how', n.how, 'places', n.places,
    -- One that has ended since keeps nothing, and one that is being replaced gives the places up.
    'keeper', (select k.reference from purchases k where k.id = n.keeper_id and k.booking_status in ('confirmed', 'completed')),
    'rivals', (select count(*)::integer from oversell_orders r join purchases q on q.id = r.purchase_id
      where r.oversell_id = n.id and r.purchase_id <> p.id and (r.outcome = 'kept' and q.booking_status in ('confirmed', 'completed')
      or r.outcome is null and not exists (select from visit_changes c where c.purchase_id = r.purchase_id and c.state = 'asked'))))
  from oversell_orders own join oversells n on n.id = own.oversell_id where own.purchase_id = p.id and own.outcome is null)`

/** Locks the open oversell of an order, which is locked, and reads it as it is now. */
export async function lockOversell(db: Db, orderId: number): Promise<OpenOversell> {
  await sql`
    select from oversells where id = (select oversell_id from oversell_orders where purchase_id = ${orderId} and outcome is null)
    for update`.execute(db)
  const { rows } = await sql<{ oversell: OpenOversell | null }>`
    select ${openOversellSql} as oversell from purchases p where p.id = ${orderId}`.execute(db)
  const oversell = rows[0]?.oversell
  if (!oversell) throw new Refusal(409, t('The order has changed in the meantime.'), { error: 'OrderMoved' })
  return oversell
}

interface Reported {
  readonly how: 'seller' | 'provider'
  readonly places: string
  readonly quantity: number
  readonly performanceId: number | null
  readonly by: number | null
}

/** Writes down what a seller or supplier said of an order, whose row is locked and which has no open oversell. */
export async function reportOversell(db: Db, orderId: number, { how, places, quantity, performanceId, by }: Reported) {
  await sql`
    with made as (
      insert into oversells (how, performance_id, places, found_by, owner_id)
      values (${how}, ${performanceId}, ${places}, ${by}, ${by}) returning id
    )
    insert into oversell_orders (oversell_id, purchase_id, quantity) select id, ${orderId}, ${quantity} from made`.execute(
    db,
  )
}

interface Settled {
  readonly outcome: 'kept' | 'replaced' | 'refunded' | 'dismissed'
  readonly paidBy?: 'platform' | 'seller' | 'provider'
  /** In minor units of the order's currency. */
  readonly refund?: number
  readonly credit?: number
  readonly newPlaces?: string
  readonly by: number | null
}

/**
 * Settles the oversell of an order behind its lock, with the credit that says sorry. Its flag is for the caller, who changes the order.
 *
 * @throws Refusal 409 where another order keeps the places already
 */
export async function settleOversell(
  db: Db,
  orderId: number,
  { outcome, paidBy, refund = 0, credit, newPlaces, by }: Settled,
): Promise<void> {
  const { id, keeper } = await lockOversell(db, orderId)
  if (outcome === 'kept' && keeper !== null)
    throw new Refusal(409, t('{reference} keeps these places already.', { reference: keeper }), {
      error: 'NotPossible',
    })
  const { rows } = await sql<{ credit: number }>`
    update oversell_orders set outcome = ${outcome}, paid_by = ${paidBy ?? null}, refund = ${refund},
      credit = coalesce(${credit ?? null}::bigint, credit), new_places = ${newPlaces ?? null}, decided_by = ${by}, decided_at = now()
    where oversell_id = ${id} and purchase_id = ${orderId} and outcome is null returning credit`.execute(db)
  const given = rows[0]?.credit ?? 0
  if (given > 0) await giveGoodwill(db, orderId, { amount: given, note: 'Sorry that your places were sold twice', by })
  await sql`
    update oversells n set owner_id = coalesce(owner_id, ${by}), keeper_id = ${outcome === 'kept' ? orderId : sql`keeper_id`},
      state = case when g.is_over then 'resolved' else state end, resolved_at = case when g.is_over then now() end
    from (select not exists (select from oversell_orders r where r.oversell_id = ${id} and r.outcome is null) as is_over) g
    where n.id = ${id}`.execute(db)
}

/** Whether an order has an oversell that is not settled. */
export async function isOversold(db: Db, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    select from oversell_orders where purchase_id = ${orderId} and outcome is null`.execute(db)
  return rows.length > 0
}
