import { IconConfetti } from '@tabler/icons-react'
import { notifyCustomers } from './notices/notify-customers.ts'
import type { performers } from './performer/performers.ts'
import { defineModule, fill } from '../../ui/resource/module.web.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import { recordGroup, recordPages } from '../../ui/resource/record-pages.web.ts'
import { upcomingPerformances } from './performance-address.ts'

const eventForm = async () => (await import('./event-screens.tsx')).EventFormScreen
const performerForm = async () => (await import('./performer-form-screen.tsx')).PerformerFormScreen

export const eventsModule = defineModule({
  name: 'events',
  resources: [
    async () => (await import('./performer/performers.ts')).performers,
    async () => (await import('./event/events.ts')).events,
    async () => (await import('./performance/performances.ts')).performances,
  ],
  pages: [
    {
      nodes: [
        {
          path: '/events',
          title: 'Events',
          icon: IconConfetti,
          redirect: '/events/list',
          access: ['events', 'performances', 'performers'],
          children: [
            ...recordPages({
              of: 'events',
              at: '/events',
              access: 'events',
              write: 'events',
              list: {
                title: 'Events',
                breadcrumb: false,
                shortcut: 'e',
                screen: async () => (await import('./event-list-screen.tsx')).EventListScreen,
              },
              create: { title: 'New event', screen: eventForm },
              update: { title: 'Edit event', screen: eventForm },
            }),
            ...recordGroup({
              of: 'performances',
              at: '/performances',
              access: 'performances',
              write: 'performances',
              list: {
                title: 'Performances',
                opensAs: upcomingPerformances,
                screen: async () => (await import('./performance-list-screen.tsx')).PerformanceListScreen,
              },
              update: {
                title: 'Edit performance',
                screen: async () => (await import('./performance-form-screen.tsx')).PerformanceFormScreen,
              },
            }),
            {
              path: '/performers',
              title: 'Performers',
              redirect: '/performers/list',
              access: 'performers',
              children: recordPages({
                of: 'performers',
                at: '/performers',
                write: 'performers',
                list: {
                  title: 'Performers',
                  breadcrumb: false,
                  shortcut: 'f',
                  screen: async () => (await import('./merges/performer-list-screen.tsx')).PerformerListScreen,
                },
                create: { title: 'New performer', screen: performerForm },
                update: { title: 'Edit performer', path: 'update/{id}', screen: performerForm },
              }),
            },
          ],
        },
      ],
    },
  ],
  panels: [
    {
      on: nameOf<typeof performers>('performers'),
      at: 'aside',
      load: async () => (await import('./merges/duplicate-panel.tsx')).DuplicatePanel,
    },
  ],
  fills: [fill(notifyCustomers, async () => (await import('./notices/notify-dialog.tsx')).NotifyDialog)],
})
