import { expect, it } from 'vitest'
import { contentsWords } from './contents-labels.ts'

it('says how many tickets in the language of the console, and leaves the rest as it is', () => {
  expect(contentsWords('2 tickets, Dress Circle')).toBe('2 tickets, Dress Circle')
  expect(contentsWords('1 ticket, Row 5, left')).toBe('1 ticket, Row 5, left')
  expect(contentsWords('2 adults, 1 child')).toBe('2 adults, 1 child')
  expect(contentsWords(null)).toBe('')
})
