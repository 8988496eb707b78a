import { describe, expect, it } from 'vitest'
import type { DraftOrder } from './command-drafts.ts'
import { firstDrafts } from './command-drafts.ts'

it('a line is split where there is more than one ticket', () => {
  const lines = [
    { position: 1, kind: 'item', quantity: 1 },
    { position: 2, kind: 'item', quantity: 2 },
    { position: 3, kind: 'item', quantity: 3 },
  ]
  // Edge: the draft reads nothing else of the order.
  expect(firstDrafts['split-line']({ lines } as unknown as DraftOrder)).toEqual({ position: 2, quantity: 1 })
})

it('what goes back is entered for lines that cost something', () => {
  const lines = [
    { position: 1, amount: 4_500 },
    { position: 2, amount: 0 },
    { position: 3, amount: -450 },
  ]
  expect(firstDrafts.refund({ lines, refunds: [] } as unknown as DraftOrder)).toMatchObject({
    kind: 'lines',
    lines: [{ position: 1, amount: 0 }],
    destination: 'original_method',
  })
})

describe('a bank transfer', () => {
  const refund = (id: number, state: string, destination = 'bank_transfer') => ({
    id,
    state,
    destination,
    amount: 100 * id,
    reason: 'quality',
  })
  const draftsOf = (...refunds: readonly object[]) => {
    const order = { lines: [], refunds } as unknown as DraftOrder
    return { transfer: firstDrafts['record-transfer'](order), refund: firstDrafts.refund(order) }
  }

  it('is recorded as made while one waits, else as come back', () => {
    expect(draftsOf(refund(1, 'succeeded'), refund(2, 'approved')).transfer).toMatchObject({
      refundId: 2,
      isReturned: false,
    })
    expect(draftsOf(refund(1, 'succeeded'), refund(2, 'succeeded', 'credit')).transfer).toMatchObject({
      refundId: 1,
      isReturned: true,
    })
    expect(draftsOf(refund(2, 'succeeded', 'original_method')).transfer).toMatchObject({
      refundId: 0,
      isReturned: false,
    })
  })

  it('that came back is what is refunded next, to another account, once', () => {
    expect(draftsOf(refund(1, 'succeeded'), refund(2, 'reversed')).refund).toMatchObject({
      kind: 'goodwill',
      amount: 200,
      reason: 'quality',
      destination: 'bank_transfer',
      iban: null,
    })
    expect(draftsOf(refund(2, 'reversed'), refund(3, 'approved', 'credit')).refund).toMatchObject({
      kind: 'lines',
      amount: null,
      destination: 'original_method',
    })
  })
})
