import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { idParams, idText, numberText } from '../../../core/http/path-params.ts'
import { t } from '../../../core/i18n/language.ts'
import { basePathOf } from '../../../core/resource/resource.ts'
import { preview } from './code-preview.ts'
import type { SupplierFacts } from './supplier-facts.ts'

const otherProduct = z
  .strictObject({ productId: z.int({ error: () => t('Send the product’s id.') }) })
  .register(z.globalRegistry, { id: 'OtherProduct' })

/** That a code is not the same as a product, and back. Described once for all suppliers, like the other calls about codes. */
export function distinctionEndpoints({ codes }: SupplierFacts) {
  const base = basePathOf(codes)
  const shared = { tag: 'Product imports', each: codes, access: [codes.access.object, 'write'] as const }
  return {
    markDistinct: defineEndpoint(`POST ${base}/:id/distinctions`, {
      ...shared,
      summary: 'Mark a code as not the same as a product of another supplier, for good, and import it',
      operationId: 'markProductCodeDistinct',
      params: idParams,
      input: otherProduct,
      output: preview,
    }),
    forgetDistinction: defineEndpoint(`POST ${base}/:id/distinctions/:product/undo`, {
      ...shared,
      summary: 'Undo that a code was marked as not the same as a product',
      operationId: 'undoProductCodeDistinction',
      params: z.object({ id: idText, product: numberText('The id of the product') }),
      output: preview,
    }),
  }
}
