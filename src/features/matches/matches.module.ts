import type { events } from '../events/event/events.ts'
import { defineModule } from '../../ui/resource/module.web.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import { recordPages } from '../../ui/resource/record-pages.web.ts'
import { upcomingMatches } from './match-address.ts'

const form = async () => (await import('./match-form-screen.tsx')).MatchFormScreen

export const matchesModule = defineModule({
  name: 'matches',
  resources: [async () => (await import('./matches.ts')).matches],
  pages: [
    {
      under: '/events',
      nodes: [
        {
          path: '/matches',
          title: 'Matches',
          redirect: '/matches/list',
          access: 'matches',
          children: recordPages({
            of: 'matches',
            at: '/matches',
            write: 'matches',
            list: {
              title: 'Matches',
              breadcrumb: false,
              shortcut: 'j',
              write: ['matches', 'rules'],
              opensAs: upcomingMatches,
              screen: async () => (await import('./match-list-screen.tsx')).MatchListScreen,
            },
            create: { title: 'New match', screen: form },
            // Editing needs permission for another object, as specified.
            update: { title: 'Edit match', path: 'update/{id}', screen: form, write: 'rules' },
          }),
        },
      ],
    },
  ],
  panels: [
    {
      on: nameOf<typeof events>('events'),
      at: 'aside',
      load: async () => (await import('./match-of-event.tsx')).MatchOfEvent,
    },
  ],
})
