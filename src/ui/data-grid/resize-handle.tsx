import { useRef } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { resizeFloor } from './column-widths.ts'
import classes from './grid-header.module.css'

interface ResizeHandleProps {
  readonly label: string
  readonly width: number
  /** Whether its header has nothing else that takes the focus, so that the arrow keys of the head stop here and go on. */
  readonly isStop: boolean
  /** Called while dragging, with the width in px. */
  preview(width: number): void
  /**
   * Called at the end of a drag and on each key, with the width in px, or null for the column's own width.
   */
  commit(width: number | null): void
}

const step = 10
const largeStep = 50

/**
 * The edge of a header that resizes its column: drag it, use the arrow keys, or double-click for the width it
 * came with.
 */
export function ResizeHandle({ label, width, isStop, preview, commit }: ResizeHandleProps) {
  const drag = useRef<{ x: number; width: number; last: number } | null>(null)

  function move(event: PointerEvent<HTMLElement>): void {
    if (!drag.current) return
    const moved = (event.clientX - drag.current.x) * endwards(event.currentTarget)
    drag.current.last = Math.max(resizeFloor, Math.round(drag.current.width + moved))
    preview(drag.current.last)
  }

  function end(): void {
    if (drag.current && drag.current.last !== drag.current.width) commit(drag.current.last)
    drag.current = null
  }

  function keyDown(event: KeyboardEvent<HTMLElement>): void {
    // Shift and an arrow resize there, as they do from every other control of a header.
    if (isStop && event.key.startsWith('Arrow')) return
    const by = (event.shiftKey ? largeStep : step) * endwards(event.currentTarget)
    if (event.key === 'ArrowRight') commit(Math.max(resizeFloor, width + by))
    else if (event.key === 'ArrowLeft') commit(Math.max(resizeFloor, width - by))
    else if (event.key === 'Enter' || event.key === 'Delete') commit(null)
    else return
    event.preventDefault()
  }

  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={resizeFloor}
      aria-valuemax={Math.max(1000, width)}
      aria-valuetext={`${width} px`}
      aria-keyshortcuts={isStop ? 'Shift+ArrowRight Shift+ArrowLeft' : undefined}
      // The head is one stop of the Tab key, and its arrow keys would be caught here: Shift and an arrow resize from there.
      tabIndex={-1}
      data-stop={isStop ? '' : undefined}
      className={classes.resize}
      onKeyDown={keyDown}
      onDoubleClick={() => commit(null)}
      // A header can be dragged to another place; pressing the mouse here must not start that.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.focus()
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { x: event.clientX, width, last: width }
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    />
  )
}

/** 1 where the end of a line is on the right, -1 in right-to-left text. */
function endwards(element: Element): 1 | -1 {
  return getComputedStyle(element).direction === 'rtl' ? -1 : 1
}
