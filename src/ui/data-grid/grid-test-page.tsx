import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { DataGrid } from './data-grid.tsx'
import type { DataGridProps } from './data-grid-props.web.ts'
import type { GridColumn } from './grid-column.web.ts'

/** The rows 3, 1, 2 and four columns for tests of the grid, and ways to draw it and to act on it. */
export interface Match {
  id: number
  home: string
  league: string
  goals: number | null
  hidden?: string
}

export const matches: readonly Match[] = [
  { id: 3, home: 'Chelsea', league: 'epl', goals: 2 },
  { id: 1, home: 'Arsenal', league: 'epl', goals: null },
  { id: 2, home: 'Bayern', league: 'bundesliga', goals: 4 },
]

const leagues = ['epl', 'bundesliga'].map((value) => ({ value, label: value.toUpperCase() }))

const columns: readonly GridColumn<Match>[] = [
  {
    id: 'id',
    header: 'Number',
    numeric: true,
    sortable: true,
    cell: (match) => match.id,
    value: (match) => match.id,
  },
  {
    id: 'home',
    header: 'Home',
    sortable: true,
    filter: { multiple: true, options: matches.map(({ home }) => ({ value: home, label: home })) },
    cell: (match) => match.home,
    value: (match) => match.home,
  },
  {
    id: 'league',
    header: 'League',
    filter: { multiple: false, options: leagues },
    cell: (match) => match.league,
    value: (match) => match.league,
  },
  {
    id: 'goals',
    header: 'Goals',
    numeric: true,
    cell: (match) => match.goals,
    value: (match) => match.goals,
  },
]

let root: Root

/** An empty page for each test of a file. */
export function onGridPage(): void {
  // The panel of a filter button is fetched with the first press; here it is there by then.
  beforeAll(async () => {
    await import('./filter-panel.tsx')
  })
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
}

export function draw(content: ReactNode): void {
  act(() => root.render(<MantineProvider env="test">{content}</MantineProvider>))
}

export function drawGrid(more: Partial<DataGridProps<Match>> = {}): void {
  draw(
    <DataGrid<Match>
      name="matches"
      label="Matches"
      columns={columns}
      rows={matches}
      rowId={(match) => String(match.id)}
      processing="local"
      {...more}
    />,
  )
}

export function named<Kind extends HTMLElement = HTMLElement>(name: string): Kind {
  const found = document.querySelector<Kind>(`[aria-label="${name}"]:not([role=dialog], [role=radiogroup], th)`)
  if (!found) throw new Error(`Nothing is named ${name}`)
  return found
}

export function withText(text: string): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>('button, label')].find(
    (element) => element.textContent === text,
  )
  if (!found) throw new Error(`No button or label says ${text}`)
  return found
}

export const click = (element: Element | null, more: MouseEventInit = {}) =>
  act(async () => element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...more })))
export const rowIds = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row-id]')].map((row) => Number(row.dataset['rowId']))
export const row = (id: number) => document.querySelector<HTMLElement>(`[data-row-id="${id}"]`)
export const rowBox = (id: number) => row(id)?.querySelector('input') ?? null
export const press = (element: Element | null, key: string) =>
  act(async () => element?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
