import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { http } from '../../core/browser/http-client.web.ts'
import { pathOf } from '../../core/http/endpoint.ts'
import type { AvailabilityCheck, WantedCheck } from './availability.endpoints.ts'
import { readCheck, startCheck, stopCheck } from './availability.endpoints.ts'

const keyOf = (id: number | null) => ['availability-checks', id]
/** Milliseconds between looks while an answer is missing. */
const often = 400

/** What has been answered so far; asked again until nothing is missing. */
export function useCheck(id: number | null): UseQueryResult<AvailabilityCheck> {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) =>
      (await http.request('GET', pathOf(readCheck, { id: id ?? 0 }), { signal, quiet: [404] }))
        .data as AvailabilityCheck,
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.isUnderWay && !state.error ? often : false),
    // An answer is of its moment: to ask again is a press, not a look at another tab.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useStartCheck(): UseMutationResult<AvailabilityCheck, Error, WantedCheck> {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: WantedCheck) =>
      (await http.request('POST', startCheck.path, { body: input, quiet: [422] })).data as AvailabilityCheck,
    onSuccess: (check) => queries.setQueryData(keyOf(check.id), check),
  })
}

export function useStopCheck(): UseMutationResult<AvailabilityCheck, Error, number> {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => (await http.request('POST', pathOf(stopCheck, { id }))).data as AvailabilityCheck,
    onSuccess: (check) => queries.setQueryData(keyOf(check.id), check),
  })
}
