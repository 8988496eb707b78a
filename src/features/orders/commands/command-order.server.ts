import { sql } from 'kysely'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { isNoShow } from '../no-show.server.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { NextStep } from '../../purchases/states/purchase-states.ts'
import type { RefundDestination, RefundProgress } from '../../purchases/states/purchase-ledger.ts'
import type { LockedOrder } from '../order-moves.server.ts'
import { changeableUntil, lockedColumns } from '../order-moves.server.ts'
import type { OpenOversell } from '../oversells.server.ts'
import { openOversellSql } from '../oversells.server.ts'

export interface ItemLine {
  readonly position: number
  readonly title: string
  readonly quantity: number
  readonly unitPrice: number
  readonly delivered: number
  readonly section: string | null
  readonly row: string | null
  readonly seats: readonly string[]
  readonly holderNames: readonly string[]
}

/** A refund as the commands on it look at it. */
export interface RefundToDecide {
  readonly id: number
  readonly state: RefundProgress
  readonly amount: number
  readonly paymentId: number
  readonly paidBy: 'platform' | 'seller' | 'provider'
  readonly requestedBy: number | null
  readonly needsApproval: boolean
  readonly failure: string | null
  readonly provider: string
  readonly method: string
  readonly cardBrand: string | null
  readonly cardLast4: string | null
  readonly destination: RefundDestination
  readonly bankAccount: string | null
}

/** What the customer waits for an answer to. */
interface OpenRequest {
  readonly id: number
  readonly kind: 'cancellation' | 'change'
  readonly wantedDate: string | null
  readonly wantedTime: string | null
  readonly note: string | null
  /** What cancelling gives back by the quote that they saw. */
  readonly refund: number
  /** What we keep by it. */
  readonly kept: number
}

/** An order as commands look at it. Times are milliseconds since 1970. */
export interface CommandOrder extends LockedOrder {
  readonly currency: string
  /** What we owe for it, in its own currency. */
  readonly supplierCost: number
  readonly customerName: string
  readonly customerCountry: string
  readonly cityId: number
  readonly provider: string
  readonly providerReference: string | null
  readonly startsAt: number
  /** Its start, or the end of the day of a visit that is for a whole day. */
  readonly changeableUntil: number
  readonly dueAt: string | null
  readonly delivery: string | null
  readonly isPaymentKept: boolean
  readonly nextStep: NextStep
  readonly refundState: string
  readonly policy: readonly { readonly until: string; readonly refund: number }[]
  readonly answers: readonly { readonly question: string; readonly answer: string }[]
  readonly lines: readonly ItemLine[]
  /** Null for people without an account. */
  readonly customerId: number | null
  /** What the customer can spend, in the order's currency. */
  readonly creditAvailable: number
  readonly creditHeld: number
  /** A payment is with the gateway. */
  readonly isBeingPaid: boolean
  /** Those about which a person can do something: requested, failed, to be transferred, or transferred, which can come back. */
  readonly refunds: readonly RefundToDecide[]
  /** Who took its money. */
  readonly paidThrough: readonly string[]
  readonly hasCoupon: boolean
  readonly hasNoShow: boolean
  /** When the customer was checked in. */
  readonly redeemedAt: string | null
  readonly localDate: string
  readonly localTime: string | null
  /** Its e-tickets that are given to a ticket, by line. */
  readonly eTickets: readonly {
    readonly line: number
    readonly unsent: number
    /** Of those that are not sent: no barcode could be read on them. */
    readonly uncoded: number
    readonly sent: number
  }[]
  readonly request: OpenRequest | null
  /** The day that a change waits for its supplier to agree to. */
  readonly changeUnderWay: string | null
  /** The day that a change waits to be paid for. */
  readonly changeUnpaid: string | null
  /** Everything that went back was of the price as a whole, and ours: by no line, and by no supplier or seller. */
  readonly hasOnlyPlainRefunds: boolean
  /** The name of the message about a refund that was sent; null where none is written. */
  readonly refundMessage: string | null
  /** What was sold twice, until it is settled. */
  readonly oversell: OpenOversell | null
  readonly performanceId: number | null
  /** What covers or concerns the order as a whole, so that it cannot be divided now. */
  readonly undivided: 'invoice' | 'dispute' | 'run' | 'supplier' | null
}

/**
 * Reads an order as commands look at it. With `isLocked` nothing can change it until the transaction ends; see the order
 * of locks in the README of orders.
 *
 * @throws Refusal 404
 */
