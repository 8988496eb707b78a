import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { billionths } from './convert.ts'
import { currentRates } from './current-rates.server.ts'

/** The currency that the order of work is counted in. */
const orderCurrency = 'EUR'
const whole = billionths('1')

/** Cents of the order's currency for one minor unit of another, by its code. Only those that ever had a rate. */
export type OrderRates = Readonly<Record<string, number>>

/** The latest rates, for the order of work alone: no amount is ever shown converted with them. */
export async function orderRates(db: Db): Promise<OrderRates> {
  const { rows } = await sql<{ code: string }>`select code from currencies`.execute(db)
  const rates = await currentRates(
    db,
    rows.map(({ code }) => code).filter((code) => code !== orderCurrency),
    orderCurrency,
    { withExpired: true },
  )
  return {
    [orderCurrency]: 1,
    ...Object.fromEntries(
      rates.map(({ currency, rate, isInverse, fromDigits, toDigits }) => {
        const each = isInverse ? whole / rate : rate / whole
        return [currency, each * 10 ** (toDigits - fromDigits)]
      }),
    ),
  }
}

/** Amounts in minor units of several currencies by what they are worth; those that never had a rate come last. */
export function dearestFirst<Money extends { readonly currency: string; readonly amount: number }>(
  amounts: readonly Money[],
  rates: OrderRates,
): Money[] {
  const worth = ({ currency, amount }: Money) => amount * (rates[currency] ?? 0)
  return amounts.toSorted((a, b) => worth(b) - worth(a) || a.currency.localeCompare(b.currency))
}
