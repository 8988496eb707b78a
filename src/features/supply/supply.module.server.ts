import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { spokenColumn } from '../../platform/stored-texts/stored-columns.server.ts'
import { registerDemoService } from '../../platform/demo-services/demo-services.server.ts'
import { implementConnection } from './importing/connection-calls.server.ts'
import { implementImports } from './importing/import-calls.server.ts'
import { importJobs } from './importing/import-jobs.server.ts'
import { pairEndpoints } from './importing/pairs.server.ts'
import { pictureJobs } from './importing/picture-jobs.server.ts'
import { implementPreview } from './importing/preview-calls.server.ts'
import { implementSearch } from './importing/search-calls.server.ts'
import { implementSupplierCalls } from './importing/supplier-calls.server.ts'
import { implementSync, readProductSyncServer } from './syncing/sync-calls.server.ts'
import { syncJobs } from './syncing/sync-jobs.server.ts'
import { supplyContextOf } from './supply-context.server.ts'
import { supplierServers } from './supplier-servers.server.ts'
import { supplyPermissions } from './supply.permissions.ts'

export const supplyServerModule = defineServerModule({
  name: 'supply',
  permissions: supplyPermissions,
  resources: supplierServers.map(({ facts }) => serve(facts.codes, { spoken: { reason: spokenColumn('reason') } })),
  endpoints: (server) => [
    readProductSyncServer,
    ...pairEndpoints,
    ...supplierServers.flatMap((supplier) => [
      ...implementImports(supplier.facts),
      ...implementPreview(supplier, supplyContextOf(server)),
      ...implementSupplierCalls(supplier, supplyContextOf(server)),
      implementSearch(supplier, supplyContextOf(server)),
      ...implementConnection(supplier, supplyContextOf(server)),
      ...implementSync(supplier.facts),
    ]),
  ],
  jobs: (server) => [
    ...importJobs(supplyContextOf(server), supplierServers),
    ...pictureJobs(supplyContextOf(server), supplierServers),
    ...syncJobs(supplyContextOf(server), supplierServers),
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
