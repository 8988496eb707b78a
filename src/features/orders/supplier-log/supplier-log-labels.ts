import { msg } from '../../../core/i18n/language.ts'
import type { SupplierCall, SupplierLog } from './supplier-log.endpoints.ts'

export const bookingStateLabels: Record<NonNullable<SupplierLog['booking']>['state'], string> = {
  held: msg('Not booked yet'),
  asked: msg('No answer yet'),
  pending: msg('Pending'),
  booked: msg('Booked'),
  rejected: msg('Rejected'),
  cancelled: msg('Cancelled'),
}

export const actionLabels: Record<SupplierCall['action'], string> = {
  hold: msg('Hold'),
  extend: msg('Longer hold'),
  book: msg('Booking'),
  status: msg('Status check'),
  cancel: msg('Cancellation'),
  quoteCancellation: msg('Cancellation quote'),
  resendVoucher: msg('Voucher'),
  checkChange: msg('Change check'),
  quoteChange: msg('Change quote'),
  applyChange: msg('Change'),
}

export const callStateLabels: Record<SupplierCall['state'], string> = {
  open: msg('No answer yet'),
  done: msg('Done'),
  refused: msg('Refused'),
}
