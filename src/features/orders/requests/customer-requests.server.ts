import { sql } from 'kysely'
import { system } from '../../../core/access/access.ts'
import { appendAudit } from '../../../core/audit/audit.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import type { Db } from '../../../db/tables.server.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import { storedSql } from '../../../platform/stored-texts/stored-columns.server.ts'
import { moved } from '../../purchases/states/order-transitions.ts'
import { isBankDeciding, quoteOf } from '../cancel-order.server.ts'
import { createLinkGate, linkRefused } from '../messages/link-gate.server.ts'
import type { LockedOrder } from '../order-moves.server.ts'
import { changeableUntil, lockedColumns } from '../order-moves.server.ts'
import { assertCanBeAsked, openDaysOf } from './days-to-ask.server.ts'
import type { OrderRequests, RequestQuote } from './request.endpoints.ts'
import { askToCancel, askToChange, readOrderRequests, readRequestsOfOrder } from './request.endpoints.ts'

/** The calls of customers about their own order, and what staff read of them. */
export function implementCustomerRequests(): readonly Implementation[] {
  const orderIn = createLinkGate('request')
  return [
    implement(
      readOrderRequests,
      async ({ db, request }) => await answerOf(db, await readAsked(db, orderIn(request), false)),
      {
        transaction: false,
      },
    ),
    implement(askToCancel, async ({ db, request, input: { quote: token, note } }) => {
      const order = await readToAsk(db, orderIn(request))
      const quote = cancellationOf(order)
      if (quote === null) throw new Refusal(409, t('This order can’t be cancelled any more.'), { error: 'NotPossible' })
      if (token !== quote.token)
        throw new Refusal(409, t('The refund has changed. Check the new quote.'), {
          error: 'QuoteStale',
          fields: { quote: t('This token belongs to an earlier quote.') },
          current: await answerOf(db, order),
        })
      await keep(db, order, { kind: 'cancellation', note: note || null, wantedDate: null, wantedTime: null, ...quote })
      return await answerOf(db, order)
    }),
    implement(askToChange, async ({ db, request, input: { date, time = null, note } }) => {
      const order = await readToAsk(db, orderIn(request))
      if (!isChangeable(order))
        throw new Refusal(409, t('The day of this order can’t be changed.'), { error: 'NotPossible' })
      await assertCanBeAsked(db, order, { date, time }, Date.now())
      await keep(db, order, { kind: 'change', note: note || null, wantedDate: date, wantedTime: time, ...nothing })
      return await answerOf(db, order)
    }),
    implement(readRequestsOfOrder, async ({ db, params }) => {
      const { rows: orders } = await sql`select from purchases where id = ${recordIdIn(params.id)}`.execute(db)
      if (orders.length === 0) throw new Refusal(404, t('Purchase not found.'))
      const { rows } = await sql<RequestRow>`
        select ${requestColumns}, c.id, c.note, c.kept, c.basis_points as "basisPoints",
          (select s.name from staff s where s.id = c.decided_by) as "decidedBy", ${utc('c.decided_at')} as "decidedAt"
        from customer_requests c where c.purchase_id = ${recordIdIn(params.id)} order by c.id desc limit 20`.execute(db)
      return rows
    }),
  ]
}

type RequestRow = NonNullable<OrderRequests['request']> & {
  readonly id: number
  readonly note: string | null
  readonly kept: number
  readonly basisPoints: number
  readonly decidedBy: string | null
  readonly decidedAt: string | null
}

const utc = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const requestColumns = sql`c.kind, c.state, c.wanted_date::text as "wantedDate", to_char(c.wanted_time, 'HH24:MI') as "wantedTime",
  c.refund, c.answer, ${utc('c.created_at')} as "createdAt"`
const nothing = { refund: 0, kept: 0, basisPoints: 0 }

/** An order as its customer asks about it. */
interface AskedOrder extends LockedOrder {
  readonly customer: string
  /** 0 for tickets. */
  readonly optionId: number
  readonly title: string
  readonly contents: string
  readonly localDate: string
  readonly localTime: string | null
  readonly timeZone: string
  readonly exponent: number
  /** At the venue. */
  readonly today: string
  readonly hasOpenRequest: boolean
  readonly isBankDeciding: boolean
  readonly changeableUntil: number
}

