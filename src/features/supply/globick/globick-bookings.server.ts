import * as z from 'zod/mini'
import { t } from '../../../core/i18n/language.ts'
import type { OutboundReply } from '../../../platform/outbound/outbound-target.server.ts'
import { minorUnits } from '../importing/draft-money.server.ts'
import { faultOfStatus, readJson, readValue, unknownStatus } from '../importing/supplier-answers.server.ts'
import { SupplierError } from '../importing/supplier-catalogue.server.ts'
import type {
  BookingIds,
  SuppliedVisit,
  SupplierBooking,
  SupplierBookings,
} from '../importing/supplier-bookings.server.ts'
import { BookingRefused, unknownBooking } from '../importing/supplier-bookings.server.ts'
import type { CatalogueContext } from '../importing/supplier-server.server.ts'
import { globickCaller } from './globick-calls.server.ts'
import { optionOf } from './globick-draft.server.ts'
import type { GlobickBooking, GlobickSession } from './globick-payloads.server.ts'
import {
  bookingPath,
  bookingsByReferencePath,
  bookingsPath,
  contentOf,
  globickBooking,
  globickBookings as bookingList,
  globickSessions,
  sessionsPath,
  timeOf,
} from './globick-payloads.server.ts'

/** Bookings at Globick, as we take its API to be: all of it is our guess, but for the sessions. */
export function globickBookings(context: CatalogueContext): SupplierBookings {
  const { exponents } = context
  const send = globickCaller(context)
  const oneIn = (reply: OutboundReply, missing = unsold) =>
    bookingOf(readValue(contentOf(readJson(accepted(reply, missing), z.unknown())), globickBooking))

  async function sessionOf({ productCode, optionCode, date, time, units }: SuppliedVisit): Promise<GlobickSession> {
    const reply = await send(sessionsPath(productCode, date, date))
    // Status 404 means that there are none.
    const sessions =
      reply.status === 404 ? [] : readValue(contentOf(readJson(accepted(reply), z.unknown())), globickSessions)
    const wanted = units.reduce((sum, { quantity }) => sum + quantity, 0)
    const session = sessions.find((one) => optionOf(one) === optionCode && (time === null || timeOf(one) === time))
    const isUnknown = session?.availability === null || session?.availability === undefined
    if (!session || (!isUnknown && Number(session.availability) < wanted))
      throw new BookingRefused('NotAvailable', t('Sold out at Globick on that day.'))
    return session
  }

  return {
    /** Keeps nothing: no call that would was seen. */
    async hold(visit) {
      const session = await sessionOf(visit)
      const prices = visit.units.map(({ label, quantity }) => {
        const price = session.prices?.find(({ name }) => name?.trim() === label)
        const net = Number(price?.priceDetail?.netPrice ?? price?.recommendedPrice ?? NaN)
        return minorUnits(net, exponents.get(visit.currency) ?? 2) * quantity
      })
      const cost = prices.reduce((sum, price) => sum + price, 0)
      return { handle: null, keptUntil: null, hasPlaces: false, cost: Number.isNaN(cost) ? null : cost }
    },
    async book({ visit, lead, partnerReference }) {
      const session = await sessionOf(visit)
      return oneIn(
        await send(bookingsPath, 'POST', {
          activityId: visit.productCode,
          sessionId: String(session.id ?? ''),
          externalReference: partnerReference,
          travelers: visit.units.map(({ label, quantity }) => ({ price: label, quantity })),
          customer: { ...lead },
        }),
      )
    },
    async status({ partnerReference }) {
      const reply = await send(bookingsByReferencePath(partnerReference))
      if (reply.status === 404) return null
      const [found] = readValue(contentOf(readJson(accepted(reply), z.unknown())), bookingList)
      return found ? bookingOf(found) : null
    },
    async quoteCancellation() {
      throw new BookingRefused('NotSupported', t('Globick gives no price for cancelling. Ask them.'))
    },
    async cancel(ids) {
      const booking = oneIn(await send(`${bookingPath(referenceOf(ids))}/cancel`, 'POST', {}), unknown)
      if (booking.status !== 'CANCELLED') throw unknownStatus(booking.status)
    },
  }
}

const referenceOf = ({ reference }: BookingIds) => reference ?? ''

const statuses: Readonly<Record<string, SupplierBooking['status']>> = {
  PENDING: 'PENDING',
  CONFIRMED: 'CONFIRMED',
  REJECTED: 'REJECTED',
  CANCELLED: 'CANCELLED',
}

function bookingOf({ id, status: said, voucherUrl, reason }: GlobickBooking): SupplierBooking {
  const status = statuses[said.toUpperCase()]
  if (!status) throw unknownStatus(said)
  return {
    status,
    reference: String(id),
    voucherUrl: voucherUrl ?? null,
    reason: status === 'REJECTED' ? refused(reason) : null,
    nextPollAt: null,
  }
}

const refused = (detail: string | null | undefined) =>
  detail ? t('Globick refused: {detail}', { detail: detail.slice(0, 200) }) : t('Globick rejected it without a reason.')

const globickNo = z.object({ message: z.optional(z.string()) })

const unknown = () => unknownBooking('Globick')
const unsold = () => new BookingRefused('NotAvailable', t('Globick no longer sells this.'))

/** An answer to read. A call that was refused was not carried out, which is a no; all else is a fault. */
function accepted(reply: OutboundReply, missing = unsold): OutboundReply {
  const fault = faultOfStatus(reply)
  if (!fault) return reply
  if (fault.kind === 'not_found' || fault.kind === 'gone') throw missing()
  if (fault.kind === 'invalid' && reply.status < 500)
    throw new BookingRefused('SupplierRejected', refused(readJson(reply, globickNo).message))
  throw new SupplierError(fault)
}
