import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { wholeListQuery } from '../../core/list/whole-list.ts'

/** A currency as it travels. */
export const currencySchema = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  numericCode: z.string(),
  /** Digits of the minor unit: 2 for EUR, 0 for JPY, 3 for KWD. */
  exponent: z.int(),
  isEnabled: z.boolean(),
})

export type Currency = z.output<typeof currencySchema>

/** Every amount in the API is in minor units, so displaying one takes its currency's exponent from here. */
export const listCurrencies = defineEndpoint('GET /rest/data/currencies', {
  summary: 'List the currencies of ISO 4217 with the digits of their minor unit, enabled ones first',
  answers: ['Content-Range', 'X-Total-Count', 'X-Total-Count-Kind', 'ETag'],
  access: 'signed-in',
  query: z.strictObject(wholeListQuery),
  output: z.array(currencySchema),
  tag: 'Website',
})
