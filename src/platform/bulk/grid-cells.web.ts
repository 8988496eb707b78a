/** A cell by the record and the field that it shows. */
export interface Spot {
  readonly id: number
  readonly key: string
}

/** The cell that something in the grid belongs to; null for heads, panels and boxes to select rows. */
export function spotOf(target: EventTarget | null): Spot | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td[data-column]') : null
  const row = cell?.closest<HTMLElement>('[data-row-id]')
  const key = cell?.dataset['column']
  return row && key !== undefined ? { id: Number(row.dataset['rowId']), key } : null
}

export function isSame(a: Spot | null, b: Spot | null): boolean {
  return a?.id === b?.id && a?.key === b?.key
}

export function cellAt(grid: HTMLElement | null, { id, key }: Spot): HTMLElement | null {
  return grid?.querySelector<HTMLElement>(`[data-row-id="${id}"] > td[data-column="${CSS.escape(key)}"]`) ?? null
}

export function rowAt(grid: HTMLElement | null, id: number): HTMLElement | null {
  return grid?.querySelector<HTMLElement>(`[data-row-id="${id}"]`) ?? null
}

/** The cells in reading order that pass; of a phone's cards only those that are shown. */
function cellsIn(place: Element, passes: (spot: Spot) => boolean): Spot[] {
  return [...place.querySelectorAll<HTMLElement>('td[data-column]')].flatMap((cell) => {
    const spot = spotOf(cell)
    return spot && passes(spot) && (cell.checkVisibility?.() ?? true) ? [spot] : []
  })
}

/** The next cell that passes, or the one before, on to the next row; null at the end of the page. */
export function neighbour(grid: HTMLElement, from: Spot, step: 1 | -1, passes: (spot: Spot) => boolean): Spot | null {
  const cells = cellsIn(grid, (spot) => isSame(spot, from) || passes(spot))
  const at = cells.findIndex((spot) => isSame(spot, from))
  return at < 0 ? null : (cells[at + step] ?? null)
}

/** The same within one row; without `from` its first cell that passes. */
export function neighbourInRow(
  grid: HTMLElement,
  id: number,
  from: Spot | null,
  step: 1 | -1,
  passes: (spot: Spot) => boolean,
): Spot | null {
  const row = rowAt(grid, id)
  const cells = row ? cellsIn(row, passes) : []
  return cells[cells.findIndex((spot) => isSame(spot, from)) + step] ?? null
}

/** The same column, a row on. */
export function below(grid: HTMLElement, { id, key }: Spot, step: 1 | -1): Spot | null {
  const rows = [...grid.querySelectorAll<HTMLElement>('[data-row-id]')]
  const next = rows[rows.findIndex((row) => row.dataset['rowId'] === String(id)) + step]
  const nextId = Number(next?.dataset['rowId'])
  return next && cellAt(grid, { id: nextId, key }) ? { id: nextId, key } : null
}

/** Focuses a cell, which is no stop of the Tab key: the row is. */
export function focusCell(grid: HTMLElement | null, spot: Spot): boolean {
  const cell = cellAt(grid, spot)
  if (!cell) return false
  cell.tabIndex = -1
  cell.focus({ preventScroll: true })
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return true
}
