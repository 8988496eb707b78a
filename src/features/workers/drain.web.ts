import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { http } from '../../core/browser/http-client.web.ts'
import type { DrainState } from './drain.endpoints.ts'
import { drainWorkers, readDrain, resumeWorkers } from './drain.endpoints.ts'

const key = ['workers', '', 'drain']
/** Milliseconds between looks: soon while people wait for servers to be empty. */
const [soon, nowAndThen] = [2_000, 15_000]

export function useDrain(): UseQueryResult<DrainState> {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await http.request('GET', readDrain.path, { signal })).data as DrainState,
    refetchInterval: ({ state: { error, data } }) => (error ? false : data?.drain ? soon : nowAndThen),
  })
}

/** Begins a drain with a reason, or ends the one that is on. */
export function useDrainCommand(): UseMutationResult<DrainState, Error, { readonly reason: string } | 'end'> {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (asked: { readonly reason: string } | 'end') => {
      const [endpoint, body] = asked === 'end' ? [resumeWorkers, undefined] : [drainWorkers, asked]
      return (
        await http.request(endpoint.method, endpoint.path, {
          body,
          headers: { 'Idempotency-Key': crypto.randomUUID() },
        })
      ).data as DrainState
    },
    onSuccess: (state) => queries.setQueryData(key, state),
  })
}
