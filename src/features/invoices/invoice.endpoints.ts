import * as z from 'zod/mini'
import { t } from '../../core/i18n/language.ts'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { outcomes } from '../../core/outcome.ts'
import { idParams } from '../../core/http/path-params.ts'
import { typedLine, typedText } from '../orders/typed-text.ts'
import { sendingStates } from './invoices.ts'
import { simplifiedGrounds } from './simplified.ts'
import { isTaxId } from './tax-id.ts'

const figures = { taxRate: z.int(), net: z.int(), tax: z.int(), gross: z.int() }
const total = z
  .object(figures)
  .register(z.globalRegistry, { id: 'InvoiceRate', description: 'What a document charges at one rate of tax.' })
const line = z
  .object({ ...figures, title: z.string(), quantity: z.int(), unitPrice: z.int() })
  .register(z.globalRegistry, { id: 'InvoiceLine', description: 'What a document charges for one thing.' })
const issuer = z
  .object({ name: z.string(), taxId: z.string(), address: z.string(), country: z.string() })
  .register(z.globalRegistry, { id: 'InvoiceIssuer', description: 'Who issues a document, as it was then.' })
const recipient = z
  .object({
    name: z.string(),
    company: z.nullable(z.string()),
    taxId: z.nullable(z.string()),
    address: z.nullable(z.string()),
    country: z.string(),
  })
  .register(z.globalRegistry, { id: 'InvoiceRecipient', description: 'Who receives a document, as they were then.' })

/** All but `standard` charge no tax. */
const treatment = z.enum(['standard', 'margin', 'reverse_charge', 'exempt'])

/** `limit` is the highest total it allows, in minor units of the document’s currency. */
const simplification = z.object({ by: z.enum(simplifiedGrounds), limit: z.int() })

const mentioned = { number: z.string(), issuedOn: z.string() }

/** What a document says. Amounts in minor units of its currency, below zero where it rectifies; rates in basis points. */
const content = {
  kind: z.enum(['invoice', 'simplified', 'rectifying', 'correction']),
  /** It is about a payment that moved no money. */
  isTest: z.boolean(),
  operationOn: z.string(),
  /** What was sold. */
  subject: z.string(),
  /** Of the invoice that it rectifies or replaces, and of what took that one back. */
  refersTo: z.nullable(
    z.object({ ...mentioned, kind: z.enum(['invoice', 'simplified']), rectifiedBy: z.nullable(z.object(mentioned)) }),
  ),
  reason: z.nullable(z.string()),
  issuer: z.nullable(issuer),
  recipient,
  currency: z.string(),
  pricesIncludeTax: z.boolean(),
  taxTreatment: treatment,
  /** What allowed a simplified invoice; null for all others. */
  simplified: z.nullable(simplification),
  lines: z.array(line),
  taxes: z.array(total),
  net: z.int(),
  tax: z.int(),
  gross: z.int(),
}

const draft = z
  .object(content)
  .register(z.globalRegistry, { id: 'DocumentDraft', description: 'A document as it would be issued.' })
const issued = z
  .object({
    ...content,
    id: z.int(),
    number: z.string(),
    issuedAt: z.string(),
    issuedOn: z.string(),
    issuedBy: z.string(),
    /** Proves, with the hash of the document before it in its series, that neither was changed. */
    hash: z.string(),
    /** SHA-256 of its e-invoice; null where it was issued before e-invoices were stored. */
    einvoiceHash: z.nullable(z.string()),
    /** SHA-256 of its PDF; null until it is first made. */
    pdfHash: z.nullable(z.string()),
    /** Of its PDF, as far as we have the words. */
    locale: z.string(),
    /** Each time it was sent, the newest first. Addresses are masked. */
    sent: z.array(z.object({ at: z.string(), to: z.string(), by: z.string(), state: z.enum(sendingStates) })),
  })
  .register(z.globalRegistry, { id: 'IssuedDocument', description: 'A document that was issued.' })

const next = z.object({
  /** What would be issued; null where there is nothing to issue. */
  draft: z.nullable(draft),
  /** Why it cannot be issued now; null where it can. */
  blockedReason: z.nullable(z.string()),
  /** What is issued with it, where a refund takes the invoice back and what stays is invoiced again. */
  reissued: z.nullable(draft),
})

