import type { ResourceContext } from '../../core/calls/record-rows.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { lookupIn } from '../../core/calls/registry.server.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import { hasHistory, hasUndo } from './record.endpoints.ts'
import { authorshipServer } from './authorship.server.ts'
import { undoServer } from './undo.server.ts'
import { withUnseenEmpty } from './unseen-fields.server.ts'
import { usedByServer } from './used-by.server.ts'
import { historyServers, restoreServer } from './versions.server.ts'

/** The calls about a record's history and its dependants; every registered resource has them. */
export function implementRecordHistory(servers: readonly ResourceServer[]): readonly Implementation[] {
  const resources = servers.map(({ resource }) => resource)
  const lookup = lookupIn(resources)
  return servers
    .filter(({ resource }) => hasHistory(resource))
    .flatMap((server) => {
      const context: ResourceContext = { server, resource: server.resource, lookup }
      return [
        ...historyServers(context, resources),
        authorshipServer(context),
        usedByServer(context, servers),
        ...(context.resource.operations.includes('update') ? [withUnseenEmpty(server, restoreServer(context))] : []),
        ...(hasUndo(context.resource) ? [withUnseenEmpty(server, undoServer(context))] : []),
      ]
    })
}
