import { describe, expect, it } from 'vitest'
import { dropped, moved } from './list-order.ts'

const list = ['a', 'b', 'c']

describe('the order of a list', () => {
  it('moves one a step, and not beyond the ends', () => {
    expect(moved(list, 0, 1)).toEqual(['b', 'a', 'c'])
    expect(moved(list, 2, 0)).toEqual(['c', 'a', 'b'])
    expect([moved(list, 0, -1), moved(list, 2, 3), moved(list, 1, 1), moved(list, 7, 0)]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  it('drops one between two others, counted before it has left its place', () => {
    expect(dropped(list, 0, 3)).toEqual(['b', 'c', 'a'])
    expect(dropped(list, 2, 0)).toEqual(['c', 'a', 'b'])
    expect([dropped(list, 1, 1), dropped(list, 1, 2)]).toEqual([null, null])
  })
})
