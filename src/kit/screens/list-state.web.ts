import { useMemo } from 'react'
import type { RouteQueryPatch } from '../../ui/navigation.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import type { GridSort } from '../../ui/data-grid/sort-rows.ts'
import type { Condition, Filter, ListQuery } from '../list-query.ts'
import { sortItem } from '../list-query.ts'
import type { AnyResource } from '../resource.ts'
import { fieldOf } from '../resource.ts'

export const pageSizes = [25, 50, 100, 200] as const
const usualSize = 50

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
    const page = wholeNumber(pageText, 1)
    const wanted = wholeNumber(sizeText, usualSize)
    const size = (pageSizes as readonly number[]).includes(wanted) ? wanted : usualSize
    const filter = readFilter(resource, filterText)
    const item = sortItem(sortText && fieldOf(resource, sortText.replace(/^-/, '')) ? sortText : resource.list.sort)
    const change = (values: RouteQueryPatch) => patch({ page: null, ...values })
    const narrowed = { ...filter, ...where }
    return {
      page, size, q, filter,
      sort: { column: item.field, direction: item.descending ? 'desc' : 'asc' },
      query: { filter: narrowed, sort: [item], q, range: [(page - 1) * size, page * size - 1] },
      setPage: (next) => patch({ page: next === 1 ? null : next }),
      setSize: (next) => change({ size: next === usualSize ? null : next }),
      // Every keystroke would be an entry in the history; the search as a whole is none.
      setQ: (next) => patch({ page: null, q: next }, { replace: true }),
      setSort: (sort) => change({ sort: sort ? `${sort.direction === 'desc' ? '-' : ''}${sort.column}` : null }),
      setCondition: (key, condition) => change({ filter: filterParam({ ...without(filter, key), ...(condition !== null && { [key]: condition }) }) }),
      clearFilters: () => change({ filter: null, q: null }),
    }
  }, [resource, where, pageText, sizeText, sortText, filterText, q, patch])
}

function wholeNumber(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^[1-9][0-9]{0,6}$/.test(text) ? Number(text) : otherwise
}

function without(filter: Filter, key: string): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([name]) => name !== key))
}

/** A filter as it stands in the address; nothing when it is empty. */
export function filterParam(filter: Filter): string | null {
  return Object.keys(filter).length === 0 ? null : JSON.stringify(filter)
}

function readFilter(resource: AnyResource, text: string | undefined): Filter {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
    const keys = new Set([...resource.list.filters, 'id', 'createdAt', 'updatedAt'])
    return Object.fromEntries(Object.entries(value).filter(([key]) => keys.has(key) && fieldOf(resource, key))) as Filter
  } catch {
    return {}
  }
}
