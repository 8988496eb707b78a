import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useLatest } from './use-latest.web.ts'

/**
 * After a change of rows or columns the edges are looked at again this many ms later, once; after a resize at
 * once.
 */
const layoutDebounce = 50

/**
 * Width in px inside the scroller, without its scrollbar; 0 before the first measurement. Known before the
 * first paint.
 */
export function useInnerWidth(scroller: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const read = () => setWidth(element.clientWidth)
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return width
}

/**
 * Marks the scroller with `data-more-start` and `data-more-end` while columns are hidden beyond that edge, so
 * that pinned columns cast a shadow only then. Attributes, not state: scrolling must not draw the grid again.
 */
export function useScrollEdges(scroller: RefObject<HTMLElement | null>, changed: unknown): void {
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const read = () => {
      // Counted from the start, and negative in right-to-left text.
      const scrolled = Math.abs(element.scrollLeft)
      element.toggleAttribute('data-more-start', scrolled > 0)
      element.toggleAttribute('data-more-end', scrolled < element.scrollWidth - element.clientWidth - 1)
    }
    const timer = setTimeout(read, layoutDebounce)
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [scroller, changed])
}

/**
 * Scrolls to the top when rows give way to others of which none was there before: the next page, another
 * search.
 */
export function useTopOnNewPage<Row>(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly Row[] | undefined,
  rowId: (row: Row) => string,
): void {
  // The first rows give way to none: a list that Back leads to has scrolled to its row already.
  const before = useRef<ReadonlySet<string> | null>(null)
  const compare = useLatest((shown: readonly Row[]) => {
    const ids = new Set(shown.map(rowId))
    const { current } = before
    if (current && ![...ids].some((id) => current.has(id))) scroller.current?.scrollTo({ top: 0 })
    before.current = ids
  })
  useEffect(() => {
    if (rows) compare(rows)
  }, [rows, compare])
}
