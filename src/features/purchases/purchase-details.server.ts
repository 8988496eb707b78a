import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { implement, JsonText } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { maskSql } from '../../core/list/list-sql.server.ts'
import type { Said } from '../../platform/stored-texts/stored-text.ts'
import { sayStored } from '../../platform/stored-texts/stored-text.ts'
import { saidIn } from '../../platform/stored-texts/stored-columns.server.ts'
import { customers } from '../customers/customers.ts'
import { isCalledOff } from '../events/schedule/event-status.server.ts'
import { readPurchaseDetails } from './purchase-details.ts'

const instant = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC',
  'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const lines = sql`(
  select coalesce(json_agg(json_build_object(
    'position', l.position, 'kind', l.kind, 'title', l.title, 'quantity', l.quantity, 'unitPrice',
      l.unit_price,
    'amount', l.amount, 'unitType', l.unit_type, 'ageBandId', l.product_age_band_id, 'listing', l.listing,
    'section', l.section, 'rawSection', l.raw_section, 'row', l.seat_row, 'seats', l.seats, 'notes', l.notes, 'noteLabels', l.note_labels,
    'faceValue', l.face_value, 'inHandOn', l.in_hand_on, 'deliverBy', ${instant('l.deliver_by')},
    'delivered', l.delivered, 'transferAcceptedAt', ${instant('l.transfer_accepted_at')}, 'holderNames',
      l.holder_names
  ) order by l.position), '[]') from purchase_lines l where l.purchase_id = p.id)`

const payments = sql`(
  select coalesce(json_agg(json_build_object(
    'id', x.id, 'provider', x.provider, 'method', x.method, 'state', x.state, 'currency', x.currency,
    'authorised', x.authorised, 'captured', x.captured, 'fee', x.fee, 'pspReference', x.psp_reference,
    'threeDs', x.three_ds, 'avs', x.avs, 'cvc', x.cvc, 'cardBrand', x.card_brand, 'cardLast4', x.card_last4,
    'failure', x.failure, 'authorisedAt', ${instant('x.authorised_at')}, 'capturedAt',
      ${instant('x.captured_at')},
    'createdAt', ${instant('x.created_at')}
  ) order by x.id), '[]') from payments x where x.purchase_id = p.id)`

const refunds = sql`(
  select coalesce(json_agg(json_build_object(
    'id', r.id, 'paymentId', r.payment_id, 'state', r.state, 'currency', r.currency, 'amount', r.amount,
    'kind', r.kind, 'lines', r.lines, 'reason', r.reason, 'initiator', r.initiator, 'paidBy', r.paid_by,
    'destination', r.destination, 'pspReference', r.psp_reference, 'bankReference', r.bank_reference,
    'failure', r.failure,
    'requestedBy', (select s.name from staff s where s.id = r.requested_by),
    'approvedBy', (select s.name from staff s where s.id = r.approved_by),
    'createdAt', ${instant('r.created_at')}, 'succeededAt', ${instant('r.succeeded_at')}
  ) order by r.id), '[]') from refunds r where r.purchase_id = p.id)`

const disputes = sql`(
  select coalesce(json_agg(json_build_object(
    'id', d.id, 'status', d.status, 'reason', d.reason, 'currency', d.currency, 'amount', d.amount, 'withdrawn', d.withdrawn,
    'reinstated', d.reinstated, 'fee', d.fee, 'dueBy', ${instant('d.due_by')}, 'openedAt', ${instant('d.opened_at')},
    'closedAt', ${instant('d.closed_at')}
  ) order by d.id), '[]') from disputes d where d.purchase_id = p.id)`

const timeline = sql`(
  select coalesce(json_agg(json_build_object(
    'id', e.id, 'at', ${instant('e.at')}, 'kind', e.kind, 'actorKind', e.actor_kind, 'actorName',
      e.actor_name,
    'amount', e.amount, 'detail', e.detail, 'said', e.said,
    'orderId', case when e.kind in ('split_into', 'split_from') then (select o.id from purchases o where o.reference = e.detail) end
  ) order by e.at, e.id), '[]') from purchase_events e where e.purchase_id = p.id)`

// Looks only at a customer's newest thousand purchases, so that no page waits for all of a very busy customer's.
const customer = sql`(
  select json_build_object(
    'id', c.id, 'name', c.name, 'email', ${maskSql(customers.fields.email, sql`c.email`)}, 'status', c.status, 'isVerified', c.is_verified,
    'createdAt', ${instant('c.created_at')}, 'lastSeenAt', ${instant('c.last_seen_at')},
    'purchaseCount', coalesce(sum(t.purchases), 0), 'disputeCount', coalesce(sum(t.disputes), 0),
    'spent', coalesce(json_agg(json_build_object(
      'currency', t.currency, 'purchases', t.purchases, 'captured', t.captured, 'refunded', t.refunded,
      'chargedBack', t.charged_back
    ) order by t.captured desc, t.currency) filter (where t.currency is not null), '[]'))
  from customers c left join lateral (
    select n.currency, count(*) as purchases, sum(n.captured)::bigint as captured,
      sum(n.refunded)::bigint as refunded, sum(n.charged_back)::bigint as charged_back,
      count(*) filter (where n.payment_status in ('disputed', 'charged_back')) as disputes
    from (select * from purchases o where o.customer_id = c.id order by o.created_at desc,
      o.id desc limit 1000) n
    group by n.currency
  ) t on true
  where c.id = p.customer_id group by c.id)`

const maxOtherOrders = 3
const otherOrders = sql`(
  select coalesce(json_agg(json_build_object('id', o.id, 'kind', o.kind, 'reference', o.reference, 'title', o.title,
    'travelDate', o.travel_date) order by o.created_at desc, o.id desc), '[]')
  from (select * from purchases o where o.customer_id = p.customer_id and o.id <> p.id
    order by o.created_at desc, o.id desc limit ${sql.lit(maxOtherOrders)}) o)`

const imageId = sql`coalesce(
  (select e.image_ids[1] from events e where e.id = p.event_id),
  (select g.image_ids[1] from products g where g.id = p.product_id))`

const linesOf = (kind: string, sign = 1) => sql`coalesce((
  select sum(l.amount) * ${sql.lit(sign)} from purchase_lines l where l.purchase_id = p.id
    and l.kind = ${sql.lit(kind)}), 0)`
const refundsIn = (...states: string[]) => sql`coalesce((
  select sum(r.amount) from refunds r where r.purchase_id = p.id
    and r.state in (${sql.join(states.map((state) => sql.lit(state)))})), 0)`

/** Each sum stored on the purchase, next to the same sum calculated from its source. */
const identities: readonly (readonly [key: string, says: string, adds: RawBuilder<unknown>])[] = [
  [
    'grand_total',
    'p.grand_total',
    sql`coalesce((select sum(l.amount) from purchase_lines l where l.purchase_id = p.id), 0)`,
  ],
  // What staff change of a price is a line of its own beside the item.
  ['items', 'p.items_total', sql`${linesOf('item')} + ${linesOf('adjustment')}`],
  ['fees', 'p.fees_total', linesOf('fee')],
  ['tax', 'p.tax_total', linesOf('tax')],
  ['discount', 'p.discount_total', linesOf('discount', -1)],
  ['captured', 'p.captured', sql`coalesce((select sum(x.captured) from payments x where x.purchase_id = p.id), 0)`],
  ['refunded', 'p.refunded', refundsIn('succeeded')],
  [
    'charged_back',
    'p.charged_back',
    sql`coalesce((select sum(d.withdrawn - d.reinstated) from disputes d where d.purchase_id = p.id and d.status = 'lost'), 0)`,
  ],
  ['refund_pending', 'p.refund_pending', refundsIn('requested', 'approved', 'processing')],
  [
    'supplier_cost',
    'p.supplier_cost',
    sql`round(p.net_cost * p.fx_rate * 10::numeric ^ (
    (select exponent from currencies where code = p.currency) - (select exponent from currencies
      where code = p.cost_currency)))`,
  ],
  ['margin', 'p.margin', sql`p.captured - p.refunded - p.charged_back - p.supplier_cost - p.payment_fees`],
]

const reconciliation = sql`(select json_agg(json_build_object(
  'key', i.key, 'says', i.says, 'adds', i.adds::bigint, 'holds', i.says = i.adds) order by i.position)
  from (values ${sql.join(
    identities.map(
      ([key, says, adds], position) => sql`(${sql.lit(position)}, ${sql.lit(key)}, ${sql.ref(says)}, ${adds})`,
    ),
  )}) as i (position, key, says,
      adds))`

const unpaidChange = sql`(select json_build_object('charge', c.charge, 'until', ${instant('c.pay_until')}, 'detail', c.plan -> 'detail')
  from visit_changes c where c.purchase_id = p.id and c.state = 'unpaid')`

const calledOff = sql`(select json_build_object('status', case when ${isCalledOff} then 'cancelled' else f.status end, 'isDateTbd', f.is_date_tbd)
  from performances f where f.id = p.performance_id and (f.status = 'postponed' or ${isCalledOff}))`

const oversell = sql`(select json_build_object('how', n.how, 'places', n.places, 'at', ${instant('n.found_at')},
    'foundBy', (select s.name from staff s where s.id = n.found_by), 'orders', (
      select json_agg(json_build_object('id', q.id, 'kind', q.kind, 'reference', q.reference, 'at', ${instant('f.at')}, 'outcome', x.outcome)
        order by f.at, q.id)
      from oversell_orders x join purchases q on q.id = x.purchase_id cross join lateral (
        select coalesce(min(e.at), q.created_at) as at from purchase_events e where e.purchase_id = q.id and e.kind = 'supplier_confirmed') f
      where x.oversell_id = n.id))
  from oversells n where n.id = (select max(own.oversell_id) from oversell_orders own where own.purchase_id = p.id))`

interface StoredDetails {
  readonly timeline: readonly (Parameters<typeof saidIn>[0] & Readonly<Record<string, unknown>>)[]
  readonly unpaidChange: Readonly<{ detail: Said }> | null
}

/** What happened, and what waits, is stored as texts with their values. */
function inReadersWords(stored: string): string {
  const details = JSON.parse(stored) as StoredDetails
  const { timeline, unpaidChange } = details
  return JSON.stringify({
    ...details,
    timeline: timeline.map(({ said, ...entry }) => ({ ...entry, detail: saidIn({ said, detail: entry.detail }) })),
    unpaidChange: unpaidChange && { ...unpaidChange, detail: sayStored(unpaidChange.detail) },
  })
}

export const readPurchaseDetailsServer = implement(readPurchaseDetails, async ({ params, db, actor }) => {
  const missing = new Refusal(404, t('Purchase not found.'))
  if (!/^[1-9][0-9]{0,14}$/.test(params.id)) throw missing
  const {
    rows: [row],
  } = await sql<{ details: string }>`
    select json_build_object(
      'id', p.id, 'reference', p.reference, 'lines', ${lines}, 'payments', ${payments}, 'refunds', ${refunds}, 'disputes', ${disputes},
      'timeline', ${timeline}, 'customer', ${customer},
      'otherOrders', ${otherOrders}, 'imageId', ${imageId}, 'identities', ${reconciliation}, 'unpaidChange', ${unpaidChange}, 'calledOff', ${calledOff},
      'isRefundOwn', coalesce((select bool_and(r.requested_by = ${actor.behind?.id ?? actor.id}) from refunds r where r.purchase_id = p.id and r.state = 'requested'), false),
      'offeredUntil', (select ${instant('o.until')} from refund_offers o where o.purchase_id = p.id and o.until > now()), 'oversell', ${oversell}, 'riskRules', (
        select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name)), '[]') from risk_rules r where r.name = any(p.risk_reasons)))::text as details
    from purchases p where p.id = ${Number(params.id)}`.execute(db)
  if (!row) throw missing
  return new JsonText(inReadersWords(row.details))
})
