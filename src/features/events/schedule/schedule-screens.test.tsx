import type { ReactNode } from 'react'
import { act, Suspense } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { ResourcesProvider } from '../../../ui/resource/resources.tsx'
import type { Answers } from '../../../ui/testing/open-screen.tsx'
import { click, closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import { cities } from '../../places/geo/cities.ts'
import { venueConfigurations } from '../../places/venues/venue-configurations.ts'
import { venues } from '../../places/venues/venues.ts'
import { events } from '../event/events.ts'
import { performances } from '../performance/performances.ts'
import { CreatePerformancesDialog } from './create-performances-dialog.tsx'
import { MonthCalendar } from './month-calendar.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { PerformanceCalendar } from './performance-calendar.tsx'
import { ReasonField } from './reason-field.tsx'
import { SchedulePanel } from './schedule-panel.tsx'
import { StatusInput } from './status-input.tsx'

afterEach(closeScreen)

const resources = Promise.resolve([cities, events, performances, venueConfigurations, venues])
const known = (content: ReactNode) => (
  <ResourcesProvider value={() => resources}>
    <Suspense>{content}</Suspense>
  </ResourcesProvider>
)
const entry = {
  id: 5,
  eventId: 2,
  event: 'Tosca',
  venue: 'Real',
  localTime: '20:00',
  status: 'cancelled',
  isDateTbd: false,
  isDisputed: false,
  purchaseCount: 0,
}

describe('a day of the calendar', () => {
  it('shows each performance with its time, its name and its state', async () => {
    const screen = await openScreen(
      <MonthCalendar
        month="2026-12"
        onMonth={() => {}}
        days={new Map([['2026-12-03', { date: '2026-12-03', count: 1, first: [entry] }]])}
        open={null}
        onOpen={() => {}}
        today="2026-12-01"
        nameOf={({ event }) => event}
        isBusy={false}
        heading="h2"
      />,
    )
    const shown = screen.find('[data-date="2026-12-03"] [data-tone]')
    expect(shown.textContent).toBe('20:00 Tosca')
    expect(shown.getAttribute('title')).toBe('Tosca · Cancelled')
    expect(shown.dataset['tone']).toBe('bad')
  })
})

describe('moving a performance', () => {
  const performance = (localDate: string, localTime: string) => ({
    id: 5,
    version: 1,
    timeZone: 'Europe/Madrid',
    localDate,
    localTime,
    startsAt: `${localDate}T01:30:00Z`,
    isTimeTba: false,
    isDateTbd: false,
    purchaseCount: 0,
  })

  it('asks which of two moments is meant only where the clocks show the time twice', async () => {
    const twice = await openScreen(<MoveDialog performance={performance('2026-10-25', '02:30')} onClose={() => {}} />)
    expect(twice.all('option').map(({ textContent }) => textContent)).toEqual(['Choose', 'UTC+02:00', 'UTC+01:00'])
    await closeScreen()
    const once = await openScreen(<MoveDialog performance={performance('2026-10-26', '02:30')} onClose={() => {}} />)
    expect(once.all('option')).toEqual([])
  })
})

describe('the schedule of an event', () => {
  it('opens nothing by itself: performances are added when asked for', async () => {
    const event = { id: 2, version: 1, performanceCount: 1, upcomingCount: 1, disputedCount: 0, venue: null }
    const screen = await openScreen(<SchedulePanel event={event} />, {
      'GET /rest/data/performances/calendar': { days: [{ date: '2026-12-03', count: 1, first: [entry] }] },
    })
    expect(screen.all('[role=grid]')).toHaveLength(1)
    expect(screen.all('[role=dialog]')).toEqual([])
  })
})

describe('the calendar of all performances', () => {
  it('says that it could not be read only where it could not', async () => {
    const days = [{ date: '2026-12-03', count: 1, first: [entry] }]
    const open = (answers: Answers) => openScreen(known(<PerformanceCalendar />), answers)
    const read = await open({ 'GET /rest/data/performances/calendar': { days } })
    expect([read.all('[role=grid]').length, read.text().includes('the link is wrong')]).toEqual([1, false])
    await closeScreen()
    const failed = await open({})
    expect([failed.all('[role=grid]').length, failed.text().includes('the link is wrong')]).toEqual([1, true])
  })
})

describe('the reason for a move', () => {
  it('is asked for only where purchases move along', async () => {
    const field = (purchases: number) => <ReasonField purchases={purchases} value="" onChange={() => {}} />
    expect((await openScreen(field(0))).all('textarea, [role=note]')).toEqual([])
    await closeScreen()
    const asked = await openScreen(field(2))
    expect(asked.find('[role=note]').textContent).toContain('2 purchases move too')
    expect(asked.all('textarea')).toHaveLength(1)
  })
})

describe('making performances', () => {
  it('leads to the first day that was made', async () => {
    const start = { localDate: '2026-12-04', localTime: '20:00', startsAt: '2026-12-04T19:00:00Z' }
    const row = { ...start, offsets: [], problem: null, clash: null }
    const days: string[] = []
    const screen = await openScreen(
      known(
        <CreatePerformancesDialog
          event={{ id: 2, version: 1, venueId: 3 }}
          date="2026-12-03"
          onClose={() => {}}
          onCreated={(day) => days.push(day)}
        />,
      ),
      {
        'GET /rest/data/performances': [],
        'POST /rest/data/events/2/performances/preview': { timeZone: 'Europe/Madrid', rows: [row], isTooMany: false },
        'POST /rest/data/events/2/performances': { created: [7] },
      },
    )
    await click(screen.button('Preview'))
    await click(screen.button('Create 1 performance'))
    expect(days).toEqual(['2026-12-04'])
  })
})

describe('the status of a performance with sales', () => {
  it('is set to postponed without another reason where it was postponed before it was cancelled', async () => {
    const chosen: unknown[] = []
    const choose = async (record: object) => {
      const screen = await openScreen(
        <StatusInput
          field={performances.fields.status}
          name="status"
          value="cancelled"
          onChange={(value) => chosen.push(value)}
          errors={{}}
          readOnly={false}
          draft={{}}
          record={{ ...entry, version: 1, localDate: '2098-05-01', purchaseCount: 2, isDateTbd: true, ...record }}
        />,
      )
      const select = screen.find('select') as HTMLSelectElement
      await act(async () => {
        select.value = 'postponed'
        select.dispatchEvent(new Event('change', { bubbles: true }))
      })
    }
    await choose({ rescheduledFrom: null })
    expect(chosen).toEqual([])
    await closeScreen()
    await choose({ rescheduledFrom: '2098-05-01' })
    expect(chosen).toEqual(['postponed'])
  })
})
