import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ColumnMenu } from './column-menu.tsx'
import { DataGrid } from './data-grid.tsx'
import type { GridColumn } from './grid-column.web.ts'
import { GridSettingsProvider } from './grid-settings.tsx'
import { useGridLayout } from './use-grid-layout.web.ts'

interface City {
  id: string
}

const columns: readonly GridColumn<City>[] = [
  { id: 'name', header: 'Name', hideable: false, cell: (city) => city.id },
  { id: 'country', header: 'Country', cell: () => '' },
  { id: 'venues', header: 'Venues', cell: () => '' },
  { id: 'note', header: 'Note', hidden: true, cell: () => '' },
]
const rows: readonly City[] = [{ id: 'Rome' }]

function Page() {
  const layout = useGridLayout('cities', columns)
  return (
    <>
      <ColumnMenu columns={columns} layout={layout} />
      <DataGrid name="cities" label="Cities" columns={columns} rows={rows} rowId={(city) => city.id} layout={layout} />
    </>
  )
}

let root: Root
beforeAll(async () => {
  await import('./column-panel.tsx')
})
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  open('7')
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function open(person: string): void {
  document.body.replaceChildren()
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  draw(person)
}

function draw(person: string): void {
  act(() =>
    root.render(
      <MantineProvider env="test">
        <GridSettingsProvider value={{ person }}>
          <Page />
        </GridSettingsProvider>
      </MantineProvider>,
    ),
  )
}

function reopen(person: string): void {
  act(() => root.unmount())
  open(person)
}

const headers = () => [...document.querySelectorAll('th')].map((cell) => cell.getAttribute('aria-label'))
const click = (element: Element | null | undefined) =>
  act(async () => element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })))
const openMenu = () =>
  click([...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Columns'))
const tool = (name: string) => document.querySelector(`button[aria-label="${name}"]`)
const shown = (name: string) =>
  [...document.querySelectorAll('label')].find(({ textContent }) => textContent === name)?.querySelector('input')

describe('the Columns menu', () => {
  it('hides and shows columns, remembered for the person and no one else', async () => {
    expect(headers()).toEqual(['Name', 'Country', 'Venues'])
    await openMenu()
    await click(shown('Country'))
    await click(shown('Note'))
    expect(headers()).toEqual(['Name', 'Venues', 'Note'])
    reopen('7')
    expect(headers()).toEqual(['Name', 'Venues', 'Note'])
    reopen('8')
    expect(headers()).toEqual(['Name', 'Country', 'Venues'])
  })

  it('switches to the arrangement of another person in the same page', async () => {
    await openMenu()
    await click(shown('Country'))
    draw('8')
    expect(headers()).toEqual(['Name', 'Country', 'Venues'])
    draw('7')
    expect(headers()).toEqual(['Name', 'Venues'])
  })

  it('does not hide a column that has to stay', async () => {
    await openMenu()
    expect(shown('Name')?.disabled).toBe(true)
    expect(shown('Country')?.disabled).toBe(false)
  })

  it('moves columns, remembered', async () => {
    await openMenu()
    await click(tool('Move Venues up'))
    expect(headers()).toEqual(['Name', 'Venues', 'Country'])
    await click(tool('Move Name down'))
    expect(headers()).toEqual(['Venues', 'Name', 'Country'])
    reopen('7')
    expect(headers()).toEqual(['Venues', 'Name', 'Country'])
  })

  it('pins a column to an edge, where it moves, and lets go of it', async () => {
    await openMenu()
    await click(tool('Pin Venues to the start'))
    expect(headers()).toEqual(['Venues', 'Name', 'Country'])
    expect(tool('Pin Venues to the start')?.getAttribute('aria-pressed')).toBe('true')
    await click(tool('Pin Venues to the end'))
    expect(headers()).toEqual(['Name', 'Country', 'Venues'])
    await click(tool('Pin Venues to the end'))
    expect(document.querySelector('th[data-pin]')).toBe(null)
  })

  it('resets to what the columns say', async () => {
    await openMenu()
    await click(tool('Move Venues up'))
    await click(shown('Country'))
    await click([...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Reset columns'))
    expect(headers()).toEqual(['Name', 'Country', 'Venues'])
  })

  it('works on when the browser keeps nothing', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await openMenu()
    await click(shown('Country'))
    expect(headers()).toEqual(['Name', 'Venues'])
    vi.restoreAllMocks()
  })
})
