import { expect, test } from 'vitest'
import { namePattern } from './name-check.ts'

test.each(['', 'a', 'Z', '0', '-', '_', 'product-codes_2', 'ADMIN'])('name check accepts %j', (name) => {
  expect(namePattern.test(name)).toBe(true)
})

test.each([' ', 'a b', 'é', 'a\n', '\n', 'a.b', 'a/b', 'ａ', 'a\u200b', '٣', 'a\u0000'])(
  'name check refuses %j',
  (name) => {
    expect(namePattern.test(name)).toBe(false)
  },
)
