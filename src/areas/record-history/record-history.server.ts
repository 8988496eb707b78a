import type { Desk } from '../../kit/crud.server.ts'
import type { Implementation } from '../../kit/endpoint.server.ts'
import { lookupIn } from '../../kit/registry.server.ts'
import type { ResourceServer } from '../../kit/resource.server.ts'
import { hasHistory, hasUndo } from './record-calls.ts'
import { authorshipServer } from './authorship.server.ts'
import { undoServer } from './undo.server.ts'
import { usedByServer } from './used-by.server.ts'
import { historyServers, restoreServer } from './versions.server.ts'

/** The calls about what became of a record and what depends on it, for every resource by being registered. */
export function implementRecordHistory(servers: readonly ResourceServer[]): readonly Implementation[] {
  const resources = servers.map(({ resource }) => resource)
  const lookup = lookupIn(resources)
  return servers.filter(({ resource }) => hasHistory(resource)).flatMap((server) => {
    const desk: Desk = { server, resource: server.resource, lookup }
    return [
      ...historyServers(desk, resources),
      authorshipServer(desk),
      usedByServer(desk, servers),
      ...(desk.resource.operations.includes('update') ? [restoreServer(desk)] : []),
      ...(hasUndo(desk.resource) ? [undoServer(desk)] : []),
    ]
  })
}
