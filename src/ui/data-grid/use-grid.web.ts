import { useCallback, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { DataGridProps } from './data-grid-props.web.ts'
import type { HeaderCommands } from './grid-header.tsx'
import type { Opening } from './grid-row.tsx'
import type { PlacedColumn } from './placed-column.web.ts'
import { gridSizes, usePlacedColumns } from './placed-column.web.ts'
import type { RowIds } from './row-selection.ts'
import { rowHeights } from './stored-layout.ts'
import type { GridLayout } from './use-grid-layout.web.ts'
import { useGridLayout } from './use-grid-layout.web.ts'
import { useGridTable } from './use-grid-table.web.ts'
import type { GridNode } from './use-grid-table.web.ts'
import { useLatest } from './use-latest.web.ts'
import { useLazyChildren } from './use-lazy-children.web.ts'
import { useProcessedRows } from './use-processed-rows.web.ts'
import { useRowEvents } from './use-row-events.web.ts'
import { useActiveRow, useRowStates } from './use-row-states.web.ts'
import { useInnerWidth, useScrollEdges, useTopOnNewPage } from './use-scroll-edges.web.ts'

/** Heights in px of the header and summary rows. */
export const headHeight = 34
/** The height a second line adds to a row, in px. */
const secondLine = 10

/**
 * Other rows take longer to draw than a click can wait for its paint: the head shows the request first, and the rows
 * follow in a render that gives way to the next click or key. The first rows do not: people wait for them.
 */
export function useDeferredRows<Row extends object>(given: DataGridProps<Row>): DataGridProps<Row> {
  const [laterRows, laterBusy] = [useDeferredValue(given.rows), useDeferredValue(given.busy)]
  const [rows, busy] = (laterRows ?? []).length === 0 ? [given.rows, given.busy] : [laterRows, laterBusy]
  return { ...given, rows, busy }
}

/** The rows, columns and states of a grid, and what its header and rows do when they are used. */
export function useGrid<Row extends object>(props: DataGridProps<Row>) {
  const { expand } = props
  const ownLayout = useGridLayout(props.name, props.columns)
  const layout = props.layout ?? ownLayout
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const tree = useRowTree(props)
  const processed = useProcessedRows(props)
  const states = useRowStates(props, tree.childrenOf)
  const { expanded } = states
  const table = useTable(props, layout, { tree, expanded, rows: processed.rows })
  const placed = usePlacedColumns(table.columns, {
    select: Boolean(props.selectable),
    expand: Boolean(expand),
    index: props.indexFrom !== undefined,
  })
  const { sizes, innerWidth, setDragged } = useColumnSizes(scroller, placed, layout)
  useTopOnNewPage(scroller, props.rows, props.rowId)
  const focus = useRowFocus(scroller, table.nodes, states.current)
  const isTwoLined = table.columns.some(({ column }) => column.below !== undefined)
  const rowHeight = rowHeights[layout.density] + (isTwoLined ? secondLine : 0)
  const openLatest = useLatest(states.setExpanded)

  function opening(node: GridNode<Row>): Opening {
    const status = tree.statuses.get(node.id)
    if (status) return status
    if (!expand && !tree.hasOwnChildren(node)) return 'none'
    return expanded.has(node.id) ? 'open' : 'closed'
  }

  async function setOpen(node: GridNode<Row>, open: boolean): Promise<void> {
    if (tree.statuses.get(node.id) === 'loading') return
    const mayOpen = !open || expand || node.children.length > 0 || (await tree.load(node.id, node.row))
    if (mayOpen) openLatest(node.id, open)
  }

  const events = useRowEvents<Row>({
    ...rowCommands(props),
    nodes: table.nodes,
    isOpen: (id) => expanded.has(id),
    canOpen: (node) => opening(node) !== 'none',
    setOpen: (node, open) => void setOpen(node, open),
    select: states.select,
    isSelected: (id) => states.selection.has(id),
    activate: (id) => {
      focus.setFocused(id)
      props.onRowFocus?.(id)
    },
    focus: focus.focusRow,
    makeCurrent: states.setCurrent,
    rowsInView: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 1),
  })
  const commands = useHeaderCommands({
    processed,
    layout,
    setDragged,
    selectAll: () => states.toggleAll(table.roots),
  })
  return {
    gridId,
    scroller,
    table,
    placed,
    sizes,
    innerWidth,
    rowHeight,
    tree,
    processed,
    states,
    focus,
    opening,
    events,
    commands,
  }
}

