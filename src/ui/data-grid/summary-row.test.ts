import { describe, expect, it } from 'vitest'
import { columnTotal } from './summary-row.ts'

describe('the total of a column', () => {
  it('ignores values that are not numbers', () => {
    expect(columnTotal([1, null, 'n/a', undefined, 2, ''])).toBe('3')
    expect(columnTotal([5n, '7'])).toBe('12')
  })

  it('has the largest number of decimals seen', () => {
    expect(columnTotal([0.1, 0.2])).toBe('0.3')
    expect(columnTotal([1.25, 2])).toBe('3.25')
    expect(columnTotal([1, 1e-7])).toBe('1.0000001')
  })

  it('has at most 20 decimals', () => {
    expect(columnTotal([1e-25])?.split('.')[1]).toHaveLength(20)
  })

  it('is nothing for a column of text or of no rows', () => {
    expect(columnTotal(['a', 'b'])).toBe(null)
    expect(columnTotal([])).toBe(null)
  })
})
