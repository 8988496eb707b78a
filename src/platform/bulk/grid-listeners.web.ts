import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'
import type { Spot } from './grid-cells.web.ts'
import { below, focusCell, neighbourInRow, spotOf } from './grid-cells.web.ts'

export interface Commands {
  readonly grid: RefObject<HTMLElement | null>
  readonly isEditing: boolean
  mayEdit(spot: Spot): boolean
  begin(spot: Spot): void
  point(spot: Spot | null): void
  focusRow(id: number): void
}

/** Listens to the whole grid, before the grid's own handlers: what is taken here is none of theirs. */
export function useGridListeners(commands: Commands): void {
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  const { grid } = commands
  useEffect(() => {
    const element = grid.current
    if (!element) return
    const over = (event: PointerEvent) => {
      if (event.pointerType === 'touch' || latest.current.isEditing) return
      const spot = spotOf(event.target)
      const editable = spot && latest.current.mayEdit(spot) ? spot : null
      // What lies over the end of the row steps aside for it.
      if (event.target instanceof Element)
        event.target.closest('td')?.toggleAttribute('data-editable', editable !== null)
      latest.current.point(editable)
    }
    const leave = (event: PointerEvent) => {
      const to = event.relatedTarget
      if (!(to instanceof Element && element.parentElement?.contains(to))) latest.current.point(null)
    }
    const scroll = () => latest.current.point(null)
    const keyDown = (event: KeyboardEvent) => {
      // Letters that come before the first input is there are meant for it, and for no shortcut.
      const isEarly = latest.current.isEditing && event.key.length === 1 && !event.ctrlKey && !event.metaKey
      if (isEarly || isTaken(event, element, latest.current)) event.preventDefault()
    }
    element.addEventListener('pointerover', over)
    element.addEventListener('pointerleave', leave)
    element.addEventListener('scroll', scroll, { passive: true })
    element.addEventListener('keydown', keyDown)
    return () => {
      element.removeEventListener('pointerover', over)
      element.removeEventListener('pointerleave', leave)
      element.removeEventListener('scroll', scroll)
      element.removeEventListener('keydown', keyDown)
    }
  }, [grid])
}

/** Goes from the row into its cells and from cell to cell; says whether the key meant that. */
function isTaken(event: KeyboardEvent, grid: HTMLElement, { mayEdit, begin, focusRow }: Commands): boolean {
  const { key, target } = event
  if (
    event.defaultPrevented ||
    event.isComposing ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    !(target instanceof HTMLElement)
  )
    return false
  const isForward = key === (getComputedStyle(grid).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight')
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight'
  if (target.matches('[data-row-id]')) {
    const first =
      key === 'F2' || (isForward && !event.shiftKey)
        ? neighbourInRow(grid, Number(target.dataset['rowId']), null, 1, mayEdit)
        : null
    if (!first) return false
    if (key === 'F2') begin(first)
    else focusCell(grid, first)
    return true
  }
  if (!target.matches('td[data-column]') || event.shiftKey) return false
  const spot = spotOf(target)
  if (!spot) return false
  if (key === 'Enter' || key === 'F2') {
    if (!mayEdit(spot)) return false
    begin(spot)
    return true
  }
  if (key === 'Escape') {
    focusRow(spot.id)
    return true
  }
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const next = below(grid, spot, key === 'ArrowDown' ? 1 : -1)
    return next !== null && focusCell(grid, next)
  }
  if (!isSideways) return false
  const next = neighbourInRow(grid, spot.id, spot, isForward ? 1 : -1, mayEdit)
  if (next) focusCell(grid, next)
  else if (!isForward) focusRow(spot.id)
  return true
}
