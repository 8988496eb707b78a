import type { Implementation } from '../../kit/endpoint.server.ts'
import { lookupIn } from '../../kit/registry.server.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { chainServers } from './audit-chain.server.ts'
import { exportServer } from './audit-export.server.ts'
import { readingServers } from './audit-reading.server.ts'

/** Every call about the audit. It tells of all resources, so it is told which there are. */
export function implementAudit(
  { resources, headsFile, timeZone }: { resources: readonly AnyResource[]; headsFile: string; timeZone: string },
): readonly Implementation[] {
  const lookup = lookupIn(resources)
  return [...readingServers(resources, lookup, timeZone), exportServer(resources, lookup, timeZone), ...chainServers(headsFile)]
}
