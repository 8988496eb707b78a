import { memo } from 'react'
import type { CSSProperties, ReactNode, Ref } from 'react'
import type { BoxState } from './row-selection.ts'
import classes from './data-grid.module.css'
import { GridIcon } from './grid-icons.tsx'
import type { GridTexts } from './grid-settings.tsx'
import type { ControlColumn, DataColumn, PlacedColumn } from './placed-column.web.ts'
import type { ChildrenStatus } from './use-lazy-children.web.ts'

/** How a row opens: not at all, or closed, open, loading its children, or waiting for another try. */
export type Opening = 'none' | 'closed' | 'open' | ChildrenStatus

export interface RowProps<Row> {
  readonly id: string
  readonly row: Row
  readonly columns: readonly PlacedColumn<Row>[]
  readonly texts: GridTexts
  readonly depth: number
  readonly tree: boolean
  readonly opening: Opening
  /** Id of the panel below the row, where it has one. */
  readonly panel: string | undefined
  readonly box: BoxState
  readonly selectable: boolean
  readonly number: number | undefined
  readonly href: string | undefined
  readonly active: boolean
  readonly current: boolean
  /**
   * Set where rows are drawn only in view: distance from the top in px, place in the whole, and how to
   * measure.
   */
  readonly offset?: number | undefined
  readonly rowIndex?: number | undefined
  readonly position?: number | undefined
  readonly measure?: Ref<HTMLTableRowElement> | undefined
}

/**
 * One row. It has no handlers of its own: the body listens for all rows and reads `data-row-id` and `data-part`, so
 * only its own data draws a row again.
 */
export const GridRow = memo(function GridRow(props: RowProps<unknown>) {
  const { id, columns, depth, position, offset } = props
  return (
    <tr
      role="row"
      ref={props.measure}
      className={classes.row}
      data-row-id={id}
      data-index={position}
      data-odd={position !== undefined && position % 2 === 1 ? '' : undefined}
      data-selected={props.box === 'on' ? '' : undefined}
      aria-current={props.current ? 'true' : undefined}
      aria-rowindex={props.rowIndex}
      aria-description={depth > 0 ? props.texts.level(depth + 1) : undefined}
      tabIndex={props.active ? 0 : -1}
      style={offset === undefined ? undefined : placeAt(offset)}
    >
      {columns.map((placed) => (placed.kind === 'data' ? dataCell(placed, props) : controlCell(placed, props)))}
    </tr>
  )
})

export function placeAt(offset: number): CSSProperties {
  return { position: 'absolute', insetBlockStart: offset, insetInlineStart: 0 }
}

export function alignOf<Row>(placed: DataColumn<Row>): string {
  const { align, numeric } = placed.column
  return align ?? (numeric ? 'end' : 'start')
}

function controlCell(placed: ControlColumn, props: RowProps<unknown>): ReactNode {
  return (
    <td
      key={placed.id}
      role="cell"
      className={classes.cell}
      style={placed.style}
      data-kind={placed.kind}
      data-pin={placed.pin}
      data-edge={placed.edge ? '' : undefined}
    >
      {placed.kind === 'select' ? (
        <RowBox {...props} />
      ) : placed.kind === 'expand' ? (
        <OpenButton {...props} />
      ) : (
        props.number
      )}
    </td>
  )
}

function dataCell(placed: DataColumn<unknown>, props: RowProps<unknown>): ReactNode {
  const { column, first, id } = placed
  const { row } = props
  const content = first ? <FirstCell {...props} placed={placed} /> : column.cell(row)
  const below = column.below?.(row)
  const picture = column.picture?.(row)
  const isWhole = picture === undefined && !column.copies
  const second =
    below === undefined || below === null ? null : (
      <span className={classes.below} data-second="">
        {below}
      </span>
    )
  return (
    <td
      key={id}
      role="cell"
      className={classes.cell}
      style={placed.style}
      data-pin={placed.pin}
      data-edge={placed.edge ? '' : undefined}
      data-align={alignOf(placed)}
      data-label={column.header}
      data-column={id}
      data-first={first ? '' : undefined}
      data-corner={column.onCard === 'corner' ? '' : undefined}
      data-off-card={column.onCard === false ? '' : undefined}
      data-lines={isWhole && second ? '' : undefined}
    >
      {isWhole && !column.below ? (
        content
      ) : isWhole ? (
        <>
          <span className={classes.line}>{content}</span>
          {second}
        </>
      ) : (
        <span className={classes.what}>
          {picture !== undefined && (
            <span className={classes.picture} aria-hidden="true">
              {picture}
            </span>
          )}
          <span className={classes.lines}>
            <span className={classes.line}>{content}</span>
            {second}
          </span>
          {column.copies && <CopyButton text={column.copies(row)} texts={props.texts} />}
        </span>
      )}
    </td>
  )
}

function CopyButton({ text, texts }: { text: string; texts: GridTexts }) {
  return (
    <button type="button" className={classes.copy} data-part="copy" aria-label={texts.copy(text)} tabIndex={-1}>
      <GridIcon name="copy" />
    </button>
  )
}

function FirstCell(props: RowProps<unknown> & { placed: DataColumn<unknown> }) {
  const content = props.placed.column.cell(props.row)
  return (
    <>
      {props.tree && (
        <span className={classes.indent} style={{ paddingInlineStart: props.depth * 16 }}>
          {props.opening === 'none' ? <span className={classes.leaf} /> : <OpenButton {...props} />}
        </span>
      )}
      {props.href === undefined ? (
        content
      ) : (
        <a className={classes.link} data-part="link" href={props.href} tabIndex={props.active ? 0 : -1}>
          {content}
        </a>
      )}
    </>
  )
}

function RowBox({ box, selectable, texts, active }: RowProps<unknown>) {
  return (
    <label className={classes.box} data-part="select">
      <input
        type="checkbox"
        aria-label={texts.selectRow}
        checked={box === 'on'}
        disabled={!selectable}
        tabIndex={active ? 0 : -1}
        ref={(input) => {
          if (input) input.indeterminate = box === 'some'
        }}
        onChange={ignore}
      />
    </label>
  )
}

// The body acts on the click, which also knows about Shift; React only wants to see a handler.
function ignore(): void {}

function OpenButton({ opening, texts, active, panel }: RowProps<unknown>) {
  const open = opening === 'open'
  const name = opening === 'failed' ? texts.failedRow : open ? texts.collapseRow : texts.expandRow
  return (
    <button
      type="button"
      className={classes.opener}
      data-part="open"
      data-opening={opening}
      aria-label={name}
      title={opening === 'failed' ? name : undefined}
      aria-expanded={open}
      aria-controls={open ? panel : undefined}
      aria-busy={opening === 'loading' || undefined}
      tabIndex={active ? 0 : -1}
    >
      <GridIcon name={opening === 'failed' || opening === 'loading' ? 'again' : 'forward'} />
    </button>
  )
}
