import type { FastifyRequest } from 'fastify'
import type { AddressSearch, SearchTraces } from '../audit/search-traces.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { Call, Implementation } from './endpoint.server.ts'
import { networkOf } from './rate-limit.server.ts'
import type { SearchGate } from './search-gate.server.ts'

export interface SearchBounds {
  /** Bounds what searches cost; without it they run like every other call. */
  readonly searches?: SearchGate
  /** Where searches by address leave a row. */
  readonly traces?: SearchTraces
}

/** A call that changes nothing. A search waits for its person's turn, and a list that is searched has its time. */
export async function read(
  { endpoint, handle }: Implementation,
  { searches, traces }: SearchBounds,
  call: Call,
): Promise<unknown> {
  if (endpoint.method !== 'GET' || !isSearch(call.query)) return await handle(call)
  const { actor, request } = call
  const { signal } = request
  const person = `${actor.kind} ${actor.behind?.id ?? actor.id ?? networkOf(request.clientAddress)}`
  const found: AddressSearch[] = []
  const search = (db: Db) => handle({ ...call, db, traceSearch: (one) => void found.push(one) })
  const body = searches
    ? await searches.inTurn(person, signal, () =>
        'resource' in endpoint ? searches.bounded(signal, search) : search(call.db),
      )
    : await search(call.db)
  await traces?.leave(found, person, {
    actor,
    requestId: request.id,
    address: request.clientAddress,
    tab: tabOf(request),
  })
  return body
}

/** Whether a call searches for words, in any of the ways to say so. */
export function isSearch(query: unknown): boolean {
  if (typeof query !== 'object' || query === null) return false
  const { q, filter } = query as Readonly<Record<string, unknown>>
  return (
    (typeof q === 'string' && q.trim() !== '') ||
    (typeof filter === 'string' && /"(?:q|contains|startsWith)"/.test(filter))
  )
}

/** The tab of the console that calls, by the name it gave itself; null for every other client. */
export function tabOf({ headers }: FastifyRequest): string | null {
  const tab = headers['x-tab']
  return typeof tab === 'string' && /^[\w-]{8,40}$/.test(tab) ? tab : null
}
