import { expect, it } from 'vitest'
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
  expect(firstDrafts.refund({ lines } as unknown as DraftOrder)).toMatchObject({ lines: [{ position: 1, amount: 0 }] })
})
