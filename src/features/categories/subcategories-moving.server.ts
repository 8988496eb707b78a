import type { Grants } from '../../core/access/access.ts'
import type { AuditTrail } from '../../core/audit/audit.server.ts'
import { defineSignal } from '../../core/signal.ts'
import type { Db } from '../../db/tables.server.ts'

export interface Moving {
  readonly db: Db
  readonly grants: Grants
  readonly audit: AuditTrail
}

/**
 * Subcategories are about to move to a category. A listener locks what the database moves along with them and refuses
 * what the caller cannot change; the function it returns runs after the move.
 */
export const subcategoriesMoving = defineSignal<
  [moving: Moving, subcategoryIds: readonly number[], categoryId: number],
  () => Promise<void>
>()
