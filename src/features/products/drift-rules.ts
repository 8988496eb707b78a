import type { SupplierField } from './supplier-fields.ts'

/** The fields that a rule is matched by. `maxChange` is in basis points of our value. */
export interface DriftRule {
  readonly id: number
  readonly field: SupplierField
  readonly providerId: number | null
  readonly maxChange: number | null
}

/**
 * The supplier's change in basis points of our value; null if meaningless. Rounded like the column `change` of the
 * inbox: half away from zero.
 *
 * @internal
 */
export function changeOf(ours: unknown, theirs: unknown): number | null {
  if (typeof ours !== 'number' || typeof theirs !== 'number' || ours === 0) return null
  const size = Math.round((Math.abs(theirs - ours) * 10_000) / Math.abs(ours))
  return theirs < ours ? 0 - size : size
}

/**
 * The oldest rule that accepts a change automatically; undefined if the change needs review. A rule with a maximum
 * change never accepts a value without a percentage: one that appears, disappears or was 0.
 */
export function ruleFor(
  rules: readonly DriftRule[],
  change: { field: SupplierField; providerId: number; ours: unknown; theirs: unknown },
): DriftRule | undefined {
  const share = changeOf(change.ours, change.theirs)
  return rules.find(
    ({ field, providerId, maxChange }) =>
      field === change.field &&
      (providerId === null || providerId === change.providerId) &&
      (maxChange === null || (share !== null && Math.abs(share) <= maxChange)),
  )
}
