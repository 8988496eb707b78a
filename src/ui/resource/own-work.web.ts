import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { http } from '../../core/browser/http-client.web.ts'

/** How often the server is asked while it works on something that this browser waits for, in milliseconds. */
const every = 2_000

/**
 * The jobs the user has left to the server, from the GET call at `path`. `isWatch`: for the one place that polls;
 * polling doesn't count as use of the session, and its failures are ignored.
 */
export function useOwnWork<One>(path: string, isWatch: boolean): UseQueryResult<readonly One[]> {
  return useQuery({
    queryKey: [path],
    queryFn: async ({ signal }) => {
      const reply = await http.request('GET', path, {
        signal,
        ...(isWatch && { quiet: 'everything' as const, headers: { 'X-Background': '1' } }),
      })
      return reply.data as readonly One[]
    },
    refetchInterval: isWatch && every,
  })
}
