import type { QueryMeta, UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import type { AnySchema, Endpoint } from '../../core/http/endpoint.ts'
import { pathOf } from '../../core/http/endpoint.ts'
import type { RequestOptions } from '../../core/browser/request-options.web.ts'
import { takeOpeningRows } from '../../core/browser/early-calls.web.ts'
import { http } from '../../core/browser/http-client.web.ts'
import type { ListQuery } from '../../core/list/list-query.ts'
import { listParams } from '../../core/list/list-query.ts'
import { basePathOf } from '../../core/resource/resource.ts'
import type { AnyResource, DraftOf, RecordOf } from '../../core/resource/resource.ts'

/** A record of a resource that is known only at run time. */
export type AnyRecord = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number }
type Of<R> = R extends { readonly fields: infer F } ? (string extends keyof F ? AnyRecord : RecordOf<R>) : AnyRecord

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  /** `capped`: there are more than `total`. */
  readonly totalKind: 'exact' | 'capped'
  readonly nextCursor: string | null
}

/** How long what a page opened with, or has waited for before it shows anything, counts as read just now, in milliseconds. */
export const openingKept = 2_000
/**
 * How long any other answer counts as read just now, in milliseconds. Parts of a page come one after the other; each that wanted the
 * same asked the server again.
 */
export const justRead = 1_000

/**
 * One page of a list, the page before kept on screen while the next is on its way.
 *
 * @param meta - `listed`: the rows are a list that people open records from
 */
export function useRows<R extends AnyResource>(
  resource: R,
  query: ListQuery,
  enabled = true,
  meta: QueryMeta = {},
): UseQueryResult<Page<Of<R>>> {
  const params = listParams(query)
  return useQuery({
    queryKey: [resource.name, 'list', params],
    queryFn: ({ signal }) => fetchPage<Of<R>>(resource, params, signal),
    initialData: () => {
      // A list on its way to another address shows nothing yet: its rows would stay for a moment as those of that address.
      if (!enabled) return undefined
      const opening = takeOpeningRows(basePathOf(resource), params)
      return opening ? pageOf<Of<R>>(opening.body, opening.response.headers) : undefined
    },
    // The rows that the page has opened with are not asked for again.
    staleTime: ({ state }) => (state.dataUpdateCount === 0 ? openingKept : justRead),
    placeholderData: keepPreviousData,
    enabled,
    meta,
  })
}

/** `how`: the call's other options, where no user is waiting for it. */
export async function fetchPage<Row>(
  resource: AnyResource,
  params: Readonly<Record<string, string>>,
  signal: AbortSignal,
  how: RequestOptions = {},
): Promise<Page<Row>> {
  const { data, headers } = await http.request('GET', basePathOf(resource), { ...how, params, signal })
  return pageOf(data, headers)
}

function pageOf<Row>(data: unknown, headers: Headers): Page<Row> {
  return {
    rows: data as readonly Row[],
    total: Number(headers.get('X-Total-Count') ?? 0),
    totalKind: headers.get('X-Total-Count-Kind') === 'capped' ? 'capped' : 'exact',
    nextCursor: headers.get('X-Next-Cursor'),
  }
}

/** How a record is requested. */
export function recordQuery<R extends AnyResource>(resource: R, id: number | null) {
  return {
    queryKey: [resource.name, 'record', id],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await http.request('GET', `${basePathOf(resource)}/${id}`, { signal, quiet: [404] })).data as Of<R>,
  }
}

/** One record; not requested while there is no id. */
export function useRecord<R extends AnyResource>(resource: R, id: number | null): UseQueryResult<Of<R>> {
  return useQuery({ ...recordQuery(resource, id), enabled: id !== null })
}

export interface Save<R> {
  /** Null creates. */
  readonly current: AnyRecord | null
  readonly draft: DraftOf<R> | Readonly<Record<string, unknown>>
}

/** Creates or updates; always says which version was edited, so that no one's work is overwritten unseen. */
export function useSave<R extends AnyResource>(resource: R): UseMutationResult<Of<R>, Error, Save<R>> {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ current, draft }: Save<R>) => {
      const quiet = [409, 412, 422] as const
      // If the record has been deleted in the meantime (404), the form reports it: it has the unsaved input.
      const reply = current
        ? await http.request('PATCH', `${basePathOf(resource)}/${current.id}`, {
            body: draft,
            headers: { 'If-Match': `"${current.version}"` },
            quiet: [404, ...quiet],
          })
        : await http.request('POST', basePathOf(resource), { body: draft, quiet })
      return reply.data as Of<R>
    },
    onSuccess: async (record) => {
      queries.setQueryData([resource.name, 'record', (record as AnyRecord).id], record)
      await queries.invalidateQueries({ queryKey: [resource.name, 'list'] })
    },
  })
}

