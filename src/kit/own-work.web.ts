import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { http } from './http-client.web.ts'

/** How often the server is asked while it works on something that this browser waits for, in milliseconds. */
const every = 2_000

/**
 * What the person has left for the server to do, answered by the GET call at `path`. `isWatch`: for the one place that
 * asks again and again; that is no use of the session, and a failure is nobody's concern.
 */
export function useOwnWork<One>(path: string, isWatch: boolean): UseQueryResult<readonly One[]> {
  return useQuery({
    queryKey: [path],
    queryFn: async ({ signal }) => {
      const reply = await http.request('GET', path, { signal, ...(isWatch && { quiet: 'everything' as const, headers: { 'X-Background': '1' } }) })
      return reply.data as readonly One[]
    },
    refetchInterval: isWatch && every,
  })
}
