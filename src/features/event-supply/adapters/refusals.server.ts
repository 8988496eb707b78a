import { t } from '../../../core/i18n/language.ts'
import type { OutboundReply } from '../../../platform/outbound/outbound-target.server.ts'
import { BookingRefused } from '../../supply/importing/supplier-bookings.server.ts'

/** Answers to a command that say no. All others leave open what became of it, or are about our key. */
const noes = new Set([400, 404, 409, 410, 422])

/** @throws BookingRefused where a provider answers a command with no. Partners read it, so it does not name the provider. */
export function refuseNo({ status }: OutboundReply, detail: string | undefined): void {
  if (!noes.has(status)) return
  throw new BookingRefused(
    'NotAvailable',
    detail === undefined
      ? t('The provider refused it (status {status}).', { status: String(status) })
      : t('The provider refused it: {detail}', { detail }),
  )
}
