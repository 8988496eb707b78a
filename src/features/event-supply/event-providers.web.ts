import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { http } from '../../core/browser/http-client.web.ts'
import type { AnySchema, Endpoint } from '../../core/http/endpoint.ts'
import { pathOf } from '../../core/http/endpoint.ts'
import type { EventProvider, EventProviderDetails, PauseImpact } from './event-providers.endpoints.ts'
import { listEventProviders, readEventProvider, readPauseImpact } from './event-providers.endpoints.ts'

const area = 'event-providers'
/** Milliseconds between looks. */
const nowAndThen = 15_000

export const providerHref = ({ code }: Pick<EventProvider, 'code'>) =>
  `/providers/event/view?id=${encodeURIComponent(code)}`

export function useEventProviders(): UseQueryResult<readonly EventProvider[]> {
  return useQuery({
    queryKey: [area],
    queryFn: async ({ signal }) =>
      (await http.request('GET', listEventProviders.path, { signal })).data as EventProvider[],
    refetchInterval: ({ state }) => (state.error ? false : nowAndThen),
  })
}

export function useEventProvider(code: string | null): UseQueryResult<EventProviderDetails> {
  return useQuery({
    queryKey: [area, code],
    queryFn: async ({ signal }) =>
      (await http.request('GET', pathOf(readEventProvider, { code: code ?? '' }), { signal, quiet: [404] }))
        .data as EventProviderDetails,
    enabled: code !== null,
    refetchInterval: ({ state }) => (state.error ? false : nowAndThen),
  })
}

/** Counted when the dialog opens, never from before. */
export function usePauseImpact(code: string): UseQueryResult<PauseImpact> {
  return useQuery({
    queryKey: [area, code, 'impact'],
    queryFn: async ({ signal }) =>
      (await http.request('GET', pathOf(readPauseImpact, { code }), { signal })).data as PauseImpact,
    gcTime: 0,
  })
}

/** A command about one provider; what it answers is on the page at once. */
export function useProviderCommand<P extends AnySchema, Q extends AnySchema, I extends AnySchema, O extends AnySchema>(
  endpoint: Endpoint<P, Q, I, O>,
  code: string,
  quiet: readonly number[] = [],
): UseMutationResult<EventProviderDetails, Error, z.input<I>> {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: z.input<I>) => {
      const headers = { 'Idempotency-Key': crypto.randomUUID() }
      const path = pathOf(endpoint, { code })
      return (await http.request(endpoint.method, path, { body: input, headers, quiet })).data as EventProviderDetails
    },
    onSuccess: async (provider) => {
      queries.setQueryData([area, code], provider)
      await queries.invalidateQueries({ queryKey: [area], exact: true })
    },
  })
}
