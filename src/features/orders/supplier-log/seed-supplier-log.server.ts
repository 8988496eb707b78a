import { sql } from 'kysely'
import { exponentOf } from '../../../core/i18n/formats.ts'
import type { Db } from '../../../db/tables.server.ts'
import { mask } from '../../../platform/outbound/call-log.server.ts'
import { makeBooking, partnerReferenceOf } from '../supplier-booking-rows.server.ts'

interface PastOrder {
  readonly id: number
  readonly reference: string
  readonly supplier: 'viator' | 'tiqets'
  readonly status: 'completed' | 'rejected'
  readonly at: string
  readonly date: string
  readonly time: string | null
  readonly currency: string
  readonly cost: number
  readonly quantity: number
  readonly code: string
  readonly theirs: string | null
}
type Wire = readonly [action: 'hold' | 'book', method: string, path: string, request: object | null, answer: object]

/**
 * Past orders of Viator and Tiqets with what their supplier was asked, one that took place and one that it rejected. Nothing
 * about them is left to ask. Safe to run again.
 */
export async function seedSupplierLogs(trx: Db): Promise<void> {
  const { rows } = await sql<PastOrder>`
    select distinct on (v.code, p.booking_status) p.id, p.reference, v.code as supplier, p.booking_status as status, p.created_at as at,
      p.travel_date::text as date, to_char(p.local_time, 'HH24:MI') as time, p.cost_currency as currency, p.net_cost as cost, p.quantity, s.supplier_code as code,
      p.provider_reference as theirs
    from purchases p join providers v on v.id = p.provider_id join products s on s.id = p.product_id
    where v.code in ('viator', 'tiqets') and p.booking_status in ('completed', 'rejected')
      and not exists (select from order_placements o where o.purchase_id = p.id)
    order by v.code, p.booking_status, p.id desc`.execute(trx)
  for (const order of rows) await seedLog(trx, order)
}

async function seedLog(trx: Db, order: PastOrder): Promise<void> {
  const { id, reference, supplier, status, at, date, time, currency, cost, quantity, code } = order
  const key = `demo-${reference}`
  const isRejected = status === 'rejected'
  const reason = supplier === 'viator' ? 'It was just sold out at Viator.' : 'It was just sold out at Tiqets.'
  const units = [{ type: 'ADULT' as const, label: 'Adult', quantity }]
  await sql`insert into order_placements (purchase_id, supplier, supplier_key) values (${id}, ${supplier}, ${key})`.execute(
    trx,
  )
  await makeBooking(trx, supplier, key, {
    visit: { productCode: code, optionCode: 'DEFAULT', date, time, currency, cost, units },
    seconds: 0,
  })
  const theirs = order.theirs ?? (supplier === 'viator' ? `BR-${581_000_000 + id}` : `TQ${70_000_000 + id}`)
  const voucher = supplier === 'viator' ? 'https://www.viator.com/ticket?code=' : 'https://www.tiqets.com/tickets/'
  await sql`
    update supplier_bookings set state = ${isRejected ? 'rejected' : 'booked'}, reference = ${theirs}, is_test = true, asked_at = ${at}, created_at = ${at},
      reason = ${isRejected ? reason : null}, voucher_url = ${isRejected ? null : voucher + theirs} where key = ${key}`.execute(
    trx,
  )
  await sql`
    insert into supplier_calls (supplier, action, key, request, state, answer, tries, created_at, settled_at)
    values (${supplier}, 'hold', ${key}, '{}', 'done', ${JSON.stringify({ heldUntil: at, isKept: false })}, 1, ${at}, ${at}),
      (${supplier}, 'book', ${key}, '{}', ${isRejected ? 'refused' : 'done'}, ${JSON.stringify(
        isRejected ? { code: 'SupplierRejected', message: reason } : { status: 'CONFIRMED', reference: theirs },
      )}, 1, ${at}, ${at})`.execute(trx)
  const wires = supplier === 'viator' ? viatorWires(order, theirs) : tiqetsWires(order, theirs)
  const base = supplier === 'viator' ? 'https://api.sandbox.viator.com/partner' : 'https://api.api-tiqt-test.steq.it/v2'
  const headers = supplier === 'viator' ? { 'exp-api-key': mask } : { authorization: mask }
  for (const [index, [action, method, path, request, answer]] of wires.entries())
    await sql`
      insert into supplier_exchanges (key, action, at, milliseconds, method, url, headers, request, status, answer)
      values (${key}, ${action}, ${at}::timestamptz + ${index} * interval '700 milliseconds', ${180 + ((id * (index + 3)) % 900)}, ${method}, ${base + path},
        ${JSON.stringify({ accept: 'application/json', ...headers })}::jsonb, ${request && JSON.stringify(request)}, 200, ${JSON.stringify(answer)})`.execute(
      trx,
    )
}

/** As our own number of a booking is made. */
const referenceOf = (reference: string) => partnerReferenceOf(`demo-${reference}`)
const guest = { firstName: mask, lastName: mask }

function viatorWires(
  { code, date, currency, cost, quantity, status, reference }: PastOrder,
  bookingRef: string,
): Wire[] {
  const item = {
    productCode: code,
    currency,
    travelDate: date,
    paxMix: [{ ageBand: 'ADULT', numberOfTravelers: quantity }],
  }
  const net = cost / 10 ** exponentOf(currency)
  const totalPrice = { price: { partnerNetPrice: net, bookingFee: 0, partnerTotalPrice: net } }
  const partnerBookingRef = referenceOf(reference)
  return [
    ['hold', 'POST', '/availability/check', item, { ...item, bookableItems: [{ available: true, totalPrice }] }],
    [
      'hold',
      'POST',
      '/bookings/hold',
      item,
      {
        bookingRef,
        bookingHoldInfo: { availability: { status: 'HOLD_NOT_PROVIDED' }, pricing: { status: 'HOLDING' } },
        totalPrice,
      },
    ],
    [
      'book',
      'POST',
      '/bookings/book',
      { ...item, partnerBookingRef, bookerInfo: guest, communication: { email: mask, phone: mask } },
      status === 'rejected'
        ? {
            status: 'REJECTED',
            rejectionReasonCode: 'BOOKABLE_ITEM_IS_NO_LONGER_AVAILABLE',
            bookingRef,
            partnerBookingRef,
          }
        : { status: 'CONFIRMED', bookingRef, partnerBookingRef, currency, totalPrice },
    ],
  ]
}

function tiqetsWires({ code, date, time, quantity, status, reference }: PastOrder, order: string): Wire[] {
  const day = {
    product_id: code,
    day: date,
    timeslot: time ?? '10:00',
    variants: [{ variant_id: `${code}1`, count: quantity }],
  }
  const available = {
    success: true,
    dates: [{ date, timeslots: [{ time: day.timeslot, variants: [{ id: `${code}1`, available: 24 }] }] }],
  }
  const begun = { success: true, order_reference_id: order, payment_confirmation_token: mask }
  const isRejected = status === 'rejected'
  return [
    ['hold', 'GET', `/products/${code}/availability?date_from=${date}&date_to=${date}`, null, available],
    [
      'book',
      'POST',
      '/orders',
      {
        ...day,
        customer_details: { firstname: mask, lastname: mask, email: mask },
        external_reference: referenceOf(reference),
      },
      begun,
    ],
    [
      'book',
      'PUT',
      `/orders/${order}/confirm`,
      { payment_confirmation_token: mask },
      {
        success: true,
        order: {
          order_reference_id: order,
          status: isRejected ? 'failed' : 'confirmed',
          ...(isRejected && { failure_reason: 'no_availability' }),
        },
      },
    ],
  ]
}
