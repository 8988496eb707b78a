import type { ReactNode, RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { AnyResource } from '../../core/resource/resource.ts'
import { rowMenuShortcut, useShortcut } from '../shortcuts.web.ts'
import type { AnyRecord } from './client.web.ts'

export interface RowCommandsProps {
  readonly of: AnyResource
  readonly rows: readonly AnyRecord[]
  /** The grid's scroller, in which rows are marked by `data-row-id`. */
  readonly within: RefObject<HTMLElement | null>
  /** The page that a row opens; null where it has none. */
  href(row: AnyRecord): string | null
  readonly onPeek: ((row: AnyRecord) => void) | undefined
  /** Commands of the list's own for rows that are selected. */
  readonly commands: ((selected: readonly AnyRecord[], clear: () => void) => ReactNode) | undefined
}

/** The row that the bar is at, and where that is below the top of the grid. */
interface RowPlace {
  readonly id: number
  readonly middle: number
  /** How far from the end of the row: past a cell there that can be edited. */
  readonly aside: number
}

interface MenuPlace extends RowPlace {
  readonly isOpen: boolean
  /** It was opened by key, so the focus goes back to the row. */
  readonly byKey: boolean
}

interface RowPlaces {
  /** Where the bar is now. */
  readonly shown: RowPlace | null
  /** Whose menu was opened last: it keeps its commands, and the dialogs they open, until another row's opens. */
  readonly menu: MenuPlace | null
  open(id: number): void
  setOpen(isOpen: boolean): void
  /** Gives the focus back to the row. */
  leave(): void
}

/** Follows the pointer over the rows, and opens the menu of the row that has the focus by its key. */
export function useRowPlaces(within: RefObject<HTMLElement | null>): RowPlaces {
  const [pointed, setPointed] = useState<RowPlace | null>(() =>
    placeOf(within.current?.querySelector('[data-row-id]:hover')),
  )
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const elementOf = (id: number) => within.current?.querySelector<HTMLElement>(`[data-row-id="${id}"]`)
  const openAt = (element: Element | null | undefined, byKey: boolean) => {
    const place = placeOf(element)
    if (place) setMenu({ ...place, isOpen: true, byKey })
  }
  useShortcut(rowMenuShortcut, () => {
    const focused = rowOf(document.activeElement)
    openAt(focused ?? (pointed && elementOf(pointed.id)), focused !== null)
  })
  const latest = useRef({ isOpen: false, openAt })
  useEffect(() => {
    latest.current = { isOpen: menu?.isOpen === true, openAt }
  })
  useEffect(() => {
    const scroller = within.current
    const root = scroller?.parentElement
    if (!scroller || !root) return
    const over = (event: PointerEvent) => {
      const row = rowOf(event.target)
      if (event.pointerType !== 'touch' && row && !latest.current.isOpen) setPointed(placeOf(row, event.target))
    }
    const leave = () => setPointed(null)
    const menuKey = (event: MouseEvent) => {
      // The pointer's second button opens the browser's own menu; the keyboard's key opens this one.
      const row = event.button === 2 ? null : rowOf(event.target)
      if (!row || row !== event.target) return
      event.preventDefault()
      latest.current.openAt(row, true)
    }
    scroller.addEventListener('pointerover', over)
    scroller.addEventListener('scroll', leave, { passive: true })
    scroller.addEventListener('contextmenu', menuKey)
    root.addEventListener('pointerleave', leave)
    return () => {
      scroller.removeEventListener('pointerover', over)
      scroller.removeEventListener('scroll', leave)
      scroller.removeEventListener('contextmenu', menuKey)
      root.removeEventListener('pointerleave', leave)
    }
  }, [within])
  // A row that was reached by key keeps the bar, which has the focus, until the pointer is on another one.
  const isAtMenu = menu !== null && (menu.isOpen || (menu.byKey && pointed === null))
  return {
    shown: isAtMenu ? menu : pointed,
    menu,
    open: (id) => openAt(elementOf(id), false),
    setOpen: (isOpen) => setMenu((before) => before && { ...before, isOpen }),
    leave() {
      if (menu?.byKey) elementOf(menu.id)?.focus()
      setMenu((before) => before && { ...before, byKey: false })
    },
  }
}

function rowOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-row-id]') : null
}

function placeOf(row: Element | null | undefined, target?: EventTarget | null): RowPlace | null {
  const root = row?.closest('table')?.parentElement?.parentElement
  const id = row instanceof HTMLElement ? Number(row.dataset['rowId']) : Number.NaN
  if (!row || !root || Number.isNaN(id)) return null
  const { top, height } = row.getBoundingClientRect()
  return { id, middle: top + height / 2 - root.getBoundingClientRect().top, aside: asideOf(root, target) }
}

/** The width of the bar and its distance from the end, in pixels. */
const barWidth = 48

/** The bar is at the end of its row, unless a cell that can be edited is there and the pointer is on it. */
function asideOf(root: Element, target: EventTarget | null | undefined): number {
  const cell = target instanceof Element ? target.closest('td[data-editable]') : null
  if (!cell) return 0
  const [box, around] = [cell.getBoundingClientRect(), root.getBoundingClientRect()]
  const isRightToLeft = getComputedStyle(root).direction === 'rtl'
  const [free, taken] = isRightToLeft
    ? [box.left - around.left, box.right - around.left]
    : [around.right - box.right, around.right - box.left]
  return free < barWidth ? taken : 0
}
