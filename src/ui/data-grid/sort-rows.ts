/** A column's values for sorting, filtering and totals. Instants are ISO strings or Dates; money is its minor units. */
export type GridValue = string | number | bigint | boolean | Date | null | undefined

export type SortDirection = 'asc' | 'desc'

/** One sorted column at a time. */
export interface GridSort {
  readonly column: string
  readonly direction: SortDirection
}

/** Reported when a person sorts. The column is named even when its sorting is cleared. */
export interface GridSortChange {
  readonly column: string
  readonly direction: SortDirection | null
}

// Natural order, so that "Row 9" comes before "Row 10". One collator, since making one costs more than a sort.
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Ascending, descending, none: where a click on `column` leads from `sort`. */
export function nextDirection(sort: GridSort | null | undefined, column: string): SortDirection | null {
  if (sort?.column !== column) return 'asc'
  return sort.direction === 'asc' ? 'desc' : null
}

function isBlank(value: GridValue): boolean {
  return value === null || value === undefined || value === '' || (typeof value === 'number' && Number.isNaN(value))
}

/**
 * Negative when `a` comes before `b`. Neither can be blank.
 */
function compareValues(a: GridValue, b: GridValue): number {
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b)
  const left = comparable(a)
  const right = comparable(b)
  if (typeof left === 'string' || typeof right === 'string') return collator.compare(String(left), String(right))
  if (left < right) return -1
  return left > right ? 1 : 0
}

function comparable(value: GridValue): string | number | bigint {
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'boolean') return value ? 1 : 0
  return value ?? ''
}

/**
 * A sorted copy: stable in both directions (equal rows keep their source order) and blanks last in both. Values are
 * read once per row, because a column can compute them.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  value: (row: Row) => GridValue,
  direction: SortDirection,
): readonly Row[] {
  const filled: { row: Row; value: GridValue }[] = []
  const blank: Row[] = []
  for (const row of rows) {
    const read = value(row)
    if (isBlank(read)) blank.push(row)
    else filled.push({ row, value: read })
  }
  const sign = direction === 'asc' ? 1 : -1
  filled.sort((a, b) => sign * compareValues(a.value, b.value))
  return [...filled.map((entry) => entry.row), ...blank]
}
