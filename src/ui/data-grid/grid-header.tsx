import { memo } from 'react'
import type { DragEvent } from 'react'
import { narrowestResizable, resizeFloor } from './column-widths.ts'
import type { GridFilters } from './filter-rows.ts'
import { FilterButton } from './filter-button.tsx'
import { GridIcon } from './grid-icons.tsx'
import type { GridTexts } from './grid-settings.tsx'
import { alignOf } from './grid-row.tsx'
import classes from './grid-header.module.css'
import type { ControlColumn, DataColumn, PlacedColumn } from './placed-column.web.ts'
import { ResizeHandle } from './resize-handle.tsx'
import { useRovingFocus } from '../roving-focus.web.ts'
import type { BoxState } from './row-selection.ts'
import type { GridSort, SortDirection } from './sort-rows.ts'

/**
 * The actions of headers. Every function keeps its identity, so that a header is drawn again only for its own state.
 */
export interface HeaderCommands {
  sort(column: string): void
  filter(column: string, values: readonly string[]): void
  previewWidth(column: string, width: number): void
  resize(column: string, width: number | null): void
  move(column: string, target: string): void
  selectAll(): void
}

interface HeaderProps {
  readonly columns: readonly PlacedColumn<unknown>[]
  readonly widths: readonly number[]
  readonly sort: GridSort | null
  readonly filters: GridFilters
  readonly box: BoxState
  readonly boxDisabled: boolean
  readonly rowIndex: number | undefined
  readonly texts: GridTexts
  readonly commands: HeaderCommands
}

const none: readonly string[] = []

export const GridHeader = memo(function GridHeader(props: HeaderProps) {
  const { columns, widths, sort, filters, texts, commands } = props
  const roving = useRovingFocus<HTMLTableSectionElement>()
  return (
    <thead role="rowgroup" className={classes.head} {...roving}>
      <tr role="row" className={classes.row} aria-rowindex={props.rowIndex}>
        {columns.map((placed, index) =>
          placed.kind === 'data' ? (
            <HeaderCell
              key={placed.id}
              placed={placed}
              width={widths[index] ?? 0}
              direction={sort?.column === placed.id ? sort.direction : null}
              applied={filters[placed.id] ?? none}
              texts={texts}
              commands={commands}
            />
          ) : (
            <th
              key={placed.id}
              role="columnheader"
              scope="col"
              className={classes.cell}
              style={placed.style}
              data-kind={placed.kind}
              data-pin={placed.pin}
              data-edge={placed.edge ? '' : undefined}
            >
              <ControlHeader kind={placed.kind} {...props} />
            </th>
          ),
        )}
      </tr>
    </thead>
  )
})

/** The header of a control column: the box for all rows, or words that only a screen reader needs. */
function ControlHeader({ kind, ...props }: HeaderProps & { kind: ControlColumn['kind'] }) {
  if (kind === 'select') return <AllBox {...props} />
  if (kind === 'expand') return <span className={classes.hidden}>{props.texts.details}</span>
  return (
    <>
      <span className={classes.index} aria-hidden="true">
        #
      </span>
      <span className={classes.hidden}>{props.texts.index}</span>
    </>
  )
}

function AllBox({ box, boxDisabled, texts, commands }: HeaderProps) {
  return (
    <label className={classes.box}>
      <input
        type="checkbox"
        aria-label={texts.selectAll}
        checked={box === 'on'}
        disabled={boxDisabled}
        ref={(input) => {
          if (input) input.indeterminate = box === 'some'
        }}
        onChange={() => commands.selectAll()}
      />
    </label>
  )
}

interface HeaderCellProps {
  readonly placed: DataColumn<unknown>
  readonly width: number
  readonly direction: SortDirection | null
  readonly applied: readonly string[]
  readonly texts: GridTexts
  readonly commands: HeaderCommands
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const
/** Px by which Shift and an arrow key change a column's width. */
const keyStep = 10
const dragType = 'application/x-grid-column'

const HeaderCell = memo(function HeaderCell(props: HeaderCellProps) {
  const { placed, width, direction, applied, texts, commands } = props
  const { column, id } = placed

  function drop(event: DragEvent): void {
    event.currentTarget.removeAttribute('data-drop')
    const dragged = event.dataTransfer.getData(dragType)
    if (!dragged) return
    event.preventDefault()
    if (dragged !== id) commands.move(dragged, id)
  }

  return (
    <th
      role="columnheader"
      scope="col"
      aria-label={column.header}
      aria-description={column.unsortable}
      title={column.unsortable}
      aria-sort={column.sortable ? (direction ? ariaSort[direction] : 'none') : undefined}
      className={classes.cell}
      style={placed.style}
      data-column={id}
      data-pin={placed.pin}
      data-edge={placed.edge ? '' : undefined}
      data-align={alignOf(placed)}
      data-filtered={applied.length > 0 ? '' : undefined}
      onKeyDown={(event) => {
        const by = { ArrowRight: keyStep, ArrowLeft: -keyStep }[event.key]
        if (by === undefined || !event.shiftKey || event.defaultPrevented) return
        event.preventDefault()
        const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl'
        commands.resize(id, Math.max(resizeFloor, width + (isMirrored ? -by : by)))
      }}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, id)
        event.dataTransfer.effectAllowed = 'move'
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        event.currentTarget.setAttribute('data-drop', '')
      }}
      onDragLeave={(event) => event.currentTarget.removeAttribute('data-drop')}
      onDrop={drop}
    >
      <HeaderLabel {...props} />
      {column.filter && (
        <FilterButton
          header={column.header}
          filter={column.filter}
          applied={applied}
          texts={texts}
          apply={(values) => commands.filter(id, values)}
        />
      )}
      {width > narrowestResizable && (
        <ResizeHandle
          label={texts.resize(column.header)}
          width={width}
          isStop={!column.sortable && !column.filter}
          preview={(next) => commands.previewWidth(id, next)}
          commit={(next) => commands.resize(id, next)}
        />
      )}
    </th>
  )
})

/**
 * Without a filter the whole header sorts; beside a filter only the caret does, so that no click is a
 * surprise.
 */
function HeaderLabel({ placed, direction, texts, commands }: HeaderCellProps) {
  const { column, id } = placed
  const text = <span className={classes.text}>{column.header}</span>
  if (!column.sortable) return text
  const caret = (
    <GridIcon
      className={classes.caret}
      name={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'unsorted'}
    />
  )
  const button = (content: typeof text) => (
    <button
      type="button"
      className={column.filter ? classes.sortCaret : classes.sort}
      aria-label={texts.sort(column.header)}
      aria-keyshortcuts="Shift+ArrowRight Shift+ArrowLeft"
      data-direction={direction ?? undefined}
      onClick={() => commands.sort(id)}
    >
      {content}
    </button>
  )
  return column.filter ? (
    <>
      {text}
      {button(caret)}
    </>
  ) : (
    button(
      <>
        {text}
        {caret}
      </>,
    )
  )
}
