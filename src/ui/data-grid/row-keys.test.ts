import { describe, expect, it } from 'vitest'
import { rowAfterKey } from './row-keys.ts'

describe('keys between rows', () => {
  it('move by a row, by a page and to the ends, and stop there', () => {
    expect(rowAfterKey('ArrowDown', 4, 10, 5)).toBe(5)
    expect(rowAfterKey('ArrowDown', 9, 10, 5)).toBe(9)
    expect(rowAfterKey('ArrowUp', 0, 10, 5)).toBe(0)
    expect(rowAfterKey('PageDown', 4, 10, 5)).toBe(9)
    expect(rowAfterKey('PageDown', 7, 10, 5)).toBe(9)
    expect(rowAfterKey('PageUp', 7, 10, 5)).toBe(2)
    expect(rowAfterKey('Home', 7, 10, 5)).toBe(0)
    expect(rowAfterKey('End', 7, 10, 5)).toBe(9)
  })

  it('leave every other key to others', () => {
    expect(rowAfterKey('a', 3, 10, 5)).toBe(null)
    expect(rowAfterKey('Tab', 3, 10, 5)).toBe(null)
  })
})
