import { afterEach, expect, it } from 'vitest'
import { closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import { purchases } from '../../purchases/purchases.ts'
import { RequestsOfOrder } from './requests-of-order.tsx'

afterEach(closeScreen)

it('shows what the customer of this very order has asked for, with the quote that they saw', async () => {
  const request = {
    id: 3,
    kind: 'cancellation',
    state: 'declined',
    wantedDate: null,
    wantedTime: null,
    note: 'We are ill.',
    refund: 4500,
    kept: 4500,
    basisPoints: 5000,
    answer: 'The visit has begun.',
    decidedBy: 'Ada Byron',
    decidedAt: '2026-11-02T10:00:00Z',
    createdAt: '2026-11-01T10:00:00Z',
  }
  const record = { id: 12, version: 4, currency: 'EUR' }
  const screen = await openScreen(<RequestsOfOrder of={purchases} record={record} isDirty={false} />, {
    'GET /rest/data/purchases/12/requests': [request],
  })
  for (const words of ['€45.00 back (50%), €45.00 kept', 'We are ill.', 'Answer: The visit has begun.', 'Declined'])
    expect(screen.text()).toContain(words)
  expect(screen.calls.at(-1)?.query).toEqual({ version: '4' })
})
