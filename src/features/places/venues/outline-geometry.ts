import type { Corner, Curve, Outline, Point, Ring } from './outline.ts'
import { point, rounded } from './outline.ts'

const between = ([ax, ay]: Point, [bx, by]: Point, share = 0.5): Point => [
  ax + (bx - ax) * share,
  ay + (by - ay) * share,
]

export function polygonOf(points: readonly Point[]): Outline {
  return [points.map(([x, y]) => ({ at: point(x, y), curve: null }))]
}

interface Origin {
  readonly outline: Outline
  readonly by: Point
}

const origins = new WeakMap<Outline, Origin>()

/** The outline that one was moved from, and how far: what depends on its form alone needs no second look. */
export function originOf(outline: Outline): Origin {
  return origins.get(outline) ?? { outline, by: [0, 0] }
}

export function movedBy(outline: Outline, dx: number, dy: number): Outline {
  const [across, down] = [rounded(dx), rounded(dy)]
  const to = ([x, y]: Point) => point(x + across, y + down)
  const moved = outline.map((ring) =>
    ring.map(({ at, curve }) => ({ at: to(at), curve: curve && curveMoved(curve, to) })),
  )
  const origin = originOf(outline)
  origins.set(moved, { outline: origin.outline, by: to(origin.by) })
  return moved
}

function curveMoved(curve: Curve, to: (at: Point) => Point): Curve {
  if (curve.kind === 'cubic') return { ...curve, first: to(curve.first), second: to(curve.second) }
  if (curve.kind === 'quadratic') return { ...curve, control: to(curve.control) }
  return curve
}

/** How far every corner of an outline went; null where they did not go the same way. */
export function displacementOf(before: Outline, after: Outline): Point | null {
  const [a, b] = [originOf(before), originOf(after)]
  if (a.outline === b.outline) return point(b.by[0] - a.by[0], b.by[1] - a.by[1])
  const [from, to] = [before[0]?.[0]?.at, after[0]?.[0]?.at]
  if (!from || !to || before.length !== after.length) return null
  const by = point(to[0] - from[0], to[1] - from[1])
  const went = (a: Point, b: Point) => isNear(a[0] + by[0], b[0]) && isNear(a[1] + by[1], b[1])
  const isMoved = before.every((ring, index) => {
    const other = after[index]
    return (
      other?.length === ring.length &&
      ring.every((corner, at) => {
        const now = other[at]
        return now !== undefined && went(corner.at, now.at) && isSameCurve(corner.curve, now.curve, went)
      })
    )
  })
  return isMoved ? by : null
}

/** Coordinates are hundredths. */
const isNear = (a: number, b: number) => Math.abs(a - b) < 0.005

function isSameCurve(a: Curve | null, b: Curve | null, went: (a: Point, b: Point) => boolean): boolean {
  if (a === null || b === null) return a === b
  if (a.kind === 'cubic' && b.kind === 'cubic') return went(a.first, b.first) && went(a.second, b.second)
  if (a.kind === 'quadratic' && b.kind === 'quadratic') return went(a.control, b.control)
  // Arcs have no points of their own.
  return a.kind === 'arc' && b.kind === 'arc' && JSON.stringify(a) === JSON.stringify(b)
}

function withRing(outline: Outline, index: number, change: (ring: Ring) => Ring): Outline {
  return outline.map((ring, at) => (at === index ? change(ring) : ring))
}

export function withCornerAt(outline: Outline, ring: number, corner: number, to: Point): Outline {
  return withRing(outline, ring, (corners) =>
    corners.map((one, index) => (index === corner ? { ...one, at: point(to[0], to[1]) } : one)),
  )
}

/** Cuts the edge that leads to a corner in two. The new corner takes the number of the old one. */
export function withCornerBefore(outline: Outline, ring: number, corner: number): Outline {
  return withRing(outline, ring, (corners) => {
    const [from, to] = [corners.at(corner - 1), corners[corner]]
    return from && to ? [...corners.slice(0, corner), ...halves(from.at, to), ...corners.slice(corner + 1)] : corners
  })
}

/** The middle of the edge that leads from a point to a corner. */
export function middleOf(from: Point, to: Corner): Point {
  return halves(from, to)[0].at
}

