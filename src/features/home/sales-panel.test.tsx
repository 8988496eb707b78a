import { afterEach, expect, it, vi } from 'vitest'
import { RecordPathsProvider } from '../../ui/resource/record-paths.tsx'
import { click, closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { SalesPanel } from './day-panels.tsx'

afterEach(closeScreen)

const day = { date: '2026-11-26', zone: 'UTC', from: '2026-11-26T00:00:00Z', to: '2026-11-27T00:00:00Z' }
const sales = [
  { currency: 'EUR', orders: 3, gross: 20_000, confirmedGross: 15_000, grossBefore: 0, refunded: 500, margin: 3_000 },
  // Nothing was sold, and an order of an earlier day was paid back.
  { currency: 'GBP', orders: 0, gross: 0, confirmedGross: 0, grossBefore: 0, refunded: 700, margin: 0 },
  { currency: 'USD', orders: 1, gross: 1_000, confirmedGross: 1_000, grossBefore: 0, refunded: 0, margin: -100 },
]
const reporting = {
  currency: 'EUR',
  gross: 21_000,
  refunded: 1_300,
  margin: 2_900,
  confirmedGross: 16_000,
  asOf: null,
  sources: [],
  without: [],
}

const currenciesIn = (href: string | null | undefined) =>
  (JSON.parse(new URLSearchParams(href?.split('?')[1]).get('filter') ?? '{}') as { currency?: unknown }).currency

it('leaves out of the total, and of what it opens, a currency without a rate', async () => {
  const screen = await openScreen(
    <RecordPathsProvider value={(resource) => `/${resource}`}>
      <SalesPanel sales={sales as never} reporting={{ ...reporting, without: ['USD'] } as never} day={day as never} />
    </RecordPathsProvider>,
  )
  const [all] = screen.all('tbody tr')
  expect(all?.children[1]?.textContent).toBe('3')
  expect(currenciesIn(all?.querySelector('td a')?.getAttribute('href'))).toEqual(['EUR', 'GBP'])
})

it('says gross, what went back with its share, net and margin of each currency and of all, and opens what adds up to them', async () => {
  const screen = await openScreen(
    <RecordPathsProvider value={(resource) => `/${resource}`}>
      <SalesPanel sales={sales as never} reporting={reporting as never} day={day as never} />
    </RecordPathsProvider>,
  )
  const rows = screen.all('tr').map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows).toEqual([
    ['Currency', 'Orders', 'Gross', 'Refunded', 'Net', 'Margin', 'Share'],
    ['All in EUR', '4', '210.00', '13.006% of gross', '197.00', '29.00', '18%of 160.00 confirmed'],
    ['EUR', '3', '200.00', '5.003% of gross', '195.00', '30.00', '20%of 150.00 confirmed'],
    ['GBP', '0', '0.00', '7.00', '-7.00', '0.00', '–'],
    ['USD', '1', '10.00', '–', '10.00', '-1.00', '-10%'],
  ])
  const links = [...(screen.all('tbody tr')[1]?.querySelectorAll('td a') ?? [])]
  expect(links.map((link) => link.getAttribute('href')?.split('?')[0])).toEqual([
    '/purchases',
    '/refunds',
    '/purchases',
  ])
  expect(links[1]?.getAttribute('href')).toContain('EUR')
  const all = [...(screen.all('tbody tr')[0]?.querySelectorAll('td a') ?? [])].map((link) => link.getAttribute('href'))
  expect(all.map((href) => [href?.split('?')[0], currenciesIn(href)])).toEqual([
    ['/purchases', ['EUR', 'GBP', 'USD']],
    ['/refunds', ['EUR', 'GBP', 'USD']],
    ['/purchases', ['EUR', 'GBP', 'USD']],
  ])
  // Net opens the one list that adds up to it, and both where there are two.
  const netOf = (row: number) => screen.all('tbody tr')[row]?.children[4]?.firstElementChild
  expect(netOf(2)?.getAttribute('href')).toMatch(/^\/refunds\?.*GBP/)
  expect(netOf(3)?.getAttribute('href')).toMatch(/^\/purchases\?.*USD/)
  await click(netOf(1) as HTMLElement)
  await vi.waitFor(() =>
    expect([...document.querySelectorAll('[role="dialog"] tr')].map(({ textContent }) => textContent)).toEqual([
      'Gross€200.00',
      'Refunded-€5.00',
      'Net€195.00',
    ]),
  )
  expect([...document.querySelectorAll('[role="dialog"] a')].map((link) => link.getAttribute('href'))).toEqual([
    links[0]?.getAttribute('href'),
    links[1]?.getAttribute('href'),
  ])
})
