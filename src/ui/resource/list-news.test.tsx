import { describe, expect, it } from 'vitest'
import type { AnyRecord, Page } from './client.web.ts'
import { newsIn, withNewValues } from './page-news.web.ts'

const page = (ids: readonly number[], values: Readonly<Record<number, string>> = {}): Page<AnyRecord> => ({
  rows: ids.map((id) => ({ id, version: 1, name: values[id] ?? 'same' })),
  total: 100,
  totalKind: 'exact',
  nextCursor: null,
})

describe('what a list lacks', () => {
  it('is nothing while the rows are the same', () => {
    expect(newsIn(page([3, 2, 1]), page([3, 2, 1], { 2: 'changed' }), true)).toBeNull()
  })

  it('is so many newer rows where they came in front of the newest', () => {
    expect(newsIn(page([3, 2, 1]), page([5, 4, 3]), true)).toEqual({ newer: 2, isMore: false })
    expect(newsIn(page([3, 2]), page([4, 3, 2]), true)).toEqual({ newer: 1, isMore: false })
    expect(newsIn(page([3, 2, 1]), page([9, 8, 7]), true)).toEqual({ newer: 3, isMore: true })
    expect(newsIn(page([]), page([1]), true)).toEqual({ newer: 1, isMore: true })
  })

  it('is something else where rows went, moved, or the list is sorted otherwise', () => {
    expect(newsIn(page([3, 2, 1]), page([3, 1, 0]), true)).toBe('changed')
    expect(newsIn(page([3, 2, 1]), page([2, 3, 1]), true)).toBe('changed')
    expect(newsIn(page([3, 2, 1]), page([5, 4, 3]), false)).toBe('changed')
    expect(newsIn(page([3, 2, 1]), page([]), true)).toBe('changed')
    expect(newsIn(page([3, 2, 1]), page([4, 3, 1]), true)).toBe('changed')
  })
})

describe('rows on screen', () => {
  it('take new values in place, and keep their order', () => {
    const before = page([3, 2, 1])
    const after = withNewValues(before, page([5, 1, 2], { 2: 'changed', 5: 'new' }))
    expect(after.rows.map(({ id, name }) => [id, name])).toEqual([
      [3, 'same'],
      [2, 'changed'],
      [1, 'same'],
    ])
    expect(after.rows[0]).toBe(before.rows[0])
  })

  it('are left alone where nothing is different', () => {
    const before = page([3, 2, 1])
    expect(withNewValues(before, page([3, 2, 1]))).toBe(before)
  })
})
