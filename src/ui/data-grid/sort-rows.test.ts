import { describe, expect, it } from 'vitest'
import { nextDirection, sortRows } from './sort-rows.ts'
import type { GridValue } from './sort-rows.ts'

const sorted = (values: readonly GridValue[], direction: 'asc' | 'desc' = 'asc') =>
  sortRows(
    values.map((value) => ({ value })),
    (row) => row.value,
    direction,
  ).map((row) => row.value)

describe('sorting rows', () => {
  it('cycles ascending, descending, none, and starts over on another column', () => {
    expect(nextDirection(null, 'name')).toBe('asc')
    expect(nextDirection({ column: 'name', direction: 'asc' }, 'name')).toBe('desc')
    expect(nextDirection({ column: 'name', direction: 'desc' }, 'name')).toBe(null)
    expect(nextDirection({ column: 'name', direction: 'desc' }, 'price')).toBe('asc')
  })

  it('puts blanks last in both directions instead of scattering them', () => {
    expect(sorted([3, null, 1, undefined, 2, Number.NaN])).toEqual([1, 2, 3, null, undefined, Number.NaN])
    expect(sorted([3, null, 1, undefined, 2], 'desc')).toEqual([3, 2, 1, null, undefined])
    expect(sorted(['b', '', 'a'], 'desc')).toEqual(['b', 'a', ''])
  })

  it('keeps the source order of equal rows in both directions', () => {
    const rows = [
      { id: 1, city: 'Rome' },
      { id: 2, city: 'Oslo' },
      { id: 3, city: 'Rome' },
      { id: 4, city: 'Oslo' },
    ]
    expect(sortRows(rows, (row) => row.city, 'asc').map(({ id }) => id)).toEqual([2, 4, 1, 3])
    expect(sortRows(rows, (row) => row.city, 'desc').map(({ id }) => id)).toEqual([1, 3, 2, 4])
  })

  it('leaves the rows it was given as they were', () => {
    const rows = [{ value: 2 }, { value: 1 }]
    sortRows(rows, (row) => row.value, 'asc')
    expect(rows).toEqual([{ value: 2 }, { value: 1 }])
  })

  it('compares text without regard to case and by the numbers in it', () => {
    expect(sorted(['Row 10', 'row 9', 'Row 1'])).toEqual(['Row 1', 'row 9', 'Row 10'])
    expect(sorted(['Zürich', 'àlava', 'Bern'])).toEqual(['àlava', 'Bern', 'Zürich'])
  })

  it('compares booleans, dates and big integers by their order', () => {
    expect(sorted([true, false])).toEqual([false, true])
    expect(sorted([9007199254740993n, 9007199254740992n])).toEqual([9007199254740992n, 9007199254740993n])
    const [first, second] = [new Date('2026-01-01'), new Date('2026-01-02')]
    expect(sorted([second, first])).toEqual([first, second])
    expect(sorted([first, second], 'desc')).toEqual([second, first])
  })

  it('reads the value of each row once', () => {
    let reads = 0
    sortRows(
      Array.from({ length: 100 }, (_, index) => 100 - index),
      (row) => {
        reads++
        return row
      },
      'asc',
    )
    expect(reads).toBe(100)
  })
})
