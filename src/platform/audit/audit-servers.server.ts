import type { Implementation } from '../../core/http/endpoint.server.ts'
import { lookupIn } from '../../core/calls/registry.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { chainServers } from './audit-chain.server.ts'
import { exportServer } from './audit-export.server.ts'
import { readingServers } from './audit-reading.server.ts'

/** Every call about the audit. The audit covers all resources, so it needs the full list of them. */
export function implementAudit({
  resources,
  headsFile,
  timeZone,
}: {
  resources: readonly AnyResource[]
  headsFile: string
  timeZone: string
}): readonly Implementation[] {
  const lookup = lookupIn(resources)
  return [
    ...readingServers(resources, lookup, timeZone),
    exportServer(resources, lookup, timeZone),
    ...chainServers(headsFile),
  ]
}
