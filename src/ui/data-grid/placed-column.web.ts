import { useMemo } from 'react'
import { columnWidths, controlWidth, pinOffsets } from './column-widths.ts'
import type { GridColumn } from './grid-column.web.ts'
import type { GridPin } from './stored-layout.ts'
import type { VisibleColumn } from './use-grid-table.web.ts'

interface Place {
  readonly id: string
  readonly pin: GridPin | undefined
  /** The pinned column that borders on the ones that scroll. */
  readonly edge: boolean
  /** Custom property with its distance from the edge, so that a resize touches no cell. */
  readonly style: Readonly<Record<`--${string}`, string>> | undefined
}

export interface ControlColumn extends Place {
  readonly kind: 'select' | 'expand' | 'index'
}

export interface DataColumn<Row> extends Place {
  readonly kind: 'data'
  readonly column: GridColumn<Row>
  /**
   * The first ordinary column names the row: it carries the link, the tree's arrows and the title of a card.
   */
  readonly first: boolean
}

export type PlacedColumn<Row> = ControlColumn | DataColumn<Row>

interface Controls {
  readonly select: boolean
  readonly expand: boolean
  readonly index: boolean
}

/**
 * Control columns before the data columns, pinned along with them when any data column is pinned to the
 * start.
 */
export function usePlacedColumns<Row>(
  visible: readonly VisibleColumn<Row>[],
  { select, expand, index }: Controls,
): readonly PlacedColumn<Row>[] {
  return useMemo(() => {
    const kinds: ControlColumn['kind'][] = []
    if (select) kinds.push('select')
    if (expand) kinds.push('expand')
    if (index) kinds.push('index')
    const controlPin = visible.some(({ pin }) => pin === 'start') ? 'start' : undefined
    const pins = [...kinds.map(() => controlPin), ...visible.map(({ pin }) => pin)]
    const place = (id: string, at: number): Place => ({
      id,
      pin: pins[at],
      edge: (pins[at] === 'start' && pins[at + 1] !== 'start') || (pins[at] === 'end' && pins[at - 1] !== 'end'),
      style: pins[at] && { '--at': `var(--pin-${at})` },
    })
    return [
      ...kinds.map((kind, at): PlacedColumn<Row> => ({ ...place(`$${kind}`, at), kind })),
      ...visible.map(({ column }, at): PlacedColumn<Row> => ({
        ...place(column.id, kinds.length + at),
        kind: 'data',
        column,
        first: at === 0,
      })),
    ]
  }, [visible, select, expand, index])
}

export interface GridSizes {
  readonly widths: readonly number[]
  /** Custom properties for the grid's root: the tracks of every row and the places of pinned columns. */
  readonly style: Record<`--${string}`, string>
}

/**
 * Widths for a container of `available` px; `chosen` are the widths that the person gave columns by dragging.
 */
export function gridSizes<Row>(
  columns: readonly PlacedColumn<Row>[],
  chosen: Readonly<Record<string, number>>,
  available: number,
): GridSizes {
  const widths = columnWidths(
    columns.map((placed) =>
      placed.kind === 'data'
        ? { ...placed.column, width: chosen[placed.id] ?? placed.column.width }
        : { width: controlWidth },
    ),
    available,
  )
  const style: Record<`--${string}`, string> = {
    '--grid-tracks': widths.map((width) => `${width}px`).join(' '),
    '--grid-width': `${widths.reduce((total, width) => total + width, 0)}px`,
  }
  const pinned = { start: 0, end: 0 }
  for (const [at, offset] of pinOffsets(
    columns.map(({ pin }) => pin),
    widths,
  )) {
    style[`--pin-${at}`] = `${offset}px`
    const side = columns[at]?.pin
    if (side) pinned[side] += widths[at] ?? 0
  }
  style['--pinned-start'] = `${pinned.start}px`
  style['--pinned-end'] = `${pinned.end}px`
  return { widths, style }
}
