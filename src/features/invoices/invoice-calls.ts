import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams } from '../../core/http/path-params.ts'

const total = z.object({ taxRate: z.int(), net: z.int(), tax: z.int(), gross: z.int() })

/** What a document says. Amounts in minor units of its currency, below zero where it rectifies; rates in basis points. */
const content = {
  kind: z.enum(['invoice', 'rectifying']),
  /** It is about a payment that moved no money. */
  isTest: z.boolean(),
  operationOn: z.string(),
  /** Of the invoice that it rectifies. */
  refersTo: z.nullable(z.object({ number: z.string(), issuedOn: z.string() })),
  reason: z.nullable(z.string()),
  issuer: z.nullable(z.object({ name: z.string(), taxId: z.string(), address: z.string(), country: z.string() })),
  recipient: z.object({
    name: z.string(),
    company: z.nullable(z.string()),
    taxId: z.nullable(z.string()),
    address: z.nullable(z.string()),
    country: z.string(),
  }),
  currency: z.string(),
  pricesIncludeTax: z.boolean(),
  lines: z.array(z.extend(total, { title: z.string(), quantity: z.int(), unitPrice: z.int() })),
  taxes: z.array(total),
  net: z.int(),
  tax: z.int(),
  gross: z.int(),
}

const draft = z.object(content)
const issued = z.object({
  ...content,
  id: z.int(),
  number: z.string(),
  issuedAt: z.string(),
  issuedOn: z.string(),
  issuedBy: z.string(),
  /** Proves, with the hash of the document before it in its series, that neither was changed. */
  hash: z.string(),
})

const next = z.object({
  /** What would be issued; null where there is nothing to issue. */
  draft: z.nullable(draft),
  /** Why it cannot be issued now; null where it can. */
  blockedReason: z.nullable(z.string()),
})

const documents = z
  .object({
    purchase: z.object({ id: z.int(), reference: z.string(), kind: z.enum(['product', 'event']), title: z.string() }),
    /** In the order of their issue: at most one invoice, then what rectifies it. */
    issued: z.array(issued),
    invoice: next,
    refundInvoice: next,
  })
  .register(z.globalRegistry, {
    id: 'PurchaseInvoices',
    description: 'The documents of an order, and what can be issued.',
  })
export type PurchaseInvoices = z.output<typeof documents>
export type IssuedDocument = z.output<typeof issued>
export type DraftDocument = z.output<typeof draft>

export const readPurchaseInvoices = defineEndpoint('GET /rest/data/purchases/:id/invoices', {
  summary: 'Read the invoice and the refund invoices of a purchase, and what can be issued now; issues nothing',
  access: ['purchases', 'ui'],
  params: idParams,
  output: documents,
  tag: 'Purchases',
})

const issuing = {
  access: ['purchases', 'write'],
  params: idParams,
  output: issued,
  status: 201,
  tag: 'Purchases',
  // A number is used up for good.
  idempotencyKey: 'required',
} as const

export const issueInvoice = defineEndpoint('POST /rest/data/purchases/:id/invoice', {
  ...issuing,
  summary: 'Issue the invoice of a purchase that is paid',
})

export const issueRefundInvoice = defineEndpoint('POST /rest/data/purchases/:id/refund-invoice', {
  ...issuing,
  summary: 'Issue a refund invoice for what was refunded since the last one',
})
