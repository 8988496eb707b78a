import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { basePathOf } from '../../../core/resource/resource.ts'
import { callLine, loggedCall } from '../../../platform/outbound/logged-call.ts'
import type { SupplierFacts } from './supplier-facts.ts'

/** What a supplier is called for: `product` is the sync of one product and its availability, `search` dry runs as well. */
export const callKinds = ['import', 'changes', 'product', 'search', 'again'] as const

/** Calls of one page; fewer: there are no older ones. */
export const callsShown = 30

const callId = z.string().check(z.maxLength(15))

/** The logged calls of a supplier, but those of orders; described once for all suppliers. */
export function supplierCallEndpoints({ codes }: SupplierFacts) {
  const base = basePathOf(codes)
  const { object } = codes.access
  const shared = { tag: 'Product imports', each: codes }
  const one = { ...shared, params: z.object({ call: callId }), output: loggedCall }
  return {
    listCalls: defineEndpoint(`GET ${base}/calls`, {
      ...shared,
      access: [object, 'ui'],
      summary: 'List the supplier’s calls, newest first',
      operationId: 'listSupplierCalls',
      query: z.object({ kind: z.optional(z.enum(callKinds)), before: z.optional(callId) }),
      output: z.array(callLine),
    }),
    readCall: defineEndpoint(`GET ${base}/calls/:call`, {
      ...one,
      access: [object, 'ui'],
      summary: 'Read a call to the supplier, secrets masked',
      operationId: 'readSupplierCall',
    }),
    sendCallAgain: defineEndpoint(`POST ${base}/calls/:call/send-again`, {
      ...one,
      access: [object, 'write'],
      summary: 'Send a logged read again; answers the new call',
      operationId: 'sendSupplierCallAgain',
    }),
  }
}
