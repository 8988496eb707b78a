import type { OutboundReply } from '../../../platform/outbound/outbound-target.server.ts'
import { missingField, readJson, unknownStatus } from '../importing/supplier-answers.server.ts'
import type { ChangeOutcome, SuppliedVisit, SupplierChanges } from '../importing/supplier-bookings.server.ts'
import { BookingRefused } from '../importing/supplier-bookings.server.ts'
import { accepted, referenceOf, unknown } from './viator-answers.server.ts'
import { viatorAmendable, viatorAmended, viatorAmendment, viatorAmendQuote } from './viator-booking-payloads.server.ts'
import { onlyOption } from './viator-prices.server.ts'
import { reasonWords } from './viator-reasons.ts'

interface Voice {
  readonly send: (method: 'GET' | 'POST', path: string, body?: object, isIdempotent?: boolean) => Promise<OutboundReply>
  readonly minor: (amount: number, currency: string) => number
}

/** Another day, time or option, by the amendments of the Viator Partner API. */
export function viatorChanges({ send, minor }: Voice): SupplierChanges {
  return {
    async check(ids) {
      const reply = await send('GET', `/amendment/check/${referenceOf(ids)}`)
      const { isAmendable, reason, amendmentTypes = [] } = readJson(accepted(reply, unknown), viatorAmendable)
      return isAmendable && amendmentTypes.includes('BOOKING_DETAILS')
        ? null
        : reasonWords(reason ?? 'UNSUPPORTED_PRODUCT')
    },
    async quote(ids, wanted) {
      const body = { bookingRef: ids.reference ?? '', bookingDetails: detailsOf(wanted) }
      const said = readJson(accepted(await send('POST', '/amendment/quote', body, true), unknown), viatorAmendQuote)
      const { status, quoteRef, quotePriceDifference: difference, rejectionReasonCode } = said
      if (status === 'REJECTED') throw new BookingRefused('NotAvailable', reasonWords(rejectionReasonCode ?? 'OTHER'))
      if (quoteRef === undefined || !difference) throw missingField('amendmentSummary')
      return { token: quoteRef, difference: minor(difference.partnerTotalPrice, wanted.currency) }
    },
    async apply(token) {
      const reply = await send('POST', `/amendment/amend/${encodeURIComponent(token)}`, {})
      const { status, rejectionReasonCode, voucherInfo } = readJson(accepted(reply, unknown), viatorAmended)
      return outcomeOf(status, rejectionReasonCode, voucherInfo?.url ?? null)
    },
    async outcome({ partnerReference }) {
      const reply = await send('POST', '/bookings/status', { partnerBookingRef: partnerReference }, true)
      const said = readJson(accepted(reply, unknown), viatorAmendment)
      return said.amendmentStatus === undefined
        ? null
        : outcomeOf(said.amendmentStatus, said.amendmentRejectionReasonCode, null)
    },
  }
}

const detailsOf = ({ date, time, optionCode }: SuppliedVisit) => ({
  travelDate: date,
  ...(time !== null && { startTime: time }),
  ...(optionCode !== onlyOption && { productOptionCode: optionCode }),
})

const statuses: Readonly<Record<string, ChangeOutcome['status']>> = {
  AMENDED: 'DONE',
  PENDING: 'PENDING',
  IN_PROGRESS: 'PENDING',
  REJECTED: 'REJECTED',
}

function outcomeOf(said: string, code: string | undefined, voucherUrl: string | null): ChangeOutcome {
  const status = statuses[said]
  if (!status) throw unknownStatus(said)
  return { status, voucherUrl, reason: status === 'REJECTED' ? reasonWords(code ?? 'OTHER') : null }
}
