import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import { openPurchases } from '../../events/notices/held-purchases.server.ts'
import { returnedBy } from '../../payments/refund-quote.server.ts'
import { paymentProviders } from '../../purchases/states/purchase-ledger.ts'
import { sentAs } from '../messages/order-letter.server.ts'
import type { PaymentGateway } from '../payment-gateway.server.ts'
import { givesBack } from '../payment-gateway.server.ts'
import type { RunKind, RunProblem } from './run-labels.ts'
import { isBankDeciding } from '../cancel-order.server.ts'

/** What a run does with each order. */
export interface RunWish {
  readonly kind: RunKind
  readonly refunds: boolean
  readonly paidBy: 'platform' | 'seller' | 'provider'
}

/** What a run would do with one order as it is now. */
export interface PlannedOrder {
  readonly id: number
  readonly reference: string
  readonly cityId: number
  readonly customer: string
  readonly booking: string
  readonly payment: string
  readonly tickets: number
  readonly currency: string
  readonly refund: number
  readonly supplierReturns: number
  readonly isTold: boolean
  /** Why it cannot be done; null where it can. */
  readonly problem: RunProblem | null
}

/** Orders `p` that a kind of run is about. */
const concerned: Readonly<Record<RunKind, RawBuilder<unknown>>> = {
  cancellation: sql`(p.booking_status in ${openPurchases} or p.booking_status = 'completed')`,
  refund: sql`p.booking_status in ('cancelled', 'rejected', 'expired', 'completed')
    and p.captured > p.refunded + p.refund_pending + p.charged_back`,
  postponement: sql`p.booking_status in ${openPurchases}`,
}

/** The orders of performances that a run of a kind is about. */
export const ordersOf = (kind: RunKind, performanceIds: readonly number[]) =>
  sql`p.performance_id = any(${[...performanceIds]}::bigint[]) and ${concerned[kind]}`

/** One order, whatever has become of it. */
export const thatOrder = (id: number) => sql`p.id = ${id}`

const counted = sql`r.state in ('requested', 'approved', 'processing', 'succeeded')`

/** Customers who were written about the last change of their performance know it already. */
const isToldAlready = sql`exists (select from order_messages m where m.purchase_id = p.id and m.kind = 'postponement'
  and m.created_at >= (select max(c.made_at) from schedule_changes c where c.performance_id = p.performance_id))`

/** Plans a run over orders `p` in one statement, however many there are. */
export async function planOrders(
  db: Db,
  { kind, refunds, paidBy }: RunWish,
  which: RawBuilder<unknown>,
  gateway: PaymentGateway | null,
): Promise<readonly PlannedOrder[]> {
  const handled = paymentProviders.filter((provider) => givesBack(gateway, provider))
  const isSent = kind === 'cancellation' && (await sentAs(db, 'cancellation')) !== null
  const isTold = {
    cancellation: sql`${isSent}::boolean`,
    refund: sql`false`,
    postponement: sql`not ${isToldAlready}`,
  }[kind]
  // What a supplier has not confirmed costs nothing once it is cancelled, so nothing comes back either.
  const isFree = sql`(${kind} = 'cancellation' and p.booking_status in ('pending_payment', 'on_hold', 'pending_supplier'))`
  const { rows } = await sql<PlannedOrder>`
    with chosen as materialized (
      select p.id, greatest(0, p.captured - p.refunded - p.refund_pending - p.charged_back) as rest, ${isTold} as is_told,
        (select coalesce(sum(greatest(0, x.captured - (select coalesce(sum(r.amount), 0) from refunds r
            where r.payment_id = x.id and ${counted}))), 0)
          from payments x where x.purchase_id = p.id and x.captured > 0) as in_payments,
        exists (select from payments x where x.purchase_id = p.id and x.captured > 0
          and x.provider <> all(${handled}::text[])) as is_unreachable
      from purchases p where ${which}
    ), asked as (select id, case when ${refunds}::boolean then rest else 0 end as amount from chosen),
    returned as (${returnedBy(paidBy)})
    select p.id, p.reference, p.city_id as "cityId", p.customer_email as customer, p.booking_status as booking,
      p.payment_status as payment, p.quantity as tickets, p.currency, p.amount as refund,
      case when p.amount = 0 or ${isFree} then 0::bigint else p.supplier_returns end as "supplierReturns", c.is_told as "isTold",
      case
        when ${kind} = 'cancellation' and p.booking_status = 'completed' then 'completed'
        when ${kind} in ('cancellation', 'postponement') and p.booking_status not in ${openPurchases} then 'ended'
        when p.amount > 0 and (p.payment_status in ('disputed', 'charged_back') or ${isBankDeciding}) then 'disputed'
        when p.amount > 0 and c.is_unreachable then 'not_connected'
        when p.amount > 0 and c.in_payments < p.amount then 'payments_differ' end as problem
    from returned p join chosen c on c.id = p.id order by p.id`.execute(db)
  return rows
}

/** By currency, in alphabetical order. */
export function sumsOf<T extends { readonly currency: string }>(rows: readonly T[]): readonly [string, readonly T[]][] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].toSorted(([one], [other]) => one.localeCompare(other))
}
