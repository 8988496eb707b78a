export type Point = readonly [x: number, y: number]

export type Curve =
  | {
      readonly kind: 'arc'
      readonly radii: Point
      readonly turn: number
      readonly isLarge: boolean
      readonly isClockwise: boolean
    }
  | { readonly kind: 'cubic'; readonly first: Point; readonly second: Point }
  | { readonly kind: 'quadratic'; readonly control: Point }

/** A corner with the edge that leads to it from the corner before; the first one's comes from the last. */
export interface Corner {
  readonly at: Point
  /** Null is a straight edge. */
  readonly curve: Curve | null
}

/** Closed, as a filled path is. */
export type Ring = readonly Corner[]
/** The rings of an outline: one, unless a section is in several parts or has a hole. */
export type Outline = readonly Ring[]

/** Coordinates are hundredths of a unit, so that a move and the move back meet exactly. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100 + 0
}

export const point = (x: number, y: number): Point => [rounded(x), rounded(y)]
const isSame = (a: Point, b: Point) => a[0] === b[0] && a[1] === b[1]

const counts: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 }
const space = /[\s,]*/y
const number = /[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y
const flag = /[01]/y

/** The commands of path data with their numbers; null where it cannot be read. */
function commandsOf(d: string): readonly (readonly [letter: string, numbers: readonly number[]])[] | null {
  const commands: [string, number[]][] = []
  let at = 0
  const skip = () => {
    space.lastIndex = at
    at += space.exec(d)?.[0].length ?? 0
  }
  const read = (pattern: RegExp): number | null => {
    skip()
    pattern.lastIndex = at
    const [found] = pattern.exec(d) ?? []
    if (found === undefined) return null
    at += found.length
    return Number(found)
  }
  for (skip(); at < d.length; skip()) {
    let letter = d[at] ?? ''
    const count = counts[letter.toUpperCase()]
    if (count === undefined || !/[a-z]/i.test(letter)) return null
    at += 1
    if (count === 0) commands.push([letter, []])
    for (let isMore = count > 0; isMore;) {
      const numbers: number[] = []
      for (let index = 0; index < count; index += 1) {
        const isFlag = count === 7 && (index === 3 || index === 4)
        const value = read(isFlag ? flag : number)
        if (value === null || !Number.isFinite(value)) return null
        numbers.push(value)
      }
      commands.push([letter, numbers])
      // More numbers repeat the command; those after a move are lines.
      if (letter === 'M') letter = 'L'
      if (letter === 'm') letter = 'l'
      skip()
      isMore = /[-+.0-9]/.test(d[at] ?? '')
    }
  }
  return commands
}

/**
 * What was read or written last: while a map is edited, the same outlines are asked for again and again. The older half
 * goes once the newer one is full, so that no step has to read all outlines of a map at once.
 */
let recent = new Map<string, Outline | null>()
let older = new Map<string, Outline | null>()
/** Characters of path data that each half has. */
const maxKnown = 1_000_000
let recentLength = 0

function remember(d: string, outline: Outline | null): void {
  if (!recent.has(d)) recentLength += d.length
  if (recentLength > maxKnown) {
    older = recent
    recent = new Map()
    recentLength = d.length
  }
  recent.set(d, outline)
}

/** The corners of path data; null where it cannot be read. Open rings are closed, as their filling is. */
export function outlineOf(d: string): Outline | null {
  const found = recent.get(d)
  if (found !== undefined) return found
  const outline = older.get(d) ?? readOutline(d)
  remember(d, outline)
  return outline
}

function readOutline(d: string): Outline | null {
  const commands = commandsOf(d)
  if (commands === null || commands[0]?.[0].toUpperCase() !== 'M') return null
  const rings: Corner[][] = []
  let ring: Corner[] = []
  let [x, y] = [0, 0]
  let start: Point = [0, 0]
  /** The control point before, which a smooth curve mirrors. */
  let control: { readonly kind: string; readonly at: Point } | null = null
  const finish = () => {
    if (ring.length > 0) rings.push(ring)
    ring = []
  }
  for (const [letter, n] of commands) {
    const kind = letter.toUpperCase()
    const [ox, oy] = letter === kind ? [0, 0] : [x, y]
    const at = (index: number): Point => point((n[index] ?? 0) + ox, (n[index + 1] ?? 0) + oy)
    if (kind === 'Z') {
      finish()
      ;[x, y] = start
      control = null
      continue
    }
    if (kind === 'M') {
      finish()
      start = at(0)
      ;[x, y] = start
      ring = [{ at: start, curve: null }]
      control = null
      continue
    }
    if (ring.length === 0) ring = [{ at: start, curve: null }]
    const mirrored = (of: string): Point =>
      control?.kind === of ? point(2 * x - control.at[0], 2 * y - control.at[1]) : [x, y]
    const corner = cornerOf(kind, n, at, [x, y], [ox, oy], mirrored)
    control =
      corner.curve?.kind === 'cubic'
        ? { kind: 'cubic', at: corner.curve.second }
        : corner.curve?.kind === 'quadratic'
          ? { kind: 'quadratic', at: corner.curve.control }
          : null
    ;[x, y] = corner.at
    ring.push(corner)
  }
  finish()
  return rings.map(closed)
}

function cornerOf(
  kind: string,
  n: readonly number[],
  at: (index: number) => Point,
  [x, y]: Point,
  [ox, oy]: Point,
  mirrored: (of: string) => Point,
): Corner {
  if (kind === 'H') return { at: point((n[0] ?? 0) + ox, y), curve: null }
  if (kind === 'V') return { at: point(x, (n[0] ?? 0) + oy), curve: null }
  if (kind === 'C') return { at: at(4), curve: { kind: 'cubic', first: at(0), second: at(2) } }
  if (kind === 'S') return { at: at(2), curve: { kind: 'cubic', first: mirrored('cubic'), second: at(0) } }
  if (kind === 'Q') return { at: at(2), curve: { kind: 'quadratic', control: at(0) } }
  if (kind === 'T') return { at: at(0), curve: { kind: 'quadratic', control: mirrored('quadratic') } }
  if (kind === 'L') return { at: at(0), curve: null }
  const [rx = 0, ry = 0, turn = 0, isLarge = 0, isClockwise = 0] = n
  const radii = point(Math.abs(rx), Math.abs(ry))
  // An arc without a radius is a line.
  if (radii[0] === 0 || radii[1] === 0) return { at: at(5), curve: null }
  return { at: at(5), curve: { kind: 'arc', radii, turn, isLarge: isLarge === 1, isClockwise: isClockwise === 1 } }
}

/** An edge that ends where the ring began is the one that closes it. */
function closed(ring: readonly Corner[]): Ring {
  const [first, last] = [ring[0], ring.at(-1)]
  if (!first || !last || ring.length < 2 || !isSame(first.at, last.at)) return ring
  return closed([last, ...ring.slice(1, -1)])
}

/** Path data, in absolute coordinates. */
export function dataOf(outline: Outline): string {
  const d = outline.map(ringData).join('')
  remember(d, outline)
  return d
}

function ringData(ring: Ring): string {
  const [first, ...rest] = ring
  if (!first) return ''
  return `M${textOf(first.at)}${rest.map(edgeData).join('')}${first.curve ? edgeData(first) : ''}Z`
}

// Thousands are written when a whole map is moved: a join would take as long as everything else.
const textOf = ([x, y]: Point) => `${x} ${y}`

function edgeData({ at, curve }: Corner): string {
  const to = textOf(at)
  if (curve === null) return `L${to}`
  if (curve.kind === 'cubic') return `C${textOf(curve.first)} ${textOf(curve.second)} ${to}`
  if (curve.kind === 'quadratic') return `Q${textOf(curve.control)} ${to}`
  const { radii, turn, isLarge, isClockwise } = curve
  return `A${textOf(radii)} ${turn} ${isLarge ? 1 : 0} ${isClockwise ? 1 : 0} ${to}`
}
