import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRouteQuery } from '../navigation.tsx'
import { recordIdIn } from '../../core/record-id.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from './client.web.ts'
import { recordQuery } from './client.web.ts'

export interface Peek {
  /** The record that is looked at beside the list; null while none is. */
  readonly id: number | null
  /** Shows a record, or another one; null closes. */
  show(id: number | null): void
  /** Space: opens the row, or closes when it is the one that is open. */
  toggle(row: AnyRecord): void
  /** The row that the person went to, by key or pointer: an open peek goes along. */
  follow(id: string | null): void
  /** The record so many rows on; null beyond the page. */
  neighbour(step: 1 | -1): number | null
}

/**
 * Which record of a list is open beside it. It is part of the address, so that a reload and a link show it too, but
 * adds nothing to the browser's history: Back leaves the list, as it did before.
 */
export function usePeek(resource: AnyResource, rows: readonly AnyRecord[] | undefined): Peek {
  const [{ peek }, patch] = useRouteQuery()
  const queries = useQueryClient()
  const id = recordIdIn(peek)
  const show = (next: number | null) => {
    if (next !== id) patch({ peek: next }, { replace: true })
  }
  function neighbour(step: 1 | -1): number | null {
    const place = (rows ?? []).findIndex((row) => row.id === id)
    return place < 0 ? null : (rows?.[place + step]?.id ?? null)
  }
  const next = neighbour(1)
  useEffect(() => {
    // The one that is looked at next, most often.
    if (next !== null) void queries.prefetchQuery({ ...recordQuery(resource, next), staleTime: 10_000 })
  }, [queries, resource, next])
  return {
    id,
    show,
    neighbour,
    toggle: (row) => show(row.id === id ? null : row.id),
    follow: (row) => {
      if (id !== null && row !== null) show(Number(row))
    },
  }
}
