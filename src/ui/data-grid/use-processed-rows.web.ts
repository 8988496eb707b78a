import { useDeferredValue, useEffect, useMemo } from 'react'
import type { DataGridProps } from './data-grid-props.web.ts'
import { filterRows, withFilter } from './filter-rows.ts'
import type { GridFilters } from './filter-rows.ts'
import { nextDirection, sortRows } from './sort-rows.ts'
import type { GridSort } from './sort-rows.ts'
import { rememberShownPages } from './shown-pages.web.ts'
import { useControlled } from './use-controlled.web.ts'

const noRows: readonly never[] = []
const noFilters: GridFilters = {}

interface ProcessedRows<Row> {
  readonly rows: readonly Row[]
  readonly sort: GridSort | null
  readonly filters: GridFilters
  toggleSort(column: string): void
  setFilter(column: string, values: readonly string[]): void
}

/** Sorting and filtering of top-level rows: done here for local rows, only reported for a server's. */
export function useProcessedRows<Row extends object>(props: DataGridProps<Row>): ProcessedRows<Row> {
  const { columns, processing, rows = noRows } = props
  const [sort, holdSort] = useControlled<GridSort | null>(props.sort, props.defaultSort ?? null)
  const [filters, holdFilters] = useControlled<GridFilters>(props.filters, props.defaultFilters ?? noFilters)
  const local = processing === 'local'

  const filtered = useMemo(() => (local ? filterRows(rows, columns, filters) : rows), [local, rows, columns, filters])
  // The column's head shows the order at once, the rows follow: see DataGrid.
  const order = useDeferredValue(sort)
  const sorted = useMemo(() => {
    const column = local && order ? columns.find(({ id }) => id === order.column) : undefined
    return column?.value && order ? sortRows(filtered, (row) => column.value?.(row), order.direction) : filtered
  }, [local, filtered, columns, order])

  const { rowHref } = props
  useEffect(() => {
    if (local && rowHref) rememberShownPages(sorted.map(rowHref))
  }, [local, rowHref, sorted])

  return {
    rows: sorted,
    sort,
    filters,
    toggleSort(column) {
      const direction = nextDirection(sort, column)
      holdSort(direction && { column, direction })
      props.onSortChange?.({ column, direction })
    },
    setFilter(column, values) {
      holdFilters(withFilter(filters, { column, values }))
      props.onFilterChange?.({ column, values })
    },
  }
}
