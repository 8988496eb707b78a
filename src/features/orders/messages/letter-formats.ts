import { exponentOf } from '../../../core/i18n/formats.ts'
import { keptFormats } from '../../../core/i18n/kept-formats.ts'
import { decimalText } from '../../../core/money.ts'

const spokenIn = (locale: string) => (locale === 'en' ? 'en-GB' : locale)

const days = keptFormats((spoken) => new Intl.DateTimeFormat(spoken, { dateStyle: 'long', timeZone: 'UTC' }))
/** All digits of ISO 4217: Intl’s own are a habit of use, which leaves out those of forints and Colombian pesos. */
const amounts = keptFormats((spoken, currency) => {
  const digits = exponentOf(currency)
  return new Intl.NumberFormat(spoken, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
})

/** A day of the calendar, in words. */
export const dayIn = (locale: string, day: string) => days(spokenIn(locale)).format(Date.parse(day))

/** From its digits, because a large amount is not exact as a floating-point number. */
export function moneyIn(
  locale: string,
  { total, currency, exponent }: { readonly total: number; readonly currency: string; readonly exponent: number },
): string {
  return amounts(spokenIn(locale), currency).format(decimalText(total, exponent) as `${number}`)
}

/** Names of brands, which are the same in every language. */
const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  paypal: 'PayPal',
  bizum: 'Bizum',
  ideal: 'iDEAL',
  klarna: 'Klarna',
  pix: 'Pix',
}

/** For customers, so they are no texts of the console. */
const yours: Readonly<Record<string, { readonly card: string; readonly account: string }>> = {
  en: { card: 'your card', account: 'your bank account' },
  es: { card: 'su tarjeta', account: 'su cuenta bancaria' },
  fr: { card: 'votre carte', account: 'votre compte bancaire' },
  de: { card: 'Ihre Karte', account: 'Ihr Bankkonto' },
  it: { card: 'la tua carta', account: 'il tuo conto bancario' },
  pt: { card: 'o seu cartão', account: 'a sua conta bancária' },
}

/** What a customer paid with, as they know it: `Visa ···· 4721`, `PayPal`, `your card`. */
export function paidWithIn(
  locale: string,
  {
    method,
    cardBrand,
    cardLast4,
  }: { readonly method: string; readonly cardBrand: string | null; readonly cardLast4: string | null },
): string {
  const { card = '', account = '' } = yours[locale.toLowerCase().split('-')[0] ?? ''] ?? yours['en'] ?? {}
  const name = (cardBrand !== null && (brands[cardBrand.toLowerCase()] ?? cardBrand)) || brands[method]
  if (cardLast4 !== null) return `${name ?? card} ···· ${cardLast4}`
  return name ?? (method === 'bank_transfer' ? account : card)
}
