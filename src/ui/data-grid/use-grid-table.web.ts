import {
  columnOrderingFeature,
  columnPinningFeature,
  columnVisibilityFeature,
  createExpandedRowModel,
  rowExpandingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import type { ColumnDef, Row as TableRow } from '@tanstack/react-table'
import { useMemo } from 'react'
import type { GridColumn } from './grid-column.web.ts'
import type { RowIds, SelectableRow } from './row-selection.ts'
import type { GridPin } from './stored-layout.ts'
import type { GridLayout } from './use-grid-layout.web.ts'

// Sorting, filtering and selection are ours: the specified rules (blanks last, top level only, vanished rows)
// are not the library's, and each of its features costs a kilobyte.
const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  columnPinningFeature,
  rowExpandingFeature,
  expandedRowModel: createExpandedRowModel(),
})

type Features = typeof features

/** A row as drawn: its place in the tree, and what selection needs. */
export interface GridNode<Row> extends SelectableRow {
  readonly row: Row
  readonly depth: number
  readonly children: readonly GridNode<Row>[]
  readonly path: readonly GridNode<Row>[]
}

export interface VisibleColumn<Row> {
  readonly column: GridColumn<Row>
  readonly pin: GridPin | undefined
}

interface GridTableInput<Row> {
  readonly columns: readonly GridColumn<Row>[]
  readonly rows: readonly Row[]
  readonly layout: GridLayout
  readonly expanded: RowIds
  readonly isSelectable: (row: Row) => boolean
  rowId(row: Row): string
  childrenOf(row: Row): readonly Row[] | undefined
}

interface GridTable<Row> {
  /** In the order drawn: pinned to the start, unpinned, pinned to the end. */
  readonly columns: readonly VisibleColumn<Row>[]
  /** Top-level rows. */
  readonly roots: readonly GridNode<Row>[]
  /** Rows in view order, with the children of expanded parents. */
  readonly nodes: readonly GridNode<Row>[]
}

export function useGridTable<Row extends object>(input: GridTableInput<Row>): GridTable<Row> {
  const { columns, rows, layout, expanded, isSelectable } = input
  const definitions = useMemo(() => columns.map((column): ColumnDef<Features, Row> => ({ id: column.id })), [columns])
  const columnState = useMemo(() => columnStateOf(columns, layout), [columns, layout])
  const expandedState = useMemo(() => Object.fromEntries([...expanded].map((id) => [id, true])), [expanded])
  const table = useTable<Features, Row>({
    features,
    columns: definitions,
    data: rows,
    getRowId: input.rowId,
    getSubRows: input.childrenOf,
    state: { ...columnState, expanded: expandedState },
    autoResetExpanded: false,
  })

  const tableRows = table.getRowModel().rows
  const topRows = table.getCoreRowModel().rows
  const { roots, nodes } = useMemo(() => {
    const byRow = new Map<TableRow<Features, Row>, GridNode<Row>>()
    const made = topRows.map((row) => nodeOf(row, [], isSelectable, byRow))
    return { roots: made, nodes: tableRows.flatMap((row) => byRow.get(row) ?? []) }
  }, [topRows, tableRows, isSelectable])

  const start = table.getStartVisibleLeafColumns()
  const centre = table.getCenterVisibleLeafColumns()
  const end = table.getEndVisibleLeafColumns()
  const visible = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    const place = (placed: readonly { id: string }[], pin: GridPin | undefined) =>
      placed.flatMap(({ id }): VisibleColumn<Row>[] => {
        const column = byId.get(id)
        return column ? [{ column, pin }] : []
      })
    return [...place(start, 'start'), ...place(centre, undefined), ...place(end, 'end')]
  }, [columns, start, centre, end])

  return { columns: visible, roots, nodes }
}

function columnStateOf<Row>(columns: readonly GridColumn<Row>[], layout: GridLayout) {
  const pinned = (side: GridPin) => layout.order.filter((id) => layout.pinOf(id) === side)
  return {
    columnOrder: [...layout.order],
    columnVisibility: Object.fromEntries(columns.map((column) => [column.id, layout.isShown(column.id)])),
    columnPinning: { start: pinned('start'), end: pinned('end') },
  }
}

function nodeOf<Row extends object>(
  row: TableRow<Features, Row>,
  path: readonly GridNode<Row>[],
  isSelectable: (row: Row) => boolean,
  byRow: Map<TableRow<Features, Row>, GridNode<Row>>,
): GridNode<Row> {
  const children: GridNode<Row>[] = []
  const node: GridNode<Row> = {
    id: row.id,
    row: row.original,
    depth: row.depth,
    selectable: isSelectable(row.original),
    children,
    path,
  }
  byRow.set(row, node)
  const below = [...path, node]
  for (const child of row.subRows) children.push(nodeOf(child, below, isSelectable, byRow))
  return node
}
