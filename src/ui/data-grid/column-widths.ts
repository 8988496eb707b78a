/** Width in px of a column that names neither a width nor a minimum. */
const minimumWidth = 80
/** Width in px of the selection, expand and index columns. */
export const controlWidth = 48
/** A person cannot make a column narrower than this, in px. */
export const resizeFloor = 30
/** Headers of this width in px or less have no zone where a drag resizes. */
export const narrowestResizable = 12

interface SizedColumn {
  readonly width?: number | undefined
  readonly minWidth?: number | undefined
  readonly headWidth?: number | undefined
}

/**
 * Widths in whole px for a container of `available` px. A column with a width keeps it, even below 80. The
 * others start from their minimum and share the spare width in proportion to it, rounded down; the first of
 * them takes the remainder. When the minimums do not fit, they are the widths, and the grid scrolls sideways.
 *
 * Heads that are wider than their column's minimum get the room first. Where it is too little for all of them, each
 * gets its share of it and is cut: a long word must not push the last column out of view.
 */
export function columnWidths(columns: readonly SizedColumn[], available: number): readonly number[] {
  const widths = columns.map((column) => column.width ?? column.minWidth ?? minimumWidth)
  const flexible = columns.flatMap((column, index) => (column.width === undefined ? [index] : []))
  const first = flexible[0]
  const room = Math.floor(available) - sum(widths)
  if (first === undefined || room <= 0) return widths
  const wishes = widths.map((width, index) =>
    Math.max(0, ((flexible.includes(index) && columns[index]?.headWidth) || 0) - width),
  )
  const share = Math.min(1, room / sum(wishes))
  wishes.forEach((wish, index) => (widths[index] = (widths[index] ?? 0) + Math.floor(wish && wish * share)))
  const spare = Math.floor(available) - sum(widths)
  const base = sum(flexible.map((index) => widths[index] ?? 0))
  let given = 0
  for (const index of flexible) {
    if (index === first) continue
    const minimum = widths[index] ?? 0
    const extra = Math.floor((spare * minimum) / base)
    widths[index] = minimum + extra
    given += extra
  }
  widths[first] = (widths[first] ?? 0) + spare - given
  return widths
}

/**
 * Distance in px of every pinned column from the edge it sticks to, by index; unpinned columns are absent.
 */
export function pinOffsets(
  pins: readonly ('start' | 'end' | undefined)[],
  widths: readonly number[],
): ReadonlyMap<number, number> {
  const offsets = new Map<number, number>()
  let fromStart = 0
  pins.forEach((pin, index) => {
    if (pin !== 'start') return
    offsets.set(index, fromStart)
    fromStart += widths[index] ?? 0
  })
  let fromEnd = 0
  for (let index = pins.length - 1; index >= 0; index--) {
    if (pins[index] !== 'end') continue
    offsets.set(index, fromEnd)
    fromEnd += widths[index] ?? 0
  }
  return offsets
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
