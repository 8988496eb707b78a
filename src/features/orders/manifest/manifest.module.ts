import { nameOf } from '../../../core/resource/resource-name.ts'
import { defineModule } from '../../../ui/resource/module.web.ts'
import type { performances } from '../../events/performance/performances.ts'
import type { products } from '../../products/products.ts'

export const manifestModule = defineModule({
  name: 'manifest',
  commands: [
    {
      on: nameOf<typeof performances>('performances'),
      at: ['record'],
      needs: [['export', 'purchases']],
      load: async () => (await import('./manifest-buttons.tsx')).ManifestOfPerformance,
    },
    {
      on: nameOf<typeof products>('products'),
      at: ['record'],
      needs: [['export', 'purchases']],
      load: async () => (await import('./manifest-buttons.tsx')).ManifestOfProduct,
    },
  ],
})
