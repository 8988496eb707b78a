import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BusinessZoneProvider } from '../../ui/resource/business-zone.web.ts'
import { closeScreen, openScreen, type } from '../../ui/testing/open-screen.tsx'
import { PeriodPicker } from './period-picker.tsx'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-25T12:00:00Z'), toFake: ['Date'] }))
afterEach(async () => {
  vi.useRealTimers()
  await closeScreen()
})

it('today is the day of the business, whose books these are', async () => {
  const chosen: string[] = []
  const screen = await openScreen(
    <BusinessZoneProvider value="Pacific/Kiritimati">
      <PeriodPicker
        period="2026-11-01..2026-11-05"
        today="2026-11-26"
        onChange={(period) => {
          chosen.push(period)
        }}
      />
    </BusinessZoneProvider>,
  )
  const [, last] = screen.all('input')
  if (!last) throw new Error('Two days are asked for.')
  await type('today', last)
  expect(chosen).toEqual(['2026-11-01..2026-11-26'])
})
