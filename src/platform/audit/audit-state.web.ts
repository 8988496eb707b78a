import { recordIdIn } from '../../core/record-id.ts'
import { useMemo } from 'react'
import type { RouteQueryPatch } from '../../ui/navigation.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import type { GridSort } from '../../ui/data-grid/sort-rows.ts'
import type { Condition, Filter, ListQuery } from '../../core/list/list-query.ts'
import { filterParam, useListState } from '../../ui/resource/list-state.web.ts'
import { audit } from './audit.ts'

export const pageSize = 50

/** From which page one came to the next, for as long as this tab lives. */
const pagesBefore = new Map<string, string>()

const requestId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export interface AuditState {
  readonly filter: Filter
  readonly q: string
  /** Empty on the first page, which is counted; further ones begin where the one before ended. */
  readonly cursor: string
  readonly query: ListQuery
  /** By time, newest first unless the user wants to read forwards. */
  readonly sort: GridSort
  /** The entry open beside the list. */
  readonly open: number | null
  readonly isNarrowed: boolean
  /** The page before this one, where it is known; '' is the first. */
  readonly before: string | null
  setCondition(key: string, condition: Condition | null): void
  setFilter(filter: Filter): void
  search(q: string): void
  clear(): void
  /** The oldest first, and back. */
  turnAround(): void
  goOn(cursor: string): void
  goBack(): void
  goToStart(): void
  openEntry(id: number | null): void
  /** The address of the list with an entry open. */
  addressOf(id: number): string
}

/** What of the audit is on screen: all of it in the address, so that Back undoes it and a link shows the same. */
export function useAuditState(): AuditState {
  const list = useListState(audit)
  const [route, patch] = useRouteQuery()
  const { cursor = '', row = '' } = route
  const {
    filter,
    q,
    sort: shownSort,
    query: { sort },
  } = list
  return useMemo(() => {
    const change = (values: RouteQueryPatch, how?: { replace?: boolean }) =>
      patch({ cursor: null, row: null, ...values }, how)
    const setFilter = (next: Filter) => change({ filter: filterParam(next) })
    const base = { filter, q, ...(sort && { sort }) }
    return {
      filter,
      q,
      cursor,
      setFilter,
      query: cursor === '' ? { ...base, range: [0, pageSize - 1] } : { ...base, cursor },
      open: recordIdIn(row),
      isNarrowed: q !== '' || Object.keys(filter).length > 0,
      sort: shownSort,
      before: cursor === '' ? null : (pagesBefore.get(cursor) ?? null),
      setCondition: (key, condition) =>
        setFilter(
          Object.fromEntries([
            ...Object.entries(filter).filter(([name]) => name !== key),
            ...(condition === null ? [] : [[key, condition] as const]),
          ]),
        ),
      // Support is given the number of a request, which has one entry or none.
      search: (text) =>
        requestId.test(text.trim())
          ? change({ q: null, filter: filterParam({ ...filter, requestId: text.trim().toLowerCase() }) })
          : change({ q: text }, { replace: true }),
      clear: () => change({ filter: null, q: null }),
      turnAround: () => change({ sort: shownSort.direction === 'desc' ? 'at' : null }),
      goOn(next) {
        pagesBefore.set(next, cursor)
        change({ cursor: next })
      },
      goBack: () => change({ cursor: pagesBefore.get(cursor) ?? null }),
      goToStart: () => change({ cursor: null }),
      openEntry: (id) => patch({ row: id }, { replace: row !== '' && id !== null }),
      addressOf(id) {
        const params = new URLSearchParams(Object.entries(route).filter(([name]) => name !== 'row'))
        params.set('row', String(id))
        return `?${params.toString()}`
      },
    }
  }, [filter, q, sort, shownSort, cursor, row, route, patch])
}
