import { expect, it } from 'vitest'
import { fileSize } from './file-size.ts'

it.each([
  [0, '1 KB'],
  [1_536, '2 KB'],
  [1_048_575, '1,024 KB'],
  [1_048_576, '1 MB'],
  [1_500_000, '1.4 MB'],
])('%i bytes are %s', (bytes, words) => {
  expect(fileSize(bytes)).toBe(words)
})
