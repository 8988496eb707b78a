import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { FoundRecords } from '../../platform/search/search.ts'
import { useLoadResources } from '../../ui/resource/resources.tsx'
import { http } from '../../core/browser/http-client.web.ts'
import { isRecord } from '../../core/browser/request-errors.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { SignedIn } from '../../core/browser/session.web.ts'
import { forgetRecords, isSame, type RecentRecord, recentRecords } from './recents.web.ts'
import { stillFitting } from './still-fitting.ts'

/** The search for the typed text starts this long after the last key, in milliseconds. */
const SEARCH_DELAY_MS = 120
/** One letter would find anything. */
const SHORTEST = 2

/** Every resource there is, once their definitions have been fetched. */
export function useDefinitions(): readonly AnyResource[] | undefined {
  const load = useLoadResources()
  return useQuery({
    queryKey: ['palette', 'resources'],
    queryFn: load,
    staleTime: Infinity,
  }).data
}

export interface RecordSearch {
  readonly found: FoundRecords
  /** An answer to what is typed now is on its way. */
  readonly isWaiting: boolean
  readonly error: unknown
  retry(): void
}

const nothing: FoundRecords = []

/** The server's results for a text. An answer counts for the text it was requested for, whenever it arrives. */
export function useRecordSearch(
  typed: string,
  of: readonly string[],
  session: SignedIn,
  isOnline: boolean,
): RecordSearch {
  const wanted = typed.length >= SHORTEST || /^[1-9]$/.test(typed) ? typed : ''
  const settled = useSettled(wanted)
  const isAsked = settled !== '' && of.length > 0 && isOnline
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['palette', 'search', session.token, settled, of.join()],
    queryFn: async ({ signal }) =>
      (
        await http.request('GET', 'rest/data/search', {
          params: { q: settled, of: of.join() },
          signal,
          quiet: true,
          parse: parseFound,
        })
      ).data,
    enabled: isAsked,
    staleTime: 5_000,
    gcTime: 30_000,
    // The results for the beginning of a text stay while more of it is typed, so that the list does not flicker.
    placeholderData: (before: FoundRecords | undefined, query) =>
      settled.startsWith(String(query?.queryKey[3] ?? '\n')) ? before : undefined,
  })
  const isLate = wanted !== settled || isPlaceholderData
  const isWaiting = wanted !== '' && of.length > 0 && isOnline && (isLate || isFetching)
  return {
    found:
      wanted === '' || !isOnline || (error && !isFetching) || !data
        ? nothing
        : isLate
          ? stillFitting(data, wanted)
          : data,
    isWaiting,
    error: isWaiting || wanted === '' ? null : error,
    retry: () => void refetch(),
  }
}

/** The value once it has not changed for a moment; nothing is taken over at once. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (value === '') {
      setSettled('')
      return
    }
    const timer = setTimeout(() => setSettled(value), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

export interface Recent extends RecentRecord {
  /** Null until the server has said it. */
  readonly title: string | null
  readonly details: readonly string[]
}

/** The records opened lately. Those that the server does not know, or does not show to this person, are forgotten. */
export function useRecents(session: SignedIn, isOnline: boolean): readonly Recent[] {
  const [records] = useState(() => recentRecords(session.email))
  const named = records.map(({ resource, id }) => `${resource}:${id}`).join()
  const { data } = useQuery({
    queryKey: ['palette', 'recents', session.token, session.permissionsVersion, named],
    queryFn: async ({ signal }) =>
      (
        await http.request('GET', 'rest/data/search', {
          params: { records: named },
          signal,
          quiet: true,
          parse: parseFound,
        })
      ).data,
    enabled: named !== '' && isOnline,
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    // Another role can see less; that is no reason to forget.
    if (data && !session.viewingAs)
      forgetRecords(
        session.email,
        records.filter((record) => !find(data, record)),
      )
  }, [data, records, session])
  return records.flatMap((record) => {
    const known = data && find(data, record)
    if (data && !known) return []
    return [{ ...record, title: known?.title ?? null, details: known?.details ?? [] }]
  })
}

function find(found: FoundRecords, { resource, id }: RecentRecord) {
  return found
    .find((group) => group.resource === resource)
    ?.records.find((record) => isSame({ resource, id: record.id }, { resource, id }))
}

/** Edge: the server's answer is as its schema says; what is not even a list is taken for a failure. */
function parseFound(body: unknown): FoundRecords {
  if (!Array.isArray(body) || !body.every((group) => isRecord(group) && Array.isArray(group['records'])))
    throw new Error('The server answered with something else than records.')
  return body as FoundRecords
}

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
}
