import { resizeFloor } from './column-widths.ts'

export type GridDensity = 'compact' | 'normal' | 'roomy'
export type GridPin = 'start' | 'end'

/** Height in px of a row at each density. */
export const rowHeights: Readonly<Record<GridDensity, number>> = { compact: 30, normal: 36, roomy: 44 }

/** A user's changes to a grid. Only departures from the columns' own settings are kept, so new defaults arrive. */
export interface GridArrangement {
  readonly order: readonly string[]
  readonly shown: Readonly<Record<string, boolean>>
  readonly widths: Readonly<Record<string, number>>
  readonly pins: Readonly<Record<string, GridPin | 'none'>>
  readonly density: GridDensity
}

export const untouched: GridArrangement = { order: [], shown: {}, widths: {}, pins: {}, density: 'compact' }

/**
 * Where arrangements are kept. `read` answers null when there is none; neither can throw for lack of space or
 * permission.
 */
export interface GridStorage {
  read(key: string): string | null
  write(key: string, text: string): void
}

/** The key of a person's arrangement of the grid `name`. */
export function arrangementKey(name: string, person: string): string {
  return `grid:${person}:${name}`
}

/** Reads what any version of the console stored; anything unusable is dropped, never an error. */
export function parseArrangement(text: string | null): GridArrangement {
  const stored = parseObject(text)
  return {
    order: Array.isArray(stored['order']) ? unique(stored['order'].filter(isText)) : [],
    shown: entries(stored['shown'], (value): value is boolean => typeof value === 'boolean'),
    widths: entries(
      stored['widths'],
      (value): value is number => Number.isFinite(value) && Number(value) >= resizeFloor,
    ),
    pins: entries(stored['pins'], isPin),
    density: isDensity(stored['density']) ? stored['density'] : untouched.density,
  }
}

/**
 * The remembered order applied to today's columns: unknown ids are dropped, and a column added since then comes after
 * the one it follows in the definition rather than at the very end.
 */
export function orderedIds(defined: readonly string[], remembered: readonly string[]): readonly string[] {
  const order = remembered.filter((id) => defined.includes(id))
  defined.forEach((id, index) => {
    if (order.includes(id)) return
    const before = defined.slice(0, index).findLast((candidate) => order.includes(candidate))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
  })
  return order
}

/** `order` with `id` moved to the current position of `target`. */
export function movedId(order: readonly string[], id: string, target: string): readonly string[] {
  const to = order.indexOf(target)
  const from = order.indexOf(id)
  if (from < 0 || to < 0 || from === to) return order
  return order.toSpliced(from, 1).toSpliced(to, 0, id)
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text ?? 'null')
    return isRecord(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

function entries<Value>(stored: unknown, isValue: (value: unknown) => value is Value): Record<string, Value> {
  const kept: Record<string, Value> = {}
  if (!isRecord(stored)) return kept
  for (const [id, value] of Object.entries(stored)) if (isValue(value)) kept[id] = value
  return kept
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isPin(value: unknown): value is GridPin | 'none' {
  return value === 'start' || value === 'end' || value === 'none'
}

function isDensity(value: unknown): value is GridDensity {
  return typeof value === 'string' && Object.hasOwn(rowHeights, value)
}

function unique(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)]
}
