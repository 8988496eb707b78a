import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DataGrid } from './data-grid.tsx'
import type { DataGridProps } from './data-grid-props.web.ts'
import type { GridColumn } from './grid-column.web.ts'

interface Match { id: number; home: string; league: string; goals: number | null; hidden?: string }

const matches: readonly Match[] = [
  { id: 3, home: 'Chelsea', league: 'epl', goals: 2 },
  { id: 1, home: 'Arsenal', league: 'epl', goals: null },
  { id: 2, home: 'Bayern', league: 'bundesliga', goals: 4 },
]

const leagues = ['epl', 'bundesliga'].map((value) => ({ value, label: value.toUpperCase() }))

const columns: readonly GridColumn<Match>[] = [
  { id: 'id', header: 'Number', numeric: true, sortable: true, cell: (match) => match.id, value: (match) => match.id },
  { id: 'home', header: 'Home', sortable: true, filter: { multiple: true, options: matches.map(({ home }) => ({ value: home, label: home })) },
    cell: (match) => match.home, value: (match) => match.home },
  { id: 'league', header: 'League', filter: { multiple: false, options: leagues }, cell: (match) => match.league, value: (match) => match.league },
  { id: 'goals', header: 'Goals', numeric: true, cell: (match) => match.goals, value: (match) => match.goals },
]

let root: Root
beforeEach(() => {
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function draw(content: ReactNode): void {
  act(() => root.render(<MantineProvider env="test">{content}</MantineProvider>))
}

function drawGrid(more: Partial<DataGridProps<Match>> = {}): void {
  draw(
    <DataGrid<Match>
      name="matches" label="Matches" columns={columns} rows={matches} rowId={(match) => String(match.id)}
      processing="local" {...more}
    />,
  )
}

function named<Kind extends HTMLElement = HTMLElement>(name: string): Kind {
  const found = document.querySelector<Kind>(`[aria-label="${name}"]:not([role=dialog], [role=radiogroup], th)`)
  if (!found) throw new Error(`Nothing is named ${name}`)
  return found
}

function withText(text: string): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>('button, label')].find((element) => element.textContent === text)
  if (!found) throw new Error(`No button or label says ${text}`)
  return found
}

const click = (element: Element | null, more: MouseEventInit = {}) =>
  act(async () => element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...more })))
const rowIds = () => [...document.querySelectorAll<HTMLElement>('[data-row-id]')].map((row) => Number(row.dataset['rowId']))
const row = (id: number) => document.querySelector<HTMLElement>(`[data-row-id="${id}"]`)
const rowBox = (id: number) => row(id)?.querySelector('input') ?? null
const press = (element: Element | null, key: string) =>
  act(async () => element?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))

