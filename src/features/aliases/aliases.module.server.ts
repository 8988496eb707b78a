import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { aliasJobs, refreshChoicesOf } from './alias-choices.server.ts'
import { implementAliasLinks } from './alias-links.server.ts'
import { readMembersServer, writeMembersServer } from './alias-members.server.ts'
import { readAliasPerformanceServer } from './alias-performance.server.ts'
import { aliasesServer } from './aliases.server.ts'
import { sellProductServer } from './sell-product.server.ts'
import { readComparisonServer } from './supplier-comparison.server.ts'
import { swapProductServer } from './swap-product.server.ts'
import { productsStepped } from '../products/product-steps.server.ts'

export const aliasesServerModule = defineServerModule({
  name: 'aliases',
  permissions: {
    aliases: { label: 'Aliases', area: 'catalogue' },
  },
  resources: [aliasesServer],
  endpoints: ({ resources }) => [
    readMembersServer,
    writeMembersServer,
    sellProductServer,
    swapProductServer,
    readComparisonServer,
    implementAliasLinks(resources),
    readAliasPerformanceServer,
  ],
  jobs: aliasJobs,
  setUp: () => productsStepped.listen('aliases', refreshChoicesOf),
  seed: [
    {
      name: 'aliases',
      when: 'later',
      after: 'matches',
      load: async () => (await import('./seed-aliases.server.ts')).seedAliases,
    },
  ],
})
