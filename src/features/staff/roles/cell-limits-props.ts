import type { Grants, Limits } from '../../../core/access/access.ts'
import type { LimitName } from './limitable.ts'

export interface CellLimitsProps {
  /** The permission, as people read it. */
  title: string
  action: string
  object: string
  /** What this permission can be limited to. */
  possible: readonly LimitName[]
  limits: Limits
  /** As the role has it; undefined while it has not. */
  stored: Limits | undefined
  /** The grants of the user who edits the role. They can't give more than they have. */
  grants: Grants
  titleOf: (cityId: number) => string | undefined
  /** Null when there is nothing to change. */
  onChange: ((limits: Limits) => void) | null
}
