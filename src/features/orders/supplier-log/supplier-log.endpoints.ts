import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { idParams, idText, numberText } from '../../../core/http/path-params.ts'

/** Where a booking at a supplier is. `asked`: sent without an answer. */
const bookingStates = ['held', 'asked', 'pending', 'booked', 'rejected', 'cancelled'] as const
const supplierActions = [
  'hold',
  'extend',
  'book',
  'status',
  'cancel',
  'quoteCancellation',
  'resendVoucher',
  'checkChange',
  'quoteChange',
  'applyChange',
] as const

const booking = z.object({
  supplier: z.string(),
  /** Ours, by which the supplier knows it. */
  partnerReference: z.string(),
  reference: z.nullable(z.string()),
  state: z.enum(bookingStates),
  reason: z.nullable(z.string()),
  voucherUrl: z.nullable(z.string()),
  /** Made at a simulator or at the supplier's test system. */
  isTest: z.boolean(),
  /** Whether the supplier keeps the places until it is booked. */
  hasPlaces: z.boolean(),
  nextPollAt: z.nullable(z.string()),
  /** Said where no outside material proves how the supplier is called. */
  assumption: z.nullable(z.string()),
})

const call = z.object({
  id: z.int(),
  action: z.enum(supplierActions),
  at: z.string(),
  state: z.enum(['open', 'done', 'refused']),
  tries: z.int(),
  /** Why it was refused, or why the last try brought no answer. */
  message: z.nullable(z.string()),
  nextTryAt: z.nullable(z.string()),
})
export type SupplierCall = z.output<typeof call>

const exchange = z.object({
  id: z.int(),
  action: z.enum(supplierActions),
  at: z.string(),
  milliseconds: z.int(),
  method: z.string(),
  url: z.string(),
  status: z.nullable(z.int()),
  problem: z.nullable(z.string()),
})
export type Exchange = z.output<typeof exchange>

const supplierLog = z
  .object({
    /** Null for orders of our own stock and for those that no supplier was asked for by this program. */
    booking: z.nullable(booking),
    /** What was asked, the newest first. */
    calls: z.array(call),
    /** What went over the wire for it, the newest first. */
    exchanges: z.array(exchange),
  })
  .register(z.globalRegistry, {
    id: 'SupplierLog',
    description: 'What a supplier was asked about an order, and what it said.',
  })
export type SupplierLog = z.output<typeof supplierLog>

export const readSupplierLog = defineEndpoint('GET /rest/data/purchases/:id/supplier-log', {
  access: ['purchases', 'ui'],
  tag: 'Purchases',
  summary: 'Read what the supplier of a purchase was asked, and what it said',
  params: idParams,
  output: supplierLog,
})

export const readSupplierExchange = defineEndpoint('GET /rest/data/purchases/:id/supplier-log/:exchange', {
  access: ['purchases', 'ui'],
  tag: 'Purchases',
  summary: 'Read one call to a supplier as it was sent and answered, with secrets and customers masked',
  params: z.object({ id: idText, exchange: numberText('The id of the call') }),
  output: z.extend(exchange, {
    headers: z.record(z.string(), z.string()),
    request: z.nullable(z.string()),
    answer: z.nullable(z.string()),
  }),
})

export const askSupplierNow = defineEndpoint('POST /rest/data/purchases/:id/supplier-log/ask', {
  access: ['purchases', 'write'],
  tag: 'Purchases',
  summary: 'Ask the supplier of a purchase now what became of its booking; changes the order where that is news',
  params: idParams,
  output: supplierLog,
})
