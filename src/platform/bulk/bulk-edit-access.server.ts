import type { Actor } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import { authorise } from '../../core/http/access.server.ts'
import { notGranted } from '../../core/access/limits.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { publishEndpoint, reviewEndpoint } from '../publishing/publication.endpoints.ts'
import { bulkEditEndpoint } from './bulk-edits.ts'
import { grantOf, isPageAction } from './page-actions.ts'

/** Refuses (403) what the person couldn't do to a single record: cities are checked record by record. */
export function assertMay(actor: Actor, resource: AnyResource, action: string): void {
  authorise(actor, bulkEditEndpoint(resource), true)
  const { object } = resource.access
  if (isPageAction(resource, action)) {
    // A limit to cities is as much in the way as it is of publishing one.
    if (grantOf(action) === 'publish') authorise(actor, publishEndpoint(resource))
    else authorise(actor, reviewEndpoint(resource))
  }
  // Undoing can bring back a deleted record.
  if (['delete', 'undo'].includes(action) && !may(actor.grants, 'write', object)) throw notGranted('write', object)
}
