import { describe, expect, it, vi } from 'vitest'
import { click, drawGrid, matches, named, rowBox, rowIds, withText, onGridPage } from './grid-test-page.tsx'

onGridPage()

describe('sorting', () => {
  it('goes 1,2,3, then 3,2,1, then 3,1,2 for rows 3,1,2, with three events, the last null', async () => {
    const onSortChange = vi.fn()
    drawGrid({ onSortChange })
    const orders = []
    for (let clicks = 0; clicks < 3; clicks++) {
      await click(named('Sort Number'))
      orders.push(rowIds())
    }
    expect(orders).toEqual([
      [1, 2, 3],
      [3, 2, 1],
      [3, 1, 2],
    ])
    expect(onSortChange.mock.calls).toEqual([
      [{ column: 'id', direction: 'asc' }],
      [{ column: 'id', direction: 'desc' }],
      [{ column: 'id', direction: null }],
    ])
  })

  it('exposes the order of every sortable column to assistive technology', async () => {
    drawGrid()
    const order = (name: string) => document.querySelector(`th[aria-label="${name}"]`)?.getAttribute('aria-sort')
    expect([order('Number'), order('Home'), order('League')]).toEqual(['none', 'none', null])
    await click(named('Sort Number'))
    expect([order('Number'), order('Home')]).toEqual(['ascending', 'none'])
    await click(named('Sort Home'))
    expect([order('Number'), order('Home')]).toEqual(['none', 'ascending'])
  })

  it('takes a click on the header only if the column has no filter, else only on the caret', async () => {
    const onSortChange = vi.fn()
    drawGrid({ onSortChange })
    const text = (name: string) => document.querySelector(`th[aria-label="${name}"] span`)
    await click(text('Home'))
    expect(onSortChange).not.toHaveBeenCalled()
    await click(text('Number'))
    expect(onSortChange).toHaveBeenCalledTimes(1)
  })

  it('emits nothing for a default sort', () => {
    const onSortChange = vi.fn()
    drawGrid({ onSortChange, defaultSort: { column: 'id', direction: 'desc' } })
    expect(rowIds()).toEqual([3, 2, 1])
    expect(onSortChange).not.toHaveBeenCalled()
  })

  it('is only reported when the server sorts', async () => {
    const onSortChange = vi.fn()
    drawGrid({ processing: 'server', sort: { column: 'id', direction: 'asc' }, onSortChange })
    expect(rowIds()).toEqual([3, 1, 2])
    await click(named('Sort Number'))
    expect(rowIds()).toEqual([3, 1, 2])
    expect(onSortChange).toHaveBeenCalledWith({ column: 'id', direction: 'desc' })
  })
})

describe('a multiple filter', () => {
  it('applies on Confirm, which is disabled while nothing is ticked', async () => {
    const onFilterChange = vi.fn()
    drawGrid({ onFilterChange })
    await click(named('Filter Home'))
    expect(withText('Confirm').hasAttribute('disabled')).toBe(true)
    await click(withText('Bayern').querySelector('input'))
    await click(withText('Arsenal').querySelector('input'))
    expect(rowIds()).toEqual([3, 1, 2])
    await click(withText('Confirm'))
    expect(rowIds()).toEqual([1, 2])
    expect(onFilterChange.mock.calls).toEqual([[{ column: 'home', values: ['Arsenal', 'Bayern'] }]])
    expect(document.querySelector('[role=dialog]')).toBe(null)
  })

  it('clears through Reset, which applies at once and closes', async () => {
    const onFilterChange = vi.fn()
    drawGrid({ onFilterChange, defaultFilters: { home: ['Bayern'] } })
    expect(rowIds()).toEqual([2])
    expect(onFilterChange).not.toHaveBeenCalled()
    await click(named('Filter Home'))
    await click(withText('Reset'))
    expect(rowIds()).toEqual([3, 1, 2])
    expect(onFilterChange.mock.calls).toEqual([[{ column: 'home', values: [] }]])
    expect(document.querySelector('[role=dialog]')).toBe(null)
  })

  it('discards its draft on close and lights the header for an applied filter only', async () => {
    drawGrid()
    await click(named('Filter Home'))
    await click(withText('Bayern').querySelector('input'))
    expect(named('Filter Home').hasAttribute('data-on')).toBe(false)
    await click(named('Filter Home'))
    await click(named('Filter Home'))
    expect(withText('Bayern').querySelector('input')?.checked).toBe(false)
    expect(rowIds()).toEqual([3, 1, 2])
  })

  it('joins other columns with "and"', async () => {
    drawGrid({ defaultFilters: { home: ['Arsenal', 'Bayern'], league: ['epl'] } })
    expect(rowIds()).toEqual([1])
  })
})

