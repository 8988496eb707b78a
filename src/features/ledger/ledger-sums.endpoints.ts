import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'

/** More entries than this are not added up while a person waits. */
export const maxSummed = 50_000

/** In minor units of each currency, debits positive and credits negative. */
const sums = z.object({
  sums: z.array(z.object({ currency: z.string(), sum: z.int() })),
  /** There are more entries than are added up, and no sums. */
  isMore: z.boolean(),
})
export type LedgerSums = z.output<typeof sums>

export const readLedgerSums = defineEndpoint('GET /rest/data/ledger-sums', {
  summary: 'Add up the entries of the ledger that a filter finds, by currency',
  access: ['purchases', 'ui'],
  query: z.object({ filter: z.optional(z.string()) }),
  output: sums,
  tag: 'Ledger entries',
})
