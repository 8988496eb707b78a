import { useEffect, useRef, useState } from 'react'
import type { CSSProperties, RefObject } from 'react'
import { createPortal } from 'react-dom'
import classes from './overflow-tooltip.module.css'

/** Pointers that only pass by show nothing: entering and leaving count after this many ms. */
const hoverDebounce = 30

// Text that is wider by a rounding error is not cut off.
const tolerance = 0.03
const gap = 2

interface Shown {
  readonly text: string
  readonly place: CSSProperties
}

/** Shows the whole text of a cell above it, when the cell really cuts it off; one tooltip serves the grid. */
export function OverflowTooltip({ within }: { within: RefObject<HTMLElement | null> }) {
  const [shown, setShown] = useState<Shown | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function later(action: () => void): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(action, hoverDebounce)
  }

  useEffect(() => {
    const root = within.current
    if (!root) return
    const hide = () => {
      clearTimeout(timer.current)
      setShown(null)
    }
    const point = (event: Event) => {
      const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('td, th') : null
      if (event instanceof PointerEvent && event.pointerType === 'touch') return
      later(() => setShown(cell && root.contains(cell) ? describe(cell) : null))
    }
    const leave = () => later(() => setShown(null))
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide()
    }
    root.addEventListener('pointerover', point)
    root.addEventListener('pointerleave', leave)
    root.addEventListener('focusin', point)
    root.addEventListener('focusout', leave)
    root.addEventListener('pointerdown', hide)
    document.addEventListener('scroll', hide, { capture: true, passive: true })
    document.addEventListener('keydown', escape)
    return () => {
      hide()
      root.removeEventListener('pointerover', point)
      root.removeEventListener('pointerleave', leave)
      root.removeEventListener('focusin', point)
      root.removeEventListener('focusout', leave)
      root.removeEventListener('pointerdown', hide)
      document.removeEventListener('scroll', hide, { capture: true })
      document.removeEventListener('keydown', escape)
    }
  }, [within])

  if (!shown) return null
  return createPortal(
    <div
      role="tooltip"
      className={classes.tooltip}
      style={shown.place}
      // The pointer can move onto it, to read or to select.
      onPointerEnter={() => clearTimeout(timer.current)}
      onPointerLeave={() => later(() => setShown(null))}
      // It lies over the row above: a click that selects no text is for what is under it.
      onClick={(event) => {
        if (getSelection()?.isCollapsed === false) return
        event.currentTarget.hidden = true
        document
          .elementFromPoint(event.clientX, event.clientY)
          ?.dispatchEvent(new MouseEvent('click', event.nativeEvent))
        setShown(null)
      }}
    >
      {shown.text}
    </div>,
    document.body,
  )
}

function describe(cell: HTMLElement): Shown | null {
  // By its lines, which a cell of two lines would otherwise run together.
  const text = (cell.innerText || cell.textContent).trim()
  if (text === '' || !isCutOff(cell)) return null
  const box = cell.getBoundingClientRect()
  const width = document.documentElement.clientWidth
  return {
    text,
    place: {
      insetBlockEnd: window.innerHeight - box.top + gap,
      left: Math.max(8, Math.min(box.left, width - 328)),
    },
  }
}

/** Whether the cell, or the element in it that clips, contains more text than it shows. */
function isCutOff(cell: HTMLElement): boolean {
  const range = document.createRange()
  range.selectNodeContents(cell)
  const style = getComputedStyle(cell)
  const room = cell.getBoundingClientRect().width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
  if (range.getBoundingClientRect().width > room + tolerance) return true
  return [...cell.querySelectorAll<HTMLElement>('*')].some(
    (inner) => getComputedStyle(inner).overflowX !== 'visible' && inner.scrollWidth > inner.clientWidth,
  )
}
