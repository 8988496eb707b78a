import type { SupplierField } from './supplier-fields.ts'

/** The fields that a rule is matched by. `maxChange` is in basis points of our value. */
export interface DriftRule {
  readonly id: number
  readonly field: SupplierField
  readonly providerId: number | null
  readonly maxChange: number | null
}

/**
 * The size of the supplier's change in basis points of our value; null if meaningless. Rounded like the column `change` of
 * the inbox: half away from zero.
 */
function sizeOfChange(ours: unknown, theirs: unknown): number | null {
  if (typeof ours !== 'number' || typeof theirs !== 'number' || ours === 0) return null
  return Math.round((Math.abs(theirs - ours) * 10_000) / Math.abs(ours))
}

/**
 * The oldest rule that accepts a change automatically; undefined if the change needs review. A rule with a maximum
 * change never accepts a value without a percentage: one that appears, disappears or was 0.
 */
export function ruleFor(
  rules: readonly DriftRule[],
  change: { field: SupplierField; providerId: number; ours: unknown; theirs: unknown },
): DriftRule | undefined {
  const size = sizeOfChange(change.ours, change.theirs)
  return rules.find(
    ({ field, providerId, maxChange }) =>
      field === change.field &&
      (providerId === null || providerId === change.providerId) &&
      (maxChange === null || (size !== null && size <= maxChange)),
  )
}