const documents = z
  .object({
    purchase: z.object({ id: z.int(), reference: z.string(), kind: z.enum(['product', 'event']), title: z.string() }),
    /** In the order of their issue: an invoice, what rectifies it, and where it was corrected the one that replaces it. */
    issued: z.array(issued),
    invoice: next,
    refundInvoice: next,
    /** What allows a simplified invoice for this order’s currency, the general limit first. */
    simplifications: z.array(simplification),
    /** Why the invoice cannot be rectified and reissued now; null where it can. */
    reissueBlockedReason: z.nullable(z.string()),
    /** What the order charges now, where the invoice says another amount and can be reissued for it; null where it is right. */
    chargedNow: z.nullable(z.int()),
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

/** Who the document names, where the customer asked for another name than that of the order. */
const corrected = z
  .strictObject({
    name: typedLine(201, () => t('Enter a name.')),
    company: z.nullable(typedLine(200)),
    taxId: z.nullable(
      typedLine(40).check(
        z.refine((id) => id === '' || isTaxId(id), { error: () => t('Enter a tax ID such as ESB12345678.') }),
      ),
    ),
    address: z.nullable(typedText(500)),
    country: z.string().check(z.regex(/^[A-Z]{2}$/, { error: () => t('Enter a country code such as ES.') })),
  })
  .register(z.globalRegistry, { id: 'InvoiceRecipientInput', description: 'Who a document will name.' })
export type CorrectedRecipient = z.output<typeof corrected>

export const issueInvoice = defineEndpoint('POST /rest/data/purchases/:id/invoice', {
  ...issuing,
  input: z.strictObject({
    recipient: z.optional(corrected),
    taxTreatment: z.optional(treatment),
    /** Simplified where it can be, unless this says otherwise. */
    form: z.optional(z.enum(['full', ...simplifiedGrounds])),
  }),
  summary: 'Issue the invoice of a purchase that is paid',
})

export const readInvoiceUbl = defineEndpoint('GET /rest/data/invoices/:id/ubl', {
  summary: 'Download a document as an e-invoice: EN 16931 in UBL 2.1',
  access: ['purchases', 'ui'],
  params: idParams,
  produces: 'application/xml',
  output: z.string(),
  tag: 'Invoices',
})

export const readInvoicePdf = defineEndpoint('GET /rest/data/invoices/:id/pdf', {
  summary: 'Download a document as a PDF: made once, then always the same',
  access: ['purchases', 'ui'],
  params: idParams,
  produces: 'application/pdf',
  output: z.string(),
  tag: 'Invoices',
})

export const sendInvoices = defineEndpoint('POST /rest/data/invoices/send', {
  summary: 'Send documents to the customers of their orders, with PDF and e-invoice, in their language',
  access: ['purchases', 'write'],
  idempotencyKey: 'required',
  input: z.strictObject({
    ids: z
      .array(z.int({ error: () => t('Every id must be a whole number.') }))
      .check(
        z.minLength(1, { error: () => t('Choose at least one document.') }),
        z.maxLength(500, { error: () => t('At most 500 documents at a time.') }),
      ),
  }),
  output: outcomes,
  tag: 'Invoices',
})

export const issueRefundInvoice = defineEndpoint('POST /rest/data/purchases/:id/refund-invoice', {
  ...issuing,
  summary: 'Issue a refund invoice for what was refunded since the last one',
})

const correction = {
  recipient: z.optional(corrected),
  taxTreatment: z.optional(treatment),
  reason: typedText(300, () => t('Enter a reason.')),
}
const reissuePreview = z
  .object({
    /** What takes the invoice back: all that is left of it, below zero. */
    takenBack: draft,
    /** What is issued in its place: for the same total, or for what the order charges now. */
    reissued: draft,
    /** Send it back to issue what was previewed. */
    token: z.string(),
  })
  .register(z.globalRegistry, {
    id: 'InvoiceReissuePreview',
    description: 'Both documents of a corrected invoice. Send the token to issue them.',
  })
export type ReissuePreview = z.output<typeof reissuePreview>

export const previewReissue = defineEndpoint('POST /rest/data/purchases/:id/reissue-invoice/preview', {
  summary: 'Preview rectifying an invoice and issuing another in its place',
  access: ['purchases', 'write'],
  params: idParams,
  input: z.strictObject(correction),
  output: reissuePreview,
  tag: 'Purchases',
})

export const reissueInvoice = defineEndpoint('POST /rest/data/purchases/:id/reissue-invoice', {
  ...issuing,
  input: z.strictObject({ ...correction, token: z.string() }),
  summary: 'Rectify the invoice of a purchase in full and issue another one in its place',
})
