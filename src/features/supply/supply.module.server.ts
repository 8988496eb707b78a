import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { registerDemoService } from '../../platform/demo-services/demo-services.server.ts'
import { createOutbound } from '../../platform/outbound/outbound.server.ts'
import { implementConnection } from './importing/connection-calls.server.ts'
import type { SupplyContext } from './importing/connections.server.ts'
import { supplyContext } from './importing/connections.server.ts'
import { implementImports } from './importing/import-calls.server.ts'
import { importJobs } from './importing/import-jobs.server.ts'
import { implementPreview } from './importing/preview-calls.server.ts'
import { implementSync, readProductSyncServer } from './syncing/sync-calls.server.ts'
import { syncJobs } from './syncing/sync-jobs.server.ts'
import { supplierServers } from './supplier-servers.server.ts'
import { supplyPermissions } from './supply.permissions.ts'

const contexts = new WeakMap<ServerContext, SupplyContext>()

/** Endpoints and jobs of one server share its budget and its breakers. */
function contextOf(server: ServerContext): SupplyContext {
  const known = contexts.get(server)
  if (known) return known
  const outbound = createOutbound({ db: server.database.kysely, log: server.log })
  server.onStop('onClose', () => outbound.close())
  const context = supplyContext(server.settings, outbound)
  contexts.set(server, context)
  return context
}

export const supplyServerModule = defineServerModule({
  name: 'supply',
  permissions: supplyPermissions,
  resources: supplierServers.map(({ facts }) => facts.codes),
  endpoints: (server) => [
    readProductSyncServer,
    ...supplierServers.flatMap((supplier) => [
      ...implementImports(supplier.facts),
      ...implementPreview(supplier.facts),
      ...implementConnection(supplier, contextOf(server)),
      ...implementSync(supplier.facts),
    ]),
  ],
  jobs: (server) => [
    ...importJobs(contextOf(server), supplierServers),
    ...syncJobs(contextOf(server), supplierServers),
  ],
  setUp() {
    for (const { facts, startSimulator } of supplierServers) registerDemoService(facts.key, startSimulator)
  },
  seed: [
    {
      name: 'product-codes',
      when: 'later',
      after: 'products',
      load: async () => (await import('./seed-product-codes.server.ts')).seedProductCodes,
    },
    {
      name: 'supplier-syncs',
      when: 'later',
      after: 'product-codes',
      load: async () => (await import('./seed-supplier-syncs.server.ts')).seedSupplierSyncs,
    },
  ],
})
