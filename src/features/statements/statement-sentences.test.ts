import { expect, it } from 'vitest'
import { sentenceOf } from './statement-sentences.ts'

const line = { difference: 'amount_differs', currency: 'USD', expectedCurrency: 'USD', fee: null, expectedFee: null }

it.each([
  [5_387, 5_487],
  [5_487, 5_387],
  [-5_487, -5_387],
])('says how far %i is off from %i without a sign, since both are beside it', (amount, expectedAmount) => {
  expect(sentenceOf({ ...line, amount, expectedAmount } as never)).toBe('Differs from our books by US$1.00')
})
