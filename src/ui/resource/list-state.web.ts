import { useMemo } from 'react'
import type { RouteQueryPatch } from '../navigation.tsx'
import { useRouteQuery } from '../navigation.tsx'
import type { GridSort } from '../data-grid/sort-rows.ts'
import type { Condition, Filter, ListQuery } from '../../core/list/list-query.ts'
import { readListAddress } from '../../core/list/list-address.ts'
import { usualPageSize } from '../../core/list/list-query.ts'
import type { AnyResource } from '../../core/resource/resource.ts'

export interface ListState {
  readonly page: number
  readonly size: number
  readonly q: string
  readonly filter: Filter
  readonly sort: GridSort
  /** What to ask the server for. */
  readonly query: Omit<ListQuery, 'fields'>
  setPage(page: number): void
  setSize(size: number): void
  setQ(q: string): void
  setSort(sort: GridSort | null): void
  /** Null takes the condition away. */
  setCondition(key: string, condition: Condition | null): void
  clearFilters(): void
}

/**
 * A list's state, which lives in the address: Back undoes it and a link sent to a colleague shows the same list.
 * Anything in the address that makes no sense for this resource counts as not said. `where` narrows the list for
 * good and never shows in the address.
 */
export function useListState(resource: AnyResource, where: Filter = {}): ListState {
  const [route, patch] = useRouteQuery()
  const { page: pageText, size: sizeText, sort: sortText, filter: filterText, q = '' } = route
  return useMemo(() => {
    const { query, ...read } = readListAddress(
      resource,
      { page: pageText, size: sizeText, sort: sortText, filter: filterText, q },
      where,
    )
    const { filter } = read
    const [item] = query.sort
    const change = (values: RouteQueryPatch) => patch({ page: null, ...values })
    return {
      ...read,
      q,
      sort: { column: item.field, direction: item.descending ? 'desc' : 'asc' },
      query,
      setPage: (next) => patch({ page: next === 1 ? null : next }),
      setSize: (next) => change({ size: next === usualPageSize ? null : next }),
      // Every keystroke would be an entry in the history; the search as a whole is none.
      setQ: (next) => patch({ page: null, q: next }, { replace: true }),
      setSort: (sort) => change({ sort: sort ? `${sort.direction === 'desc' ? '-' : ''}${sort.column}` : null }),
      setCondition: (key, condition) =>
        change({ filter: filterParam({ ...without(filter, key), ...(condition !== null && { [key]: condition }) }) }),
      clearFilters: () => change({ filter: null, q: null }),
    }
  }, [resource, where, pageText, sizeText, sortText, filterText, q, patch])
}

function without(filter: Filter, key: string): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([name]) => name !== key))
}

/** A filter in the form the address uses; nothing when it is empty. */
export function filterParam(filter: Filter): string | null {
  return Object.keys(filter).length === 0 ? null : JSON.stringify(filter)
}
