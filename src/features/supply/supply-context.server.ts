import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { createOutbound } from '../../platform/outbound/outbound.server.ts'
import type { SupplyContext } from './importing/connections.server.ts'
import { supplyContext } from './importing/connections.server.ts'

const contexts = new WeakMap<ServerContext, SupplyContext>()

/** Everything on one server that calls suppliers shares its budget and its breakers. */
export function supplyContextOf(server: ServerContext): SupplyContext {
  const known = contexts.get(server)
  if (known) return known
  const outbound = createOutbound({ db: server.database.kysely, log: server.log })
  server.onStop('onClose', () => outbound.close())
  const context = supplyContext(server.settings, outbound)
  contexts.set(server, context)
  return context
}