export function useDelete<R extends AnyResource>(resource: R): UseMutationResult<void, Error, AnyRecord> {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (record: AnyRecord) => {
      await http.request('DELETE', `${basePathOf(resource)}/${record.id}`, {
        headers: { 'If-Match': `"${record.version}"` },
      })
    },
    onSuccess: async (_, record) => {
      queries.removeQueries({ queryKey: [resource.name, 'record', record.id] })
      await queries.invalidateQueries({ queryKey: [resource.name, 'list'] })
    },
  })
}

type Params = Readonly<Record<string, string | number>>

/** Reads through an endpoint of its own. */
export function useAnswer<P extends AnySchema, Q extends AnySchema, I extends AnySchema, O extends AnySchema>(
  endpoint: Endpoint<P, Q, I, O>,
  call: {
    params?: Params
    query?: Readonly<Record<string, unknown>>
    enabled?: boolean
    staleTime?: number
    /** Statuses that the screen reports by itself. */
    quiet?: readonly number[]
    /** Milliseconds until it is read again, by what it said last; false where nothing is awaited. */
    again?: (data: z.output<O>) => number | false
  } = {},
): UseQueryResult<z.output<O>> {
  const path = pathOf(endpoint, call.params)
  return useQuery({
    queryKey: [path, call.query ?? {}],
    queryFn: async ({ signal }) =>
      (await http.request('GET', path, { params: call.query, signal, quiet: call.quiet })).data as z.output<O>,
    enabled: call.enabled ?? true,
    ...(call.staleTime !== undefined && { staleTime: call.staleTime }),
    refetchInterval: ({ state: { data } }) => (data === undefined ? false : (call.again?.(data) ?? false)),
  })
}

/** Reads an answer again, with the old one on screen, once the record that it is about has another version. */
export function useReadAgain(version: number, { refetch }: Pick<UseQueryResult, 'refetch'>): void {
  const read = useRef(version)
  useEffect(() => {
    if (read.current === version) return
    read.current = version
    void refetch()
  }, [version, refetch])
}

/**
 * Calls an endpoint that changes something. With the same `key` it is done once, however often it is sent. `quiet` are
 * statuses that the caller shows.
 */
export async function callEndpoint<P extends AnySchema, Q extends AnySchema, I extends AnySchema, O extends AnySchema>(
  endpoint: Endpoint<P, Q, I, O>,
  call: {
    readonly params?: Params | undefined
    readonly input?: z.input<I> | undefined
    readonly key?: string | undefined
    readonly quiet?: readonly number[] | undefined
  },
): Promise<z.output<O>> {
  const { params, input, key, quiet } = call
  const headers = key === undefined ? {} : { 'Idempotency-Key': key }
  const reply = await http.request(endpoint.method, pathOf(endpoint, params), { body: input, quiet, headers })
  return reply.data as z.output<O>
}

/**
 * Runs a command. `refresh` names the resources whose lists and records it changes. With `once` the same call made again,
 * because its answer was lost, is not done twice.
 */
export function useCommand<P extends AnySchema, Q extends AnySchema, I extends AnySchema, O extends AnySchema>(
  endpoint: Endpoint<P, Q, I, O>,
  options: { refresh?: readonly AnyResource[]; quiet?: readonly number[]; once?: boolean } = {},
): UseMutationResult<z.output<O>, Error, { params?: Params; input?: z.input<I> }> {
  const queries = useQueryClient()
  const { once = endpoint.idempotencyKey === 'required', quiet } = options
  const unanswered = useRef<{ readonly call: string; readonly key: string } | null>(null)
  return useMutation({
    mutationFn: async ({ params, input }: { params?: Params; input?: z.input<I> }) => {
      if (!once) return await callEndpoint(endpoint, { params, input, quiet })
      const call = JSON.stringify([params, input])
      if (unanswered.current?.call !== call) unanswered.current = { call, key: crypto.randomUUID() }
      const said = await callEndpoint(endpoint, { params, input, quiet, key: unanswered.current.key })
      unanswered.current = null
      return said
    },
    onSuccess: async () => {
      await Promise.all((options.refresh ?? []).map(({ name }) => queries.invalidateQueries({ queryKey: [name] })))
    },
  })
}
