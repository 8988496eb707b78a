import { defineModule } from '../../ui/resource/module.web.ts'

export const mergesModule = defineModule({
  name: 'merges',
  panels: [
    {
      on: (of) => of.isMergeable === true,
      at: 'aside',
      load: async () => (await import('./merge-panel.tsx')).MergePanel,
    },
  ],
  commands: [
    {
      on: (of) => of.isMergeable === true,
      at: ['selection'],
      needs: ['write'],
      load: async () => (await import('./bulk-merge.tsx')).BulkMerge,
    },
  ],
})
