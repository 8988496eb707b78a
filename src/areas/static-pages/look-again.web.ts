import { useEffect, useRef } from 'react'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'

/** Asks again what was said of a page's texts when the page has been saved, or whoever looks comes from another language of it. */
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
