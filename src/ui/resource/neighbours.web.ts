import type { QueryClient } from '@tanstack/react-query'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { AnyRecord, Page } from './client.web.ts'

export interface Neighbours {
  readonly previous: AnyRecord | null
  readonly next: AnyRecord | null
  /** Where the record is in its list, counted from 1; null where that is not known. */
  readonly position: number | null
  /** How many the list has; `isCapped`: more than that. */
  readonly total: number
  readonly isCapped: boolean
}

const alone: Neighbours = { previous: null, next: null, position: null, total: 0, isCapped: false }

/**
 * The records around one in the list of its kind that was looked at last; none where that list is not known. Rows that other
 * pages load, such as those beside a record, are not a list that it was opened from.
 */
export function neighboursOf(queries: QueryClient, { name }: AnyResource, id: number): Neighbours {
  const [list] = queries
    .getQueryCache()
    .findAll({ queryKey: [name, 'list'], predicate: ({ meta }) => meta?.['listed'] === true })
    .map(({ state, queryKey }) => ({
      at: state.dataUpdatedAt,
      page: pageOf(state.data),
      first: firstOf(queryKey[2]),
    }))
    .filter(({ page }) => page?.rows.some((row) => row.id === id))
    .toSorted((one, other) => other.at - one.at)
  if (!list?.page) return alone
  const { rows, total, totalKind } = list.page
  const place = rows.findIndex((row) => row.id === id)
  return {
    previous: rows[place - 1] ?? null,
    next: rows[place + 1] ?? null,
    position: list.first === null ? null : list.first + place + 1,
    total,
    isCapped: totalKind === 'capped',
  }
}

function pageOf(data: unknown): Page<AnyRecord> | null {
  const page = data as Page<AnyRecord> | undefined
  return Array.isArray(page?.rows) ? page : null
}

/** How many rows of the list come before the page; null of a page that is reached by a cursor. */
function firstOf(params: unknown): number | null {
  const range = typeof params === 'object' && params !== null && 'range' in params ? String(params.range) : ''
  const [, first] = /^\[(\d+),/.exec(range) ?? []
  return first === undefined ? null : Number(first)
}
