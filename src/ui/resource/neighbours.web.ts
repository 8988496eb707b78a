import type { QueryClient } from '@tanstack/react-query'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { AnyRecord, Page } from './client.web.ts'

export interface Neighbours {
  readonly previous: number | null
  readonly next: number | null
}

/** The records around one in the list of its kind that was looked at last; none where that list is not known. */
export function neighboursOf(queries: QueryClient, { name }: AnyResource, id: number): Neighbours {
  const pages = queries
    .getQueryCache()
    .findAll({ queryKey: [name, 'list'] })
    .map(({ state }) => ({ at: state.dataUpdatedAt, ids: idsOf(state.data) }))
    .filter(({ ids }) => ids.includes(id))
    .toSorted((one, other) => other.at - one.at)
  const ids = pages[0]?.ids ?? []
  const place = ids.indexOf(id)
  return { previous: ids[place - 1] ?? null, next: place < 0 ? null : (ids[place + 1] ?? null) }
}

function idsOf(data: unknown): readonly number[] {
  const rows = (data as Page<AnyRecord> | undefined)?.rows
  return Array.isArray(rows) ? rows.map(({ id }) => id) : []
}
