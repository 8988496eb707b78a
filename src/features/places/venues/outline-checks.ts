import type { Outline, Point, Ring } from './outline.ts'
import { outlineOf, rounded } from './outline.ts'
import { fewestCorners, originOf, pointsOf } from './outline-geometry.ts'

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
const maxCompared = 300

/** What prevents an outline from being the outline of a section. */
export function faultOf(d: string): OutlineFault | null {
  const outline = outlineOf(d)
  if (outline === null || outline.length === 0) return 'unreadable'
  if (outline.some((ring) => ring.length < fewestCorners(ring))) return 'corners'
  if (outline.some((ring) => ring.some(({ at }) => at.some((value) => Math.abs(value) > farthest)))) return 'far'
  return formFaultOf(originOf(outline).outline)
}

const formFaults = new WeakMap<Outline, OutlineFault | null>()

/** What is wrong with an outline wherever it is. */
function formFaultOf(outline: Outline): OutlineFault | null {
  const known = formFaults.get(outline)
  if (known !== undefined) return known
  const isFlat = () => outline.every((ring) => areaOf(pointsOf(ring)) < 0.01)
  const fault = outline.some(crosses) ? 'crossing' : isFlat() ? 'corners' : null
  formFaults.set(outline, fault)
  return fault
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
  if (points.length > maxCompared) return false
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

interface NamePlace {
  readonly x: number
  readonly y: number
}

/** Where the name of a section goes: the middle of its outline, or where there is more room for it. */
export function placeOfName(d: string): NamePlace | null {
  const outline = outlineOf(d)
  if (outline === null) return null
  const { outline: origin, by } = originOf(outline)
  let place = namePlaces.get(origin)
  if (place === undefined) {
    place = findPlace(origin)
    namePlaces.set(origin, place)
  }
  return place && { x: place.x + by[0], y: place.y + by[1] }
}

/**
 * How high letters at the place of a section's name can be, in units of the drawing, so that the name crosses none of the
 * outline's edges. `length` is how long the name is, in heights of its letters.
 */
export function roomForName(d: string, length: number): number {
  const [outline, place] = [outlineOf(d), placeOfName(d)]
  return outline === null || place === null ? 0 : roomAt(outline.map(pointsOf), place, length)
}

function roomAt(rings: readonly (readonly Point[])[], { x, y }: NamePlace, length: number): number {
  let room = Infinity
  for (const points of rings) {
    let from = points.at(-1)
    for (const to of points) {
      // As seen from the place, in boxes around the name.
      if (from)
        room = Math.min(
          room,
          reachOf(((from[0] - x) * 2) / length, (from[1] - y) * 2, ((to[0] - x) * 2) / length, (to[1] - y) * 2),
        )
      from = to
    }
  }
  return room
}

/** Half the side of the largest square around the origin that an edge does not cross. */
function reachOf(ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay]
  const at = (share: number) =>
    share > 0 && share < 1 ? Math.max(Math.abs(ax + dx * share), Math.abs(ay + dy * share)) : Infinity
  // The farther of both coordinates is least at an end, on an axis or on a diagonal.
  return Math.min(
    Math.max(Math.abs(ax), Math.abs(ay)),
    Math.max(Math.abs(bx), Math.abs(by)),
    at(-ax / dx),
    at(-ay / dy),
    at((ay - ax) / (dx - dy)),
    at(-(ax + ay) / (dx + dy)),
  )
}

const namePlaces = new WeakMap<Outline, NamePlace | null>()
/** Of a section's name, in heights of its letters. */
const usualLength = 4
/** Shares of the box around an outline, the middle first. */
const shares = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]

function findPlace(outline: Outline): NamePlace | null {
  const bounds = boundsOf([outline])
  if (bounds === null) return null
  const { left, top, right, bottom } = bounds
  const [width, height] = [right - left, bottom - top]
  const rings = outline.map(pointsOf)
  const middle = { x: left + width / 2, y: top + height / 2 }
  let [best, most] = [middle, isInside(rings, [middle.x, middle.y]) ? roomAt(rings, middle, usualLength) : 0]
  // A name in the middle is what people expect, unless a bend or a slant leaves it little room there.
  if (most > Math.min(height, width / usualLength) / 2) return middle
  for (const across of shares) {
    for (const down of shares) {
      const place = { x: left + width * across, y: top + height * down }
      const room = isInside(rings, [place.x, place.y]) ? roomAt(rings, place, usualLength) : 0
      if (room > most * 1.1) [best, most] = [place, room]
    }
  }
  return best
}

/** Whether a line from a point to the right crosses the edges an odd number of times. */
function isInside(rings: readonly (readonly Point[])[], [x, y]: Point): boolean {
  let isIn = false
  for (const points of rings) {
    for (let index = 0; index < points.length; index += 1) {
      const [a, b] = [points[index], points.at(index - 1)]
      if (!a || !b || a[1] > y === b[1] > y) continue
      if (x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) isIn = !isIn
    }
  }
  return isIn
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
