import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import type { GridStorage } from './stored-layout.ts'

/** Every text of the grid, so that an application can translate them once. */
export interface GridTexts {
  sort(column: string): string
  filter(column: string): string
  resize(column: string): string
  columns: string
  selectAll: string
  selectRow: string
  expandRow: string
  collapseRow: string
  details: string
  index: string
  level(depth: number): string
  empty: string
  loading: string
  retry: string
  failedRow: string
  sum: string
  all: string
  confirm: string
  reset: string
  density: string
  compact: string
  normal: string
  roomy: string
  moveUp(column: string): string
  moveDown(column: string): string
  pinStart(column: string): string
  pinEnd(column: string): string
  resetColumns: string
}

export const englishGridTexts: GridTexts = {
  sort: (column) => `Sort ${column}`,
  filter: (column) => `Filter ${column}`,
  resize: (column) => `Resize ${column}`,
  columns: 'Columns',
  selectAll: 'Select all rows',
  selectRow: 'Select row',
  expandRow: 'Expand row',
  collapseRow: 'Collapse row',
  details: 'Details',
  index: 'Number',
  level: (depth) => `Level ${depth}`,
  empty: 'No data',
  loading: 'Loading',
  retry: 'Retry',
  failedRow: 'Could not be loaded. Try again',
  sum: 'Sum',
  all: 'All',
  confirm: 'Confirm',
  reset: 'Reset',
  density: 'Row height',
  compact: 'Compact',
  normal: 'Normal',
  roomy: 'Roomy',
  moveUp: (column) => `Move ${column} up`,
  moveDown: (column) => `Move ${column} down`,
  pinStart: (column) => `Pin ${column} to the start`,
  pinEnd: (column) => `Pin ${column} to the end`,
  resetColumns: 'Reset columns',
}

export interface GridSettings {
  /**
   * Whose arrangements are remembered, such as the staff member's id; people sharing a browser keep their
   * own.
   */
  readonly person: string
  readonly storage: GridStorage
  readonly texts: GridTexts
}

/** Keeps arrangements in the browser. A full or forbidden storage only means that nothing is remembered. */
export const browserStorage: GridStorage = {
  read(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  write(key, text) {
    try {
      localStorage.setItem(key, text)
    } catch {
      // Private windows and full disks refuse; the arrangement then lasts as long as the page.
    }
  },
}

const SettingsContext = createContext<GridSettings>({
  person: 'anyone',
  storage: browserStorage,
  texts: englishGridTexts,
})

/** Sets person, storage and texts of every grid below it. Keep `value` stable. */
export function GridSettingsProvider(props: { value: Partial<GridSettings>; children: ReactNode }) {
  const outer = useContext(SettingsContext)
  return <SettingsContext value={{ ...outer, ...props.value }}>{props.children}</SettingsContext>
}

export function useGridSettings(): GridSettings {
  return useContext(SettingsContext)
}