export async function readCommandOrder(
  db: Db,
  id: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<CommandOrder> {
  const {
    rows: [order],
  } = await sql<CommandOrder>`
    select ${lockedColumns}, p.currency, p.supplier_cost as "supplierCost", p.customer_name as "customerName", p.customer_country as "customerCountry", p.city_id as "cityId", v.name as provider,
      p.provider_reference as "providerReference", (extract(epoch from p.starts_at) * 1000)::float8 as "startsAt", ${changeableUntil} as "changeableUntil",
      p.due_at as "dueAt", p.delivery, p.is_payment_kept as "isPaymentKept", p.next_step as "nextStep", p.refund_state as "refundState", p.cancellation_policy as policy, p.answers,
      (select coalesce(json_agg(json_build_object('position', l.position, 'title', l.title, 'quantity', l.quantity,
          'unitPrice', l.unit_price, 'delivered', l.delivered, 'section', l.section, 'row', l.seat_row, 'seats', l.seats,
          'holderNames', l.holder_names) order by l.position), '[]')
        from purchase_lines l where l.purchase_id = p.id and l.kind = 'item') as lines,
      (select coalesce(json_agg(json_build_object('id', r.id, 'state', r.state, 'amount', r.amount, 'paymentId', r.payment_id,
          'paidBy', r.paid_by, 'requestedBy', r.requested_by, 'needsApproval', r.needs_approval, 'failure', r.failure, 'provider', x.provider,
          'method', x.method, 'cardBrand', x.card_brand, 'cardLast4', x.card_last4, 'destination', r.destination,
          'bankAccount', r.bank_account) order by r.id), '[]')
        from refunds r join payments x on x.id = r.payment_id
        where r.purchase_id = p.id and (r.state in ('requested', 'failed') or r.state in ('approved', 'succeeded') and r.destination = 'bank_transfer')) as refunds,
      array(select distinct x.provider from payments x where x.purchase_id = p.id and x.captured > 0) as "paidThrough",
      (select c.id from customers c where c.id = p.customer_id and c.status <> 'anonymised') as "customerId",
      (select coalesce(sum(c.available), 0)::bigint from store_credits c where c.customer_id = p.customer_id
        and c.currency = p.currency and c.expires_at > now()) as "creditAvailable",
      (select coalesce(sum(x.authorised), 0)::bigint from payments x where x.purchase_id = p.id and x.provider = 'store_credit'
        and x.state = 'authorised') as "creditHeld",
      exists (select from payments x where x.purchase_id = p.id and x.state = 'pending') as "isBeingPaid",
      exists (select from coupon_redemptions r where r.purchase_id = p.id and r.state <> 'released') as "hasCoupon",
      ${isNoShow} as "hasNoShow",
      p.redeemed_at as "redeemedAt",
      p.travel_date::text as "localDate", to_char(p.local_time, 'HH24:MI') as "localTime",
      (select coalesce(json_agg(json_build_object('line', g.line, 'unsent', g.unsent, 'uncoded', g.uncoded, 'sent', g.sent) order by g.line), '[]')
        from (select e.line, count(*) filter (where e.sent_at is null) as unsent, count(e.sent_at) as sent,
            count(*) filter (where e.sent_at is null and e.barcode_hash is null) as uncoded
          from e_tickets e where e.purchase_id = p.id and e.line is not null group by e.line) g) as "eTickets",
      (select json_build_object('id', c.id, 'kind', c.kind, 'wantedDate', c.wanted_date,
          'wantedTime', to_char(c.wanted_time, 'HH24:MI'), 'note', c.note, 'refund', c.refund, 'kept', c.kept)
        from customer_requests c where c.purchase_id = p.id and c.state = 'open') as request,
      (select c.plan -> 'set' ->> 'travel_date' from visit_changes c where c.purchase_id = p.id and c.state = 'asked') as "changeUnderWay",
      (select c.plan -> 'set' ->> 'travel_date' from visit_changes c where c.purchase_id = p.id and c.state = 'unpaid') as "changeUnpaid",
      not exists (select from refunds r where r.purchase_id = p.id and r.state in ('requested', 'approved', 'processing', 'succeeded')
        and (r.kind = 'lines' or r.net_return > 0)) as "hasOnlyPlainRefunds",
      (select m.name from message_templates m where m.key = 'refund_made' and m.is_sent) as "refundMessage",
      p.performance_id as "performanceId", ${openOversellSql} as oversell,
      case when exists (select from invoices i where i.purchase_id = p.id) then 'invoice'
        when exists (select from disputes d where d.purchase_id = p.id and d.closed_at is null) then 'dispute'
        when exists (select from order_run_items i where i.purchase_id = p.id and i.state = 'waiting') then 'run'
        when exists (select from supplier_calls c where c.key = o.supplier_key and c.state = 'open') then 'supplier' end as undivided
    from purchases p join providers v on v.id = p.provider_id left join order_placements o on o.purchase_id = p.id
    where p.id = ${recordIdIn(id)} ${isLocked ? sql`for no key update of p` : sql``}`.execute(db)
  if (!order) throw new Refusal(404, t('Purchase not found.'))
  return { ...order, ticketsDelivered: order.lines.reduce((sum, { delivered }) => sum + delivered, 0) }
}
