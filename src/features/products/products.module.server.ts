import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { countDriftsServer } from './drift-counts.server.ts'
import { reopenDriftsServer } from './drift-undo.server.ts'
import { acceptDriftsServer, keepDriftsServer, productDriftsServer } from './drifts.server.ts'
import { copyOptionsServer } from './option-copies.server.ts'
import { tryPartyServer } from './party.server.ts'
import { productAgeBandsServer } from './product-age-bands.server.ts'
import { productDriftRules } from './product-drift-rules.ts'
import { makeDefaultOptionServer, productOptionsServer, readSellabilityServer } from './product-options.server.ts'
import {
  launchProductsServer,
  mapProductsServer,
  retireProductsServer,
  suspendProductsServer,
} from './product-steps.server.ts'
import { readSyncLogServer, resyncProductsServer } from './product-syncs.server.ts'
import { productsServer, readOverridesServer } from './products.server.ts'
import { reassignProductsServer } from './subcategory-products.server.ts'

export const productsServerModule = defineServerModule({
  name: 'products',
  permissions: {
    products: { label: 'Products', area: 'catalogue' },
    'product-options': { label: 'Product options', area: 'catalogue' },
    'product-age-bands': { label: 'Product age bands', area: 'catalogue' },
  },
  resources: [productsServer, productOptionsServer, productAgeBandsServer, productDriftsServer, productDriftRules],
  endpoints: [
    mapProductsServer,
    launchProductsServer,
    resyncProductsServer,
    readSyncLogServer,
    copyOptionsServer,
    suspendProductsServer,
    retireProductsServer,
    readOverridesServer,
    acceptDriftsServer,
    keepDriftsServer,
    reopenDriftsServer,
    countDriftsServer,
    readSellabilityServer,
    makeDefaultOptionServer,
    tryPartyServer,
    reassignProductsServer,
  ],
  seed: [
    {
      name: 'products',
      when: 'later',
      after: 'languages',
      load: async () => (await import('./seed-products.server.ts')).seedProducts,
    },
  ],
})
