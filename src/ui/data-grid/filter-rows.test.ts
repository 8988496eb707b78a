import { describe, expect, it } from 'vitest'
import { filterRows, withFilter } from './filter-rows.ts'

interface Sale {
  id: number
  status: string
  channel: string
}

const sales: readonly Sale[] = [
  { id: 1, status: 'paid', channel: 'web' },
  { id: 2, status: 'failed', channel: 'web' },
  { id: 3, status: 'paid', channel: 'phone' },
  { id: 4, status: 'pending', channel: 'phone' },
]
const columns = [
  { id: 'status', value: (sale: Sale) => sale.status, filter: {} },
  { id: 'channel', value: (sale: Sale) => sale.channel, filter: {} },
]
const ids = (rows: readonly Sale[]) => rows.map(({ id }) => id)

describe('filtering rows', () => {
  it('takes values within a column as alternatives, and asks all columns to agree', () => {
    expect(ids(filterRows(sales, columns, { status: ['paid', 'pending'] }))).toEqual([1, 3, 4])
    expect(ids(filterRows(sales, columns, { status: ['paid', 'pending'], channel: ['phone'] }))).toEqual([3, 4])
  })

  it('gives every row back, the same array, when no filter is active', () => {
    expect(filterRows(sales, columns, {})).toBe(sales)
    expect(filterRows(sales, columns, { status: [] })).toBe(sales)
  })

  it('ignores filters of columns that are gone or have none', () => {
    expect(filterRows(sales, columns, { price: ['1'] })).toBe(sales)
    expect(filterRows(sales, [{ id: 'status', value: (sale: Sale) => sale.status }], { status: ['paid'] })).toBe(sales)
  })

  it('asks the column how an option matches, where it says so', () => {
    const own = [
      {
        id: 'id',
        filter: { matches: (sale: Sale, option: string) => (option === 'even') === (sale.id % 2 === 0) },
      },
    ]
    expect(ids(filterRows(sales, own, { id: ['even'] }))).toEqual([2, 4])
  })

  it('keeps no key for a column whose filter was cleared', () => {
    expect(withFilter({ status: ['paid'], channel: ['web'] }, { column: 'status', values: [] })).toEqual({
      channel: ['web'],
    })
    expect(withFilter({}, { column: 'status', values: ['paid'] })).toEqual({ status: ['paid'] })
  })
})