/** What a click or key on a row does by the grid's properties. */
function rowCommands<Row extends object>(props: DataGridProps<Row>) {
  return {
    href: (row: Row) => props.rowHref?.(row),
    open: props.onOpen && ((row: Row) => props.onOpen?.(row)),
    opensOnClick: opensOnClick(props),
    copy: (row: Row) => {
      const copies = props.columns.find((column) => column.copies)?.copies
      if (copies) props.onCopy?.(copies(row))
    },
    peek: props.onPeek && ((row: Row) => props.onPeek?.(row)),
  }
}

export const opensOnClick = <Row extends object>(props: DataGridProps<Row>): boolean =>
  props.onOpen !== undefined && props.opensOnClick !== false

interface TableParts<Row extends object> {
  rows: readonly Row[]
  tree: ReturnType<typeof useRowTree<Row>>
  expanded: RowIds
}

function useTable<Row extends object>(
  { columns, selectable, rowId }: DataGridProps<Row>,
  layout: GridLayout,
  { rows, tree: { loaded, childrenOf }, expanded }: TableParts<Row>,
) {
  // Children that arrive later must reach the table, which looks at the identity of its rows alone.
  const current = useMemo(() => (loaded.size > 0 ? [...rows] : rows), [rows, loaded])
  const isSelectable = useCallback(
    (row: Row) => (typeof selectable === 'function' ? selectable(row) : selectable === true),
    [selectable],
  )
  return useGridTable({ columns, layout, childrenOf, isSelectable, rows: current, expanded, rowId })
}

/** The rows below rows, which can arrive on first expansion. */
function useRowTree<Row extends object>(props: DataGridProps<Row>) {
  const isTree = !props.expand && props.childrenOf !== undefined
  const { loaded, statuses, load } = useLazyChildren<Row>(props.loadChildren)
  return {
    isTree,
    loaded,
    statuses,
    load,
    childrenOf: (row: Row) => (isTree ? (loaded.get(props.rowId(row)) ?? props.childrenOf?.(row)) : undefined),
    hasOwnChildren(node: GridNode<Row>): boolean {
      if (node.children.length > 0) return true
      return (
        isTree && !loaded.has(node.id) && props.loadChildren !== undefined && props.hasChildren?.(node.row) === true
      )
    },
  }
}

type Scroller = RefObject<HTMLDivElement | null>

/** The widths of the columns in the room there is, while one of them is dragged too. */
function useColumnSizes<Row>(scroller: Scroller, placed: readonly PlacedColumn<Row>[], layout: GridLayout) {
  const innerWidth = useInnerWidth(scroller)
  const [dragged, setDragged] = useState<Readonly<Record<string, number>>>({})
  const sizes = useMemo(
    () => gridSizes(placed, { ...layout.widths, ...dragged }, innerWidth),
    [placed, layout.widths, dragged, innerWidth],
  )
  useScrollEdges(scroller, sizes)
  return { sizes, innerWidth, setDragged }
}

/** The row that has the focus or would get it, and moving it to a row that is not drawn yet. */
function useRowFocus(scroller: Scroller, nodes: readonly { id: string }[], current: string | null) {
  const { activeId, setFocused, wanted } = useActiveRow(nodes, current)
  useEffect(() => {
    const row = wanted.current === null ? null : findRow(scroller.current, wanted.current)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  function focusRow(id: string | undefined): void {
    if (id === undefined) return
    wanted.current = id
    setFocused(id)
    // The row can be the active one already, in which case nothing is drawn again.
    findRow(scroller.current, id)?.focus()
  }
  return { activeId, setFocused, focusRow }
}

function findRow(scroller: HTMLElement | null, id: string): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"]`) ?? null
}

interface HeaderParts {
  processed: { toggleSort: HeaderCommands['sort']; setFilter: HeaderCommands['filter'] }
  layout: GridLayout
  setDragged: (widths: Readonly<Record<string, number>>) => void
  selectAll: () => void
}

function useHeaderCommands({ processed, layout, setDragged, ...parts }: HeaderParts): HeaderCommands {
  const sort = useLatest(processed.toggleSort)
  const filter = useLatest(processed.setFilter)
  const selectAll = useLatest(parts.selectAll)
  const move = useLatest(layout.move)
  const resize = useLatest((column: string, width: number | null) => {
    setDragged({})
    layout.resize(column, width)
  })
  return useMemo(
    () => ({
      sort,
      filter,
      selectAll,
      move,
      resize,
      previewWidth: (column, width) => setDragged({ [column]: width }),
    }),
    [sort, filter, selectAll, move, resize, setDragged],
  )
}

export type Grid<Row extends object> = ReturnType<typeof useGrid<Row>>
