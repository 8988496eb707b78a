import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'

const currency = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  numericCode: z.string(),
  /** Digits of the minor unit: 2 for EUR, 0 for JPY, 3 for KWD. */
  exponent: z.int(),
  isEnabled: z.boolean(),
})

export type Currency = z.output<typeof currency>

/**
 * Every amount on the wire is in minor units, so whoever shows one needs its currency's exponent from here.
 */
export const listCurrencies = defineEndpoint('GET /rest/data/currencies', {
  summary: 'List the currencies of ISO 4217 with the digits of their minor unit, enabled ones first',
  access: 'signed-in',
  output: z.array(currency),
  tag: 'Website',
})
