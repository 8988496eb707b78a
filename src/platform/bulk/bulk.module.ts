import { defineModule } from '../../ui/resource/module.web.ts'

export const bulkModule = defineModule({
  name: 'bulk',
  pages: [
    {
      nodes: [
        {
          path: '/bulk-edits',
          title: 'My bulk edits',
          hidden: true,
          screen: async () => (await import('./bulk-edit-list-screen.tsx')).BulkEditListScreen,
        },
      ],
    },
  ],
})
