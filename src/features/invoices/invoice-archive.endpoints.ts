import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { period } from './invoice-books.endpoints.ts'

const archive = z
  .object({
    period: z.string(),
    /** Documents of the period, without test documents. */
    documents: z.int(),
    /** Those that have their PDF. All of them, and the file can be downloaded. */
    ready: z.int(),
    state: z.enum(['idle', 'running', 'stopped', 'done']),
    /** Who asked for it; null where it was not asked for. */
    requestedBy: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'InvoiceArchive', description: 'The PDFs of a period as one file.' })
export type InvoiceArchive = z.output<typeof archive>

const exporting = {
  access: ['purchases', 'export'],
  also: [['purchases', 'ui']],
  tag: 'Invoices',
} as const

export const readInvoiceArchive = defineEndpoint('GET /rest/data/invoice-archive', {
  summary: 'Read how many documents of a period have their PDF; makes none',
  access: ['purchases', 'ui'],
  query: period,
  output: archive,
  tag: 'Invoices',
})

export const runInvoiceArchive = defineEndpoint('POST /rest/data/invoice-archive', {
  ...exporting,
  summary: 'Make the PDFs of a period, stop that, or go on',
  input: z.extend(period, { isRunning: z.boolean() }),
  output: archive,
})

export const downloadInvoiceArchive = defineEndpoint('GET /rest/data/invoice-archive/file', {
  ...exporting,
  summary: 'Download the PDFs of a period as a ZIP, once all are made',
  query: period,
  produces: 'application/zip',
  output: z.string(),
})
