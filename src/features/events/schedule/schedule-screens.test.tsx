import { afterEach, describe, expect, it } from 'vitest'
import { closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import { MonthCalendar } from './month-calendar.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { SchedulePanel } from './schedule-panel.tsx'

afterEach(closeScreen)

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
