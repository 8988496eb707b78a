import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { http } from '../../core/browser/http-client.web.ts'
import type { AnySchema, Endpoint } from '../../core/http/endpoint.ts'
import { pathOf } from '../../core/http/endpoint.ts'
import type { RunLogLine, Worker, WorkerDetails } from './workers.endpoints.ts'
import { listWorkers, readRunLog, readWorker } from './workers.endpoints.ts'

const area = 'workers'
/** Milliseconds between looks: soon while something is under way, else now and then. */
const [soon, nowAndThen] = [2_000, 15_000]

export const workerHref = ({ name }: Pick<Worker, 'name'>) => `/workers/update?id=${encodeURIComponent(name)}`

export function useWorkers(): UseQueryResult<readonly Worker[]> {
  return useQuery({
    queryKey: [area],
    queryFn: async ({ signal }) => (await http.request('GET', listWorkers.path, { signal })).data as Worker[],
    refetchInterval: ({ state }) => (state.error ? false : nowAndThen),
  })
}

export function useWorker(name: string | null): UseQueryResult<WorkerDetails> {
  return useQuery({
    queryKey: [area, name],
    queryFn: async ({ signal }) =>
      (await http.request('GET', pathOf(readWorker, { name: name ?? '' }), { signal, quiet: [404] }))
        .data as WorkerDetails,
    enabled: name !== null,
    refetchInterval: ({ state: { error, data } }) => (error ? false : data && isBusy(data) ? soon : nowAndThen),
  })
}

/** What a run has said; of one under way it is read again and again. */
export function useRunLog(
  name: string,
  run: { readonly id: number; readonly state: string },
): UseQueryResult<{ readonly lines: readonly RunLogLine[]; readonly dropped: number }> {
  return useQuery({
    queryKey: [area, name, 'log', run.id, run.state],
    queryFn: async ({ signal }) =>
      (await http.request('GET', pathOf(readRunLog, { name, run: run.id }), { signal })).data as {
        lines: RunLogLine[]
        dropped: number
      },
    refetchInterval: ({ state }) => (state.error || run.state !== 'running' ? false : soon),
  })
}

function isBusy({ queuedAt, lastRun }: Pick<Worker, 'queuedAt' | 'lastRun'>): boolean {
  return queuedAt !== null || lastRun?.state === 'running'
}

/** A command about one worker; what it answers is on the page at once. Each press is one of its own. */
export function useWorkerCommand<P extends AnySchema, Q extends AnySchema, I extends AnySchema, O extends AnySchema>(
  endpoint: Endpoint<P, Q, I, O>,
  name: string,
  quiet: readonly number[] = [],
): UseMutationResult<WorkerDetails, Error, z.input<I>> {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: z.input<I>) => {
      const headers = { 'Idempotency-Key': crypto.randomUUID() }
      const path = pathOf(endpoint, { name })
      return (await http.request(endpoint.method, path, { body: input, headers, quiet })).data as WorkerDetails
    },
    onSuccess: async (worker) => {
      queries.setQueryData([area, name], worker)
      await queries.invalidateQueries({ queryKey: [area], exact: true })
    },
  })
}
