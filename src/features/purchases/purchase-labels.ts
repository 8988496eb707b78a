import { inWords } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'

/** A value of purchase-ledger.ts, or who did something, for people: `Payment captured` from `payment_captured`. */
export function wordOf(value: string): string {
  // “Duplicate” alone is a command elsewhere.
  return value === 'duplicate' ? t('Duplicate charge') : t(inWords(value))
}

/** Who did something, where their name is not known. Other languages need the article. */
const actors: Readonly<Record<string, string>> = {
  customer: msg('the customer'),
  staff: msg('staff'),
  supplier: msg('the supplier'),
  system: msg('the system'),
}

/** Who did something, in the middle of a line: their name, else what they are. */
export const actorWords = (name: string | null, kind: string) => name ?? t(actors[kind] ?? inWords(kind))

/** Refunds have a word of their own for what bookings call rejected: other languages inflect it. */
export const refundWord = (state: string) => (state === 'rejected' ? t('Not approved') : wordOf(state))

/** What the customer paid with: `Visa ···· 4721`, `PayPal`. */
export function paymentWords({
  method,
  cardBrand,
  cardLast4,
}: {
  readonly method: string
  readonly cardBrand: string | null
  readonly cardLast4: string | null
}): string {
  return cardLast4 === null ? methodName(method) : `${methodName(cardBrand ?? method)} ···· ${cardLast4}`
}

/** Names that are written in a way of their own. */
const names: Readonly<Record<string, string>> = {
  paypal: 'PayPal',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  ideal: 'iDEAL',
  amex: 'American Express',
  mastercard: 'Mastercard',
  visa: 'Visa',
}

function methodName(method: string): string {
  return names[method] ?? wordOf(method)
}

/** What became of the checks of a card; after the name of the check, so in the middle of a line. */
const results: Readonly<Record<string, string>> = {
  authenticated: msg('authenticated'),
  attempted: msg('attempted'),
  not_enrolled: msg('not enrolled'),
  failed: msg('failed'),
  match: msg('matches'),
  partial: msg('matches in part'),
  mismatch: msg('differs'),
  unavailable: msg('not available'),
}

/** What a bank said of a payment, without its codes. */
export function checkWords({
  threeDs,
  avs,
  cvc,
}: {
  readonly threeDs: string | null
  readonly avs: string | null
  readonly cvc: string | null
}): readonly string[] {
  const said = (name: string, result: string | null) =>
    result === null ? [] : [t('{name}: {result}', { name, result: t(results[result] ?? inWords(result)) })]
  return [...said('3-D Secure', threeDs), ...said(t('Address check'), avs), ...said(t('Security code'), cvc)]
}
