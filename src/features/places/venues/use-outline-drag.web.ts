import type { PointerEvent, RefObject } from 'react'
import { useRef } from 'react'
import type { MapDraft } from './map-draft.ts'
import { withMoved, withOutline } from './map-draft.ts'
import type { Outline, Point } from './outline.ts'
import { dataOf, outlineOf, rounded } from './outline.ts'
import { withCornerAt, withCornerBefore } from './outline-geometry.ts'
import { pointIn } from './rubber-band.web.ts'
import type { Selection } from './section-selection.ts'
import { useSettledMove } from './settled-move.web.ts'

/** A corner of the selected section, or the middle of an edge that becomes one. */
export interface CornerGrip {
  readonly ring: number
  readonly corner: number
  readonly isNew: boolean
}

type Grip = ({ readonly kind: 'corner' } & CornerGrip) | { readonly kind: 'sections' }

interface Drag {
  readonly grip: Grip
  readonly from: Point
  readonly parts: readonly Element[]
  /** Shows all of them at once, if they are many. */
  readonly ghost: Element | null
  /** The corner that is dragged. */
  readonly handle: Element | null
  /** The outline whose corner moves. */
  readonly outline: Outline | null
  isMoving: boolean
}

/** More sections than this are dragged as one shape above the map: moving thousands one by one would stutter. */
const maxSingly = 60

/** A drag shorter than this is a press, in px. */
const shortest = 4

export function cornerGripOf(target: EventTarget | null): CornerGrip | null {
  const handle = target instanceof Element ? target.closest<SVGElement>('[data-corner]') : null
  if (!handle) return null
  const { ring, corner, add } = handle.dataset
  return { ring: Number(ring), corner: Number(corner), isNew: add !== undefined }
}

export function sectionOf(target: EventTarget | null): string | null {
  const path = target instanceof Element ? target.closest<SVGPathElement>('path[data-kind=section]') : null
  return path?.dataset['section'] ?? null
}

function gripAt(target: EventTarget | null, selection: Selection): Grip | null {
  const corner = cornerGripOf(target)
  if (corner) return { kind: 'corner', ...corner }
  const code = sectionOf(target)
  return code !== null && selection.has(code) ? { kind: 'sections' } : null
}

interface OutlineDragProps {
  readonly layer: RefObject<SVGGElement | null>
  readonly draft: MapDraft
  readonly selection: Selection
  /** The code of the section whose corners show. */
  readonly only: string | undefined
  readonly isDrawing: boolean
  readonly onMoved: (draft: MapDraft, by: Point) => void
  readonly onReshaped: (draft: MapDraft, grip: CornerGrip) => void
}

/**
 * Moves the selected sections, or a corner of one, with a pointer. The page follows without React, which renders what
 * came of it once the pointer is let go.
 */
