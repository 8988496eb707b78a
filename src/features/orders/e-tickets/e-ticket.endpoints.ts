import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { idParams, idText, numberText, positionText } from '../../../core/http/path-params.ts'
import { t } from '../../../core/i18n/language.ts'
import { maxPdfBytes, pdfPieceBytes } from './pdf-limits.ts'

const tag = 'Purchases'
const path = '/rest/data/purchases/:id/e-tickets'
const megabytes = maxPdfBytes / 1024 / 1024

const eTicket = z.object({
  id: z.int(),
  /** The line of the order, and which of its tickets, counted from 1; null where it is not given to any. */
  line: z.nullable(z.int()),
  place: z.nullable(z.int()),
  fileName: z.string(),
  /** Of the upload, counted from 1, and of how many. */
  page: z.int(),
  pages: z.int(),
  bytes: z.int(),
  /** The end of the barcode, and what kind it is; null where none could be read. */
  barcodeEnd: z.nullable(z.string()),
  barcodeFormat: z.nullable(z.string()),
  uploadedBy: z.nullable(z.string()),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
})
export type ETicket = z.output<typeof eTicket>

const list = z
  .object({
    /** What the order has tickets of. */
    lines: z.array(
      z.object({
        position: z.int(),
        title: z.string(),
        quantity: z.int(),
        section: z.nullable(z.string()),
        row: z.nullable(z.string()),
        seats: z.array(z.string()),
        holderNames: z.array(z.string()),
      }),
    ),
    tickets: z.array(eTicket),
    /** Why none can be uploaded now; null where they can. */
    blockedReason: z.nullable(z.string()),
  })
  .register(z.globalRegistry, {
    id: 'ETickets',
    description: 'The e-tickets of an order: each page that was uploaded, and the ticket that it is given to.',
  })
export type ETickets = z.output<typeof list>

const shared = { tag, output: list } as const

export const readETickets = defineEndpoint(`GET ${path}`, {
  ...shared,
  access: ['purchases', 'ui'],
  summary: 'Read the e-tickets of an order, and which of its tickets have none',
  params: idParams,
})

const upload = z
  .string({ error: () => t('Send the upload’s id.') })
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { error: () => t('Send the upload’s id as a UUID.') }))

export const sendETicketPiece = defineEndpoint(`PUT ${path}/uploads/:upload/pieces/:position`, {
  tag,
  access: ['purchases', 'write'],
  summary: `Send a piece of a PDF with e-tickets: ${pdfPieceBytes} bytes, the last one less. The first piece begins the upload`,
  params: z.object({
    id: idText,
    upload: z.string().register(z.globalRegistry, { format: 'uuid', description: 'A new UUID that the caller makes' }),
    position: positionText,
  }),
  input: z.strictObject({
    fileName: z
      .string({ error: () => t('Enter a file name.') })
      .check(z.trim(), z.minLength(1, { error: () => t('Enter a file name.') })),
    /** Of the whole file. */
    bytes: z
      .int({ error: () => t('Send the file’s size in bytes.') })
      .check(
        z.minimum(1, { error: () => t('The file is empty.') }),
        z.maximum(maxPdfBytes, { error: () => t('A PDF can be at most {megabytes} MB.', { megabytes }) }),
      ),
    /** Base64. */
    data: z.string({ error: () => t('Send the bytes as base64.') }).check(
      z.maxLength(Math.ceil(pdfPieceBytes / 3) * 4, {
        error: () => t('A piece has {pdfPieceBytes} bytes.', { pdfPieceBytes }),
      }),
    ),
  }),
  output: z.object({ received: z.int() }),
})

export const addETickets = defineEndpoint(`POST ${path}`, {
  ...shared,
  access: ['purchases', 'write'],
  summary:
    'Split an uploaded PDF into one e-ticket a page, read their barcodes and give them to the tickets without one',
  params: idParams,
  input: z.strictObject({
    upload,
    /** The e-ticket whose place the only page takes. */
    replaces: z.optional(z.nullable(z.int({ error: () => t('Send an e-ticket’s id.') }))),
  }),
})

const ticketParams = z.object({ id: idText, ticket: numberText('The id of the e-ticket') })

export const assignETicket = defineEndpoint(`PATCH ${path}/:ticket`, {
  ...shared,
  access: ['purchases', 'write'],
  summary: 'Give an e-ticket to a ticket of the order, or to none. It changes places with the one that is there',
  params: ticketParams,
  input: z.strictObject({
    line: z.nullable(z.int({ error: () => t('Send a line’s position.') })),
    place: z.nullable(z.int({ error: () => t('Enter a whole number.') })),
  }),
})

export const removeETicket = defineEndpoint(`DELETE ${path}/:ticket`, {
  ...shared,
  access: ['purchases', 'write'],
  summary: 'Remove an e-ticket that the customer does not have',
  params: ticketParams,
})

export const readETicketFile = defineEndpoint(`GET ${path}/:ticket/file`, {
  tag,
  access: ['purchases', 'ui'],
  summary: 'Read an e-ticket as a PDF of one page, or as a picture of it',
  params: ticketParams,
  query: z.strictObject({ as: z.optional(z.enum(['pdf', 'preview'])) }),
  produces: ['application/pdf', 'image/webp'],
  output: z.string(),
})

/** Under it are the calls of customers, who have no key but the link in their message. */
export const ticketsPath = '/v1/order-tickets/'

export const ticketsTags = {
  'Order tickets':
    'The e-tickets of an order by the link in its message: its fragment is the token, sent as “Authorization: Bearer …”.',
} as const

const byLink = {
  access: 'public',
  tag: 'Order tickets',
  asksProof: true,
  headers: { Authorization: 'The token of the customer’s link, as “Bearer …”' },
} as const

export const readOrderTickets = defineEndpoint('GET /v1/order-tickets/current', {
  ...byLink,
  summary: 'Read which e-tickets the customer of an order has been sent',
  operationId: 'readOrderTickets',
  output: z
    .object({
      reference: z.string(),
      title: z.string(),
      localDate: z.string(),
      localTime: z.nullable(z.string()),
      timeZone: z.string(),
      /** How many the order has in all. */
      quantity: z.int(),
      tickets: z.array(
        z.object({
          id: z.int(),
          section: z.nullable(z.string()),
          row: z.nullable(z.string()),
          seat: z.nullable(z.string()),
          bytes: z.int(),
        }),
      ),
    })
    .register(z.globalRegistry, { id: 'OrderTickets', description: 'The e-tickets that a customer can download.' }),
})

export const readOrderTicketFile = defineEndpoint('GET /v1/order-tickets/:ticket/file', {
  ...byLink,
  summary: 'Download one e-ticket as a PDF of one page',
  operationId: 'readOrderTicketFile',
  params: z.object({ ticket: numberText('The id of the e-ticket') }),
  produces: 'application/pdf',
  output: z.string(),
})
