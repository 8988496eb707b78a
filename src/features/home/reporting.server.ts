import type { Db } from '../../db/tables.server.ts'
import { convert } from '../exchange-rates/convert.ts'
import { currentRates } from '../exchange-rates/current-rates.server.ts'

interface Sums {
  readonly currency: string
  readonly gross: number
  readonly margin: number
  readonly confirmedGross: number
  readonly refunded: number
}

/** Sums of several currencies in the reporting currency. What has no valid rate is left out, and named. */
export async function inReportingCurrency(db: Db, sales: readonly Sums[], currency: string) {
  const foreign = sales.filter((sale) => sale.currency !== currency).map((sale) => sale.currency)
  const rates = foreign.length === 0 ? [] : await currentRates(db, foreign, currency)
  const rateOf = new Map(rates.map((rate) => [rate.currency, rate]))
  const total = { gross: 0, margin: 0, confirmedGross: 0, refunded: 0 }
  for (const sale of sales) {
    const rate = rateOf.get(sale.currency)
    if (!rate && sale.currency !== currency) continue
    for (const key of ['gross', 'margin', 'confirmedGross', 'refunded'] as const)
      total[key] += rate ? convert(sale[key], rate) : sale[key]
  }
  return {
    currency,
    ...total,
    asOf: rates.map(({ asOf }) => asOf).toSorted()[0] ?? null,
    sources: [...new Set(rates.map(({ source }) => source))].toSorted(),
    without: foreign.filter((one) => !rateOf.has(one)),
  }
}
