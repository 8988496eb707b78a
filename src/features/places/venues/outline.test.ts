import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Outline, Point } from './outline.ts'
import { dataOf, outlineOf } from './outline.ts'
import { boundsOf, faultOf, placeOfName, roomForName, viewBoxAround } from './outline-checks.ts'
import {
  displacementOf,
  middleOf,
  movedBy,
  pointsOf,
  polygonOf,
  withCornerAt,
  withCornerBefore,
  withoutCorner,
} from './outline-geometry.ts'

const coordinate = fc.double({ min: -5_000, max: 5_000, noNaN: true })
const place = fc.tuple(coordinate, coordinate)
const polygon = fc.array(place, { minLength: 3, maxLength: 12 }).map(polygonOf)
/** With all kinds of edges. */
const data = fc
  .array(
    fc.oneof(
      place.map(([x, y]) => `L${x.toFixed(2)} ${y.toFixed(2)}`),
      place.map(([x, y]) => `l${x.toFixed(2)},${y.toFixed(2)}`),
      coordinate.map((x) => `h${x.toFixed(2)}`),
      coordinate.map((y) => `V${y.toFixed(2)}`),
      fc
        .tuple(place, fc.boolean(), fc.boolean())
        .map(([[x, y], a, b]) => `A40 30 0 ${a ? 1 : 0}${b ? 1 : 0}${x.toFixed(2)} ${y.toFixed(2)}`),
      fc
        .tuple(place, place)
        .map(([[a, b], [x, y]]) => `q${a.toFixed(2)} ${b.toFixed(2)} ${x.toFixed(2)} ${y.toFixed(2)}`),
      fc
        .tuple(place, place, place)
        .map((points) => `C${points.map((one) => one.map((n) => n.toFixed(2)).join(' ')).join(' ')}`),
    ),
    { minLength: 2, maxLength: 8 },
  )
  .map((edges) => `M10 20${edges.join('')}Z`)

const read = (d: string): Outline => {
  const outline = outlineOf(d)
  if (!outline) throw new Error(`${d} cannot be read.`)
  return outline
}

