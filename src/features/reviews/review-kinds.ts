import type { PermissionObject } from '../../core/access/permissions.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    'alias-reviews': true
    'product-reviews': true
  }
}

/** What a review can be about. Everything else is the same for the three kinds. */
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
    kind: 'product',
    name: 'product-reviews',
    label: ['Product review', 'Product reviews'],
    subjectKey: 'productId',
    subjects: 'products',
    subjectLabel: 'Product',
    object: 'product-reviews',
    pages: '/products/reviews',
  },
  alias: {
    kind: 'alias',
    name: 'alias-reviews',
    label: ['Alias review', 'Alias reviews'],
    subjectKey: 'aliasId',
    subjects: 'aliases',
    subjectLabel: 'Alias',
    object: 'alias-reviews',
    pages: '/aliases/reviews',
  },
  // Lineups own their reviews: permission to change lineups includes moderating their reviews.
  lineup: {
    kind: 'lineup',
    name: 'lineup-reviews',
    label: ['Lineup review', 'Lineup reviews'],
    subjectKey: 'lineupId',
    subjects: 'lineups',
    subjectLabel: 'Lineup',
    object: 'lineups',
    pages: '/lineup/reviews',
  },
} as const satisfies Readonly<Record<string, ReviewKind>>
