import { nameOf } from '../../../core/resource/resource-name.ts'
import { defineModule } from '../../../ui/resource/module.web.ts'
import type { purchases } from '../../purchases/purchases.ts'

const commands = () => import('./selected-commands.tsx')
const shared = { on: nameOf<typeof purchases>('purchases'), at: ['selection'] } as const

export const selectedOrdersModule = defineModule({
  name: 'selected-orders',
  commands: [
    { ...shared, needs: 'write', load: async () => (await commands()).SelectedCommands },
    { ...shared, needs: ['export', 'purchases'], load: async () => (await commands()).ExportCommand },
  ],
})
