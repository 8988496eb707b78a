import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnWidths, pinOffsets } from './column-widths.ts'

describe('column widths', () => {
  it('are at least 80 px without a width or minimum', () => {
    expect(columnWidths([{}, {}], 100)).toEqual([80, 80])
  })

  it('honour an explicit width below 80', () => {
    expect(columnWidths([{ width: 39 }, {}], 139)).toEqual([39, 100])
  })

  it('share the spare width in proportion to minimums, rounded down, the remainder to the first', () => {
    // 301 spare over 100 : 200 is 100.33 : 200.67.
    expect(columnWidths([{ minWidth: 100 }, { minWidth: 200 }], 601)).toEqual([201, 400])
    expect(columnWidths([{ width: 50 }, { minWidth: 100 }, { minWidth: 100 }], 351)).toEqual([50, 151, 150])
  })

  it('stay at their minimums when these exceed the container', () => {
    expect(columnWidths([{ minWidth: 300 }, { width: 120 }, {}], 400)).toEqual([300, 120, 80])
  })

  it('give heads the room that they want first, and share it among them where it is too little', () => {
    const columns = [
      { minWidth: 100 },
      { minWidth: 60, headWidth: 140 },
      { minWidth: 80, headWidth: 120 },
      { width: 40, headWidth: 90 },
    ]
    expect(columnWidths(columns, 400)).toEqual([100, 140, 120, 40])
    expect(columnWidths(columns, 340)).toEqual([100, 100, 100, 40])
    expect(columnWidths(columns, 310)).toEqual([100, 80, 90, 40])
    expect(columnWidths(columns, 280)).toEqual([100, 60, 80, 40])
    expect(columnWidths(columns, 200)).toEqual([100, 60, 80, 40])
    expect(columnWidths(columns, 760)).toEqual([200, 280, 240, 40])
  })

  it('leave spare width over when no column is flexible', () => {
    expect(columnWidths([{ width: 100 }, { width: 60 }], 500)).toEqual([100, 60])
  })

  it('are whole, never below the minimum, and fill the container exactly', () => {
    const column = fc.record({
      width: fc.option(fc.integer({ min: 10, max: 400 }), { nil: undefined }),
      minWidth: fc.option(fc.integer({ min: 10, max: 400 }), { nil: undefined }),
    })
    fc.assert(
      fc.property(
        fc.array(column, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 0, max: 4000 }),
        (columns, available) => {
          const widths = columnWidths(columns, available)
          const least = columns.map((each) => each.width ?? each.minWidth ?? 80)
          const total = (list: readonly number[]) => list.reduce((sum, width) => sum + width, 0)
          expect(widths.every((width, index) => Number.isInteger(width) && width >= (least[index] ?? 0))).toBe(true)
          if (total(least) < available && columns.some((each) => each.width === undefined))
            expect(total(widths)).toBe(available)
          else expect(widths).toEqual(least)
        },
      ),
    )
  })

  it('place pinned columns at the edges, past those pinned before them', () => {
    const offsets = pinOffsets(['start', 'start', undefined, 'end', 'end'], [48, 120, 300, 90, 60])
    expect([...offsets]).toEqual([
      [0, 0],
      [1, 48],
      [4, 0],
      [3, 60],
    ])
  })
})
