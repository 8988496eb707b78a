import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import type { Db } from '../../db/tables.server.ts'

const day = 86_400_000
/** Days of history. */
const days = 6
/** The demo has no feed, and sells for as long as someone leaves it running: its newest rates are used for so many days. */
const newestFor = 60

/** What one euro buys. The Kenyan shilling is left out, so that the demo has a currency without a rate. */
const perEuro: Readonly<Record<string, number>> = {
  AED: 4.05,
  AUD: 1.66,
  BRL: 6.1,
  CAD: 1.5,
  CHF: 0.945,
  CLP: 1020,
  COP: 4550,
  CZK: 25.1,
  DKK: 7.46,
  GBP: 0.845,
  HKD: 8.55,
  HUF: 396,
  INR: 92.5,
  ISK: 149,
  JPY: 163,
  KRW: 1490,
  KWD: 0.338,
  MAD: 10.7,
  MXN: 20.4,
  NOK: 11.7,
  NZD: 1.82,
  PEN: 4.1,
  PLN: 4.28,
  SEK: 11.4,
  SGD: 1.46,
  THB: 37.8,
  TRY: 36.5,
  USD: 1.09,
  ZAR: 19.9,
}

/** A week of rates as a feed brings them, one entered by hand and one that has expired. Safe to run again. */
export async function seedExchangeRates(trx: Db, story: SeedStory): Promise<void> {
  const random = story.random('exchange-rates', 0)
  const today = Math.floor(Date.parse(story.asOf) / day) * day
  const at = (days: number) => new Date(today + days * day).toISOString()
  const rows: object[] = []
  for (const [quote, rate] of Object.entries(perEuro))
    for (let ago = days; ago >= 1; ago--)
      rows.push({
        quote_currency: quote,
        rate: (rate * (0.995 + random.next() / 100)).toFixed(5),
        as_of: at(-ago + 0.625),
        expires_at: at(-ago + 0.625 + (ago === 1 ? newestFor : 5)),
        source: 'European Central Bank',
      })
  rows.push(
    { quote_currency: 'ARS', rate: '1120', as_of: at(-40), expires_at: at(-33), source: 'Treasury' },
    { quote_currency: 'EGP', rate: '53.5', as_of: at(-2), expires_at: at(28), source: 'Treasury' },
  )
  await sql`
    insert into exchange_rates (quote_currency, rate, as_of, expires_at, source)
    select quote_currency, rate, as_of, expires_at, source
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (quote_currency text, rate numeric, as_of timestamptz, expires_at timestamptz, source text)
    on conflict do nothing`.execute(trx)
}
