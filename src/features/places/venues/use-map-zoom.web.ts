import { select } from 'd3-selection'
import type { ZoomBehavior } from 'd3-zoom'
import { zoom, zoomIdentity, zoomTransform } from 'd3-zoom'
import type { RefObject } from 'react'
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { DrawnMap } from './map-layout.ts'
import type { Box } from './rubber-band.web.ts'

/** How far one press of an arrow key moves, in px, and how much one of plus or minus enlarges. */
const [stride, growth] = [60, 1.4]
const [smallest, largest] = [0.8, 12]
/** How long names can lag behind a map that moves, in ms. */
const namesAfter = 90
/** The share of the map that a section takes once the map has zoomed to it. */
const roomOfTarget = 0.3

export interface MapView {
  readonly k: number
  readonly x: number
  readonly y: number
}

interface MapZoomProps {
  readonly map: DrawnMap
  /** The codes to zoom to. A new array moves the map again. */
  readonly target: readonly string[] | null
  /** Whether a press is meant for something on the map, and not to pan it. */
  readonly isTaken?: RefObject<(event: Event) => boolean>
}

/**
 * Pans and zooms a map by wheel, drag, touch and keys. The drawing follows at once, without React; what depends on the
 * view, such as names, follows as soon as there is time.
 */
export function useMapZoom({ map, target, isTaken }: MapZoomProps) {
  const svg = useRef<SVGSVGElement>(null)
  const layer = useRef<SVGGElement>(null)
  const behaviour = useRef<ZoomBehavior<SVGSVGElement, unknown> | null>(null)
  const [view, setView] = useState<MapView>(zoomIdentity)

  useEffect(() => {
    if (!svg.current) return
    let later: ReturnType<typeof setTimeout> | undefined
    const drawing = select(svg.current)
    const zooming = zoom<SVGSVGElement, unknown>()
      .scaleExtent([smallest, largest])
      // Shift draws a box instead.
      .filter(
        (event: MouseEvent) =>
          (event.type === 'wheel' || !(event.ctrlKey || event.shiftKey)) &&
          !event.button &&
          (event.type === 'wheel' || isTaken?.current(event) !== true),
      )
      .on('zoom', ({ transform }: { transform: typeof zoomIdentity }) => {
        if (svg.current && layer.current) show(svg.current, layer.current, transform)
        later ??= setTimeout(() => {
          later = undefined
          startTransition(() => setView(zoomTransform(drawing.node() ?? document.documentElement)))
        }, namesAfter)
      })
    behaviour.current = zooming
    drawing.call(zooming)
    return () => {
      clearTimeout(later)
      drawing.on('.zoom', null)
    }
  }, [isTaken])

  useEffect(() => {
    const place = target && layer.current && placeOf(layer.current, target)
    if (!svg.current || !place) return
    const [x = 0, y = 0, width = 1, height = 1] = map.viewBox.split(' ').map(Number)
    const k = Math.min(
      largest,
      Math.max(1, Math.min((width / place.width) * roomOfTarget, (height / place.height) * roomOfTarget)),
    )
    const to = zoomIdentity
      .translate(x + width / 2 - k * (place.x + place.width / 2), y + height / 2 - k * (place.y + place.height / 2))
      .scale(k)
    behaviour.current?.transform(select(svg.current), to)
    // A map that is being changed goes on to the same place only when it is asked to.
  }, [target, map.viewBox])

  const grow = useCallback((factor: number) => {
    if (svg.current) behaviour.current?.scaleBy(select(svg.current), factor)
  }, [])
  const move = useCallback((x: number, y: number) => {
    const k = Number(svg.current?.dataset['scale'] ?? 1)
    if (svg.current) behaviour.current?.translateBy(select(svg.current), x / k, y / k)
  }, [])
  const reveal = useCallback((part: Element) => {
    const [x, y] = wayIntoSight(svg.current, layer.current, part)
    if (svg.current && (x !== 0 || y !== 0)) behaviour.current?.translateBy(select(svg.current), x, y)
  }, [])
  const reset = useCallback(() => {
    if (svg.current) behaviour.current?.transform(select(svg.current), zoomIdentity)
  }, [])
  const keys = useMemo(
    (): Readonly<Record<string, () => void>> => ({
      'ArrowLeft': () => move(stride, 0),
      'ArrowRight': () => move(-stride, 0),
      'ArrowUp': () => move(0, stride),
      'ArrowDown': () => move(0, -stride),
      '+': () => grow(growth),
      '=': () => grow(growth),
      '-': () => grow(1 / growth),
      '0': reset,
    }),
    [move, grow, reset],
  )
  return { svg, layer, view, zoomIn: () => grow(growth), zoomOut: () => grow(1 / growth), reset, reveal, keys }
}

function show(svg: SVGSVGElement, layer: SVGGElement, transform: typeof zoomIdentity): void {
  layer.setAttribute('transform', transform.toString())
  // On the names alone: two thousand outlines would be styled again for a property that they don't use.
  layer.querySelector<SVGElement>('[data-names]')?.style.setProperty('--zoom', String(transform.k))
  svg.dataset['scale'] = transform.k.toFixed(2)
}

/** How far a drawing moves, in its units, until a part of it is in sight. */
function wayIntoSight(svg: SVGSVGElement | null, layer: SVGGElement | null, part: Element): readonly [number, number] {
  if (!svg || !layer?.contains(part)) return [0, 0]
  svg.scrollIntoView({ block: 'nearest' })
  const [frame, box] = [svg.getBoundingClientRect(), part.getBoundingClientRect()]
  const scale = layer.getScreenCTM()?.a ?? 1
  return [
    shiftInto(frame.left, frame.right, box.left, box.right) / scale,
    shiftInto(frame.top, frame.bottom, box.top, box.bottom) / scale,
  ]
}

/** The room between what has the focus and the edge of the map, in px. */
const roomAround = 16

/** How far something from `start` to `end` moves to be within a frame; to its middle if it is longer. */
function shiftInto(from: number, to: number, start: number, end: number): number {
  const [first, last] = [from + roomAround, to - roomAround]
  if (end - start > last - first) return (from + to - start - end) / 2
  if (start < first) return first - start
  return end > last ? last - end : 0
}

/** The box around outlines; null if none of them is on the map. */
function placeOf(layer: SVGGElement, codes: readonly string[]): Box | null {
  const wanted = new Set(codes)
  const boxes = [...layer.querySelectorAll<SVGPathElement>('path[data-section]')]
    .filter((path) => wanted.has(path.dataset['section'] ?? ''))
    .map((path) => path.getBBox())
  if (boxes.length === 0) return null
  const [x, y] = [Math.min(...boxes.map((one) => one.x)), Math.min(...boxes.map((one) => one.y))]
  const right = Math.max(...boxes.map((one) => one.x + one.width))
  const bottom = Math.max(...boxes.map((one) => one.y + one.height))
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) }
}
