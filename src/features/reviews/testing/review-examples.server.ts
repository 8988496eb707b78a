import type { Example, ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { providers } from '../../providers/providers.ts'
import type { Reviews } from '../reviews.ts'
import { allReviews } from '../reviews.ts'

/** Grades within their scale, sources with their required fields, and no decisions. */
const review: Example<keyof Reviews['resource']['fields'] & string> = (n, ids) => {
  const source = pick(['import', 'supplier', 'editorial'], n)
  const isSupplier = source === 'supplier'
  return {
    values: {
      source,
      isNoIndex: isSupplier || n % 2 === 0,
      providerId: isSupplier ? pick(ids(providers), n) : null,
      supplierReference: isSupplier ? `R-${n}` : null,
      purchaseId: null,
      purchaseLine: null,
      originalRating: n % 6,
      originalScale: pick([5, 10, 100], n),
      status: pick(['pending', 'approved', 'hidden'], n),
      rejectionReason: null,
      body: `Sample ${n} of what a customer wrote.`,
      staffReply: `Reply ${n}`,
    },
    columns: {
      author_address: n % 3 ? `192.0.${n % 200}.7` : null,
      risk_score: n % 100,
      risk_reasons: n % 2 ? ['burst'] : [],
    },
  }
}

export const examples: readonly ResourceExample[] = allReviews.map((kind) => exampleOf(kind.resource, review))
