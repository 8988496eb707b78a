import type { GridValue } from './sort-rows.ts'

/** Applied filters: column id to the chosen option values. A column without an entry is not filtered. */
export type GridFilters = Readonly<Record<string, readonly string[]>>

/** Carries only the column that changed; an empty list means that its filter was cleared. */
export interface GridFilterChange {
  readonly column: string
  readonly values: readonly string[]
}

interface FilterableColumn<Row> {
  readonly id: string
  readonly value?: ((row: Row) => GridValue) | undefined
  readonly filter?: { readonly matches?: ((row: Row, option: string) => boolean) | undefined } | undefined
}

/** The filters after one column changed; columns whose list is empty leave no key behind. */
export function withFilter(filters: GridFilters, change: GridFilterChange): GridFilters {
  const { [change.column]: _replaced, ...others } = filters
  return change.values.length === 0 ? others : { ...others, [change.column]: change.values }
}

/** The rows that pass: values within a column are alternatives, columns must all agree. */
export function filterRows<Row>(
  rows: readonly Row[],
  columns: readonly FilterableColumn<Row>[],
  filters: GridFilters,
): readonly Row[] {
  const tests: ((row: Row) => boolean)[] = []
  for (const column of columns) {
    const chosen = filters[column.id]
    if (!chosen || chosen.length === 0 || !column.filter) continue
    const { value } = column
    const matches = column.filter.matches ?? ((row: Row, option: string) => String(value?.(row) ?? '') === option)
    tests.push((row) => chosen.some((option) => matches(row, option)))
  }
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((passes) => passes(row)))
}
