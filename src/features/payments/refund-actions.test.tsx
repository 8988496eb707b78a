import { afterEach, expect, it } from 'vitest'
import { click, closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { RefundActions } from './refund-actions.tsx'

afterEach(closeScreen)

const refund = { version: 1, state: 'requested', currency: 'EUR', amount: 5_354, requestedBy: 'Ida Sol' }
// Who looks is called Ada Byron.
const own = { ...refund, amount: 88_888, requestedBy: 'Ada Byron' }
const selected = [
  { ...refund, id: 1 },
  { ...refund, id: 2, currency: 'USD', amount: 2_219 },
  { ...refund, id: 3, amount: 1_000 },
  { ...refund, id: 4, state: 'succeeded', amount: 99_999 },
]

async function open(rows: typeof selected) {
  const approve = 'POST /rest/data/refunds/approve'
  const screen = await openScreen(<RefundActions selected={rows} onDone={() => undefined} />, {
    'GET /user/fresh-sign-in': { freshUntil: new Date(Date.now() + 600_000).toISOString() },
    [approve]: { results: [1, 2, 3].map((id) => ({ id, ok: true })) },
  })
  const sent = () => screen.calls.filter(({ call }) => call === approve).map(({ body }) => body)
  return { screen, sent }
}
const confirm = '[role=dialog] button[data-autofocus], [role=alertdialog] button[data-autofocus]'

it('approves several refunds only after it said what customers get in each currency', async () => {
  const { screen, sent } = await open(selected)
  await click(screen.button('Approve'))
  expect(screen.text()).toContain('Approve 3 refunds?')
  expect(screen.text()).toMatch(/Customers get €63\.54, (US)?\$22\.19\./)
  expect(screen.text()).not.toContain('left out')
  expect(sent()).toEqual([])
  await click(screen.find(confirm))
  expect(sent()).toEqual([{ ids: [1, 2, 3] }])
})

it('leaves out those that the user requested, and says so before', async () => {
  const { screen, sent } = await open([...selected, { ...own, id: 5 }])
  await click(screen.button('Approve'))
  expect(screen.text()).toContain('Approve 3 refunds?')
  expect(screen.text()).toMatch(/Customers get €63\.54, (US)?\$22\.19\./)
  expect(screen.text()).toContain('1 refund is left out: you requested it, so someone else must approve it.')
  await click(screen.find(confirm))
  expect(sent()).toEqual([{ ids: [1, 2, 3] }])
})

it.each([
  [[{ ...own, id: 5 }], 'You requested this refund. Someone else must approve it.'],
  [[5, 6].map((id) => ({ ...own, id })), 'You requested these refunds. Someone else must approve them.'],
  [selected.slice(3), 'None of these need approval.'],
])('says why none of the selection can be approved', async (rows, reason) => {
  const { screen } = await open(rows)
  expect(screen.button('Approve').title).toBe(reason)
  expect(screen.button('Approve')).toHaveProperty('disabled', true)
})
