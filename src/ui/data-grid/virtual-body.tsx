import { useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode, RefObject } from 'react'
import classes from './data-grid.module.css'
import type { RowEvents } from './use-row-events.web.ts'

/** An item's place among all items, for the component that draws it. */
export interface VirtualPlace {
  readonly offset: number
  /** Given to the elements whose height is only known once they are drawn. */
  readonly measure: (element: HTMLTableRowElement | null) => void
}

export interface VirtualBodyProps {
  readonly count: number
  readonly scroller: RefObject<HTMLElement | null>
  readonly rowHeight: number
  /** Height in px of what covers the rows at the top and bottom of the scroller. */
  readonly headHeight: number
  readonly footHeight: number
  /** Drawn although out of view, because it has the focus. */
  readonly keep: number
  readonly events: RowEvents
  readonly dimmed: boolean
  itemKey(index: number): string
  estimate(index: number): number
  item(index: number, place: VirtualPlace): ReactNode
}

const overscan = 8

/**
 * The body of a long grid: only rows near the view are drawn, each at its place in a body of the full height.
 */
export function VirtualBody(props: VirtualBodyProps) {
  const { count, keep } = props
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count,
    overscan,
    getScrollElement: () => props.scroller.current,
    getItemKey: props.itemKey,
    estimateSize: props.estimate,
    scrollMargin: props.headHeight,
    scrollPaddingStart: props.headHeight,
    scrollPaddingEnd: props.footHeight,
    // Before the first measurement of the scroller, as much as a large screen shows.
    initialRect: { width: 1440, height: 900 },
    rangeExtractor: ({ startIndex, endIndex }) => {
      const first = Math.max(0, startIndex - overscan)
      const last = Math.min(count - 1, endIndex + overscan)
      const range = Array.from({ length: last - first + 1 }, (_, index) => first + index)
      return keep >= 0 && keep < count && (keep < first || keep > last) ? [...range, keep].toSorted(ascending) : range
    },
  })
  return (
    <tbody
      role="rowgroup"
      className={classes.body}
      data-virtual=""
      data-dimmed={props.dimmed ? '' : undefined}
      style={{ blockSize: virtualizer.getTotalSize() }}
      {...props.events}
    >
      {virtualizer.getVirtualItems().map((item) =>
        props.item(item.index, {
          offset: item.start - props.headHeight,
          measure: virtualizer.measureElement,
        }),
      )}
    </tbody>
  )
}

function ascending(a: number, b: number): number {
  return a - b
}
