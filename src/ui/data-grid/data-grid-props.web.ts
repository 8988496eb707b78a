import type { ReactNode, RefObject } from 'react'
import type { GridFilterChange, GridFilters } from './filter-rows.ts'
import type { GridColumn } from './grid-column.web.ts'
import type { RowIds } from './row-selection.ts'
import type { GridSort, GridSortChange } from './sort-rows.ts'
import type { GridLayout } from './use-grid-layout.web.ts'

/** The grid's contents and its name. */
interface Content<Row> {
  /** Key of the remembered arrangement; unique per list, such as `coupons/list`. */
  readonly name: string
  /** Accessible name of the table: the text itself, or the id of the heading that shows it. */
  readonly label?: string | undefined
  readonly labelledBy?: string | undefined
  /** Keep stable; see GridColumn. */
  readonly columns: readonly GridColumn<Row>[]
  /** Undefined while the first page loads: skeleton rows keep its place. */
  readonly rows: readonly Row[] | undefined
  /** A key that survives sorting and reloading. */
  rowId(row: Row): string
  /** From useGridLayout, when a ColumnMenu shares it. Without it the grid keeps its own. */
  readonly layout?: GridLayout | undefined
  /**
   * The server sorts, filters and pages, and the grid only reports; or the grid sorts and filters its rows
   * itself.
   */
  readonly processing?: 'server' | 'local' | undefined
  /** A newer page is under way: the rows shown are dimmed and keep working. */
  readonly busy?: boolean | undefined
  /**
   * What went wrong, as a sentence for the person who reads it. Shown with a Retry button when `onRetry` is
   * given.
   */
  readonly error?: ReactNode
  readonly onRetry?: (() => void) | undefined
  /** Shown in place of rows when there are none; "No data" by default. */
  readonly empty?: ReactNode
  /** Skeleton rows of the first load; the page size keeps the page from jumping. 10 by default. */
  readonly skeletonRows?: number | undefined
  /**
   * CSS length beyond which the grid scrolls inside itself, under its sticky header; `none` grows with its
   * rows.
   */
  readonly maxHeight?: string | undefined
  /** More rows than this are drawn only where they are in view; 200 by default. */
  readonly virtualFrom?: number | undefined
}

/**
 * Sorting and filtering. Each of the two is controlled by the caller when it passes the value, and by the grid
 * otherwise.
 */
interface Processing {
  readonly sort?: GridSort | null | undefined
  /** Starts sorted; emits nothing. */
  readonly defaultSort?: GridSort | undefined
  readonly onSortChange?: ((change: GridSortChange) => void) | undefined
  readonly filters?: GridFilters | undefined
  /** Starts filtered; emits nothing. */
  readonly defaultFilters?: GridFilters | undefined
  readonly onFilterChange?: ((change: GridFilterChange) => void) | undefined
}

/** Selection, expansion and trees. Sets of row ids; controlled by the caller when passed, by the grid otherwise. */
interface RowStates<Row> {
  /** Adds the selection column; a function says which rows can be selected. */
  readonly selectable?: boolean | ((row: Row) => boolean) | undefined
  readonly selection?: RowIds | undefined
  readonly onSelectionChange?: ((selection: RowIds) => void) | undefined
  /** Keeps ids that are not among the rows (selection across pages). By default they leave the selection. */
  readonly keepSelection?: boolean | undefined
  /** Adds the expand column and gives the contents of the panel below an expanded row. Turns trees off. */
  readonly expand?: ((row: Row) => ReactNode) | undefined
  readonly expanded?: RowIds | undefined
  readonly onExpandedChange?: ((expanded: RowIds) => void) | undefined
  /** Makes the rows a tree. Sorting and filtering act on the top level; children follow their parent. */
  readonly childrenOf?: ((row: Row) => readonly Row[] | undefined) | undefined
  /** Rows that answer true and have no children yet are loaded on first expansion by `loadChildren`. */
  readonly hasChildren?: ((row: Row) => boolean) | undefined
  readonly loadChildren?: ((row: Row, signal: AbortSignal) => Promise<readonly Row[]>) | undefined
  /** Adds the index column, counting from this number (1, or the offset of the page plus 1). */
  readonly indexFrom?: number | undefined
  /** Adds the summary row, with totals of the top-level rows shown. */
  readonly summary?: boolean | undefined
}

/** How the pointer and the keyboard act on a row. */
interface RowCommands<Row> {
  /**
   * Address of a row. The first column becomes a link, and a middle or Ctrl click anywhere opens a new tab.
   */
  readonly rowHref?: ((row: Row) => string) | undefined
  /**
   * Replaces the page load of a plain click on the link and of Enter, for routing within the application.
   * Give `rowHref` too: the link is how a mouse opens a row.
   */
  readonly onOpen?: ((row: Row) => void) | undefined
  /** Whether a click anywhere on a row does so too; by default it does. Not where a click means something else. */
  readonly opensOnClick?: boolean | undefined
  /** Takes the text of the column that copies, from its button or Ctrl+C on the row. */
  readonly onCopy?: ((text: string) => void) | undefined
  /** What Space does, in place of selecting the row. */
  readonly onPeek?: ((row: Row) => void) | undefined
  /** Called when the focus comes to a row. */
  readonly onRowFocus?: ((id: string) => void) | undefined
  /** Id of the current row: the one clicked last. */
  readonly current?: string | null | undefined
  /** Called with null when the current row is no longer among the rows. */
  readonly onCurrentChange?: ((current: string | null) => void) | undefined
  /**
   * Drawn over the grid, and given the element in which its rows scroll. It finds rows by `data-row-id` and cells by
   * `data-column`, and listens there by itself, so that cells stay plain.
   */
  readonly overlay?: ((within: RefObject<HTMLElement | null>) => ReactNode) | undefined
}

export interface DataGridProps<Row extends object> extends Content<Row>, Processing, RowStates<Row>, RowCommands<Row> {}
