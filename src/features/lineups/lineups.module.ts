import type { events } from '../events/event/events.ts'
import { defineModule } from '../../ui/resource/module.web.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import { recordPages } from '../../ui/resource/record-pages.web.ts'

const form = async () => (await import('./lineup-form-screen.tsx')).LineupFormScreen

export const lineupsModule = defineModule({
  name: 'lineups',
  resources: [async () => (await import('./lineups.ts')).lineups],
  pages: [
    {
      under: '/events',
      nodes: [
        {
          path: '/lineups',
          title: 'Lineups',
          redirect: '/lineups/list',
          access: 'lineups',
          children: recordPages({
            of: 'lineups',
            at: '/lineups',
            write: 'lineups',
            list: {
              title: 'Lineups',
              breadcrumb: false,
              shortcut: 'n',
              screen: async () => (await import('./lineup-list-screen.tsx')).LineupListScreen,
            },
            create: { title: 'New lineup', screen: form },
            update: { title: 'Edit lineup', path: 'update/{id}', screen: form },
          }),
        },
      ],
    },
  ],
  panels: [
    {
      on: nameOf<typeof events>('events'),
      at: 'aside',
      load: async () => (await import('./lineups-of-event.tsx')).LineupsOfEvent,
    },
  ],
})
