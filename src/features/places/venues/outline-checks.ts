import type { Outline, Point, Ring } from './outline.ts'
import { outlineOf, rounded } from './outline.ts'
import { fewestCorners, pointsOf } from './outline-geometry.ts'

export interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export type OutlineFault = 'unreadable' | 'corners' | 'crossing' | 'far'

/** Farther from the middle of a drawing, in its units, than any map needs. */
const farthest = 100_000
/** Outlines with more points come from a drawing program, and comparing their edges would take long. */
const mostCompared = 300

/** What prevents an outline from being the outline of a section. */
export function faultOf(d: string): OutlineFault | null {
  const outline = outlineOf(d)
  if (outline === null || outline.length === 0) return 'unreadable'
  if (outline.some((ring) => ring.length < fewestCorners(ring))) return 'corners'
  if (outline.some((ring) => ring.some(({ at }) => at.some((value) => Math.abs(value) > farthest)))) return 'far'
  if (outline.some(crosses)) return 'crossing'
  return outline.every((ring) => areaOf(pointsOf(ring)) < 0.01) ? 'corners' : null
}

function areaOf(points: readonly Point[]): number {
  return Math.abs(
    points.reduce((sum, [x, y], index) => {
      const [px, py] = points.at(index - 1) ?? [0, 0]
      return sum + (px * y - x * py) / 2
    }, 0),
  )
}

/** Whether edges of a ring cross one another. Edges that only touch do not. */
function crosses(ring: Ring): boolean {
  const points = pointsOf(ring)
  if (points.length > mostCompared) return false
  const edges = points
    .map((to, index) => ({ from: points.at(index - 1) ?? to, to }))
    .map((edge) => ({
      ...edge,
      left: Math.min(edge.from[0], edge.to[0]),
      right: Math.max(edge.from[0], edge.to[0]),
    }))
    .toSorted((a, b) => a.left - b.left)
  return edges.some((one, index) => {
    for (let next = index + 1; next < edges.length; next += 1) {
      const other = edges[next]
      // Edges are in the order in which they begin: none of the rest reaches this one.
      if (!other || other.left > one.right) return false
      if (edgesCross(one.from, one.to, other.from, other.to)) return true
    }
    return false
  })
}

/** Below this a point counts as on a line: coordinates have two decimals. */
const onLine = 1e-6

function sideOf([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  const side = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  return Math.abs(side) < onLine ? 0 : Math.sign(side)
}

function edgesCross(a: Point, b: Point, c: Point, d: Point): boolean {
  return sideOf(a, b, c) * sideOf(a, b, d) < 0 && sideOf(c, d, a) * sideOf(c, d, b) < 0
}

/** The box around outlines; null around none. */
export function boundsOf(outlines: Iterable<Outline>): Bounds | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const outline of outlines) {
    for (const ring of outline) {
      for (const [x, y] of pointsOf(ring)) {
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = Math.max(bottom, y)
      }
    }
  }
  return left === Infinity ? null : { left, top, right, bottom }
}

/** The room around an outline that reaches beyond the drawing. */
const margin = 10

/** The view box, enlarged where outlines reach beyond it. */
export function viewBoxAround(viewBox: string, bounds: Bounds | null): string {
  const [x = 0, y = 0, width = 0, height = 0] = viewBox.split(' ').map(Number)
  if (bounds === null) return viewBox
  const left = bounds.left < x ? Math.floor(bounds.left - margin) : x
  const top = bounds.top < y ? Math.floor(bounds.top - margin) : y
  const right = bounds.right > x + width ? Math.ceil(bounds.right + margin) : x + width
  const bottom = bounds.bottom > y + height ? Math.ceil(bounds.bottom + margin) : y + height
  if (left === x && top === y && right === x + width && bottom === y + height) return viewBox
  return [left, top, right - left, bottom - top].map(rounded).join(' ')
}
