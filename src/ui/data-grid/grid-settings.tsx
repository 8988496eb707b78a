import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { GridStorage } from './stored-layout.ts'

/** Every text of the grid, so that an application can translate them once. */
export interface GridTexts {
  sort(column: string): string
  filter(column: string): string
  resize(column: string): string
  columns: string
  copy(text: string): string
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

/** Read when they are shown, because the reader's language is not known before. */
const gridTexts: GridTexts = {
  sort: (column) => t('Sort {column}', { column }),
  filter: (column) => t('Filter {column}', { column }),
  resize: (column) => t('Resize {column}', { column }),
  get columns() {
    return t('Columns')
  },
  copy: (text) => t('Copy {text}', { text }),
  get selectAll() {
    return t('Select all rows')
  },
  get selectRow() {
    return t('Select row')
  },
  get expandRow() {
    return t('Expand row')
  },
  get collapseRow() {
    return t('Collapse row')
  },
  get details() {
    return t('Details')
  },
  get index() {
    return t('Number')
  },
  level: (depth) => t('Level {depth}', { depth }),
  get empty() {
    return t('No data')
  },
  get loading() {
    return t('Loading')
  },
  get retry() {
    return t('Retry')
  },
  get failedRow() {
    return t('Could not be loaded. Try again')
  },
  get sum() {
    return t('Sum')
  },
  get all() {
    return t('All')
  },
  get confirm() {
    return t('Confirm')
  },
  get reset() {
    return t('Reset')
  },
  get density() {
    return t('Row height')
  },
  get compact() {
    return t('Compact')
  },
  get normal() {
    return t('Normal')
  },
  get roomy() {
    return t('Roomy')
  },
  moveUp: (column) => t('Move {column} up', { column }),
  moveDown: (column) => t('Move {column} down', { column }),
  pinStart: (column) => t('Pin {column} to the start', { column }),
  pinEnd: (column) => t('Pin {column} to the end', { column }),
  get resetColumns() {
    return t('Reset columns')
  },
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
const browserStorage: GridStorage = {
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
  texts: gridTexts,
})

/** Sets person, storage and texts of every grid below it. Keep `value` stable. */
export function GridSettingsProvider(props: { value: Partial<GridSettings>; children: ReactNode }) {
  const outer = useContext(SettingsContext)
  return <SettingsContext value={{ ...outer, ...props.value }}>{props.children}</SettingsContext>
}

export function useGridSettings(): GridSettings {
  return useContext(SettingsContext)
}
