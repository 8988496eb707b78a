import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { click, draw, drawGrid, matches, press, row, rowBox, rowIds, withText, onGridPage } from './grid-test-page.tsx'
import type { Match } from './grid-test-page.tsx'

onGridPage()

describe('the current row', () => {
  it('is the one clicked, once; when it vanishes it is none, with an event', async () => {
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
  const childrenOf = (match: Match): readonly Match[] =>
    match.id < 10
      ? [
          { ...match, id: match.id * 10 + 2, goals: 9 },
          { ...match, id: match.id * 10 + 1, goals: 1 },
        ]
      : []

  it('are sorted and filtered at the top level only; children follow', async () => {
    drawGrid({
      childrenOf,
      expanded: new Set(['1', '2', '3']),
      defaultSort: { column: 'id', direction: 'asc' },
    })
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
    const loadChildren = vi
      .fn<() => Promise<readonly Match[]>>()
      .mockRejectedValueOnce(new Error('offline'))
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

  it('starts with Sum, totals numeric columns of the rows that pass, and leaves text blank', () => {
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
  const props = () => ({
    columns: counted,
    onSortChange: () => {},
    rowHref: (match: Match) => `#/${match.id}`,
    selectable: true,
  })
  drawGrid(props())
  const before = cell.mock.calls.length
  drawGrid(props())
  drawGrid({ ...props(), busy: true })
  expect(cell.mock.calls.length).toBe(before)
})

it('numbers rows from where the page starts', () => {
  drawGrid({ indexFrom: 51 })
  expect([...document.querySelectorAll('[data-kind=index]')].slice(1).map((cell) => cell.textContent)).toEqual([
    '51',
    '52',
    '53',
  ])
})

describe('what a row costs', () => {
  const twoLined = [
    { id: 'home', header: 'Home', cell: (match: Match) => match.home, below: (match: Match) => match.league },
    { id: 'goals', header: 'Goals', cell: (match: Match) => match.goals, below: () => null },
  ]

  it('is an element for each line, and none around a line that is alone', () => {
    drawGrid({ columns: twoLined })
    const [home, goals] = row(1)?.querySelectorAll('td') ?? []
    expect(home?.innerText).toContain('Arsenal')
    expect(home?.querySelectorAll('*')).toHaveLength(2)
    expect(goals?.querySelectorAll('*')).toHaveLength(1)
  })

  it('is paid once: a list that follows another begins with its width', () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1234)
    const setProperty = vi.spyOn(CSSStyleDeclaration.prototype, 'setProperty')
    const given = () => setProperty.mock.calls.filter(([name]) => name === '--grid-tracks')
    try {
      drawGrid({ name: 'one' })
      drawGrid({ name: 'other', columns: twoLined })
      setProperty.mockClear()
      draw(null)
      drawGrid()
      expect(given()).toHaveLength(1)
    } finally {
      vi.restoreAllMocks()
    }
  })
})
