import type { DraftSection, MapDraft } from './map-draft.ts'
import type { Point } from './outline.ts'
import { outlineOf } from './outline.ts'
import { boundsOf } from './outline-checks.ts'

const middles = new WeakMap<DraftSection, Point | null>()

/** The middle of the box around a section; null where the map has no outline of it. */
function middleOfSection(one: DraftSection): Point | null {
  const known = middles.get(one)
  if (known !== undefined) return known
  const bounds = one.d === null ? null : boundsOf([outlineOf(one.d) ?? []])
  const middle: Point | null = bounds && [(bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2]
  middles.set(one, middle)
  return middle
}

export const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The nearest section in a direction. What is aside counts as farther away than what is straight ahead. */
export function neighbourOf(draft: MapDraft, code: string, [across, down]: Point): string | null {
  const start = draft.find(({ section }) => section.code === code)
  const from = start ? middleOfSection(start) : null
  if (from === null) return null
  let [nearest, distance]: [string | null, number] = [null, Infinity]
  for (const one of draft) {
    const at = middleOfSection(one)
    if (at === null || one === start) continue
    const [x, y] = [at[0] - from[0], at[1] - from[1]]
    const ahead = x * across + y * down
    const aside = Math.abs(x * down) + Math.abs(y * across)
    if (ahead > 0.01 && aside <= ahead * 2 && ahead + aside * 2 < distance) {
      nearest = one.section.code
      distance = ahead + aside * 2
    }
  }
  return nearest
}
