import { expect, it } from 'vitest'
import { checkWords, refundWord } from './purchase-labels.ts'

it('the checks of a card are said in words, each after its name, and left out where the bank said nothing', () => {
  expect(checkWords({ threeDs: 'not_enrolled', avs: 'partial', cvc: 'match' })).toEqual([
    '3-D Secure: not enrolled',
    'Address check: matches in part',
    'Security code: matches',
  ])
  expect(checkWords({ threeDs: null, avs: 'mismatch', cvc: null })).toEqual(['Address check: differs'])
  expect(checkWords({ threeDs: 'Challenge_Later', avs: null, cvc: null })).toEqual(['3-D Secure: Challenge Later'])
})

it('a refund that staff turn down is not approved, while a booking is rejected', () => {
  expect(['rejected', 'reversed'].map(refundWord)).toEqual(['Not approved', 'Reversed'])
})
