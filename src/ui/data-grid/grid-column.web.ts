import type { ReactNode } from 'react'
import type { GridValue } from './sort-rows.ts'
import type { GridPin } from './stored-layout.ts'

interface GridFilterOption {
  readonly value: string
  readonly label: string
}

export interface GridFilter<Row> {
  /** Several values behind Confirm and Reset, or one value that applies at once. */
  readonly multiple: boolean
  readonly options: readonly GridFilterOption[]
  /**
   * Whether a row has an option, in a grid that filters its own rows. By default the column's value equals it
   * as text.
   */
  matches?(row: Row, option: string): boolean
}

/**
 * One column. Keep the array of columns stable (module scope or useMemo): rows are drawn again when it changes, and
 * only then, so `cell` must not read anything but its row.
 */
export interface GridColumn<Row> {
  readonly id: string
  /** Plain text: it names the column for assistive technology ("Sort <header>") and in the Columns menu. */
  readonly header: string
  /** Fixed width in px, even below 80. Without it the column shares the spare width from `minWidth` on. */
  readonly width?: number | undefined
  /** Least width in px of a flexible column; 80 by default. */
  readonly minWidth?: number | undefined
  /** Width in px at which the head of a flexible column is read whole; it is less where there is no room. */
  readonly headWidth?: number | undefined
  /** Numeric columns align to the end, all others to the start. */
  readonly align?: 'start' | 'center' | 'end' | undefined
  /** Digits of equal width, aligned at the end. */
  readonly numeric?: boolean | undefined
  /** Sticks to an edge of the grid from 992 px of viewport on, unless the person unpins it. */
  readonly pin?: GridPin | undefined
  readonly sortable?: boolean | undefined
  /** Why it cannot be sorted at the moment, in a few words. */
  readonly unsortable?: string | undefined
  readonly filter?: GridFilter<Row> | undefined
  /** Whether the Columns menu can hide it; true by default. */
  readonly hideable?: boolean | undefined
  /** Hidden until the person shows it. */
  readonly hidden?: boolean | undefined
  /** The smaller text below the content; null where a row has nothing there. Makes every row two lines high. */
  below?(row: Row): ReactNode
  /** A picture before both lines. */
  picture?(row: Row): ReactNode
  /** The text that a button in the cell copies. */
  copies?(row: Row): string
  /** Whether a card on a phone shows it; by default it does. In the corner it is beside the first column, without its name. */
  readonly onCard?: boolean | 'corner' | undefined
  /** The content, of plain elements: library components in cells cost 40 % of a sort. */
  cell(row: Row): ReactNode
  /** What local sorting, local filtering and totals read. */
  value?(row: Row): GridValue
  /** Replaces the computed total in the summary row; null leaves the cell blank. */
  summary?(rows: readonly Row[]): ReactNode
}
