import { may } from '../../../core/access/access.ts'
import { limitsOf } from '../../../core/access/limits.ts'
import type { MatrixProps } from './matrix-props.ts'
import type { Change, PermissionKey } from './permission-draft.ts'
import { keyOf } from './permission-draft.ts'

/** What the caller can give and take in a role's matrix, and the changes that doing so makes. */
export interface Giving {
  mayTick(action: string, object: string): boolean
  toggled(key: PermissionKey, action: string, object: string, isGiven: boolean): Change
  /** Gives all of these, or takes them where all that can be given are. */
  tickAll(pairs: readonly (readonly [action: string, object: string])[]): readonly Change[]
}

export function givingOf({ base, granted, grants, onChange }: MatrixProps): Giving {
  const mayTick: Giving['mayTick'] = (action, object) =>
    onChange !== null && (base.has(keyOf(action, object)) || may(grants, action, object))
  // A user whose own grant is limited gives it with the same limits, unless they narrow it further.
  const toggled: Giving['toggled'] = (key, action, object, isGiven) => [
    key,
    isGiven && !base.has(key) ? (limitsOf(grants, action, object)?.[0] ?? true) : isGiven,
  ]
  return {
    mayTick,
    toggled,
    tickAll(pairs) {
      const possible = pairs.filter(([action, object]) => mayTick(action, object))
      const areAllGiven = possible.every(([action, object]) => granted.has(keyOf(action, object)))
      // Those that are given already keep their limits.
      const concerned = possible.filter(([action, object]) => granted.has(keyOf(action, object)) === areAllGiven)
      return concerned.map(([action, object]) => toggled(keyOf(action, object), action, object, !areAllGiven))
    },
  }
}