async function readAsked(db: Db, id: number, isLocked: boolean): Promise<AskedOrder> {
  const { rows } = await sql<AskedOrder>`
    select ${lockedColumns}, p.customer_name as customer, coalesce(p.product_option_id, 0) as "optionId", p.title, p.contents, p.travel_date::text as "localDate",
      to_char(p.local_time, 'HH24:MI') as "localTime", p.time_zone as "timeZone", x.exponent,
      to_char(now() at time zone p.time_zone, 'YYYY-MM-DD') as today, p.customer_request is not null as "hasOpenRequest",
      ${isBankDeciding} as "isBankDeciding", ${changeableUntil} as "changeableUntil"
    from purchases p join currencies x on x.code = p.currency left join order_placements o on o.purchase_id = p.id
    where p.id = ${id} ${isLocked ? sql`for no key update of p` : sql``}`.execute(db)
  const [order] = rows
  // An order is never deleted; a signed link of none is of another installation.
  if (!order) throw linkRefused()
  return order
}

/** An order, locked, whose customer does not wait for an answer already. */
async function readToAsk(db: Db, id: number): Promise<AskedOrder> {
  const order = await readAsked(db, id, true)
  if (order.hasOpenRequest)
    throw new Refusal(409, t('You have already sent a request. We’ll answer that first.'), { error: 'NotPossible' })
  return order
}

/** What cancelling gives back now; null where it cannot be asked for. A cancelled event gives back everything, a postponed one until a day. */
function cancellationOf(order: AskedOrder): RequestQuote | null {
  const now = Date.now()
  if (order.hasOpenRequest || order.payment === 'disputed' || order.isBankDeciding || !moved(order, 'cancel', now))
    return null
  const { refund, kept, basisPoints, reason, validUntil, token } = quoteOf(order, now)
  return { refund, kept, basisPoints, validUntil, isOffer: reason === 'event_postponed', reason, token }
}

/** Tickets are of one performance; a visit can be on another day as long as it is confirmed and to come. */
const isChangeable = (order: AskedOrder) =>
  order.kind === 'product' &&
  order.booking === 'confirmed' &&
  order.changeableUntil > Date.now() &&
  !order.hasOpenRequest

async function answerOf(db: Db, { id }: Pick<AskedOrder, 'id'>): Promise<OrderRequests> {
  // Read again: what was just asked for is part of the answer.
  const order = await readAsked(db, id, false)
  const { rows } = await sql<NonNullable<OrderRequests['request']>>`
    select ${requestColumns} from customer_requests c where c.purchase_id = ${id} order by c.id desc limit 1`.execute(
    db,
  )
  const { reference, title, contents, localDate, localTime, timeZone, currency, exponent } = order
  return {
    reference,
    title,
    contents,
    localDate,
    localTime,
    timeZone,
    currency,
    exponent,
    cancellation: cancellationOf(order),
    isChangeable: isChangeable(order),
    days: isChangeable(order) ? await openDaysOf(db, order, Date.now()) : [],
    request: rows[0] ?? null,
  }
}

interface NewRequest {
  readonly kind: 'cancellation' | 'change'
  readonly note: string | null
  readonly wantedDate: string | null
  readonly wantedTime: string | null
  readonly refund: number
  readonly kept: number
  readonly basisPoints: number
}

/** Keeps what was asked for with its quote; answering it becomes the next step of the order. */
async function keep(db: Db, order: AskedOrder, request: NewRequest): Promise<void> {
  const { kind, note, wantedDate, wantedTime, refund, kept, basisPoints } = request
  await sql`
    insert into customer_requests (purchase_id, kind, wanted_date, wanted_time, note, refund, kept, basis_points)
    values (${order.id}, ${kind}, ${wantedDate}, ${wantedTime}, ${note}, ${refund}, ${kept}, ${basisPoints})`.execute(
    db,
  )
  await sql`
    update purchases set customer_request = ${kind}, version = version + 1, updated_at = now() where id = ${order.id}`.execute(
    db,
  )
  const day = { date: wantedDate ?? '' }
  const detail =
    kind === 'cancellation'
      ? storedText('Asked to cancel')
      : wantedTime === null
        ? storedText('Asked for {day}', { day })
        : storedText('Requested for {day}, {time}', { day, time: wantedTime })
  await sql`
    insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, amount, detail, said)
    values (${order.id}, now(), 'noted', 'customer', ${order.customer}, ${kind === 'cancellation' ? refund : null}, ${storedSql(detail)})`.execute(
    db,
  )
  const entry = {
    action: 'ask',
    object: 'purchases',
    recordId: order.id,
    title: order.reference,
    after: { request: kind, refund, wantedDate },
    version: order.version + 1,
  }
  await appendAudit(db, [entry], { actor: system('customer link') })
}
