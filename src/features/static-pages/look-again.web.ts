import { useEffect, useRef } from 'react'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'

/**
 * Refetches the findings about a page's texts when the page is saved, or when the user switches from another language
 * of it.
 */
export function useLookAgain({ version }: AnyRecord, refetch: () => Promise<unknown>): void {
  const [{ locale = '' }] = useRouteQuery()
  const state = `${version} ${locale}`
  const seen = useRef(state)
  useEffect(() => {
    if (seen.current === state) return
    seen.current = state
    void refetch()
  }, [state, refetch])
}
