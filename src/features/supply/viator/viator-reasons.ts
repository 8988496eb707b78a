import { msg, t } from '../../../core/i18n/language.ts'

/** Viator's codes of why something is not booked. */
const viatorReasons: Readonly<Record<string, string>> = {
  SOLD_OUT: msg('Sold out at Viator.'),
  NOT_OPERATING: msg('Viator does not run it on that day.'),
  TRAVEL_DATE_PAST: msg('That day is over.'),
  BOOKABLE_ITEM_IS_NO_LONGER_AVAILABLE: msg('It was just sold out at Viator.'),
  FAILED_TO_CHECK_AVAILABILITY_OR_PRICING: msg('Viator could not reach the operator.'),
  WEATHER: msg('The operator rejected it because of the weather.'),
  DUPLICATE_BOOKING: msg('Viator treats it as a duplicate of another booking.'),
  PRODUCT_NO_LONGER_OPERATING: msg('The operator no longer runs it.'),
  MINIMUM_NUMBER_OF_PASSENGERS_NOT_MET: msg('Too few bookings to go ahead.'),
  SIGNIFICANT_GLOBAL_EVENT_FORCE_MAJEURE: msg('The operator rejected it because of force majeure.'),
  TOUR_WAS_CANCELLED: msg('The operator cancelled it.'),
  ISSUE_WITH_TICKET: msg('Viator had a problem with the ticket.'),
  ISSUE_WITH_PICKUP: msg('The operator can’t pick the guests up there.'),
  ISSUE_WITH_PAYMENT: msg('Viator declined our payment.'),
  INSUFFICIENT_FUNDS: msg('Viator declined our payment: not enough funds.'),
  INVALID_PAYMENT_DETAILS: msg('Viator declined our payment details.'),
  NO_AVAILABILITY: msg('Viator has no places then.'),
  BOOKABLE_ITEM_IS_NO_LONGER_AMENDABLE: msg('Viator no longer lets this booking be changed.'),
  PRICE_MISMATCH: msg('Viator’s price has changed since the quote.'),
  UNSUPPORTED_PRODUCT: msg('Viator doesn’t let bookings of this product be changed.'),
  UNSUPPORTED_CANCELLATION_POLICY: msg('Viator doesn’t let non-refundable bookings be changed.'),
  OTHER: msg('Viator rejected it without a reason.'),
}

/** Why there is no booking, as people say it. */
export function reasonWords(code: string): string {
  const reason = viatorReasons[code]
  return reason
    ? t(reason)
    : t('Viator rejected it: {code}', { code: code.toLowerCase().replaceAll('_', ' ').slice(0, 80) })
}
