import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import type { VatTotals } from './invoice-books.endpoints.ts'
import { period } from './invoice-books.endpoints.ts'

/** Documents in one answer. */
export const documentsAtOnce = 100

/** A row of the totals: currency, country, treatment and rate in basis points. */
const vatRow = /^([A-Z]{3})-([A-Z]{2})-(standard|margin|reverse_charge|exempt)-(\d{1,5})$/

type VatRow = Pick<VatTotals['rows'][number], 'currency' | 'country' | 'treatment' | 'taxRate'>

/** The parts of a row's name; null where it is none. */
export function vatRowOf(name: string): VatRow | null {
  const [, currency, country, treatment, rate] = vatRow.exec(name) ?? []
  if (!currency || !country || !treatment || !rate) return null
  // Edge: the pattern has no other treatments.
  return { currency, country, treatment: treatment as VatRow['treatment'], taxRate: Number(rate) }
}

/** Its name in an address. */
export const vatRowName = ({ currency, country, treatment, taxRate }: VatRow) =>
  [currency, country, treatment, taxRate].join('-')

const query = z.extend(period, {
  row: z.string().check(z.regex(vatRow, { error: () => t('Send a row such as EUR-ES-standard-2100.') })),
  page: z.optional(
    z
      .string()
      .check(z.regex(/^[1-9][0-9]{0,4}$/, { error: () => t('Send a page from 1 on.') }))
      .register(z.globalRegistry, { type: 'integer' }),
  ),
})
export type VatDocumentsQuery = z.output<typeof query>

/** Amounts in minor units, of what is taxed at the row's rate alone. */
const figures = { net: z.int(), tax: z.int(), gross: z.int() }
const documents = z.object({
  count: z.int(),
  rows: z.array(
    z.object({
      /** Of its order. */
      id: z.int(),
      kind: z.enum(['product', 'event']),
      isRefund: z.boolean(),
      number: z.string(),
      issuedOn: z.string(),
      ...figures,
    }),
  ),
})
export type VatDocuments = z.output<typeof documents>

export const readVatDocuments = defineEndpoint('GET /rest/data/invoice-taxes/documents', {
  summary: 'List the documents of a row of VAT totals, 100 a page',
  access: ['purchases', 'ui'],
  query,
  output: documents,
  tag: 'Invoices',
})
