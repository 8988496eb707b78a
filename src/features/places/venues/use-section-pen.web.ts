import type { KeyboardEvent, PointerEvent, RefObject } from 'react'
import { useRef, useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import type { Point } from './outline.ts'
import { dataOf, rounded } from './outline.ts'
import type { OutlineFault } from './outline-checks.ts'
import { faultOf } from './outline-checks.ts'
import { polygonOf } from './outline-geometry.ts'
import { pointIn } from './rubber-band.web.ts'
import { directions } from './section-walk.ts'

/** A press this near to the first corner closes the outline, in px. */
const nearStart = 10

const faults: Readonly<Record<OutlineFault, () => string>> = {
  unreadable: () => t('Set at least 3 corners that enclose an area.'),
  corners: () => t('Set at least 3 corners that enclose an area.'),
  crossing: () => t('The outline crosses itself. Backspace removes the last corner.'),
  far: () => t('The outline is too far from the rest of the map.'),
}

interface PenProps {
  readonly svg: RefObject<SVGSVGElement | null>
  readonly layer: RefObject<SVGGElement | null>
  readonly points: readonly Point[] | null
  readonly onPoints: (points: readonly Point[] | null) => void
  readonly onClosed: () => void
  readonly onSay: (text: string) => void
}

/** Draws the outline of a new section, corner by corner, with a pointer or with keys. */
export function useSectionPen({ svg, layer, points, onPoints, onClosed, onSay }: PenProps) {
  /** Where keys set the next corner; null until an arrow key is pressed. */
  const [cursor, setCursor] = useState<Point | null>(null)
  const line = useRef<SVGPathElement>(null)
  const isDrawing = points !== null

  function add(at: Point): void {
    const next: Point = [rounded(at[0]), rounded(at[1])]
    onPoints([...(points ?? []), next])
    onSay(t('Corner {n} at {x}, {y}', { n: (points ?? []).length + 1, x: next[0], y: next[1] }))
  }
  function close(): void {
    const fault = faultOf(dataOf(polygonOf(points ?? [])))
    if (fault !== null) return onSay(faults[fault]())
    setCursor(null)
    onClosed()
  }
  function drop(): void {
    setCursor(null)
    onPoints(null)
    onSay(t('Drawing dropped'))
  }
  function takeBack(): void {
    if (points === null || points.length === 0) return
    onPoints(points.slice(0, -1))
    onSay(t('{n, plural, =0 {No corners left} one {# corner left} other {# corners left}}', { n: points.length - 1 }))
  }
  function click(event: MouseEvent): void {
    const at = pointIn(layer.current, event)
    // The second press of a double click is where the first was.
    if (!at || event.detail > 1) return
    const [first] = points ?? []
    const scale = layer.current?.getScreenCTM()?.a ?? 1
    const isStart = first && Math.hypot(at.x - first[0], at.y - first[1]) * scale < nearStart
    if (isStart && (points?.length ?? 0) > 2) close()
    else add([at.x, at.y])
  }
  function hover(event: PointerEvent): void {
    const at = isDrawing ? pointIn(layer.current, event) : null
    const [first, last] = [points?.[0], points?.at(-1)]
    if (!at || !first || !last) return line.current?.setAttribute('d', '')
    line.current?.setAttribute('d', `M${last.join(' ')}L${at.x} ${at.y}L${first.join(' ')}`)
  }
  function middle(): Point | null {
    const box = svg.current?.getBoundingClientRect()
    const at = box && pointIn(layer.current, { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 })
    return at ? [Math.round(at.x), Math.round(at.y)] : null
  }
  /** Answers whether the key was one of the pen's. */
  function press(event: KeyboardEvent): boolean {
    const way = directions[event.key]
    if (way) {
      const stride = event.shiftKey ? 10 : 1
      const from = cursor ?? points?.at(-1) ?? middle()
      if (!from) return true
      const to: Point = [rounded(from[0] + way[0] * stride), rounded(from[1] + way[1] * stride)]
      setCursor(to)
      if (!event.repeat) onSay(t('Pen at {x}, {y}', { x: to[0], y: to[1] }))
    } else if (event.key === ' ') {
      const at = cursor ?? middle()
      if (at) add(at)
      if (at && cursor === null) setCursor(at)
    } else if (event.key === 'Enter') close()
    else if (event.key === 'Backspace') takeBack()
    else if (event.key === 'Escape') drop()
    else return false
    return true
  }
  return { isDrawing, cursor, line, close, drop, takeBack, click, hover, press }
}