export function useOutlineDrag(props: OutlineDragProps) {
  const { layer, draft, selection, only, isDrawing, onMoved, onReshaped } = props
  const drag = useRef<Drag | null>(null)
  /** The press that ends a drag selects nothing. */
  const wasDragged = useRef(false)
  const settle = useSettledMove()
  const latest = useRef(props)
  latest.current = props

  const gripOf = (target: EventTarget | null) => (isDrawing ? null : gripAt(target, selection))
  const isTaken = useRef<(event: Event) => boolean>(() => false)
  isTaken.current = (event) => (isDrawing ? event.type === 'dblclick' : gripOf(event.target) !== null)

  function begin(event: PointerEvent<SVGSVGElement>): void {
    wasDragged.current = false
    const grip = event.button === 0 && !event.shiftKey && !event.ctrlKey ? gripOf(event.target) : null
    const at = grip && pointIn(layer.current, event)
    if (!grip || !at || !layer.current) return
    const one = draft.find(({ section }) => section.code === only)
    const outline = one?.d ? outlineOf(one.d) : null
    const ghost = grip.kind === 'sections' && selection.size > maxSingly ? ghostOf(layer.current) : null
    drag.current = {
      grip,
      ghost,
      from: [at.x, at.y],
      parts: ghost ? [ghost] : partsOf(layer.current, grip.kind === 'corner' ? new Set([only ?? '']) : selection),
      outline: outline && cutAt(grip, outline),
      handle: event.target instanceof Element ? event.target.closest('[data-corner]') : null,
      isMoving: false,
    }
  }
  const by = (event: PointerEvent) => distanceOf(layer.current, drag.current, event)
  function follow(event: PointerEvent<SVGSVGElement>): void {
    const distance = by(event)
    if (!drag.current || !distance) return
    const scale = layer.current?.getScreenCTM()?.a ?? 1
    if (!drag.current.isMoving && Math.hypot(...distance) * scale < shortest) return
    // From here on it is a drag, whose end is wanted even outside of the map.
    if (!drag.current.isMoving) {
      event.currentTarget.setPointerCapture(event.pointerId)
      if (drag.current.ghost) drag.current.ghost.setAttribute('d', outlinesOf(draft, selection))
    }
    drag.current.isMoving = true
    preview(drag.current, distance)
  }
  function end(event: PointerEvent<SVGSVGElement>): void {
    const distance = by(event)
    const { current } = drag
    drag.current = null
    if (!current?.isMoving || !distance) return
    wasDragged.current = true
    const { grip, from, ghost } = current
    if (ghost && layer.current)
      return settle({ draft, selection, by: distance, layer: layer.current }, (moved) => {
        restore(current, draft, only)
        landed(latest.current, props, moved, distance)
      })
    restore(current, draft, only)
    if (grip.kind === 'sections') onMoved(withMoved(draft, selection, distance[0], distance[1]), distance)
    else {
      const to: Point = [from[0] + distance[0], from[1] + distance[1]]
      onReshaped(
        withOutline(draft, only ?? '', (outline) => outlineAt(grip, cutAt(grip, outline), to)),
        grip,
      )
    }
  }
  function cancel(): boolean {
    const { current } = drag
    drag.current = null
    if (current) restore(current, draft, only)
    return current?.isMoving ?? false
  }
  return {
    isTaken,
    wasDragged,
    cancel,
    pointer: { onPointerDown: begin, onPointerMove: follow, onPointerUp: end, onPointerCancel: cancel },
  }
}

/** The sections that moved, on what someone else published in the meantime. */
function landed(now: OutlineDragProps, { draft, selection }: OutlineDragProps, moved: MapDraft, by: Point): void {
  now.onMoved(now.draft === draft ? moved : withMoved(now.draft, selection, by[0], by[1]), by)
}

/** What a drag showed goes: the page renders what came of it. */
function restore({ parts, grip, handle, ghost }: Drag, draft: MapDraft, only: string | undefined): void {
  handle?.removeAttribute('transform')
  ghost?.setAttribute('d', '')
  for (const part of parts) part.removeAttribute('transform')
  if (grip.kind === 'sections') return
  const d = draft.find(({ section }) => section.code === only)?.d
  if (d) setOutline(parts, d)
}

/** The outline with the corner that is dragged, which can be a new one. */
const cutAt = (grip: Grip, outline: Outline): Outline =>
  grip.kind === 'corner' && grip.isNew ? withCornerBefore(outline, grip.ring, grip.corner) : outline

const outlineAt = (grip: Grip, start: Outline, to: Point): Outline =>
  grip.kind === 'corner' ? withCornerAt(start, grip.ring, grip.corner, to) : start

function preview({ grip, parts, outline, from, handle }: Drag, [dx, dy]: Point): void {
  handle?.setAttribute('transform', `translate(${dx} ${dy})`)
  if (grip.kind === 'sections') for (const part of parts) part.setAttribute('transform', `translate(${dx} ${dy})`)
  else if (outline) setOutline(parts, dataOf(outlineAt(grip, outline, [from[0] + dx, from[1] + dy])))
}

function setOutline(parts: readonly Element[], d: string): void {
  for (const part of parts) if (part instanceof SVGPathElement) part.setAttribute('d', d)
}

function distanceOf(layer: SVGGElement | null, drag: Drag | null, event: PointerEvent): Point | null {
  const at = pointIn(layer, event)
  return drag && at && [rounded(at.x - drag.from[0]), rounded(at.y - drag.from[1])]
}

const ghostOf = (layer: SVGGElement) => layer.querySelector('[data-ghost]')

function outlinesOf(draft: MapDraft, codes: Selection): string {
  return draft
    .map(({ section, d }) => (d !== null && codes.has(section.code) ? dataOf(outlineOf(d) ?? []) : ''))
    .join('')
}

/** The outlines and names of sections, and the corners that show. */
function partsOf(layer: SVGGElement, codes: Selection): Element[] {
  const named = [...layer.querySelectorAll<SVGElement>('path[data-section], text[data-name]')]
  const own = named.filter(({ dataset }) => codes.has(dataset['section'] ?? dataset['name'] ?? ''))
  return [...own, ...layer.querySelectorAll('[data-corners]')]
}
