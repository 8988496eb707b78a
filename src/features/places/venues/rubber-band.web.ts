import type { PointerEvent, RefObject } from 'react'
import { useRef, useState } from 'react'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A drag shorter than this is a press, in units of the drawing on the screen. */
const shortest = 4

const meet = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Where a pointer is, in units of the drawing. */
export function pointIn(layer: SVGGElement | null, event: { clientX: number; clientY: number }): DOMPoint | null {
  const matrix = layer?.getScreenCTM()?.inverse()
  return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix) : null
}

/**
 * A box that is drawn over a map with Shift and a drag. Answers with the box in units of the drawing, null while none is
 * drawn, and with what the map does at the events of a pointer.
 *
 * @param onDrawn gets the codes of the outlines that the box touches
 */
export function useRubberBand(layer: RefObject<SVGGElement | null>, onDrawn: (codes: readonly string[]) => void) {
  const from = useRef<DOMPoint | null>(null)
  const [box, setBox] = useState<Box | null>(null)

  function boxTo(event: PointerEvent): Box | null {
    const [a, b] = [from.current, pointIn(layer.current, event)]
    if (!a || !b) return null
    return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) }
  }
  return {
    box,
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      if (!event.shiftKey || event.button !== 0) return
      from.current = pointIn(layer.current, event)
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      const now = boxTo(event)
      const scale = layer.current?.getScreenCTM()?.a ?? 1
      if (!now || (box === null && Math.max(now.width, now.height) * scale < shortest)) return
      // From here on it is a drag, whose end is wanted even outside of the map.
      if (box === null) event.currentTarget.setPointerCapture(event.pointerId)
      setBox(now)
    },
    onPointerUp: (event: PointerEvent<SVGSVGElement>) => {
      const drawn = box && boxTo(event)
      from.current = null
      setBox(null)
      if (!drawn) return
      const outlines = layer.current?.querySelectorAll<SVGPathElement>('path[data-kind=section]') ?? []
      onDrawn([...outlines].filter((path) => meet(path.getBBox(), drawn)).map((path) => path.dataset['section'] ?? ''))
    },
    onPointerCancel: () => {
      from.current = null
      setBox(null)
    },
  }
}
