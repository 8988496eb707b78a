import { afterEach, expect, it } from 'vitest'
import { PageContext } from '../../../ui/page-context.tsx'
import { closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import type { RunPreview } from './run.endpoints.ts'
import { RunScreen } from './run-screen.tsx'
import { RunTotals } from './run-totals.tsx'

afterEach(closeScreen)

const run = {
  id: 3,
  version: 1,
  name: 'Tosca, 2026-06-01 20:00',
  kind: 'cancellation',
  state: 'done',
  eventId: 5,
  event: { id: 5, title: 'Tosca' },
  refunds: true,
  paidBy: 'seller',
  refundUntil: null,
  reason: 'The singer is ill',
  needsApproval: false,
  requestedBy: 'Amara Okafor',
  approvedBy: null,
  orders: 2,
  doneOrders: 2,
  failedOrders: 0,
  createdAt: '2026-11-02T10:00:00Z',
  updatedAt: '2026-11-02T10:00:00Z',
  finishedAt: '2026-11-02T10:05:00Z',
}
const progress = { state: 'done', waiting: 0, done: 2, failed: 0, messages: 2, money: [], orders: [], next: null }

it('a run says why it was asked for, by whom and who pays', async () => {
  const screen = await openScreen(
    <PageContext.Provider value={{ title: 'Order run', screen: 'order-runs/view', write: [], mayWrite: true }}>
      <RunScreen />
    </PageContext.Provider>,
    { 'GET /rest/data/order-runs/3': run, 'GET /rest/data/order-runs/3/progress': progress },
    '/order-runs/view?id=3',
  )
  const facts = screen
    .all('[aria-label="About this run"] dl > div')
    .map(({ children: [name, value] }) => [name?.textContent, value?.textContent])
  expect(Object.fromEntries(facts)).toMatchObject({
    Event: 'Tosca',
    'Paid by': 'Seller',
    Reason: 'The singer is ill',
    'Requested by': 'Amara Okafor',
  })
})

it('a run is named in the words of its reader, and its performance by a date as people write it', async () => {
  const screen = await openScreen(
    <PageContext.Provider value={{ title: 'Order run', screen: 'order-runs/view', write: [], mayWrite: true }}>
      <RunScreen />
    </PageContext.Provider>,
    { 'GET /rest/data/order-runs/3': run, 'GET /rest/data/order-runs/3/progress': progress },
    '/order-runs/view?id=3',
  )
  expect(screen.all('h1').map(({ textContent }) => textContent)).toEqual(['Cancellation: Tosca, 1 Jun 2026, 20:00'])
})

it.each([
  [true, ['Approve refunds'], 'Review the refunds'],
  [false, ['Withdraw request'], 'Waits for another person'],
])('a run that waits for approval: can this reader approve it? %s', async (mayApprove, buttons, words) => {
  const waiting = { ...progress, state: 'requested', waiting: 2, done: 0, messages: 0, mayApprove }
  const screen = await openScreen(
    <PageContext.Provider value={{ title: 'Order run', screen: 'order-runs/view', write: [], mayWrite: true }}>
      <RunScreen />
    </PageContext.Provider>,
    { 'GET /rest/data/order-runs/3': { ...run, state: 'requested' }, 'GET /rest/data/order-runs/3/progress': waiting },
    '/order-runs/view?id=3',
  )
  const names = screen.all('button').map(({ textContent }) => textContent)
  expect(names.filter((name) => /Approve|Reject|Withdraw/.test(name ?? ''))).toEqual(buttons)
  expect(screen.text()).toContain(words)
})

it('a dry run says that no order can be done only where none can', async () => {
  const preview: RunPreview = {
    orders: 0,
    tickets: 0,
    customers: 0,
    messages: 0,
    authorised: 0,
    money: [],
    problems: [],
    needsApproval: false,
    token: 'seen',
  }
  expect((await openScreen(<RunTotals preview={preview} />)).text()).toContain('No orders for this run.')
  await closeScreen()
  const some = await openScreen(<RunTotals preview={{ ...preview, orders: 1, tickets: 2 }} />)
  expect(some.text()).not.toContain('No orders for this run.')
})
