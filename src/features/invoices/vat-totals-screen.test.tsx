import { afterEach, describe, expect, it } from 'vitest'
import { RecordPathsProvider } from '../../ui/resource/record-paths.tsx'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { VatTotalsScreen } from './vat-totals-screen.tsx'

afterEach(closeScreen)

const row = (country: string, currency: string, net: number, tax: number) => ({
  country,
  treatment: 'standard',
  taxRate: 2100,
  currency,
  documents: 1,
  net,
  tax,
  gross: net + tax,
})
const total = (currency: string, documents: number, net: number, tax: number) => ({
  currency,
  documents,
  net,
  tax,
  gross: net + tax,
})
const answers = {
  'GET /rest/data/invoice-taxes': {
    rows: [
      row('DE', 'EUR', 1000, 210),
      row('AT', 'EUR', 2000, 420),
      { ...row('FR', 'JPY', 50, 0), treatment: 'margin' },
    ],
    totals: [total('EUR', 2, 3000, 630), total('JPY', 1, 50, 0)],
  },
  'GET /rest/data/invoice-archive': { period: '2026-11', documents: 0, ready: 0, state: 'idle', requestedBy: null },
}

describe('VAT totals', () => {
  it('has the countries of each currency by name, with the kind of tax below for a phone, and the total below them', async () => {
    const screen = await openScreen(<VatTotalsScreen />, answers)
    const cells = (line: Element) => [...line.children].map(({ textContent }) => textContent)
    expect(screen.all('tbody tr').map(cells)).toEqual([
      ['AustriaStandard · 21%', 'Standard', '21%', '1', '€20.00', '€4.20', '€24.20'],
      ['GermanyStandard · 21%', 'Standard', '21%', '1', '€10.00', '€2.10', '€12.10'],
      ['Total in EUR', '', '', '2', '€30.00', '€6.30', '€36.30'],
      ['FranceMargin scheme · 21%', 'Margin scheme', '21%', '1', 'JP¥50', 'JP¥0', 'JP¥50'],
      ['Total in JPY', '', '', '1', 'JP¥50', 'JP¥0', 'JP¥50'],
    ])
  })

  it('opens from each total the documents that add up to it', async () => {
    const screen = await openScreen(
      <RecordPathsProvider value={(resource, page) => `/${resource}/${page}`}>
        <VatTotalsScreen />
      </RecordPathsProvider>,
      answers,
      '/page?period=2026-Q3',
    )
    const links = [...(screen.all('tbody tr')[2]?.querySelectorAll('a') ?? [])]
    expect(links.map(({ textContent }) => textContent)).toEqual(['2', '€30.00', '€6.30', '€36.30'])
    const [path, query] = (links[1]?.getAttribute('href') ?? '').split('?')
    expect(path).toBe('/invoices/list')
    expect(JSON.parse(new URLSearchParams(query).get('filter') ?? '')).toEqual({
      issuedOn: { gte: '2026-07-01', lte: '2026-09-30' },
      currency: 'EUR',
      isTest: false,
    })
  })

  it('opens from each row its documents, above the totals', async () => {
    const document = { id: 7, kind: 'event', isRefund: true, number: 'REC-2026-000001', issuedOn: '2026-11-20' }
    const screen = await openScreen(
      <RecordPathsProvider value={(resource, page, id) => `/${resource}/${page}${id ? `/${id}` : ''}`}>
        <VatTotalsScreen />
      </RecordPathsProvider>,
      {
        ...answers,
        'GET /rest/data/invoice-taxes/documents': {
          count: 1,
          rows: [{ ...document, net: -1000, tax: -210, gross: -1210 }],
        },
      },
      '/page?period=2026-Q4&row=EUR-DE-standard-2100',
    )
    const [opened, totals] = screen.all('table')
    expect(opened?.getAttribute('aria-label')).toBe('Documents of Germany · Standard · 21% · EUR')
    const [row] = [...(opened?.querySelectorAll('tbody tr') ?? [])]
    expect([...(row?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      'REC-2026-000001',
      '20 Nov 2026',
      '-€10.00',
      '-€2.10',
      '-€12.10',
    ])
    expect(row?.querySelector('a')?.getAttribute('href')).toBe('/purchases/refund-invoice-event/7')
    const links = [...(totals?.querySelectorAll('tbody tr')[1]?.querySelectorAll('a') ?? [])]
    expect(links.map(({ textContent }) => textContent)).toEqual(['1', '€10.00', '€2.10', '€12.10'])
    expect(links[0]?.getAttribute('href')).toBe('/invoices/taxes?period=2026-Q4&row=EUR-DE-standard-2100')
  })

  it('offers months, quarters and years, the newest quarter first', async () => {
    const screen = await openScreen(<VatTotalsScreen />, answers)
    const labels = screen.all('optgroup').map((group) => group.getAttribute('label'))
    expect(labels).toEqual(['Quarters', 'Months', 'Years'])
    expect(JSON.stringify(screen.calls)).toMatch(/invoice-taxes.*20\d\d-Q[1-4]/)
  })
})
