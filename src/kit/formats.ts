import { localOf } from './zoned-time.ts'

/** The locale that the console writes dates and numbers in. */
export const displayLocale = 'en-GB'

const known = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

function format<F extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => F): F {
  const found = known.get(key)
  if (found) return found as F
  const made = make()
  known.set(key, made)
  return made
}

/** ISO 4217's exceptions from two digits. Intl is not asked: its tables follow habits of use and differ for some. */
const exponents: Readonly<Record<string, number>> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3]),
  ...'CLF UYW'.split(' ').map((code) => [code, 4]),
])

/** Digits after the point of a currency's minor unit: 2 for EUR, 0 for JPY, 3 for KWD (ISO 4217). */
export function exponentOf(currency: string): number {
  return exponents[currency] ?? 2
}

function currencyFormat(currency: string): Intl.NumberFormat {
  const digits = exponentOf(currency)
  return format(`currency ${currency}`, () => new Intl.NumberFormat(displayLocale, {
    style: 'currency', currency, currencyDisplay: 'code', minimumFractionDigits: digits, maximumFractionDigits: digits,
  }))
}

/** `EUR 1,234.50` from minor units. The code, not the sign: a list holds several dollars. */
export function formatMoney(amount: number, currency: string): string {
  if (!/^[A-Z]{3}$/.test(currency)) return String(amount)
  return currencyFormat(currency).format(amount / 10 ** exponentOf(currency)).replaceAll('\u00a0', ' ')
}

export function formatNumber(value: number, digits?: number): string {
  return format(`number ${digits ?? ''}`, () => new Intl.NumberFormat(displayLocale, digits === undefined ? {} : { maximumFractionDigits: digits })).format(value)
}

/** `12.5 %` from basis points. */
export function formatPercent(basisPoints: number): string {
  return `${formatNumber(basisPoints / 100, 2)} %`
}

/** `1 Jun 2026`, whatever zone the reader is in. */
export function formatDate(date: string): string {
  const day = format('date', () => new Intl.DateTimeFormat(displayLocale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }))
  return day.format(new Date(`${date}T00:00:00Z`))
}

/** `1 Jun 2026, 19:30` on the clocks of a zone; the reader's own where none is given. */
export function formatInstant(instant: string, zone?: string | null): string {
  const local = localOf(instant, zone ?? ownZone())
  return `${formatDate(local.slice(0, 10))}, ${local.slice(11)}`
}

/** `CEST` or `GMT+9`: what a zone calls itself at a moment. */
export function zoneName(instant: string, zone: string): string {
  const named = format(`zone ${zone}`, () => new Intl.DateTimeFormat(displayLocale, { timeZone: zone, timeZoneName: 'short' }))
  return named.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

let zoneHere: string | undefined

/** The zone that this machine is set to. Asked for once: every cell with a moment wants it, and asking takes a tenth of a millisecond. */
export function ownZone(): string {
  zoneHere ??= Intl.DateTimeFormat().resolvedOptions().timeZone
  return zoneHere
}

/** `Partially refunded` from `partially_refunded`. */
export function inWords(choice: string): string {
  const words = choice.replaceAll(/[_-]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
