import { defineModule } from '../../ui/resource/module.web.ts'
import { isAssignable } from './is-assignable.ts'

const commands = () => import('./work-commands.tsx')

export const assignmentsModule = defineModule({
  name: 'assignments',
  commands: [
    {
      on: isAssignable,
      at: ['record', 'selection'],
      needs: ['write'],
      load: async () => (await commands()).WorkCommands,
    },
  ],
})