describe('a single filter', () => {
  it('is headed All, applies a click at once, closes, and marks the active entry', async () => {
    const onFilterChange = vi.fn()
    drawGrid({ onFilterChange })
    await click(named('Filter League'))
    const entries = () => [...document.querySelectorAll('[role=radio]')]
    expect(entries().map((entry) => entry.textContent)).toEqual(['All', 'EPL', 'BUNDESLIGA'])
    await click(withText('EPL'))
    expect(rowIds()).toEqual([3, 1])
    expect(document.querySelector('[role=dialog]')).toBe(null)
    await click(named('Filter League'))
    expect(entries().map((entry) => entry.getAttribute('aria-checked'))).toEqual(['false', 'true', 'false'])
    await click(withText('All'))
    expect(rowIds()).toEqual([3, 1, 2])
    expect(document.querySelector('[role=dialog]')).toBe(null)
    expect(onFilterChange.mock.calls).toEqual([
      [{ column: 'league', values: ['epl'] }],
      [{ column: 'league', values: [] }],
    ])
  })
})

describe('selection', () => {
  it('does not make a row the current one', async () => {
    const onCurrentChange = vi.fn()
    const onSelectionChange = vi.fn()
    drawGrid({ selectable: true, onCurrentChange, onSelectionChange })
    await click(rowBox(1))
    expect(onSelectionChange).toHaveBeenCalledWith(new Set(['1']))
    expect(onCurrentChange).not.toHaveBeenCalled()
  })

  it('shows a dash for some rows; a click on it selects all that are shown, and only those', async () => {
    const onSelectionChange = vi.fn()
    drawGrid({ selectable: true, onSelectionChange, defaultFilters: { league: ['epl'] } })
    await click(rowBox(1))
    expect(named<HTMLInputElement>('Select all rows').indeterminate).toBe(true)
    await click(named('Select all rows'))
    expect(onSelectionChange).toHaveBeenLastCalledWith(new Set(['1', '3']))
    expect(named<HTMLInputElement>('Select all rows').checked).toBe(true)
    await click(named('Select all rows'))
    expect(onSelectionChange).toHaveBeenLastCalledWith(new Set())
  })

  it('is disabled at the header of an empty grid, and at rows that cannot be selected', () => {
    drawGrid({ selectable: true, rows: [] })
    expect(named('Select all rows').hasAttribute('disabled')).toBe(true)
    drawGrid({ selectable: (match) => match.goals !== null })
    expect(rowBox(1)?.disabled).toBe(true)
    expect(rowBox(2)?.disabled).toBe(false)
  })

  it('keeps rows that a filter hides', async () => {
    const onSelectionChange = vi.fn()
    drawGrid({ selectable: true, onSelectionChange })
    await click(rowBox(2))
    await click(named('Filter League'))
    await click(withText('EPL'))
    expect(onSelectionChange).toHaveBeenCalledTimes(1)
    await click(rowBox(1))
    expect(onSelectionChange).toHaveBeenLastCalledWith(new Set(['2', '1']))
  })

  it('loses rows that vanish with new data, unless it is kept across pages', async () => {
    const onSelectionChange = vi.fn()
    drawGrid({ selectable: true, onSelectionChange })
    await click(rowBox(1))
    await click(rowBox(2))
    drawGrid({ selectable: true, onSelectionChange, rows: matches.slice(0, 2) })
    expect(onSelectionChange).toHaveBeenLastCalledWith(new Set(['1']))
    drawGrid({ selectable: true, keepSelection: true, onSelectionChange, rows: matches.slice(2) })
    drawGrid({ selectable: true, keepSelection: true, onSelectionChange, rows: matches })
    expect(rowBox(1)?.checked).toBe(true)
    expect(onSelectionChange).toHaveBeenCalledTimes(3)
  })

  it('survives reloading the same rows', async () => {
    const onSelectionChange = vi.fn()
    drawGrid({ selectable: true, onSelectionChange })
    await click(rowBox(1))
    drawGrid({ selectable: true, onSelectionChange, rows: matches.map((match) => ({ ...match })) })
    expect(rowBox(1)?.checked).toBe(true)
    expect(onSelectionChange).toHaveBeenCalledTimes(1)
  })
})
