import type { Grants } from '../../../core/access/access.ts'
import type { Limitable } from './limitable.ts'
import type { Change, Edits, Granted } from './permission-draft.ts'

export interface MatrixProps {
  objects: readonly { name: string; label: string; area?: string | undefined; isBuiltIn: boolean }[]
  actions: readonly { name: string; label: string; objects: readonly string[]; limits: Limitable }[]
  base: Granted
  granted: Granted
  edits: Edits
  /** Null if the user can't change the role at all. */
  onChange: ((changes: readonly Change[]) => void) | null
  /** The user's own grants, which are all they can give. */
  grants: Grants
}
