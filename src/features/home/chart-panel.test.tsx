import { afterEach, expect, it } from 'vitest'
import { RecordPathsProvider } from '../../ui/resource/record-paths.tsx'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { addDays } from './day.ts'

afterEach(closeScreen)

const dates = Array.from({ length: 30 }, (_, day) => addDays('2026-10-30', day))
const euros = { currency: 'EUR', gross: Array.from({ length: 60 }, (_, day) => day * 100), orders: dates.map(() => 1) }

it('opens the orders of the 30 days that the total adds up, in its currency, from midnight to midnight in its zone', async () => {
  const screen = await openScreen(
    <RecordPathsProvider value={(resource) => `/${resource}`}>
      <ChartPanel history={{ dates, zone: 'Europe/Madrid', currencies: [euros] } as never} />
    </RecordPathsProvider>,
  )
  const total = screen.all('a').find(({ textContent }) => textContent === '€1,335')
  const filter = new URLSearchParams(total?.getAttribute('href')?.split('?')[1]).get('filter')
  expect(JSON.parse(filter ?? '{}')).toEqual({
    createdAt: { gte: '2026-10-29T23:00:00.000Z', lt: '2026-11-28T23:00:00.000Z' },
    currency: 'EUR',
    isSale: true,
  })
})
