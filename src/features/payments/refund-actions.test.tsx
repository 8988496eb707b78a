import { afterEach, expect, it } from 'vitest'
import { click, closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { RefundActions } from './refund-actions.tsx'

afterEach(closeScreen)

const refund = { version: 1, state: 'requested', currency: 'EUR', amount: 5_354 }
const selected = [
  { ...refund, id: 1 },
  { ...refund, id: 2, currency: 'USD', amount: 2_219 },
  { ...refund, id: 3, amount: 1_000 },
  { ...refund, id: 4, state: 'succeeded', amount: 99_999 },
]

it('approves several refunds only after it said what customers get in each currency', async () => {
  const approve = 'POST /rest/data/refunds/approve'
  const screen = await openScreen(<RefundActions selected={selected} onDone={() => undefined} />, {
    'GET /user/fresh-sign-in': { freshUntil: new Date(Date.now() + 600_000).toISOString() },
    [approve]: { results: [1, 2, 3].map((id) => ({ id, ok: true })) },
  })
  const sent = () => screen.calls.filter(({ call }) => call === approve).map(({ body }) => body)
  await click(screen.button('Approve'))
  expect(screen.text()).toContain('Approve 3 refunds?')
  expect(screen.text()).toMatch(/Customers get €63\.54, (US)?\$22\.19\./)
  expect(sent()).toEqual([])
  await click(screen.find('[role=dialog] button[data-autofocus], [role=alertdialog] button[data-autofocus]'))
  expect(sent()).toEqual([{ ids: [1, 2, 3] }])
})
