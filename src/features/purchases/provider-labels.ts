import { inWords } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'

/** What providers and banks call things in words of their own, as our staff say it. Other words of theirs are shown as they are. */
const plain: Readonly<Record<string, string>> = {
  authentication_required: msg('Not authenticated'),
  card_declined: msg('Card declined'),
  charge_for_pending_refund_disputed: msg('Payment was disputed'),
  debit_not_authorized: msg('Debit not authorised'),
  duplicate: msg('Duplicate charge'),
  do_not_honor: msg('Declined by the bank'),
  expired_card: msg('Card expired'),
  expired_or_canceled_card: msg('Card expired or cancelled'),
  generic_decline: msg('Declined without a reason'),
  incorrect_cvc: msg('Wrong security code'),
  insufficient_funds: msg('Insufficient funds'),
  lost_card: msg('Card reported lost'),
  lost_or_stolen_card: msg('Card reported lost or stolen'),
  merchant_request: msg('Cancelled at our request'),
  processing_error: msg('Processing error'),
  provider_not_connected: msg('Provider not connected'),
  stolen_card: msg('Card reported stolen'),
  subscription_canceled: msg('Subscription cancelled'),
  try_again_later: msg('Bank asks to try again later'),
  unrecognized: msg('Payment not recognised'),
  // Why customers dispute a payment. Their texts come with the script that has them here.
  bank_cannot_process: msg('Bank cannot process'),
  check_returned: msg('Check returned'),
  credit_not_processed: msg('Credit not processed'),
  customer_initiated: msg('Customer initiated'),
  general: msg('General'),
  incorrect_account_details: msg('Incorrect account details'),
  noncompliant: msg('Noncompliant'),
  product_not_received: msg('Product not received'),
  product_unacceptable: msg('Product unacceptable'),
}

/** What a provider says, for people. */
export function providerWord(value: string): string {
  return t((Object.hasOwn(plain, value) && plain[value]) || inWords(value))
}

/** What is said differently only of payments and refunds that failed. */
const ofFailures: Readonly<Record<string, string>> = {
  canceled: msg('Cancelled by the provider'),
  declined: msg('Declined by the provider'),
  fraudulent: msg('Suspected fraud'),
  unknown: msg('No reason given'),
}

/** Why a payment or refund failed. */
export function failureWord(code: string): string {
  return (Object.hasOwn(ofFailures, code) && t(ofFailures[code] ?? '')) || providerWord(code)
}

/** The same with the provider's own code, which its support asks for. */
export function failureWords(code: string): string {
  return /^[a-z0-9]+(_[a-z0-9]+)+$/.test(code) ? `${failureWord(code)} (${code})` : failureWord(code)
}
