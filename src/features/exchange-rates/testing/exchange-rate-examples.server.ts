import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { exchangeRates } from '../exchange-rates.ts'

export const examples: readonly ResourceExample[] = [
  exampleOf(exchangeRates, (n) => ({
    values: {
      baseCurrency: 'EUR',
      quoteCurrency: ['USD', 'GBP', 'JPY', 'CHF'][n % 4],
      rate: 1 + n / 100,
      asOf: new Date(Date.UTC(2026, 0, 1, n)).toISOString(),
      expiresAt: new Date(Date.UTC(2027, 0, 1, n)).toISOString(),
      source: `Source ${n}`,
      note: `Note ${n}`,
    },
  })),
]
