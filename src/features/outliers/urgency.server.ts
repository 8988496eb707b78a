import { sql } from 'kysely'

/**
 * About how much of a currency a euro buys, at the end of 2025. For the order of work alone, where a tenth more or less
 * changes nothing: no amount is ever converted with it. A currency that is missing counts like the euro.
 */
const perEuro = {
  AED: 4.2,
  ARS: 1600,
  AUD: 1.75,
  BRL: 6.3,
  CAD: 1.6,
  CHF: 0.93,
  CLP: 1080,
  CNY: 8.2,
  COP: 4500,
  CZK: 24.2,
  DKK: 7.46,
  EGP: 55,
  GBP: 0.87,
  HKD: 9,
  HUF: 385,
  IDR: 19000,
  ILS: 3.8,
  INR: 103,
  ISK: 147,
  JPY: 180,
  KES: 150,
  KRW: 1700,
  KWD: 0.355,
  MAD: 10.7,
  MXN: 21.3,
  MYR: 4.8,
  NOK: 11.7,
  NPR: 165,
  NZD: 2.02,
  PEN: 3.95,
  PHP: 68,
  PLN: 4.23,
  RON: 5.09,
  SAR: 4.35,
  SEK: 10.9,
  SGD: 1.5,
  THB: 37.5,
  TRY: 49,
  TWD: 36,
  USD: 1.16,
  ZAR: 20,
} as const

/**
 * Money in cents, roughly, so that small sums far away differ too; the more urgent the closer the event: half of it a week
 * ahead. `g` has the money, `c` is its currency.
 */
export const urgencyOf = (g: string) => sql`least(2000000000, ${sql.ref(`${g}.stake`)} / 10 ^ c.exponent
  * 100 / coalesce((${JSON.stringify(perEuro)}::jsonb ->> c.code)::numeric, 1) * 7 / (7 + greatest(0, ${sql.ref(`${g}.next_date`)} - now()::date)))::integer`
