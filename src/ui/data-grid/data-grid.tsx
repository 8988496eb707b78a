import { useCallback, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { DataGridProps } from './data-grid-props.web.ts'
import classes from './data-grid.module.css'
import { GridBody } from './grid-body.tsx'
import { GridHeader } from './grid-header.tsx'
import type { HeaderCommands } from './grid-header.tsx'
import type { Opening } from './grid-row.tsx'
import { useGridSettings } from './grid-settings.tsx'
import { Failure, MessageRow, SkeletonRows } from './grid-states.tsx'
import { GridSummary } from './grid-summary.tsx'
import { OverflowTooltip } from './overflow-tooltip.tsx'
import { gridSizes, usePlacedColumns } from './placed-column.web.ts'
import { boxState, selectableIds } from './row-selection.ts'
import { rowHeights } from './stored-layout.ts'
import { useGridLayout } from './use-grid-layout.web.ts'
import { useGridTable } from './use-grid-table.web.ts'
import type { GridNode } from './use-grid-table.web.ts'
import { useLatest } from './use-latest.web.ts'
import { useLazyChildren } from './use-lazy-children.web.ts'
import { useProcessedRows } from './use-processed-rows.web.ts'
import { useRowEvents } from './use-row-events.web.ts'
import { useActiveRow, useRowStates } from './use-row-states.web.ts'
import { useInnerWidth, useScrollEdges, useTopOnNewPage } from './use-scroll-edges.web.ts'

type GridStyle = Record<`--${string}`, string>

/** Heights in px of the header and summary rows. */
const headHeight = 34
/** The height a second line adds to a row, in px. */
const secondLine = 10
const defaultSkeletonRows = 10
const defaultVirtualFrom = 200
/** Rows change colour gently only in grids of fewer rows than this, and only where there are any. */
const animatedBelow = 100

/**
 * The table of every list: sorts, filters, selects, expands, resizes, pins and remembers. It knows no
 * resource: the caller names columns and rows and hears what people do. See DataGridProps for what each
 * property means.
 */
export function DataGrid<Row extends object>(given: DataGridProps<Row>) {
  // Other rows take longer to draw than a click can wait for its paint: the head shows the request first, and the rows
  // follow in a render that gives way to the next click or key. The first rows do not: people wait for them.
  const [laterRows, laterBusy] = [useDeferredValue(given.rows), useDeferredValue(given.busy)]
  const [rows, busy] = (laterRows ?? []).length === 0 ? [given.rows, given.busy] : [laterRows, laterBusy]
  const props = { ...given, rows, busy }
  const { columns, expand, selectable } = props
  const { texts } = useGridSettings()
  const ownLayout = useGridLayout(props.name, columns)
  const layout = props.layout ?? ownLayout
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)

  const tree = !expand && props.childrenOf !== undefined
  const lazyChildren = useLazyChildren<Row>(props.loadChildren)
  const childrenOf = (row: Row) =>
    tree ? (lazyChildren.loaded.get(props.rowId(row)) ?? props.childrenOf?.(row)) : undefined

  const processed = useProcessedRows(props)
  const states = useRowStates(props, childrenOf)
  // Children that arrive later must reach the table, which looks at the identity of its rows alone.
  const { loaded } = lazyChildren
  const tableRows = useMemo(() => (loaded.size > 0 ? [...processed.rows] : processed.rows), [processed.rows, loaded])
  const isSelectable = useCallback(
    (row: Row) => (typeof selectable === 'function' ? selectable(row) : selectable === true),
    [selectable],
  )
  const table = useGridTable({
    columns,
    layout,
    childrenOf,
    isSelectable,
    rows: tableRows,
    expanded: states.expanded,
    rowId: props.rowId,
  })
  const { nodes, roots } = table
  const placed = usePlacedColumns(table.columns, {
    select: Boolean(selectable),
    expand: Boolean(expand),
    index: props.indexFrom !== undefined,
  })

  const innerWidth = useInnerWidth(scroller)
  const [dragged, setDragged] = useState<Readonly<Record<string, number>>>({})
  const sizes = useMemo(
    () => gridSizes(placed, { ...layout.widths, ...dragged }, innerWidth),
    [placed, layout.widths, dragged, innerWidth],
  )
  useScrollEdges(scroller, sizes)
  useTopOnNewPage(scroller, props.rows, props.rowId)

  const { activeId, setFocused, wanted } = useActiveRow(nodes, states.current)
  useEffect(() => {
    const row = wanted.current === null ? null : findRow(scroller.current, wanted.current)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  function hasOwnChildren(node: GridNode<Row>): boolean {
    if (node.children.length > 0) return true
    return tree && !loaded.has(node.id) && props.loadChildren !== undefined && props.hasChildren?.(node.row) === true
  }

  function opening(node: GridNode<Row>): Opening {
    const status = lazyChildren.statuses.get(node.id)
    if (status) return status
    if (!expand && !hasOwnChildren(node)) return 'none'
    return states.expanded.has(node.id) ? 'open' : 'closed'
  }

  async function setOpen(node: GridNode<Row>, open: boolean): Promise<void> {
    if (lazyChildren.statuses.get(node.id) === 'loading') return
    const mayOpen = !open || expand || node.children.length > 0 || (await lazyChildren.load(node.id, node.row))
    if (mayOpen) openLatest(node.id, open)
  }
  const openLatest = useLatest(states.setExpanded)

  function focusRow(id: string | undefined): void {
    if (id === undefined) return
    wanted.current = id
    setFocused(id)
    // The row can be the active one already, in which case nothing is drawn again.
    findRow(scroller.current, id)?.focus()
  }

  const isTwoLined = table.columns.some(({ column }) => column.below !== undefined)
  const rowHeight = rowHeights[layout.density] + (isTwoLined ? secondLine : 0)
  const events = useRowEvents<Row>({
    nodes,
    href: (row) => props.rowHref?.(row),
    isOpen: (id) => states.expanded.has(id),
    canOpen: (node) => opening(node) !== 'none',
    setOpen: (node, open) => void setOpen(node, open),
    select: states.select,
    isSelected: (id) => states.selection.has(id),
    activate: (id) => {
      setFocused(id)
      props.onRowFocus?.(id)
    },
    focus: focusRow,
    makeCurrent: states.setCurrent,
    rowsInView: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 1),
    open: props.onOpen && ((row) => props.onOpen?.(row)),
    opensOnClick: props.onOpen !== undefined && props.opensOnClick !== false,
    copy: (row) => {
      const copies = columns.find((column) => column.copies)?.copies
      if (copies) props.onCopy?.(copies(row))
    },
    peek: props.onPeek && ((row) => props.onPeek?.(row)),
  })

  const sort = useLatest(processed.toggleSort)
  const filter = useLatest(processed.setFilter)
  const selectAll = useLatest(() => states.toggleAll(roots))
  const move = useLatest(layout.move)
  const resize = useLatest((column: string, width: number | null) => {
    setDragged({})
    layout.resize(column, width)
  })
  const commands = useMemo(
    (): HeaderCommands => ({
      sort,
      filter,
      selectAll,
      move,
      resize,
      previewWidth: (column, width) => setDragged({ [column]: width }),
    }),
    [sort, filter, selectAll, move, resize],
  )

  const style: GridStyle = {
    ...sizes.style,
    '--row-height': `${rowHeight}px`,
    '--head-height': `${headHeight}px`,
  }
  if (innerWidth > 0) style['--grid-inner'] = `${innerWidth}px`
  if (props.maxHeight !== undefined) style['--grid-max'] = props.maxHeight

  const box = useMemo(() => boxState(roots, states.selection), [roots, states.selection])
  const anySelectable = useMemo(() => selectableIds(roots).length > 0, [roots])
  const isLoading = props.rows === undefined && !props.error
  const isVirtual = nodes.length > (props.virtualFrom ?? defaultVirtualFrom)
  const summarised = useMemo(() => roots.map(({ row }) => row), [roots])
  const failure = props.error ? (
    <Failure error={props.error} texts={texts} retry={props.onRetry} banner={nodes.length > 0} />
  ) : null

  function body() {
    if (isLoading) return <SkeletonRows columns={placed} count={props.skeletonRows ?? defaultSkeletonRows} />
    if (nodes.length === 0) {
      return <MessageRow columnCount={placed.length}>{failure ?? props.empty ?? texts.empty}</MessageRow>
    }
    return (
      <GridBody
        {...{ gridId, nodes, texts, events, tree, activeId, isVirtual, scroller, rowHeight, headHeight }}
        columns={placed}
        selection={states.selection}
        openIds={states.expanded}
        currentId={states.current}
        indexFrom={props.indexFrom}
        dimmed={props.busy === true}
        animated={nodes.length < animatedBelow}
        opensOnClick={props.onOpen !== undefined && props.opensOnClick !== false}
        footHeight={props.summary ? headHeight : 0}
        opening={opening}
        href={(row) => props.rowHref?.(row)}
        panel={expand}
      />
    )
  }

  return (
    <div className={classes.root} style={style} data-summary={props.summary && nodes.length > 0 ? '' : undefined}>
      {nodes.length > 0 && failure}
      <div ref={scroller} className={classes.scroller} data-busy={props.busy ? '' : undefined}>
        <table
          role="table"
          className={classes.table}
          aria-label={props.label}
          aria-labelledby={props.labelledBy}
          aria-busy={isLoading || props.busy || undefined}
          aria-rowcount={isVirtual ? nodes.length + 1 : undefined}
          aria-colcount={isVirtual ? placed.length : undefined}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' || !inHeader(event.target) || event.defaultPrevented) return
            event.preventDefault()
            focusRow(activeId)
          }}
        >
          <GridHeader
            columns={placed}
            widths={sizes.widths}
            sort={processed.sort}
            filters={processed.filters}
            box={box}
            boxDisabled={!anySelectable}
            rowIndex={isVirtual ? 1 : undefined}
            texts={texts}
            commands={commands}
          />
          {body()}
          {props.summary && nodes.length > 0 && <GridSummary columns={placed} rows={summarised} texts={texts} />}
        </table>
      </div>
      <OverflowTooltip within={scroller} />
      {props.overlay?.(scroller)}
    </div>
  )
}

function findRow(scroller: HTMLElement | null, id: string): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"]`) ?? null
}

function inHeader(target: EventTarget): boolean {
  return target instanceof Element && target.closest('thead') !== null
}
