import type { Actor } from '../../kit/access.ts'
import { may } from '../../kit/access.ts'
import { authorise } from '../../kit/access.server.ts'
import { notGranted } from '../../kit/limits.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { publishEndpoint, reviewEndpoint } from '../publication/publication-calls.ts'
import { bulkEditEndpoint } from './bulk-edits.ts'
import { grantOf, isPageAction } from './page-actions.ts'

/** Refuses (403) what the person could not do to one record: a city is looked at record by record. */
export function assertMay(actor: Actor, resource: AnyResource, action: string): void {
  authorise(actor, bulkEditEndpoint(resource), true)
  const { object } = resource.access
  if (isPageAction(resource, action)) {
    // A limit to cities is as much in the way as it is of publishing one.
    if (grantOf(action) === 'publish') authorise(actor, publishEndpoint(resource))
    else authorise(actor, reviewEndpoint(resource))
  }
  // Undoing may bring back what was deleted.
  if (['delete', 'undo'].includes(action) && !may(actor.grants, 'write', object)) throw notGranted('write', object)
}
