import { nameOf } from '../../../core/resource/resource-name.ts'
import { defineModule } from '../../../ui/resource/module.web.ts'
import type { purchases } from '../../purchases/purchases.ts'

export const selectedOrdersModule = defineModule({
  name: 'selected-orders',
  commands: [
    {
      on: nameOf<typeof purchases>('purchases'),
      at: ['selection'],
      needs: ['write', ['export', 'purchases']],
      load: async () => (await import('./selected-commands.tsx')).SelectedCommands,
    },
  ],
})
