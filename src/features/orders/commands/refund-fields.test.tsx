import { afterEach, expect, it, vi } from 'vitest'
import { closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import type { PurchaseDetails } from '../../purchases/purchase-details.ts'
import { RefundChoice } from './refund-fields.tsx'

afterEach(closeScreen)

const refund: PurchaseDetails['refunds'][number] = {
  id: 1,
  paymentId: 1,
  state: 'failed',
  currency: 'EUR',
  amount: 1_000,
  kind: 'goodwill',
  lines: [],
  reason: 'quality',
  initiator: 'customer',
  paidBy: 'platform',
  destination: 'original_method',
  pspReference: null,
  bankReference: null,
  failure: null,
  requestedBy: null,
  approvedBy: null,
  createdAt: '2026-11-01T10:00:00Z',
  succeededAt: null,
}

it('offers each refund that failed, and of those that are left to staff only transfers', async () => {
  const refunds: PurchaseDetails['refunds'] = [
    refund,
    { ...refund, id: 2, state: 'approved' },
    { ...refund, id: 3, state: 'approved', destination: 'bank_transfer' },
  ]
  const offered = async (state: 'failed' | 'approved') => {
    const choice = <RefundChoice refunds={refunds} state={state} value={0} error={undefined} onChange={vi.fn()} />
    const values = (await openScreen(choice)).all('option').map((option) => option.getAttribute('value'))
    await closeScreen()
    return values
  }
  expect([await offered('failed'), await offered('approved')]).toEqual([['1'], ['3']])
})
