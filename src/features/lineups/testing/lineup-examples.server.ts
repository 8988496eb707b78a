import { sql } from 'kysely'
import type { Preparation, ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf, preparationOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { pageValues } from '../../../platform/publishing/testing/page-values.ts'
import { refreshLineup } from '../lineup-members.server.ts'
import { events } from '../../events/event/events.ts'
import { performances } from '../../events/performance/performances.ts'
import { lineups } from '../lineups.ts'

export const examples: readonly ResourceExample[] = [
  exampleOf(lineups, (n) => ({
    values: {
      ...pageValues(n),
      membership: pick(['explicit', 'living'], n),
      isOfBill: true,
      nameContains: n % 2 ? `Sample ${n}` : null,
      fromDate: '2026-06-01',
      untilDate: n % 2 ? '2026-06-30' : null,
      excludedEventIds: [],
      successorId: null,
      venueId: null,
      maxEvents: 20 + (n % 100),
      description: `<p>What is in ${n}</p>`,
    },
  })),
]

export const preparations: readonly Preparation[] = [
  preparationOf(lineups, async (id, { make }, db) => {
    const eventId = await make(events)
    await make(performances, {
      eventId,
      timeZone: 'UTC',
      localDate: '2099-06-01',
      localTime: '20:00',
      isTimeTba: false,
      startsAt: '2099-06-01T20:00:00.000Z',
      status: 'onsale',
    })
    await sql`
      update lineups set pinned_event_ids = array[${eventId}]::bigint[], excluded_event_ids = '{}'
      where id = ${id}`.execute(db)
    await refreshLineup(db, id)
  }),
]
