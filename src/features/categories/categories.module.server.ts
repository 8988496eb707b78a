import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { readPageYieldServer } from './page-yield.server.ts'
import { reassignSubcategoriesServer } from './reassignments.server.ts'
import { readCategoryMembersServer, readSubcategoryMembersServer } from './section-members.server.ts'
import { orderCategoriesServer, orderSubcategoriesServer } from './section-orders.server.ts'
import { categoriesServer, subcategoriesServer } from './section-servers.server.ts'
import { readSectionTreeServer } from './section-tree.server.ts'

export const categoriesServerModule = defineServerModule({
  name: 'categories',
  permissions: {
    categories: { label: 'Categories', area: 'catalogue' },
    subcategories: { label: 'Subcategories', area: 'catalogue' },
  },
  resources: [categoriesServer, subcategoriesServer],
  endpoints: [
    readSectionTreeServer,
    orderCategoriesServer,
    orderSubcategoriesServer,
    reassignSubcategoriesServer,
    readPageYieldServer,
    readCategoryMembersServer,
    readSubcategoryMembersServer,
  ],
  seed: [
    {
      name: 'sections',
      when: 'later',
      after: 'authors',
      load: async () => (await import('./seed-sections.server.ts')).seedSections,
    },
  ],
})
