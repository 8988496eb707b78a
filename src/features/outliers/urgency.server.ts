import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { billionths } from '../exchange-rates/convert.ts'
import { currentRates } from '../exchange-rates/current-rates.server.ts'

/** The currency that the order of work is counted in. */
const orderCurrency = 'EUR'
const whole = billionths('1')

/** Cents of the order's currency for one minor unit of another, by its code. Only those that ever had a rate. */
type OrderRates = Readonly<Record<string, number>>

/** The latest rates, for the order of work alone: no amount is ever shown converted with them. */
export async function orderRates(db: Db): Promise<OrderRates> {
  const { rows } = await sql<{ code: string }>`select code from currencies`.execute(db)
  const rates = await currentRates(
    db,
    rows.map(({ code }) => code).filter((code) => code !== orderCurrency),
    orderCurrency,
    { withExpired: true },
  )
  return Object.fromEntries(
    rates.map(({ currency, rate, isInverse, fromDigits, toDigits }) => {
      const each = isInverse ? whole / rate : rate / whole
      return [currency, each * 10 ** (toDigits - fromDigits)]
    }),
  )
}

/**
 * Money in cents, so that small sums far away differ too; the more urgent the closer the event: half of it a week ahead. A
 * currency without a rate counts like the euro. `g` has the money, `c` is its currency.
 */
export const urgencyOf = (g: string, rates: OrderRates) => sql`least(2000000000, ${sql.ref(`${g}.stake`)}
  * coalesce((${JSON.stringify(rates)}::jsonb ->> c.code)::numeric, 100 / 10 ^ c.exponent) * 7 / (7 + greatest(0, ${sql.ref(`${g}.next_date`)} - now()::date)))::integer`
