import type { PermissionObject } from '../../permissions.ts'

/** What a review can be of. Everything else about the three kinds is the same. */
export interface ReviewKind {
  readonly kind: 'product' | 'alias' | 'lineup'
  /** The resource, and with `_` its table. */
  readonly name: string
  readonly label: readonly [string, string]
  /** The field that names the subject, and the resource that it points at. */
  readonly subjectKey: string
  readonly subjects: string
  readonly subjectLabel: string
  readonly object: PermissionObject
  /** Where its pages are: `/products/reviews`. */
  readonly pages: string
}

export const reviewKinds = {
  product: {
    kind: 'product', name: 'product-reviews', label: ['Product review', 'Product reviews'], subjectKey: 'productId', subjects: 'products',
    subjectLabel: 'Product', object: 'product-reviews', pages: '/products/reviews',
  },
  alias: {
    kind: 'alias', name: 'alias-reviews', label: ['Alias review', 'Alias reviews'], subjectKey: 'aliasId', subjects: 'aliases',
    subjectLabel: 'Alias', object: 'alias-reviews', pages: '/aliases/reviews',
  },
  // Lineups own their reviews: whoever may change the one may moderate the other.
  lineup: {
    kind: 'lineup', name: 'lineup-reviews', label: ['Lineup review', 'Lineup reviews'], subjectKey: 'lineupId', subjects: 'lineups',
    subjectLabel: 'Lineup', object: 'lineups', pages: '/lineup/reviews',
  },
} as const satisfies Readonly<Record<string, ReviewKind>>