describe('sorting', () => {
  it('goes 1,2,3 then 3,2,1 then 3,1,2 for rows 3,1,2 and reports three times, ending in null with its column', async () => {
    const onSortChange = vi.fn()
    drawGrid({ onSortChange })
    const orders = []
    for (let clicks = 0; clicks < 3; clicks++) {
      await click(named('Sort Number'))
      orders.push(rowIds())
    }
    expect(orders).toEqual([[1, 2, 3], [3, 2, 1], [3, 1, 2]])
    expect(onSortChange.mock.calls).toEqual([
      [{ column: 'id', direction: 'asc' }], [{ column: 'id', direction: 'desc' }], [{ column: 'id', direction: null }],
    ])
  })

  it('tells assistive technology the order of every sortable column', async () => {
    drawGrid()
    const order = (name: string) => document.querySelector(`th[aria-label="${name}"]`)?.getAttribute('aria-sort')
    expect([order('Number'), order('Home'), order('League')]).toEqual(['none', 'none', null])
    await click(named('Sort Number'))
    expect([order('Number'), order('Home')]).toEqual(['ascending', 'none'])
    await click(named('Sort Home'))
    expect([order('Number'), order('Home')]).toEqual(['none', 'ascending'])
  })

  it('is done by a click on the header only if the column has no filter; otherwise by the caret alone', async () => {
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
    expect(onFilterChange.mock.calls).toEqual([[{ column: 'league', values: ['epl'] }], [{ column: 'league', values: [] }]])
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

describe('the current row', () => {
  it('is the one clicked; a second click does nothing; when it vanishes it is nobody, with an event', async () => {
    const onCurrentChange = vi.fn()
    drawGrid({ onCurrentChange })
    await click(row(2)?.querySelector('td') ?? null)
    await click(row(2)?.querySelector('td') ?? null)
    expect(onCurrentChange.mock.calls).toEqual([['2']])
    expect(row(2)?.getAttribute('aria-current')).toBe('true')
    drawGrid({ onCurrentChange, rows: matches.slice(0, 2) })
    expect(onCurrentChange.mock.calls).toEqual([['2'], [null]])
  })

  it('is found again by its key after the data changed', async () => {
    drawGrid()
    await click(row(2)?.querySelector('td') ?? null)
    drawGrid({ rows: matches.map((match) => ({ ...match })).toReversed() })
    expect(row(2)?.getAttribute('aria-current')).toBe('true')
  })
})

describe('expanding a row', () => {
  it('shows its panel below it, does not bubble as a row click, and survives a reload', async () => {
    const onCurrentChange = vi.fn()
    const expand = (match: Match) => <p>About {match.home}</p>
    drawGrid({ expand, onCurrentChange })
    await click(row(1)?.querySelector('button') ?? null)
    expect(row(1)?.nextElementSibling?.textContent).toBe('About Arsenal')
    expect(onCurrentChange).not.toHaveBeenCalled()
    drawGrid({ expand, rows: matches.map((match) => ({ ...match })) })
    expect(row(1)?.nextElementSibling?.textContent).toBe('About Arsenal')
    await click(row(1)?.querySelector('button') ?? null)
    expect(document.body.textContent).not.toContain('About Arsenal')
  })

  it('names the panel it opens', async () => {
    drawGrid({ expand: () => 'panel' })
    const button = row(1)?.querySelector('button') ?? null
    expect(button?.getAttribute('aria-expanded')).toBe('false')
    await click(button)
    expect(button?.getAttribute('aria-expanded')).toBe('true')
    expect(document.getElementById(button?.getAttribute('aria-controls') ?? '')?.textContent).toBe('panel')
  })

  it('turns trees off', () => {
    drawGrid({ expand: () => 'panel', childrenOf: () => [{ id: 9, home: 'Child', league: 'epl', goals: 0 }] })
    expect(row(1)?.querySelectorAll('button')).toHaveLength(1)
  })
})

describe('tree rows', () => {
  const childrenOf = (match: Match): readonly Match[] => (match.id < 10
    ? [{ ...match, id: match.id * 10 + 2, goals: 9 }, { ...match, id: match.id * 10 + 1, goals: 1 }] : [])

  it('are sorted and filtered at the top level only; children follow', async () => {
    drawGrid({ childrenOf, expanded: new Set(['1', '2', '3']), defaultSort: { column: 'id', direction: 'asc' } })
    expect(rowIds()).toEqual([1, 12, 11, 2, 22, 21, 3, 32, 31])
  })

  it('open and close by arrow keys, and lead from a child to its parent', async () => {
    drawGrid({ childrenOf })
    act(() => row(1)?.focus())
    await press(row(1), 'ArrowRight')
    expect(rowIds()).toEqual([3, 1, 12, 11, 2])
    expect(row(12)?.getAttribute('aria-description')).toBe('Level 2')
    await press(row(12), 'ArrowLeft')
    expect(document.activeElement).toBe(row(1))
    await press(row(1), 'ArrowLeft')
    expect(rowIds()).toEqual([3, 1, 2])
  })

  it('take their children into the selection, and show a dash when some are in it', async () => {
    const onSelectionChange = vi.fn()
    drawGrid({ childrenOf, selectable: true, onSelectionChange, expanded: new Set(['1']) })
    await click(rowBox(1))
    expect(onSelectionChange).toHaveBeenLastCalledWith(new Set(['1', '12', '11']))
    await click(rowBox(11))
    expect(onSelectionChange).toHaveBeenLastCalledWith(new Set(['12']))
    expect(rowBox(1)?.indeterminate).toBe(true)
  })

  it('offer another try when their children could not be loaded', async () => {
    const loadChildren = vi.fn<() => Promise<readonly Match[]>>().mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue([{ id: 31, home: 'Child', league: 'epl', goals: 0 }])
    drawGrid({ childrenOf: () => undefined, hasChildren: (match) => match.id === 3, loadChildren })
    await click(row(3)?.querySelector('button') ?? null)
    expect(row(3)?.querySelector('button')?.getAttribute('aria-label')).toBe('Could not be loaded. Try again')
    await click(row(3)?.querySelector('button') ?? null)
    expect(rowIds()).toEqual([3, 31, 1, 2])
    await click(row(3)?.querySelector('button') ?? null)
    await click(row(3)?.querySelector('button') ?? null)
    expect(loadChildren).toHaveBeenCalledTimes(2)
  })
})

describe('the summary row', () => {
  const sums = () => [...document.querySelectorAll('tfoot td')].map((cell) => cell.textContent)

  it('starts with Sum, totals numeric columns of the rows that pass the filter, and leaves text blank', () => {
    drawGrid({ summary: true })
    expect(sums()).toEqual(['Sum', '', '', '6'])
    drawGrid({ summary: true, filters: { league: ['epl'] } })
    expect(sums()).toEqual(['Sum', '', '', '2'])
  })

  it('is hidden when there are no rows', () => {
    drawGrid({ summary: true, rows: [] })
    expect(document.querySelector('tfoot')).toBe(null)
  })
})

describe('a grid without rows to show', () => {
  it('says No data, or what the caller says', () => {
    drawGrid({ rows: [] })
    expect(document.querySelector('tbody')?.textContent).toBe('No data')
    drawGrid({ rows: [], empty: <b>No matches in this league</b> })
    expect(document.querySelector('tbody')?.textContent).toBe('No matches in this league')
  })

  it('says that it is busy during the first load, with one skeleton per row to come', () => {
    drawGrid({ rows: undefined, skeletonRows: 7 })
    expect(document.querySelector('table')?.getAttribute('aria-busy')).toBe('true')
    expect(document.querySelectorAll('tbody tr')).toHaveLength(7)
  })

  it('says what went wrong and offers Retry', async () => {
    const onRetry = vi.fn()
    drawGrid({ rows: undefined, error: 'The matches could not be loaded.', onRetry })
    expect(document.querySelector('[role=alert]')?.textContent).toContain('The matches could not be loaded.')
    await click(withText('Retry'))
    expect(onRetry).toHaveBeenCalledOnce()
  })

  it('keeps rows that are there when a newer page fails', () => {
    drawGrid({ error: 'The matches could not be loaded.' })
    expect(document.querySelector('[role=alert]')).not.toBe(null)
    expect(rowIds()).toEqual([3, 1, 2])
  })
})

it('draws no row again when only something around the grid changes', () => {
  const cell = vi.fn((match: Match) => match.home)
  const counted = [{ id: 'home', header: 'Home', cell }]
  const props = () => ({ columns: counted, onSortChange: () => {}, rowHref: (match: Match) => `#/${match.id}`, selectable: true })
  drawGrid(props())
  const before = cell.mock.calls.length
  drawGrid(props())
  drawGrid({ ...props(), busy: true })
  expect(cell.mock.calls.length).toBe(before)
})

it('numbers rows from where the page starts', () => {
  drawGrid({ indexFrom: 51 })
  expect([...document.querySelectorAll('[data-kind=index]')].slice(1).map((cell) => cell.textContent)).toEqual(['51', '52', '53'])
})
