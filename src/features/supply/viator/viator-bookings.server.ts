import type * as z from 'zod/mini'
import { t } from '../../../core/i18n/language.ts'
import { minorUnits } from '../importing/draft-money.server.ts'
import { readJson, unknownStatus } from '../importing/supplier-answers.server.ts'
import type {
  LeadTraveller,
  SuppliedVisit,
  SupplierBooking,
  SupplierBookings,
} from '../importing/supplier-bookings.server.ts'
import { BookingRefused } from '../importing/supplier-bookings.server.ts'
import type { CatalogueContext } from '../importing/supplier-server.server.ts'
import {
  viatorAvailable,
  viatorBooked,
  viatorCancelled,
  viatorCancelQuote,
  viatorHeld,
} from './viator-booking-payloads.server.ts'
import { viatorChanges } from './viator-changes.server.ts'
import { reasonWords } from './viator-reasons.ts'
import { accepted, referenceOf, unknown } from './viator-answers.server.ts'
import { viatorHeaders } from './viator-catalogue.server.ts'
import { onlyOption } from './viator-prices.server.ts'

const reasonCode = 'Customer_Service.I_canceled_my_entire_trip'

/** Bookings by the Viator Partner API, version 2.0, as its merchants make them. */
export function viatorBookings({ ask, secrets, exponents }: CatalogueContext): SupplierBookings {
  const minor = (amount: number, currency: string) => minorUnits(amount, exponents.get(currency) ?? 2)

  async function send(method: 'GET' | 'POST', path: string, body?: object, isIdempotent = false) {
    return await ask({
      method,
      path,
      headers: viatorHeaders(secrets, body !== undefined),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      isIdempotent,
    })
  }

  /** What it is worth today, and whether it is there. */
  async function check(visit: SuppliedVisit): Promise<number> {
    const { productCode, date, currency } = visit
    const asked = { productCode, travelDate: date, currency, paxMix: paxOf(visit) }
    const reply = await send('POST', '/availability/check', asked, true)
    const { bookableItems } = readJson(accepted(reply), viatorAvailable)
    const item = bookableItems.find(
      (one) =>
        (one.productOptionCode ?? onlyOption) === visit.optionCode &&
        (visit.time === null || one.startTime === undefined || one.startTime === visit.time),
    )
    if (!item?.available) throw new BookingRefused('NotAvailable', reasonWords(item?.unavailableReason ?? 'SOLD_OUT'))
    return minor(item.totalPrice?.price.partnerTotalPrice ?? 0, currency)
  }

  return {
    async hold(visit) {
      const cost = await check(visit)
      const reply = await send('POST', '/bookings/hold', itemOf(visit))
      const { bookingRef, bookingHoldInfo: info, totalPrice } = readJson(accepted(reply), viatorHeld)
      const hasPlaces = info.availability.status === 'HOLDING'
      const ends = [info.pricing, ...(hasPlaces ? [info.availability] : [])].flatMap(
        ({ validUntil }) => validUntil ?? [],
      )
      return {
        handle: bookingRef,
        keptUntil: ends.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null,
        hasPlaces,
        cost: totalPrice ? minor(totalPrice.price.partnerTotalPrice, visit.currency) : cost,
      }
    },
    async book({ visit, lead, partnerReference, handle }) {
      const reply = await send('POST', '/bookings/book', {
        ...itemOf(visit),
        partnerBookingRef: partnerReference,
        ...(handle !== null && { bookingRef: handle }),
        bookerInfo: { firstName: lead.firstName, lastName: lead.lastName },
        communication: { email: lead.email, phone: lead.phone ?? '' },
        bookingQuestionAnswers: answersOf(lead),
      })
      return bookingOf(readJson(accepted(reply), viatorBooked))
    },
    async status(ids) {
      const reply = await send('POST', '/bookings/status', { partnerBookingRef: ids.partnerReference }, true)
      return reply.status === 404 ? null : bookingOf(readJson(accepted(reply), viatorBooked))
    },
    async quoteCancellation(ids) {
      const reply = await send('GET', `/bookings/${referenceOf(ids)}/cancel-quote`)
      const { status, refundDetails } = readJson(accepted(reply, unknown), viatorCancelQuote)
      if (status === 'NOT_CANCELLABLE') throw started()
      return { refund: Math.round((refundDetails?.refundPercentage ?? 0) * 100), validUntil: null }
    },
    changes: viatorChanges({ send, minor }),
    async cancel(ids) {
      const path = `/bookings/${referenceOf(ids)}/cancel`
      const { status, reason } = readJson(accepted(await send('POST', path, { reasonCode }), unknown), viatorCancelled)
      if (status === 'DECLINED' && reason !== 'ALREADY_CANCELLED') throw started()
    },
  }
}

const started = () => new BookingRefused('NotSupported', t('It has started, so Viator no longer cancels it.'))

function itemOf(visit: SuppliedVisit) {
  const { productCode, optionCode, date, time, currency } = visit
  return {
    productCode,
    ...(optionCode !== onlyOption && { productOptionCode: optionCode }),
    ...(time !== null && { startTime: time }),
    currency,
    travelDate: date,
    paxMix: paxOf(visit),
  }
}

/** Groups have no age band: Viator counts their people as travellers. */
const paxOf = ({ units }: SuppliedVisit) =>
  units.map(({ type, quantity }) => ({ ageBand: type === 'OTHER' ? 'TRAVELER' : type, numberOfTravelers: quantity }))

/** Names are asked of each traveller; we know the first one. */
const answersOf = ({ firstName, lastName }: LeadTraveller) => [
  { question: 'FULL_NAMES_FIRST', answer: firstName, travelerNum: 1 },
  { question: 'FULL_NAMES_LAST', answer: lastName, travelerNum: 1 },
]

const statuses: Readonly<Record<string, SupplierBooking['status']>> = {
  CONFIRMED: 'CONFIRMED',
  PENDING: 'PENDING',
  IN_PROGRESS: 'PENDING',
  ON_HOLD: 'PENDING',
  REJECTED: 'REJECTED',
  FAILED: 'REJECTED',
  CANCELED: 'CANCELLED',
  CANCELLED: 'CANCELLED',
}

function bookingOf(said: z.output<typeof viatorBooked>): SupplierBooking {
  const status = statuses[said.status]
  if (!status) throw unknownStatus(said.status)
  return {
    status,
    reference: said.bookingRef ?? null,
    voucherUrl: said.voucherInfo?.url ?? null,
    reason: status === 'REJECTED' ? reasonWords(said.rejectionReasonCode ?? 'OTHER') : null,
    nextPollAt: said.nextPollAt ?? null,
  }
}
