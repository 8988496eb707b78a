import type { UseQueryResult } from '@tanstack/react-query'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { http } from '../../core/browser/http-client.web.ts'
import { pathOf } from '../../core/http/endpoint.ts'
import type { TicketConnection } from './ticket-connections.endpoints.ts'
import { listTicketConnections, saveTicketConnection } from './ticket-connections.endpoints.ts'

const area = 'event-provider-connections'

export function useTicketConnections(): UseQueryResult<readonly TicketConnection[]> {
  return useQuery({
    queryKey: [area],
    queryFn: async ({ signal }) =>
      (await http.request('GET', listTicketConnections.path, { signal })).data as TicketConnection[],
  })
}

type Wanted = z.input<NonNullable<typeof saveTicketConnection.input>>

/** Saving one can make it a provider of ours. */
export function useSaveConnection(code: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: Wanted) =>
      (await http.request('PUT', pathOf(saveTicketConnection, { code }), { body: input, quiet: [422] }))
        .data as TicketConnection,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [area] })
      await queries.invalidateQueries({ queryKey: ['event-providers'] })
    },
  })
}
