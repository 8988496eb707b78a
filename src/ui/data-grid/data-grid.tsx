import { useMemo } from 'react'
import type { DataGridProps } from './data-grid-props.web.ts'
import classes from './data-grid.module.css'
import { GridBody } from './grid-body.tsx'
import { GridHeader } from './grid-header.tsx'
import { useGridSettings } from './grid-settings.tsx'
import { Failure, MessageRow, SkeletonRows } from './grid-states.tsx'
import { GridSummary } from './grid-summary.tsx'
import { OverflowTooltip } from './overflow-tooltip.tsx'
import { boxState, selectableIds } from './row-selection.ts'
import type { Grid } from './use-grid.web.ts'
import { headHeight, opensOnClick, useDeferredRows, useGrid } from './use-grid.web.ts'

type GridStyle = Record<`--${string}`, string>

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
  const props = useDeferredRows(given)
  const { texts } = useGridSettings()
  const grid = useGrid(props)
  const { scroller, placed } = grid
  const { nodes } = grid.table
  const isLoading = props.rows === undefined && !props.error
  const isVirtual = nodes.length > (props.virtualFrom ?? defaultVirtualFrom)
  const failure = props.error ? (
    <Failure error={props.error} texts={texts} retry={props.onRetry} banner={nodes.length > 0} />
  ) : null
  return (
    <div
      className={classes.root}
      style={styleOf(props, grid)}
      data-summary={props.summary && nodes.length > 0 ? '' : undefined}
    >
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
            grid.focus.focusRow(grid.focus.activeId)
          }}
        >
          <Header grid={grid} rowIndex={isVirtual ? 1 : undefined} />
          {isLoading ? (
            <SkeletonRows columns={placed} count={props.skeletonRows ?? defaultSkeletonRows} />
          ) : nodes.length === 0 ? (
            <MessageRow columnCount={placed.length}>{failure ?? props.empty ?? texts.empty}</MessageRow>
          ) : (
            <Body {...{ props, grid, isVirtual }} />
          )}
          {props.summary && nodes.length > 0 && <Summary grid={grid} />}
        </table>
      </div>
      <OverflowTooltip within={scroller} />
      {props.overlay?.(scroller)}
    </div>
  )
}

function styleOf<Row extends object>(props: DataGridProps<Row>, grid: Grid<Row>): GridStyle {
  const style: GridStyle = {
    ...grid.sizes.style,
    '--row-height': `${grid.rowHeight}px`,
    '--head-height': `${headHeight}px`,
  }
  if (grid.innerWidth > 0) style['--grid-inner'] = `${grid.innerWidth}px`
  if (props.maxHeight !== undefined) style['--grid-max'] = props.maxHeight
  return style
}

function Header<Row extends object>({ grid, rowIndex }: { grid: Grid<Row>; rowIndex: number | undefined }) {
  const { texts } = useGridSettings()
  const { states, placed, sizes, processed } = grid
  const { roots } = grid.table
  const box = useMemo(() => boxState(roots, states.selection), [roots, states.selection])
  const anySelectable = useMemo(() => selectableIds(roots).length > 0, [roots])
  return (
    <GridHeader
      columns={placed}
      widths={sizes.widths}
      sort={processed.sort}
      filters={processed.filters}
      box={box}
      boxDisabled={!anySelectable}
      rowIndex={rowIndex}
      texts={texts}
      commands={grid.commands}
    />
  )
}

interface BodyProps<Row extends object> {
  props: DataGridProps<Row>
  grid: Grid<Row>
  isVirtual: boolean
}

function Body<Row extends object>({ props, grid, isVirtual }: BodyProps<Row>) {
  const { texts } = useGridSettings()
  const { gridId, events, scroller, rowHeight, states, opening } = grid
  const { nodes } = grid.table
  return (
    <GridBody
      {...{ gridId, nodes, texts, events, isVirtual, scroller, rowHeight, headHeight, opening }}
      activeId={grid.focus.activeId}
      tree={grid.tree.isTree}
      columns={grid.placed}
      selection={states.selection}
      openIds={states.expanded}
      currentId={states.current}
      indexFrom={props.indexFrom}
      dimmed={props.busy === true}
      animated={nodes.length < animatedBelow}
      opensOnClick={opensOnClick(props)}
      footHeight={props.summary ? headHeight : 0}
      href={(row) => props.rowHref?.(row)}
      panel={props.expand}
    />
  )
}

function Summary<Row extends object>({ grid: { table, placed } }: { grid: Grid<Row> }) {
  const { texts } = useGridSettings()
  const { roots } = table
  const rows = useMemo(() => roots.map(({ row }) => row), [roots])
  return <GridSummary columns={placed} rows={rows} texts={texts} />
}

function inHeader(target: EventTarget): boolean {
  return target instanceof Element && target.closest('thead') !== null
}
