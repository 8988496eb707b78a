import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { pathOf } from '../../../core/http/endpoint.ts'
import { openingKept, useAnswer, useReadAgain } from '../../../ui/resource/client.web.ts'
import { readMapCoverage } from './map-coverage.ts'
import { venues } from './venues.ts'

/** Milliseconds until listings are checked again while matching runs: a second at first, then increasing. */
const firstLook = 1_000
const lastLook = 20_000

/**
 * The coverage of a venue's map. Reloaded when the venue changes, since its rules can have changed too, and while
 * listings are waiting for the job that places them.
 */
export function useMapCoverage({ id, version }: { readonly id: number; readonly version: number }) {
  const queries = useQueryClient()
  const answer = useAnswer(readMapCoverage, { params: { id }, staleTime: openingKept })
  const { data, dataUpdatedAt, refetch } = answer
  const due = data?.due ?? 0
  useReadAgain(version, answer)
  const seen = useRef({ due: 0, looks: 0 })
  useEffect(() => {
    const before = seen.current.due
    seen.current = { due, looks: due === before ? seen.current.looks + 1 : 0 }
    if (due === 0) {
      // The figures in lists and beside the form are of the same listings.
      if (before > 0) void queries.invalidateQueries({ queryKey: [venues.name] })
      return
    }
    const timer = setTimeout(() => void refetch(), Math.min(lastLook, firstLook * 1.5 ** seen.current.looks))
    return () => clearTimeout(timer)
  }, [due, dataUpdatedAt, refetch, queries])
  return answer
}

/** Reloads the coverage on the page, because what listings are matched against has changed. */
export async function refreshMapCoverage(queries: QueryClient, id: number): Promise<void> {
  await queries.invalidateQueries({ queryKey: [pathOf(readMapCoverage, { id })] })
}
