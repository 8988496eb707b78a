import { sql } from 'kysely'
import type { OrderRates } from '../exchange-rates/order-rates.server.ts'

/**
 * Money in cents, so that small sums far away differ too; the more urgent the closer the event: half of it a week ahead. A
 * currency without a rate counts like the euro. `g` has the money, `c` is its currency.
 */
export const urgencyOf = (g: string, rates: OrderRates) => sql`least(2000000000, ${sql.ref(`${g}.stake`)}
  * coalesce((${JSON.stringify(rates)}::jsonb ->> c.code)::numeric, 100 / 10 ^ c.exponent) * 7 / (7 + greatest(0, ${sql.ref(`${g}.next_date`)} - now()::date)))::integer`
