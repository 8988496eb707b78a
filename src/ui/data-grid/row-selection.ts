export type RowIds = ReadonlySet<string>

/** A row as selection sees it: children follow their parent. */
export interface SelectableRow {
  readonly id: string
  readonly selectable: boolean
  readonly children: readonly SelectableRow[]
}

export type BoxState = 'off' | 'some' | 'on'

/** Every selectable id among the rows and, in a tree, below them. */
export function selectableIds(rows: readonly SelectableRow[]): string[] {
  const ids: string[] = []
  collect(rows, ids)
  return ids
}

function collect(rows: readonly SelectableRow[], ids: string[]): void {
  for (const row of rows) {
    if (row.selectable) ids.push(row.id)
    collect(row.children, ids)
  }
}

/** `on` when at least one row is selected and every selectable one is; `some` when any is. */
export function boxState(rows: readonly SelectableRow[], selected: RowIds): BoxState {
  const ids = selectableIds(rows)
  const count = ids.filter((id) => selected.has(id)).length
  if (count > 0) return count === ids.length ? 'on' : 'some'
  return rows.some((row) => anySelected(row, selected)) ? 'some' : 'off'
}

// A row can have been selected before it stopped being selectable.
function anySelected(row: SelectableRow, selected: RowIds): boolean {
  return selected.has(row.id) || row.children.some((child) => anySelected(child, selected))
}

/**
 * The selection after a click on the header's box: everything shown unless everything shown was selected
 * already. The dash counts as "not everything". Rows that are filtered away or on another page are left
 * alone.
 */
export function toggleAll(rows: readonly SelectableRow[], selected: RowIds): RowIds {
  return withRows(rows, selected, boxState(rows, selected) !== 'on')
}

/** The selection with these rows, and in a tree all below them, on or off. */
export function withRows(rows: readonly SelectableRow[], selected: RowIds, on: boolean): RowIds {
  const next = new Set(selected)
  for (const id of selectableIds(rows)) {
    if (on) next.add(id)
    else next.delete(id)
  }
  return next
}

/**
 * The selection after switching one row of a tree, its descendants with it. An ancestor whose children are no
 * longer all selected leaves the selection, and one whose children now all are joins it. `path` runs from the
 * root to the parent.
 */
export function withTreeRow(row: SelectableRow, path: readonly SelectableRow[], selected: RowIds, on: boolean): RowIds {
  const next = new Set(withRows([row], selected, on))
  for (const ancestor of path.toReversed()) {
    const below = selectableIds(ancestor.children)
    if (below.every((id) => next.has(id)) && ancestor.selectable) next.add(ancestor.id)
    else next.delete(ancestor.id)
  }
  return next
}

/** The selection without rows that no longer exist; the same object when nothing has to go. */
export function withoutVanished(selected: RowIds, existing: RowIds): RowIds {
  const kept = [...selected].filter((id) => existing.has(id))
  return kept.length === selected.size ? selected : new Set(kept)
}
