import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { readLegalSnapshotServer, readPurchaseTermsServer } from './legal-snapshot.server.ts'
import { implementPageLinks } from './page-links.server.ts'
import {
  addPageVersionServer,
  readPageVersionsServer,
  restorePageVersionServer,
  withdrawPageVersionServer,
} from './page-versions.server.ts'
import { staticPagesServer } from './static-pages.server.ts'

export const staticPagesServerModule = defineServerModule({
  name: 'static-pages',
  permissions: {
    'static-pages': { label: 'Static pages', area: 'content' },
  },
  resources: [staticPagesServer],
  endpoints: ({ resources }) => [
    readPageVersionsServer,
    addPageVersionServer,
    withdrawPageVersionServer,
    restorePageVersionServer,
    implementPageLinks(resources),
    readLegalSnapshotServer,
    readPurchaseTermsServer,
  ],
  seed: [
    {
      name: 'static pages',
      when: 'later',
      after: 'sections',
      load: async () => (await import('./seed-static-pages.server.ts')).seedStaticPages,
    },
  ],
})
