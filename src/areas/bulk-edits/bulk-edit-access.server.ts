import type { Actor } from '../../kit/access.ts'
import { may } from '../../kit/access.ts'
import { authorise } from '../../kit/access.server.ts'
import { notGranted } from '../../kit/limits.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { bulkEditEndpoint } from './bulk-edits.ts'

/** Refuses (403) what the person could not do to one record: a city is looked at record by record. */
export function assertMay(actor: Actor, resource: AnyResource, action: string): void {
  authorise(actor, bulkEditEndpoint(resource), true)
  const { object } = resource.access
  // Undoing may bring back what was deleted.
  if (['delete', 'undo'].includes(action) && !may(actor.grants, 'write', object)) throw notGranted('write', object)
}