function halves(from: Point, { at, curve }: Corner): readonly [Corner, Corner] {
  const snap = ([x, y]: Point) => point(x, y)
  if (curve === null)
    return [
      { at: snap(between(from, at)), curve },
      { at, curve },
    ]
  if (curve.kind === 'arc') {
    const half = { ...curve, isLarge: false }
    return [
      { at: snap(arcPoint(from, at, curve, 0.5)), curve: half },
      { at, curve: half },
    ]
  }
  if (curve.kind === 'quadratic') {
    const [a, b] = [between(from, curve.control), between(curve.control, at)]
    return [
      { at: snap(between(a, b)), curve: { kind: 'quadratic', control: snap(a) } },
      { at, curve: { kind: 'quadratic', control: snap(b) } },
    ]
  }
  const [a, b, c] = [between(from, curve.first), between(curve.first, curve.second), between(curve.second, at)]
  const [left, right] = [between(a, b), between(b, c)]
  return [
    { at: snap(between(left, right)), curve: { kind: 'cubic', first: snap(a), second: snap(left) } },
    { at, curve: { kind: 'cubic', first: snap(right), second: snap(c) } },
  ]
}

/** The fewest corners that enclose an area. */
export function fewestCorners(ring: Ring): number {
  return ring.some(({ curve }) => curve !== null) ? 2 : 3
}

/** The edge in its place is straight. An outline that would enclose no area stays as it is. */
export function withoutCorner(outline: Outline, ring: number, corner: number): Outline {
  return withRing(outline, ring, (corners) => {
    const next = (corner + 1) % corners.length
    const after = corners.flatMap((one, index) =>
      index === corner ? [] : [index === next ? { at: one.at, curve: null } : one],
    )
    return after.length < fewestCorners(after) ? corners : after
  })
}

/** A point of an arc, at a share of its way. After the notes on implementation of arcs in SVG 1.1, F.6.5. */
function arcPoint(
  from: Point,
  to: Point,
  { radii, turn, isLarge, isClockwise }: Curve & { kind: 'arc' },
  share: number,
) {
  const tilt = (turn * Math.PI) / 180
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)]
  const [halfX, halfY] = [(from[0] - to[0]) / 2, (from[1] - to[1]) / 2]
  const [x, y] = [cos * halfX + sin * halfY, cos * halfY - sin * halfX]
  // Radii that are too small to reach are enlarged until they do.
  const reach = Math.max(1, Math.hypot(x / radii[0], y / radii[1]))
  const [rx, ry] = [radii[0] * reach, radii[1] * reach]
  const distance = (rx * y) ** 2 + (ry * x) ** 2
  const offset =
    distance === 0
      ? 0
      : Math.sqrt(Math.max(0, (rx * ry) ** 2 - distance) / distance) * (isLarge === isClockwise ? -1 : 1)
  const [cx, cy] = [(offset * rx * y) / ry, (-offset * ry * x) / rx]
  const begin = Math.atan2((y - cy) / ry, (x - cx) / rx)
  const end = Math.atan2((-y - cy) / ry, (-x - cx) / rx)
  const whole = 2 * Math.PI
  const sweep = isClockwise ? (end - begin + whole) % whole : -((begin - end + whole) % whole)
  const angle = begin + sweep * share
  const [px, py] = [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)]
  return [cos * px - sin * py + (from[0] + to[0]) / 2, sin * px + cos * py + (from[1] + to[1]) / 2] as const
}

/** Straight pieces in place of a curve. */
const pieces = 10

/** The points of a ring, with curves as short straight pieces. */
export function pointsOf(ring: Ring): readonly Point[] {
  return ring.flatMap((corner, index) => {
    const { at, curve } = corner
    const from = ring.at(index - 1)?.at
    if (curve === null || from === undefined) return [at]
    return Array.from({ length: pieces }, (_, piece) => curvePoint(from, at, curve, (piece + 1) / pieces))
  })
}

function curvePoint(from: Point, to: Point, curve: Curve, share: number): Point {
  if (share === 1) return to
  if (curve.kind === 'arc') return arcPoint(from, to, curve, share)
  if (curve.kind === 'quadratic')
    return between(between(from, curve.control, share), between(curve.control, to, share), share)
  const [a, b, c] = [
    between(from, curve.first, share),
    between(curve.first, curve.second, share),
    between(curve.second, to, share),
  ]
  return between(between(a, b, share), between(b, c, share), share)
}
