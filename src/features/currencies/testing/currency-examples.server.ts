import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { currencySettings } from '../currency-settings.ts'

const letter = (n: number) => String.fromCharCode(65 + (n % 26))

export const examples: readonly ResourceExample[] = [
  // Codes and numbers that ISO 4217 has not given to any currency.
  exampleOf(currencySettings, (n) => ({
    values: {
      code: `Q${letter(1 + Math.floor(n / 26))}${letter(n)}`,
      name: `Currency ${n}`,
      numericCode: String(301 + 4 * n),
      exponent: n % 4,
    },
  })),
]
