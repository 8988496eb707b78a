import { lazy, Suspense, useMemo } from 'react'
import type { ReactNode, RefObject } from 'react'
import classes from './data-grid.module.css'
import { GridRow, placeAt } from './grid-row.tsx'
import type { Opening } from './grid-row.tsx'
import type { GridTexts } from './grid-settings.tsx'
import states from './grid-states.module.css'
import type { PlacedColumn } from './placed-column.web.ts'
import { boxState } from './row-selection.ts'
import type { RowIds } from './row-selection.ts'
import { usePhone } from './use-phone.web.ts'
import type { GridNode } from './use-grid-table.web.ts'
import type { RowEvents } from './use-row-events.web.ts'
import type { VirtualBodyProps, VirtualPlace } from './virtual-body.tsx'

export interface GridBodyProps<Row> {
  /** Prefix of ids, unique on the page. */
  readonly gridId: string
  readonly nodes: readonly GridNode<Row>[]
  readonly columns: readonly PlacedColumn<Row>[]
  readonly texts: GridTexts
  readonly events: RowEvents
  readonly selection: RowIds
  readonly openIds: RowIds
  readonly activeId: string | undefined
  readonly currentId: string | null
  readonly tree: boolean
  readonly indexFrom: number | undefined
  readonly dimmed: boolean
  readonly animated: boolean
  readonly opensOnClick: boolean
  readonly isVirtual: boolean
  readonly scroller: RefObject<HTMLElement | null>
  readonly rowHeight: number
  readonly headHeight: number
  readonly footHeight: number
  opening(node: GridNode<Row>): Opening
  href(row: Row): string | undefined
  /** The panel below an open row; undefined where rows have none. */
  readonly panel: ((row: Row) => ReactNode) | undefined
}

interface Item<Row> {
  readonly node: GridNode<Row>
  readonly index: number
  readonly isPanel: boolean
}

// Long lists are the exception, and the server's pages are short, so the code for them is fetched when one is
// met. Where that fails the rows are all drawn: slower, but there.
const VirtualBody = lazy(() =>
  import('./virtual-body.tsx').then(
    (module) => ({ default: module.VirtualBody }),
    () => ({ default: WholeBody }),
  ),
)

// A first view of a long list while the code that draws all of it arrives.
const preview = 60
const panelEstimate = 120

export function GridBody<Row>(props: GridBodyProps<Row>) {
  const isPhone = usePhone()
  const { items, sizing } = useItems(props)
  const item = (at: number, place?: VirtualPlace) => renderItem(props, { item: items[at], at, place, isPhone })
  const body = (shown: number) => (
    <tbody
      role="rowgroup"
      className={classes.body}
      data-dimmed={props.dimmed ? '' : undefined}
      data-animated={props.animated ? '' : undefined}
      data-opens={props.opensOnClick ? '' : undefined}
      {...props.events}
    >
      {items.slice(0, shown).map((_, at) => item(at))}
    </tbody>
  )
  if (!props.isVirtual) return body(items.length)
  return (
    <Suspense fallback={body(preview)}>
      <VirtualBody
        key={String(isPhone)}
        count={items.length}
        scroller={props.scroller}
        rowHeight={props.rowHeight}
        headHeight={props.headHeight}
        footHeight={props.footHeight}
        keep={items.findIndex(({ node, isPanel }) => !isPanel && node.id === props.activeId)}
        events={props.events}
        dimmed={props.dimmed}
        itemKey={sizing.itemKey}
        estimate={sizing.estimate}
        item={item}
      />
    </Suspense>
  )
}

/** The rows and the open panels between them, and what the virtualizer asks about each. */
function useItems<Row>({ nodes, openIds, rowHeight, panel }: GridBodyProps<Row>) {
  const hasPanels = panel !== undefined
  const items = useMemo(
    () =>
      nodes.flatMap((node, index): Item<Row>[] => {
        const row = { node, index, isPanel: false }
        return hasPanels && openIds.has(node.id) ? [row, { ...row, isPanel: true }] : [row]
      }),
    [nodes, openIds, hasPanels],
  )
  // The virtualizer lays thousands of items out again whenever these change, so they change with the items
  // alone.
  const sizing = useMemo(
    () => ({
      itemKey: (at: number) => itemKey(items[at]),
      estimate: (at: number) => (items[at]?.isPanel ? panelEstimate : rowHeight),
    }),
    [items, rowHeight],
  )
  return { items, sizing }
}

interface Drawn<Row> {
  readonly item: Item<Row> | undefined
  readonly at: number
  readonly place: VirtualPlace | undefined
  readonly isPhone: boolean
}

function renderItem<Row>(props: GridBodyProps<Row>, { item, at, place, isPhone }: Drawn<Row>): ReactNode {
  if (!item) return null
  const { node, index } = item
  const panelId = `${props.gridId}-${node.id}`
  if (item.isPanel) {
    return (
      <PanelRow key={panelId} id={panelId} columnCount={props.columns.length} place={place} position={at}>
        {props.panel?.(node.row)}
      </PanelRow>
    )
  }
  return (
    <GridRow
      key={node.id}
      id={node.id}
      row={node.row}
      columns={props.columns}
      texts={props.texts}
      depth={node.depth}
      tree={props.tree}
      opening={props.opening(node)}
      panel={props.panel ? panelId : undefined}
      box={node.children.length > 0 ? boxState([node], props.selection) : props.selection.has(node.id) ? 'on' : 'off'}
      selectable={node.selectable}
      number={props.indexFrom === undefined ? undefined : props.indexFrom + index}
      href={props.href(node.row)}
      active={node.id === props.activeId}
      current={node.id === props.currentId}
      offset={place?.offset}
      // Rows have a known height everywhere else, and measuring would force a layout for each.
      measure={isPhone ? place?.measure : undefined}
      position={place && at}
      rowIndex={place && index + 2}
    />
  )
}

function itemKey(item: Item<unknown> | undefined): string {
  return item ? `${item.isPanel ? 'panel' : 'row'}:${item.node.id}` : ''
}

function WholeBody(props: VirtualBodyProps) {
  return (
    <tbody role="rowgroup" className={classes.body} {...props.events}>
      {Array.from({ length: props.count }, (_, at) =>
        props.item(at, { offset: at * props.rowHeight, measure: ignore }),
      )}
    </tbody>
  )
}

function ignore(): void {}

interface PanelRowProps {
  readonly id: string
  readonly columnCount: number
  readonly position: number
  readonly place: VirtualPlace | undefined
  readonly children: ReactNode
}

function PanelRow({ id, columnCount, place, position, children }: PanelRowProps) {
  return (
    <tr
      id={id}
      role="row"
      ref={place?.measure}
      className={states.panelRow}
      data-index={place && position}
      style={place && placeAt(place.offset)}
    >
      <td role="cell" colSpan={columnCount} aria-colspan={columnCount} className={states.panel}>
        <div className={states.panelContent}>{children}</div>
      </td>
    </tr>
  )
}
