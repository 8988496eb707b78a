import type { SupplierField } from './supplier-fields.ts'

/** What a rule needs to be asked with. `maxChange` is in basis points of our value. */
export interface DriftRule {
  readonly id: number
  readonly field: SupplierField
  readonly providerId: number | null
  readonly maxChange: number | null
}

/** How much bigger or smaller the supplier's number is, in basis points of ours; null where that means nothing. */
export function changeOf(ours: unknown, theirs: unknown): number | null {
  return typeof ours === 'number' && typeof theirs === 'number' && ours !== 0 ? Math.round((theirs - ours) * 10_000 / Math.abs(ours)) : null
}

/**
 * The rule that takes a change without asking, the oldest that fits; undefined where somebody has to look. A rule with a
 * largest change takes no value that has no share: one that appears, or goes away, or was 0.
 */
export function ruleFor(rules: readonly DriftRule[], change: { field: SupplierField; providerId: number; ours: unknown; theirs: unknown }): DriftRule | undefined {
  const share = changeOf(change.ours, change.theirs)
  return rules.find(({ field, providerId, maxChange }) => (
    field === change.field && (providerId === null || providerId === change.providerId)
    && (maxChange === null || (share !== null && Math.abs(share) <= maxChange))))
}
