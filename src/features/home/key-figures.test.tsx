import { afterEach, describe, expect, it } from 'vitest'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { KeyFigures } from './key-figures.tsx'
import { SincePanel } from './work-panels.tsx'

afterEach(closeScreen)

const inPounds = {
  currency: 'GBP',
  orders: 1,
  gross: 7177,
  confirmedGross: 7177,
  grossBefore: 0,
  refunded: 0,
  margin: 900,
}
const series = { orders: [3, 2], gross: [9000, 8000], margin: [900, 800], refunded: [500, 0] }
const history = {
  zone: 'Europe/Madrid',
  dates: ['2026-11-25', '2026-11-26'],
  currencies: [
    { currency: 'EUR', ...series },
    { currency: 'GBP', ...series },
  ],
  travelling: [4, 5],
  waiting: [12, 9],
}
const day = { date: '2026-11-26', zone: 'Europe/Madrid' }

it.each([
  [true, 'In the last 7 days'],
  [false, 'Since you last signed in'],
])('the news of a first session (%s) are of a week', async (isFirstSession, title) => {
  const news = { since: '2026-11-19T12:00:00.000Z', isFirstSession, zone: 'Europe/Madrid' }
  const screen = await openScreen(<SincePanel figures={[]} news={news} />)
  expect(screen.text()).toContain(title)
})

describe('the key figures of the home page', () => {
  it('stay in the currency of the last weeks when the first order of a day is in another', async () => {
    const data = { figures: [], sales: [inPounds] }
    const screen = await openScreen(<KeyFigures data={data as never} day={day as never} history={history as never} />)
    expect(screen.text()).toContain('EUR sales today€0')
    expect(screen.text()).toContain('and 1 more currency')
    expect(screen.text()).toContain('EUR margin today–')
  })

  it('take the margin of what suppliers have confirmed', async () => {
    const marginOf = async (sale: object) => {
      const data = { figures: [], sales: [{ ...inPounds, currency: 'EUR', ...sale }] }
      const screen = await openScreen(<KeyFigures data={data as never} day={day as never} history={history as never} />)
      const text = screen.all('li').find(({ textContent }) => textContent.includes('EUR margin today'))?.textContent
      await closeScreen()
      return text
    }
    expect(await marginOf({})).toBe('EUR margin today13%€9')
    expect(await marginOf({ confirmedGross: 3000 })).toBe('EUR margin today30%€9 of €30 confirmed')
    expect(await marginOf({ confirmedGross: 0, margin: 0 })).toBe('EUR margin today–€0 of €0 confirmed')
  })

  it('say what was paid back in a week on a day without refunds, and draw its course', async () => {
    const data = { figures: [], sales: [inPounds] }
    const screen = await openScreen(<KeyFigures data={data as never} day={day as never} history={history as never} />)
    const refunded = screen.all('li').find(({ textContent }) => textContent.includes('Refunded today'))
    expect(refunded?.textContent).toContain('€5 in the last 7 days')
    expect(refunded?.querySelector('svg')).not.toBeNull()
  })

  it('draw the course of what waits up to now, and none after a single day', async () => {
    const toDo = { key: 'to-do', label: 'To do', means: '', resource: 'purchases', filter: {}, count: 24 }
    const data = { figures: [toDo], sales: [inPounds] } as never
    const courseOf = async (waiting: number[]) => {
      const screen = await openScreen(<KeyFigures data={data} day={day as never} history={{ ...history, waiting }} />)
      const figure = screen.all('li').find(({ textContent }) => textContent.includes('To do'))
      return figure?.querySelector('path:last-child')?.getAttribute('d')
    }
    // 12 of 24 is halfway up, and now, 24, is at the top: not the 9 that was counted last.
    expect(await courseOf([12, 9])).toBe('M2,16.5L156,4')
    await closeScreen()
    expect(await courseOf([9])).toBeUndefined()
  })

  it('are in the currency of today’s sales while there is no history', async () => {
    const data = { figures: [], sales: [inPounds] }
    const screen = await openScreen(<KeyFigures data={data as never} day={day as never} history={undefined} />)
    expect(screen.text()).toContain('GBP sales today£72')
  })
})
