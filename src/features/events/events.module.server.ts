import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { declareMergeRules } from '../../platform/merges/merge-rules.server.ts'
import { subcategoriesMoving } from '../categories/subcategories-moving.server.ts'
import { events } from './event/events.ts'
import { eventsServer } from './events.server.ts'
import { duplicateJobs, duplicateServers } from './merges/duplicates.server.ts'
import { eventRules } from './merges/event-merges.server.ts'
import { performerRules } from './merges/performer-merges.server.ts'
import { notifyCustomersJob } from './notices/notice-job.server.ts'
import { decideNoticesServer, listScheduleChangesServer, readNoticesServer } from './notices/notices.server.ts'
import { readOffersServer } from './performance/offers.server.ts'
import { performerCallServers } from './performance/performer.endpoints.server.ts'
import { performersServer } from './performer/performers.server.ts'
import { performers } from './performer/performers.ts'
import { refileEvents } from './re-filing.server.ts'
import { implementPerformanceCalendar } from './schedule/calendar.server.ts'
import { cancelOrPostponeEventServer, countAffectedOfEventServer } from './schedule/cancel-or-postpone-event.server.ts'
import { cancelOrPostponePerformancesServer, countAffectedServer } from './schedule/cancel-or-postpone.server.ts'
import { performancesServer } from './schedule/performances.server.ts'
import { readScheduleDiffServer, settleTimeServer } from './schedule/schedule-diff.server.ts'
import { createPerformancesServer, previewScheduleServer } from './schedule/schedule.server.ts'
import { reschedulePerformanceServer, shiftPerformancesServer } from './schedule/shift-performances.server.ts'
import { zoneJobs } from './schedule/zone-moves.server.ts'

export const eventsServerModule = defineServerModule({
  name: 'events',
  permissions: {
    events: { label: 'Events', area: 'catalogue' },
    performances: { label: 'Performances', area: 'catalogue' },
    performers: { label: 'Performers', area: 'catalogue' },
  },
  resources: [eventsServer, performancesServer, performersServer],
  endpoints: ({ settings }) => [
    implementPerformanceCalendar(settings.businessTimeZone),
    ...performerCallServers,
    previewScheduleServer,
    createPerformancesServer,
    reschedulePerformanceServer,
    shiftPerformancesServer,
    countAffectedServer,
    cancelOrPostponePerformancesServer,
    readNoticesServer,
    decideNoticesServer,
    listScheduleChangesServer,
    readScheduleDiffServer,
    settleTimeServer,
    countAffectedOfEventServer,
    cancelOrPostponeEventServer,
    readOffersServer,
    ...duplicateServers,
  ],
  jobs: [...zoneJobs, notifyCustomersJob, ...duplicateJobs],
  setUp() {
    declareMergeRules(performers, performerRules)
    declareMergeRules(events, eventRules)
    subcategoriesMoving.listen('events', refileEvents)
  },
  seed: [
    {
      name: 'events',
      when: 'later',
      after: 'products',
      load: async () => (await import('./seed-events.server.ts')).seedEvents,
    },
    {
      name: 'performers',
      when: 'later',
      after: 'tags',
      load: async () => (await import('./merges/seed-duplicates.server.ts')).seedDuplicates,
    },
  ],
})
