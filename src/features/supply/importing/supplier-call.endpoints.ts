import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { idText } from '../../../core/http/path-params.ts'
import { basePathOf } from '../../../core/resource/resource.ts'
import { loggedCall } from '../../../platform/outbound/logged-call.ts'
import type { SupplierFacts } from './supplier-facts.ts'

const params = z.object({ id: idText, call: z.string().check(z.maxLength(15)) })

/** The logged calls of a code, described once for all suppliers. */
export function supplierCallEndpoints({ codes }: SupplierFacts) {
  const base = basePathOf(codes)
  const { object } = codes.access
  const shared = { tag: 'Product imports', each: codes, params, output: loggedCall }
  return {
    readCall: defineEndpoint(`GET ${base}/:id/calls/:call`, {
      ...shared,
      access: [object, 'ui'],
      summary: 'Read a call made for a code, secrets masked',
      operationId: 'readSupplierCall',
    }),
    sendCallAgain: defineEndpoint(`POST ${base}/:id/calls/:call/send-again`, {
      ...shared,
      access: [object, 'write'],
      summary: 'Send a logged read again; answers the new call',
      operationId: 'sendSupplierCallAgain',
    }),
  }
}
