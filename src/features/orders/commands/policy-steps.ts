import type { Purchase } from '../../purchases/purchases.ts'

export interface PolicyStep {
  /** Milliseconds since 1970; null for what comes after the last limit. */
  readonly until: number | null
  /** Basis points of the price. */
  readonly refund: number
}

/** A cancellation policy from its first limit to the time after the last one. */
export function policySteps({ cancellationPolicy }: Pick<Purchase, 'cancellationPolicy'>): readonly PolicyStep[] {
  const limits = cancellationPolicy
    .filter(({ refund }) => refund > 0)
    .map(({ until, refund }) => ({ until: Date.parse(until), refund }))
    .toSorted((one, other) => one.until - other.until)
  return [...limits, { until: null, refund: 0 }]
}
