import type * as z from 'zod/mini'
import { t } from '../../../core/i18n/language.ts'
import type { OutboundReply } from '../../../platform/outbound/outbound-target.server.ts'
import { sayStored } from '../../../platform/stored-texts/stored-text.ts'
import { minorUnits, netBy } from '../importing/draft-money.server.ts'
import { readJson, unknownStatus } from '../importing/supplier-answers.server.ts'
import { SupplierError } from '../importing/supplier-catalogue.server.ts'
import type {
  BookingIds,
  SuppliedVisit,
  SupplierBooking,
  SupplierBookings,
} from '../importing/supplier-bookings.server.ts'
import { BookingRefused, unknownBooking } from '../importing/supplier-bookings.server.ts'
import type { CatalogueContext } from '../importing/supplier-server.server.ts'
import { tiqetsFault } from './tiqets-catalogue.server.ts'
import { tiqetsBegun, tiqetsDay, tiqetsOrder, tiqetsTickets } from './tiqets-booking-payloads.server.ts'

type Day = z.output<typeof tiqetsDay>
type Slot = Day['dates'][number]['timeslots'][number]

/** What is asked of Tiqets about orders, and read from its answers. */
function tiqetsDesk({ ask, secrets }: Pick<CatalogueContext, 'ask' | 'secrets'>) {
  async function send(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<OutboundReply> {
    return await ask({
      method,
      path,
      headers: {
        accept: 'application/json',
        authorization: `Token ${secrets['token'] ?? ''}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  /** The slot that is meant, and what a ticket is called there. */
  async function slotOf({ productCode, date, time, currency, units }: SuppliedVisit) {
    const path = `/products/${encodeURIComponent(productCode)}/availability?date_from=${date}&date_to=${date}&currency=${currency}`
    const { dates, cancellation } = readJson(accepted(await send('GET', path)), tiqetsDay)
    const wanted = units.reduce((sum, { quantity }) => sum + quantity, 0)
    const hasRoom = ({ variants }: Slot) => (variants[0]?.available ?? 0) >= wanted
    const slots = dates.find((one) => one.date === date)?.timeslots ?? []
    // Our option names no time, so the first slot with room is taken.
    const slot = slots.find((one) => (time === null ? hasRoom(one) : one.time === time))
    const [variant] = slot?.variants ?? []
    if (!slot || !variant || !hasRoom(slot))
      throw new BookingRefused('NotAvailable', t('Sold out at Tiqets on that day.'))
    return { slot, variant, wanted, cancellation }
  }

  async function orderOf(ids: BookingIds) {
    const reply = await send('GET', `/orders/${orderId(ids)}`)
    return reply.status === 404 ? null : readJson(accepted(reply), tiqetsOrder).order
  }

  /** Tickets are a call of their own, once there are some. */
  async function ticketsOf(ids: BookingIds): Promise<string | null> {
    const reply = await send('GET', `/orders/${orderId(ids)}/tickets`)
    return reply.status === 404 ? null : (readJson(accepted(reply), tiqetsTickets).tickets_pdf_url ?? null)
  }

  return { send, slotOf, orderOf, ticketsOf }
}

/** Orders by the Tiqets Distributor API, version 2, unsigned. What of it is assumed is in docs/suppliers.md. */
export function tiqetsBookings(context: CatalogueContext): SupplierBookings {
  const { exponents, commission } = context
  const { send, slotOf, orderOf, ticketsOf } = tiqetsDesk(context)
  return {
    /** Keeps nothing: an order of theirs needs the customer, who comes with ours. */
    async hold(visit) {
      const { variant, wanted } = await slotOf(visit)
      const price = Number(variant.price ?? NaN)
      const each = netBy(commission, minorUnits(price, exponents.get(visit.currency) ?? 2))
      const cost = Number.isFinite(price) ? each * wanted : null
      return { handle: null, keptUntil: null, hasPlaces: false, cost }
    },
    async begin({ visit, lead, partnerReference }) {
      const { slot, variant, wanted } = await slotOf(visit)
      const { firstName, lastName, email, phone } = lead
      const reply = await send('POST', '/orders', {
        product_id: visit.productCode,
        day: visit.date,
        timeslot: slot.time,
        variants: [{ variant_id: variant.variant_id ?? variant.id, count: wanted }],
        customer_details: { firstname: firstName, lastname: lastName, email, phone: phone ?? '' },
        external_reference: partnerReference,
      })
      const { order_reference_id: id, payment_confirmation_token: token } = readJson(accepted(reply), tiqetsBegun)
      return `${id} ${token}`
    },
    async book(ids) {
      const [, token = ''] = (ids.handle ?? '').split(' ')
      const reply = await send('PUT', `/orders/${orderId(ids)}/confirm`, { payment_confirmation_token: token })
      const booking = bookingOf(readJson(accepted(reply, unknown), tiqetsOrder).order, null)
      return booking.status === 'CONFIRMED' ? { ...booking, voucherUrl: await ticketsOf(ids) } : booking
    },
    async status(ids) {
      // What was never begun can't be booked.
      const order = ids.handle === null ? null : await orderOf(ids)
      // An order that was begun and not confirmed binds no one.
      if (!order || order.status === 'new') return null
      return bookingOf(order, order.status === 'confirmed' ? await ticketsOf(ids) : null)
    },
    async quoteCancellation({ visit, ...ids }) {
      const order = await orderOf(ids)
      const { policy = 'never', window: hours = 0 } = order?.cancellation ?? (await slotOf(visit)).cancellation ?? {}
      if (policy === 'never') return { refund: 0, validUntil: null }
      const until = deadlineOf(visit.date, policy === 'before_timeslot' ? (order?.timeslot ?? '00:00') : '00:00', hours)
      const isFree = until > Date.now()
      return { refund: isFree ? 10_000 : 0, validUntil: isFree ? new Date(until).toISOString() : null }
    },
    async cancel(ids) {
      const reply = await send('PUT', `/orders/${orderId(ids)}/cancel`)
      if (reply.status === 409 && (await orderOf(ids))?.status === 'cancelled') return
      accepted(reply, unknown)
    },
  }
}

/** In the zone where that day begins first, so that what is promised is true wherever the place is. */
function deadlineOf(date: string, time: string, hours: number): number {
  return Date.parse(`${date}T${time}:00+14:00`) - hours * 3_600_000
}

const orderId = ({ handle }: BookingIds) => encodeURIComponent((handle ?? '').split(' ')[0] ?? '')

const statuses: Readonly<Record<string, SupplierBooking['status']>> = {
  pending: 'PENDING',
  processing: 'PENDING',
  confirmed: 'CONFIRMED',
  fulfilled: 'CONFIRMED',
  failed: 'REJECTED',
  cancelled: 'CANCELLED',
}

function bookingOf(order: z.output<typeof tiqetsOrder>['order'], voucherUrl: string | null): SupplierBooking {
  const status = statuses[order.status]
  if (!status) throw unknownStatus(order.status)
  const reason = order.failure_reason ? reasonWords(order.failure_reason) : t('Tiqets rejected it without a reason.')
  return {
    status,
    reference: String(order.order_reference_id),
    voucherUrl,
    reason: status === 'REJECTED' ? reason : null,
    nextPollAt: null,
  }
}

/** Their words of why not, as people say them. */
function reasonWords(word: string): string {
  if (word === 'no_availability') return t('It was just sold out at Tiqets.')
  if (word === 'timeslot_missing') return t('Tiqets needs a time for it.')
  if (word === 'order_limit_exceeded') return t('Tiqets takes no more orders from us this hour.')
  return t('Tiqets refused: {detail}', { detail: word.replaceAll('_', ' ').slice(0, 200) })
}

const unknown = () => unknownBooking('Tiqets')
const unsold = () => new BookingRefused('NotAvailable', t('Tiqets no longer sells this.'))

/** An answer to read. A call that was refused was not carried out, which is a no; all else is a fault. */
function accepted(reply: OutboundReply, missing = unsold): OutboundReply {
  const fault = tiqetsFault(reply)
  if (!fault) return reply
  if (fault.kind === 'not_found' || fault.kind === 'gone') throw missing()
  if (fault.kind === 'invalid' && reply.status < 500)
    throw new BookingRefused(
      'SupplierRejected',
      reasonWords(fault.word ?? sayStored(fault.detail ?? String(reply.status))),
    )
  throw new SupplierError(fault)
}
