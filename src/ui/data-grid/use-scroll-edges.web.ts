import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useLatest } from './use-latest.web.ts'

/**
 * After a change of rows or columns the edges are looked at again this many ms later, once; after a resize at
 * once.
 */
const layoutDebounce = 50

/** The width that the last grid had, and that of the window then: the next list is as wide in nearly every case. */
const last = { window: 0, width: 0 }

/**
 * Width in px inside the scroller, without its scrollbar; 0 before the first measurement. Known before the
 * first paint. It begins with the width of the last grid, since another width gives each cell its style and its
 * place a second time.
 */
export function useInnerWidth(scroller: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(() => (last.window === window.innerWidth ? last.width : 0))
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const read = () => {
      last.window = window.innerWidth
      last.width = element.clientWidth
      setWidth(last.width)
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return width
}

/**
 * Marks the scroller with `data-wide` while it has more columns than fit, and with `data-more-start` and `data-more-end` while
 * some are hidden beyond that edge, so that pinned columns stay in place and cast a shadow only then. Attributes, not state:
 * scrolling must not draw the grid again.
 */
export function useScrollEdges(scroller: RefObject<HTMLElement | null>, changed: unknown): void {
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const read = () => {
      // Counted from the start, and negative in right-to-left text.
      const scrolled = Math.abs(element.scrollLeft)
      const hidden = element.scrollWidth - element.clientWidth - 1
      element.toggleAttribute('data-wide', hidden > 0)
      element.toggleAttribute('data-more-start', scrolled > 0)
      element.toggleAttribute('data-more-end', scrolled < hidden)
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
