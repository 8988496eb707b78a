import { hashText } from './random.ts'

/**
 * Digits of the minor unit (ISO 4217) and what one euro buys, of each currency that the demo sells or buys
 * in.
 */
const currencies: Readonly<Record<string, readonly [exponent: number, perEuro: number]>> = {
  AED: [2, 4.05],
  ARS: [2, 1120],
  AUD: [2, 1.66],
  BRL: [2, 6.1],
  CAD: [2, 1.5],
  CHF: [2, 0.945],
  CLP: [0, 1020],
  COP: [2, 4550],
  CZK: [2, 25.1],
  DKK: [2, 7.46],
  EGP: [2, 53.5],
  EUR: [2, 1],
  GBP: [2, 0.845],
  HKD: [2, 8.55],
  HUF: [2, 396],
  IDR: [2, 17600],
  INR: [2, 92.5],
  ISK: [0, 149],
  JPY: [0, 163],
  KES: [2, 142],
  KRW: [0, 1490],
  KWD: [3, 0.338],
  MAD: [2, 10.7],
  MXN: [2, 20.4],
  NOK: [2, 11.7],
  NPR: [2, 148],
  NZD: [2, 1.82],
  PEN: [2, 4.1],
  PLN: [2, 4.28],
  SEK: [2, 11.4],
  SGD: [2, 1.46],
  THB: [2, 37.8],
  TRY: [2, 36.5],
  USD: [2, 1.09],
  WST: [2, 3.02],
  ZAR: [2, 19.9],
}

/** The currency of payments from countries whose own currency is not sold. */
const sellingInstead: Readonly<Record<string, string>> = {
  NPR: 'USD',
  WST: 'NZD',
  IDR: 'USD',
  KES: 'USD',
  ARS: 'USD',
  EGP: 'USD',
}

/** Digits of a currency's minor unit. */
function exponentOf(currency: string): number {
  return entryOf(currency)[0]
}

function entryOf(currency: string): readonly [number, number] {
  const entry = currencies[currency]
  if (!entry) throw new Error(`There is no rate for ${currency}.`)
  return entry
}

/** The currency that customers of a country's currency are charged in. */
export function sellingCurrency(currency: string): string {
  return sellingInstead[currency] ?? currency
}

const cycles = new Map<string, number>()

/** A rate moves by up to 3 % over weeks; the euro is constant. `day` counts days since 1970. */
function perEuro(currency: string, day: number): number {
  if (currency === 'EUR') return 1
  let phase = cycles.get(currency)
  if (phase === undefined) cycles.set(currency, (phase = hashText(currency) % 1_000))
  const wave = 0.02 * Math.sin((day + phase) / 47) + 0.01 * Math.sin((day + phase) / 11)
  return entryOf(currency)[1] * (1 + wave)
}

/**
 * Major units of `to` for one of `from`, in billionths: an exact number, as the database keeps nine digits.
 */
export function rateOf(from: string, to: string, day: number): number {
  if (from === to) return 1_000_000_000
  return Math.round((perEuro(to, day) / perEuro(from, day)) * 1e9)
}

/** Minor units of another currency at a rate in billionths, rounded half up. Exact: no double is involved. */
export function converted(amount: number, from: string, to: string, rate: number): number {
  if (from === to) return amount
  const up = BigInt(10 ** Math.max(0, exponentOf(to) - exponentOf(from)))
  const down = 1_000_000_000n * BigInt(10 ** Math.max(0, exponentOf(from) - exponentOf(to)))
  return Number((BigInt(amount) * BigInt(rate) * up * 2n + down) / (2n * down))
}

/** A price in euros as a currency would print it: about three digits, the last a 0 or a 5. Minor units. */
export function priceIn(currency: string, euros: number): number {
  const [exponent, rate] = entryOf(currency)
  const amount = euros * rate * 10 ** exponent
  const step = Math.max(1, 5 * 10 ** (Math.floor(Math.log10(Math.max(amount, 1))) - 2))
  return Math.max(Math.round(step), Math.round(Math.round(amount / step) * step))
}

/**
 * Splits an amount by weights so that the parts add up to it again: what rounding leaves goes to the largest
 * remainders.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const exact = weights.map((weight) => (sum === 0 ? 0 : (amount * weight) / sum))
  const parts = exact.map(Math.floor)
  const order = exact.map((_, index) => index).sort((a, b) => ((exact[b] ?? 0) % 1) - ((exact[a] ?? 0) % 1) || a - b)
  let left = amount - parts.reduce((all, part) => all + part, 0)
  for (const index of order) {
    if (left <= 0) break
    parts[index] = (parts[index] ?? 0) + 1
    left -= 1
  }
  return parts
}
