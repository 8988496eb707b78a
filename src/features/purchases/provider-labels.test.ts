import { expect, it } from 'vitest'
import { failureWord, failureWords, providerWord } from './provider-labels.ts'

it('says what a provider calls a failure in words for people, and its own code where support asks for it', () => {
  expect(failureWord('do_not_honor')).toBe('Declined by the bank')
  expect(failureWord('expired_or_canceled_card')).toBe('Card expired or cancelled')
  expect(failureWords('do_not_honor')).toBe('Declined by the bank (do_not_honor)')
  expect(failureWords('fraudulent')).toBe('Suspected fraud')
  // What a bank wrote, or a code that we have no words for.
  expect(failureWords('Account closed on 3 May')).toBe('Account closed on 3 May')
  expect(failureWords('velocity_exceeded')).toBe('Velocity exceeded (velocity_exceeded)')
})

it('keeps the words of states apart from those of failures', () => {
  expect(providerWord('declined')).toBe('Declined')
  expect(providerWord('fraudulent')).toBe('Fraudulent')
  expect(providerWord('unrecognized')).toBe('Payment not recognised')
  expect(providerWord('constructor')).toBe('Constructor')
})
