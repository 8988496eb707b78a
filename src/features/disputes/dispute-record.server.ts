import { sql } from 'kysely'
import { exponentOf } from '../../core/i18n/formats.ts'
import type { Db } from '../../db/tables.server.ts'
import { moneyIn } from '../orders/messages/letter-formats.ts'
import type { OrderRecord } from './compose-evidence.ts'

const instant = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

type Stored = Omit<OrderRecord, 'total' | 'refunds' | 'otherPayments' | 'checks'> & {
  readonly currency: string
  readonly grandTotal: number
  readonly threeDs: string | null
  readonly avs: string | null
  readonly cvc: string | null
  readonly refunds: readonly (Omit<OrderRecord['refunds'][number], 'amount'> & { readonly amount: number })[]
  readonly otherPayments: readonly (Omit<OrderRecord['otherPayments'][number], 'amount'> & {
    readonly amount: number
    readonly currency: string
  })[]
}

/** Banks read English, whatever the language of the person who sends it. */
export const moneyForBank = (total: number, currency: string) =>
  moneyIn('en', { total, currency, exponent: exponentOf(currency) })

/** The newest of each that a bank reads. */
const maxShown = sql.lit(60)

/** What the record says about the order of a dispute, in one statement. */
export async function readOrderRecord(db: Db, disputeId: number): Promise<OrderRecord> {
  const { rows } = await sql<Stored>`
    select d.reason, p.reference, p.title, p.contents, ${instant('p.created_at')} as "placedAt", p.channel,
      p.customer_name as "customerName", p.currency, p.grand_total as "grandTotal",
      p.travel_date::text as "travelDate", ${instant('p.redeemed_at')} as "redeemedAt", p.cancellation_policy as policy,
      x.three_ds as "threeDs", x.avs, x.cvc,
      (select coalesce(json_agg(json_build_object('title', l.title, 'quantity', l.quantity, 'delivered', l.delivered,
        'transferAcceptedAt', ${instant('l.transfer_accepted_at')}) order by l.position), '[]')
        from purchase_lines l where l.purchase_id = p.id and l.kind = 'item') as lines,
      (select json_build_object('number', v.number, 'from', ${instant('v.effective_from')}, 'sha256', v.sha256)
        from static_page_versions v join static_pages g on g.id = v.page_id
        where g.key = 'terms' and v.effective_from <= p.created_at order by v.effective_from desc limit 1) as terms,
      (select coalesce(json_agg(json_build_object('at', ${instant('e.at')}, 'kind', e.kind) order by e.at, e.id), '[]')
        from (select * from purchase_events where purchase_id = p.id
          and kind not in ('noted', 'assigned', 'assignment_removed', 'dispute_answered', 'dispute_accepted')
          order by at desc, id desc limit ${maxShown}) e) as timeline,
      (select coalesce(json_agg(json_build_object('at', ${instant('m.created_at')}, 'kind', m.kind, 'subject', m.subject)
        order by m.created_at), '[]') from (select * from order_messages where purchase_id = p.id
          order by id desc limit ${maxShown}) m) as messages,
      -- Those that staff opened to look at the account are not the customer’s.
      (select coalesce(json_agg(json_build_object('at', ${instant('s.created_at')}, 'country', s.country,
        'isSameAddress', coalesce(s.address = p.client_address, false)) order by s.created_at), '[]') from (select * from customer_sessions
          where customer_id = p.customer_id and link_id is null order by created_at desc limit ${maxShown}) s) as "signIns",
      (select coalesce(json_agg(json_build_object('at', ${instant('r.at')}, 'state', r.state, 'amount', r.amount,
        'bankReference', r.psp_reference) order by r.at), '[]')
        from (select *, coalesce(succeeded_at, created_at) as at from refunds where payment_id = x.id) r) as refunds,
      (select coalesce(json_agg(json_build_object('reference', o.reference, 'at', ${instant('o.created_at')},
        'amount', o.captured, 'currency', o.currency) order by o.created_at), '[]')
        from (select * from purchases where customer_id = p.customer_id and id <> p.id and captured > 0
          order by created_at desc limit 20) o) as "otherPayments"
    from disputes d join purchases p on p.id = d.purchase_id join payments x on x.id = d.payment_id
    where d.id = ${disputeId}`.execute(db)
  const [stored] = rows
  if (!stored) throw new Error('A dispute has its order.')
  const { currency, grandTotal, threeDs, avs, cvc, refunds, otherPayments, ...record } = stored
  return {
    ...record,
    total: moneyForBank(grandTotal, currency),
    checks: [
      ...(threeDs === null ? [] : [`3-D Secure: ${threeDs.replaceAll('_', ' ')}`]),
      ...(avs === null ? [] : [`Postcode: ${avs}`]),
      ...(cvc === null ? [] : [`Security code: ${cvc}`]),
    ],
    refunds: refunds.map((one) => ({ ...one, amount: moneyForBank(one.amount, currency) })),
    otherPayments: otherPayments.map((one) => ({ ...one, amount: moneyForBank(one.amount, one.currency) })),
  }
}
