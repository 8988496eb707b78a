import * as z from 'zod/mini'
import { t } from '../../core/i18n/language.ts'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { exportFormats, mediaTypes } from '../../platform/transfer/exports.ts'
import { isPeriod } from './periods.ts'

const tag = 'Invoices'

const series = z
  .object({
    issuerTaxId: z.string(),
    series: z.string(),
    year: z.int(),
    count: z.int(),
    first: z.string(),
    last: z.string(),
    lastIssuedOn: z.string(),
    /** Numbers that are missing, used twice, dated before the one before, or not chained to it. All 0 in a sound series. */
    gaps: z.int(),
    duplicates: z.int(),
    outOfOrder: z.int(),
    brokenLinks: z.int(),
  })
  .register(z.globalRegistry, {
    id: 'InvoiceSeriesHealth',
    description: 'One series of documents and what is wrong with it.',
  })

/** Amounts in minor units; test documents and the orders they are of are left out. */
const money = z
  .object({
    currency: z.string(),
    invoiced: z.int(),
    /** Below zero. */
    rectified: z.int(),
    captured: z.int(),
    refunded: z.int(),
    /** Received for orders that have no invoice yet, less what went back to them. */
    notInvoiced: z.int(),
    /** Refunded on orders with an invoice, and in no refund invoice yet. */
    notRectified: z.int(),
    /** What is left of received minus documents once both are taken off: 0 where the books agree. */
    difference: z.int(),
  })
  .register(z.globalRegistry, { id: 'InvoiceMoney', description: 'Documents beside the money of one currency.' })

const health = z.object({ series: z.array(series), money: z.array(money) })
export type InvoiceHealth = z.output<typeof health>

export const readInvoiceHealth = defineEndpoint('GET /rest/data/invoice-health', {
  summary: 'Check every series for gaps, duplicates, dates and links, and compare documents with money',
  access: ['purchases', 'ui'],
  output: health,
  tag,
})

const seals = z.object({
  checked: z.int(),
  /** The numbers of documents that say something else than when they were issued. */
  wrong: z.array(z.string()),
  /** Where to go on; null at the end. */
  next: z.nullable(z.int()),
})

export const verifyInvoiceSeals = defineEndpoint('GET /rest/data/invoice-health/seals', {
  summary: 'Compute the seals of some hundred documents again; call it until next is null',
  access: ['purchases', 'ui'],
  query: z.object({
    after: z.optional(
      z
        .string()
        .check(z.regex(/^[0-9]{1,15}$/, { error: () => t('Send the number from next.') }))
        .register(z.globalRegistry, { type: 'integer', description: 'What the call before answered as next' }),
    ),
  }),
  output: seals,
  tag,
})

const sums = { currency: z.string(), documents: z.int(), net: z.int(), tax: z.int(), gross: z.int() }

/** Amounts in minor units of the currency, rates in basis points. */
const vat = z
  .object({
    rows: z.array(
      z.object({
        /** Where the tax is due: see the README of invoices. */
        country: z.string(),
        treatment: z.enum(['standard', 'margin', 'reverse_charge', 'exempt']),
        taxRate: z.int(),
        ...sums,
      }),
    ),
    /** One for each currency. A document with two rates is in two rows, and counts once here. */
    totals: z.array(z.object(sums)),
  })
  .register(z.globalRegistry, {
    id: 'VatTotals',
    description: 'What was taxed in each country at each rate, rectified amounts taken off.',
  })
export type VatTotals = z.output<typeof vat>

export const period = z.object({
  period: z
    .string({ error: () => t('Choose a period such as 2026-11, 2026-Q4, 2026 or 2026-11-03..2026-11-20.') })
    .check(
      z.refine(isPeriod, {
        error: () => t('Choose a period such as 2026-11, 2026-Q4, 2026 or 2026-11-03..2026-11-20.'),
      }),
    )
    .register(z.globalRegistry, {
      examples: ['2026-Q4'],
      description: 'By the date of issue, in business time',
      parameter: 'Period',
    }),
})

export const readVatTotals = defineEndpoint('GET /rest/data/invoice-taxes', {
  summary: 'Read net, tax and gross of a period by country, currency and rate',
  access: ['purchases', 'ui'],
  query: period,
  output: vat,
  tag,
})

export const exportVatTotals = defineEndpoint('GET /rest/data/invoice-taxes/file', {
  summary: 'Download net, tax and gross of a period by country, currency and rate, as CSV or XLSX',
  access: ['purchases', 'export'],
  also: [['purchases', 'ui']],
  query: z.extend(period, {
    format: z.optional(z.enum(exportFormats, { error: () => t('The format is csv or xlsx.') })),
  }),
  produces: Object.values(mediaTypes),
  output: z.string(),
  tag,
})
