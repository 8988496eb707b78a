import { afterEach, expect, it } from 'vitest'
import { RecordPathsProvider } from '../../ui/resource/record-paths.tsx'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { FindingScreen } from './finding-screen.tsx'

afterEach(closeScreen)

const finding = {
  id: 4,
  version: 1,
  rule: 'captured',
  state: 'open',
  subject: 'KHHH3X26',
  purchaseId: 7,
  orderKind: 'event',
  statementId: null,
  currency: 'EUR',
  says: 5000,
  adds: 4900,
  difference: -100,
  assignee: null,
  explanation: null,
  closedAt: null,
  closedBy: null,
  reopened: 0,
  firstSeenAt: '2026-11-20T02:23:00Z',
  lastSeenAt: '2026-11-25T02:23:00Z',
}
async function factsOf(more: Partial<Record<keyof typeof finding, unknown>> = {}) {
  const paths = (resource: string, page: string, id?: number) => `/${resource}/${page}?id=${id}`
  const screen = await openScreen(
    <RecordPathsProvider value={paths}>
      <FindingScreen />
    </RecordPathsProvider>,
    { 'GET /rest/data/reconciliation-findings/4': { ...finding, ...more } },
    '/page?id=4',
  )
  const [names, values] = [screen.all('dl dt'), screen.all('dl dd')].map((all) =>
    all.map(({ textContent }) => textContent ?? ''),
  )
  const facts = Object.fromEntries((names ?? []).map((name, index) => [name, values?.[index] ?? '']))
  return { screen, facts }
}

it('a finding says both sums, how far they differ, and since when and until when it was found', async () => {
  const { screen, facts } = await factsOf()
  expect(facts).toMatchObject({
    'Order': 'KHHH3X26',
    'Expected': '€50.00',
    'Found': '€49.00',
    'Difference': '-€1.00',
    'Owner': 'Not assigned',
    'First found': expect.stringMatching(/20 Nov 2026|Nov 20, 2026/),
    'Last found': expect.stringMatching(/(25 Nov 2026|Nov 25, 2026).* · (.* ago|yesterday)$/),
  })
  expect(screen.find('dl a').getAttribute('href')).toBe('/purchases/view-event?id=7')
  // Zeros and what has not happened are left out.
  expect(Object.keys(facts)).not.toContain('Times reopened')
  expect(Object.keys(facts)).not.toContain('Closed')
  expect(screen.all('button').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Explain…', 'Close…']),
  )
})

it('a finding that was closed says when, and that the sums agree where no person closed it', async () => {
  const { facts } = await factsOf({ state: 'closed', closedAt: '2026-11-26T02:23:00Z', reopened: 2 })
  expect(facts).toMatchObject({
    'Times reopened': '2',
    'Closed': expect.stringContaining('the sums agree again'),
  })
})
