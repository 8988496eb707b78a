import { t } from '../../../core/i18n/language.ts'
import type { OutboundReply } from '../../../platform/outbound/outbound-target.server.ts'
import { sayStored } from '../../../platform/stored-texts/stored-text.ts'
import { SupplierError } from '../importing/supplier-catalogue.server.ts'
import type { BookingIds } from '../importing/supplier-bookings.server.ts'
import { BookingRefused, unknownBooking } from '../importing/supplier-bookings.server.ts'
import { viatorFault } from './viator-catalogue.server.ts'

export const unknown = () => unknownBooking('Viator')
const unsold = () => new BookingRefused('NotAvailable', t('Viator no longer sells this.'))

/** An answer to read. A call that Viator finds wrong was not carried out, which is a no; all else is a fault. */
export function accepted(reply: OutboundReply, missing = unsold): OutboundReply {
  const fault = viatorFault(reply)
  if (!fault) return reply
  if (fault.kind === 'not_found' || fault.kind === 'gone') throw missing()
  if (fault.kind === 'invalid' && reply.status < 500)
    throw new BookingRefused(
      'SupplierRejected',
      t('Viator refused: {detail}', { detail: sayStored(fault.detail ?? '') }),
    )
  throw new SupplierError(fault)
}

export const referenceOf = ({ reference }: BookingIds) => encodeURIComponent(reference ?? '')
