import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { ColumnMenu } from '../data-grid/column-menu.tsx'
import { DataGrid } from '../data-grid/data-grid.tsx'
import type { DataGridProps } from '../data-grid/data-grid-props.web.ts'
import type { GridColumn } from '../data-grid/grid-column.web.ts'
import { sortRows } from '../data-grid/sort-rows.ts'
import { useGridLayout } from '../data-grid/use-grid-layout.web.ts'
import { useNavigateTo } from '../navigation.tsx'
import { usePage } from '../page-context.tsx'
import { useBusinessZone } from './business-zone.web.ts'
import { FilterBar } from './filter-bar.tsx'
import { choiceFilter, conditionOf, gridFilters } from './list-columns.tsx'
import { Empty } from './list-empty.tsx'
import { ListFrame } from './list-frame.tsx'
import { SearchBox } from './list-search-box.tsx'
import type { ListState } from './list-state.web.ts'
import { useListState } from './list-state.web.ts'
import { WholeList } from './pagination.tsx'
import { useReturnPlace } from './return-place.web.ts'
import { rowsAmong } from './rows-among.ts'
import { sortLabel } from './sort-labels.ts'
import { Failure } from './states.tsx'

/** What a query says of the whole list. */
interface Answer<Row> {
  readonly data: readonly Row[] | undefined
  readonly error: unknown
  readonly refetch: () => Promise<unknown>
}

type Grid<Row extends object> = Pick<
  DataGridProps<Row>,
  'columns' | 'rowId' | 'skeletonRows' | 'selectable' | 'selection' | 'onSelectionChange'
>

interface ShortListProps<Row extends object> extends Grid<Row> {
  /** What the rows are called, and the fields that they are searched, filtered and sorted by. Keep stable. */
  readonly of: AnyResource
  readonly answer: Answer<Row>
  readonly hrefOf: (row: Row) => string
  /** Where the search looks. Keep stable. */
  readonly textOf: (row: Row) => string
  /** What a row has in a field that is not one of its own. Keep stable. */
  readonly valueIn?: (row: Row, key: string) => unknown
  /** Where a new one is made; null where this person makes none. */
  readonly create?: string | null
  /** What can be done with the list as a whole, before the choice of columns: `shown` has its rows as they are sorted. */
  readonly toolsOf?: ((query: ListState['query'], shown: readonly Row[] | null) => ReactNode) | undefined
  /** What can be done with the rows that are selected, or false while none is: a bar over the foot. */
  readonly commandsOf?: ((shown: readonly Row[]) => ReactNode) | undefined
}

const own = (row: object, key: string): unknown => (row as Readonly<Record<string, unknown>>)[key]
const everywhere = new Set<string>()

/** A list that is read whole: the browser searches, filters and sorts it, by the address, as the server does for longer ones. */
export function ShortList<Row extends object>({
  of: resource,
  answer: { data, error, refetch },
  hrefOf,
  textOf,
  valueIn = own,
  create = null,
  columns,
  toolsOf,
  commandsOf,
  ...grid
}: ShortListProps<Row>) {
  const { screen } = usePage()
  const onOpen = useOpening(resource, grid.rowId, hrefOf)
  const state = useListState(resource)
  const { q, filter } = state
  const zone = useBusinessZone()
  const filtered = useMemo(
    () => columns.map((column): GridColumn<Row> => ({ ...column, ...choiceFilter(resource, column.id) })),
    [columns, resource],
  )
  const layout = useGridLayout(screen, filtered as readonly GridColumn<never>[])
  const rows = useMemo(() => {
    const wanted = q.trim().toLowerCase()
    return (
      data &&
      rowsAmong(data, resource, filter, zone, valueIn).filter((row) => textOf(row).toLowerCase().includes(wanted))
    )
  }, [data, resource, filter, zone, valueIn, q, textOf])
  const shown = useSorted(rows, filtered, state.sort)
  const what = t(resource.label[1])
  return (
    <ListFrame
      tools={
        <>
          <SearchBox state={state} what={inSentence(what)} />
          <FilterBar of={resource} state={state} fixed={everywhere} />
        </>
      }
      endTools={
        <>
          {toolsOf?.(state.query, shown)}
          <ColumnMenu columns={filtered} layout={layout} />
        </>
      }
      {...(commandsOf && { selection: commandsOf(rows ?? []) })}
      foot={
        <WholeList
          count={rows?.length}
          note={sortLabel(resource, state.sort, columns.find(({ id }) => id === state.sort.column)?.header)}
        />
      }
    >
      <DataGrid
        {...grid}
        name={screen}
        label={what}
        columns={filtered}
        layout={layout}
        rows={rows}
        processing="local"
        sort={state.sort}
        onSortChange={({ column, direction }) => state.setSort(direction && { column, direction })}
        filters={gridFilters(filter)}
        onFilterChange={({ column, values }) => state.setCondition(column, conditionOf(resource, column, values))}
        error={error && !data ? <Failure error={error} onRetry={() => void refetch()} what={what} /> : undefined}
        empty={
          <Empty
            resource={resource}
            isNarrowed={q !== '' || Object.keys(filter).length > 0}
            onClear={state.clearFilters}
            create={create}
          />
        }
        rowHref={hrefOf}
        onOpen={onOpen}
      />
    </ListFrame>
  )
}

/** Opens the page of a row, to which Back leads again. */
function useOpening<Row>(resource: AnyResource, rowId: (row: Row) => string, hrefOf: (row: Row) => string) {
  const navigateTo = useNavigateTo()
  const leave = useReturnPlace(resource)
  return (row: Row) => {
    leave(rowId(row))
    navigateTo(hrefOf(row))
  }
}

/** The rows in the order in which the grid shows them. */
function useSorted<Row>(
  rows: readonly Row[] | undefined,
  columns: readonly GridColumn<Row>[],
  { column, direction }: ListState['sort'],
): readonly Row[] | null {
  const value = columns.find(({ id }) => id === column)?.value
  return useMemo(() => (rows && value ? sortRows(rows, value, direction) : (rows ?? null)), [rows, value, direction])
}
