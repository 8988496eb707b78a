import type { ComponentProps, RefObject } from 'react'
import { useMemo } from 'react'
import { copyText } from '../copy-text.web.ts'
import { DataGrid } from '../data-grid/data-grid.tsx'
import { useNavigateTo } from '../navigation.tsx'
import { usePage } from '../page-context.tsx'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from './client.web.ts'
import { conditionOf, gridFilters, sortedQuickly } from './list-columns.tsx'
import { ListOverlay } from './list-overlay.tsx'
import type { ListScreenProps } from './list-screen-props.web.ts'
import { NoRows } from './no-rows.tsx'
import { useReturnPlace } from './return-place.web.ts'
import { Failure } from './states.tsx'
import type { List } from './use-list.web.ts'

interface ListRowsProps {
  list: List
  page: ListScreenProps
}

/** The rows in a grid: sorted, filtered, selected, opened and looked at in place. */
export function ListRows({ list, page }: ListRowsProps) {
  const { resource, state, rows, hasRows, peek, mayPeek, pathOf } = list
  const { screen } = usePage()
  // Where the count is capped, only the columns sort that an index serves.
  const columns = useMemo(
    () => (list.isCapped ? sortedQuickly(resource, list.columns) : list.columns),
    [resource, list.columns, list.isCapped],
  )
  const opening = useOpening(list)
  return (
    <DataGrid
      name={screen}
      label={t(resource.label[1])}
      columns={columns}
      layout={list.layout}
      rows={rows}
      rowId={({ id }) => String(id)}
      processing="server"
      busy={list.isBusy}
      skeletonRows={Math.min(state.size, 25)}
      error={list.error ? <Failure error={list.error} onRetry={list.retry} what={t(resource.label[1])} /> : undefined}
      empty={<NoRows list={list} page={page} />}
      sort={state.sort}
      onSortChange={({ column, direction }) => state.setSort(direction && { column, direction })}
      filters={gridFilters(state.filter)}
      onFilterChange={({ column, values }) => state.setCondition(column, conditionOf(resource, column, values))}
      {...(rows &&
        hasRows && {
          overlay: (within: RefObject<HTMLElement | null>) => (
            <ListOverlay
              of={resource}
              {...{ rows, within }}
              commands={page.bulkActions}
              mayEdit={list.mayEdit}
              href={pathOf}
              onPeek={mayPeek ? peek.toggle : undefined}
            />
          ),
        })}
      {...(mayPeek && { onPeek: peek.toggle, onRowFocus: peek.follow, onCurrentChange: peek.follow })}
      {...(peek.id !== null && { current: String(peek.id) })}
      onCopy={(text) => void copyText(text)}
      selectable={list.maySelect}
      selection={list.selection}
      onSelectionChange={list.setSelection}
      {...opening}
    />
  )
}

type Opening = Pick<ComponentProps<typeof DataGrid<AnyRecord>>, 'rowHref' | 'onOpen' | 'opensOnClick'>

/** How a row opens its page; nothing where its page is not one of this person's. */
function useOpening({ resource, rows, peek, pathOf }: List): Opening {
  const navigateTo = useNavigateTo()
  const leave = useReturnPlace(resource)
  const first = rows?.[0]
  if (!first || pathOf(first) === null) return {}
  return {
    rowHref: (row) => pathOf(row) ?? '',
    onOpen: (row) => {
      leave(row.id)
      navigateTo(pathOf(row) ?? '')
    },
    // While one looks at rows beside the list, a click looks at another one.
    opensOnClick: peek.id === null,
  }
}