describe('outlines', () => {
  it('reads what drawing programs write', () => {
    expect(dataOf(read('M6 6h148v108h-148Z'))).toBe('M6 6L154 6L154 114L6 114Z')
    expect(dataOf(read('m1,1 2-1.5.5.5z m4 0 1 0 0 1'))).toBe('M1 1L3 -0.5L3.5 0ZM5 1L6 1L6 2Z')
    expect(dataOf(read('M0 0a5 5 0 1010 0a5 5 0 10-10 0Z'))).toBe('M0 0A5 5 0 1 0 10 0A5 5 0 1 0 0 0Z')
    expect(dataOf(read('M0 0C0 5 5 5 5 0S10-5 10 0Q12 2 14 0T18 0'))).toBe(
      'M0 0C0 5 5 5 5 0C5 -5 10 -5 10 0Q12 2 14 0Q16 -2 18 0Z',
    )
  })

  it.each(['', '10 10', 'M1', 'M1 1L', 'M1 1A1 1 0 2 0 3 3', 'M1 1X2 2', 'L1 1'])('refuses %s', (d) => {
    expect(outlineOf(d)).toBeNull()
  })

  it('writes what it reads again', () => {
    fc.assert(
      fc.property(data, (d) => {
        expect(dataOf(read(dataOf(read(d))))).toBe(dataOf(read(d)))
      }),
    )
  })

  it('is where it was after a move and the move back', () => {
    fc.assert(
      fc.property(data, coordinate, coordinate, (d, dx, dy) => {
        expect(dataOf(movedBy(movedBy(read(d), dx, dy), -dx, -dy))).toBe(dataOf(read(d)))
      }),
    )
  })

  it('moves one corner and no other', () => {
    fc.assert(
      fc.property(polygon, fc.nat(), place, (outline, pick, to) => {
        const corner = pick % (outline[0]?.length ?? 1)
        const after = withCornerAt(outline, 0, corner, to)
        const others = (one: Outline) => one[0]?.filter((_, index) => index !== corner)
        expect(others(after)).toEqual(others(outline))
        expect(after[0]?.[corner]?.at[0]).toBeCloseTo(to[0], 1)
      }),
    )
  })

  it('has one corner more on its edge, and the same outline once that is taken away', () => {
    fc.assert(
      fc.property(polygon, fc.nat(), (outline, pick) => {
        const corner = pick % (outline[0]?.length ?? 1)
        const after = withCornerBefore(outline, 0, corner)
        expect(after[0]).toHaveLength((outline[0]?.length ?? 0) + 1)
        expect(dataOf(withoutCorner(after, 0, corner))).toBe(dataOf(outline))
      }),
    )
  })

  it('keeps the way of a curve that is cut in two', () => {
    const [corner, ...rest] = read('M0 0A10 10 0 0 1 20 0L10 30Z')[0] ?? []
    const arc = rest[0]
    if (!corner || !arc) throw new Error('There is no arc.')
    expect(middleOf(corner.at, arc)).toEqual([10, -10])
    const cut = withCornerBefore(read('M0 0A10 10 0 0 1 20 0L10 30Z'), 0, 1)
    expect(dataOf(cut)).toBe('M0 0A10 10 0 0 1 10 -10A10 10 0 0 1 20 0L10 30Z')
    expect(dataOf(withCornerBefore(read('M0 0Q10 20 20 0L9 9Z'), 0, 1))).toBe('M0 0Q5 10 10 10Q15 10 20 0L9 9Z')
    expect(dataOf(withCornerBefore(read('M0 0C0 8 8 8 8 0L4 -9Z'), 0, 1))).toBe('M0 0C0 4 2 6 4 6C6 6 8 4 8 0L4 -9Z')
  })

  it('keeps the last corners that enclose an area', () => {
    const triangle = read('M0 0L10 0L5 8Z')
    expect(withoutCorner(triangle, 0, 1)).toEqual(triangle)
  })

  it.each([
    ['M0 0L10 0L10 10L0 10Z', null],
    ['M0 0L10 10L10 0L0 10Z', 'crossing'],
    ['M0 0L10 0Z', 'corners'],
    ['M0 0L5 5L10 10Z', 'corners'],
    ['M0 0A5 5 0 1 0 10 0A5 5 0 1 0 0 0Z', null],
    ['M0 0L10 0L10 10L5 0L0 10Z', null],
    ['M0 0L999999 0L0 9Z', 'far'],
    ['M0', 'unreadable'],
  ])('finds of %s: %s', (d, fault) => {
    expect(faultOf(d)).toBe(fault)
  })

  it('finds no fault in polygons that go round a point', () => {
    const round = fc
      .array(fc.double({ min: 20, max: 400, noNaN: true }), { minLength: 3, maxLength: 40 })
      .map((radii) =>
        radii.map((radius, index): Point => {
          const angle = (2 * Math.PI * index) / radii.length
          return [500 + radius * Math.cos(angle), 400 + radius * Math.sin(angle)]
        }),
      )
    fc.assert(
      fc.property(round, (points) => {
        expect(faultOf(dataOf(polygonOf(points)))).toBeNull()
      }),
    )
  })

  it('is inside its view box, which keeps all that it showed', () => {
    fc.assert(
      fc.property(fc.array(polygon, { maxLength: 4 }), place, (outlines, [x, y]) => {
        const [left, top, width, height] = [Math.round(x), Math.round(y), 800, 600]
        const after = viewBoxAround(`${left} ${top} ${width} ${height}`, boundsOf(outlines))
        expect(after).toMatch(/^-?[0-9.]{1,12} -?[0-9.]{1,12} [0-9.]{1,12} [0-9.]{1,12}$/)
        const [x1 = 0, y1 = 0, w = 0, h = 0] = after.split(' ').map(Number)
        expect(x1 <= left && y1 <= top && x1 + w >= left + width && y1 + h >= top + height).toBe(true)
        for (const [px, py] of outlines.flat().flatMap(pointsOf))
          expect(px >= x1 && px <= x1 + w && py >= y1 && py <= y1 + h).toBe(true)
      }),
    )
  })

  it('knows of an outline that was moved what it knew before, at its new place', () => {
    fc.assert(
      fc.property(data, coordinate, coordinate, (d, dx, dy) => {
        const outline = read(d)
        const [place, fault] = [placeOfName(d), faultOf(d)]
        const moved = movedBy(movedBy(outline, dx, dy), 1, -2)
        const now = dataOf(moved)
        expect(faultOf(now)).toBe(fault)
        const by = displacementOf(outline, moved)
        const at = placeOfName(now)
        expect(at?.x).toBeCloseTo((place?.x ?? 0) + (by?.[0] ?? NaN), 6)
        expect(at?.y).toBeCloseTo((place?.y ?? 0) + (by?.[1] ?? NaN), 6)
        expect(moved[0]?.[0]?.at[0]).toBeCloseTo((outline[0]?.[0]?.at[0] ?? 0) + (by?.[0] ?? NaN), 6)
      }),
    )
    // Too far away is a matter of the place.
    expect(faultOf(dataOf(movedBy(read('M0 0L10 0L10 10Z'), 200_000, 0)))).toBe('far')
  })

  it('gives a name the room within its outline, which is less than the box around one that slants', () => {
    expect(roomForName('M0 0H100V20H0Z', 4)).toBeCloseTo(20)
    expect(roomForName('M0 0H100V20H0Z', 10)).toBeCloseTo(10)
    // A band from one corner of the same box to the other.
    const band = 'M0 0H10L100 100H90Z'
    expect(boundsOf([read(band)])).toEqual({ left: 0, top: 0, right: 100, bottom: 100 })
    expect(roomForName(band, 4)).toBeLessThan(5)
    expect(roomForName('nothing', 4)).toBe(0)
    // A bend whose middle is outside of it has its name in an arm.
    const bend = 'M0 0H40V80H100V100H0Z'
    expect(placeOfName(bend)).not.toEqual({ x: 50, y: 50 })
    expect(roomForName(bend, 2)).toBeGreaterThan(15)
    fc.assert(
      fc.property(polygon, fc.double({ min: 1, max: 20, noNaN: true }), (outline, length) => {
        const d = dataOf(outline)
        const [at, room] = [placeOfName(d), roomForName(d, length)]
        if (at === null) return
        // A little smaller than its room, the name has no corner of the outline in it.
        const [width, height] = [room * length * 0.499, room * 0.499]
        for (const [x, y] of read(d).flatMap(pointsOf))
          expect(Math.abs(x - at.x) >= width || Math.abs(y - at.y) >= height).toBe(true)
      }),
    )
  })
})
