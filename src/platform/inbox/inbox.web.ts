import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { http } from '../../core/browser/http-client.web.ts'
import { followChanges } from '../../core/browser/live.web.ts'
import { fetchWhenQuiet } from '../../ui/lazy-screen.tsx'

/** Where the calls are; apart from their definitions, which bring the schemas along. */
const unreadPath = '/rest/data/inbox/unread'
/** What everything that is known of the inbox is kept under. */
export const inboxKey = 'inbox'

export type BellTab = 'inbox' | 'messages'

const openers = new Set<(tab: BellTab) => void>()

/** Opens the inbox, or the messages of this page, from elsewhere than the bell. */
export function openBell(tab: BellTab): void {
  for (const open of openers) open(tab)
}

export function onOpenBell(open: (tab: BellTab) => void): () => void {
  openers.add(open)
  return () => {
    openers.delete(open)
  }
}

/** The number of unread items, kept up to date; asked for once the page has settled. */
export function useUnread(): number {
  const queries = useQueryClient()
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => fetchWhenQuiet(() => setQuiet(true)), [])
  // Followed on its own first, the stream would be opened for the bell, and again for the screen.
  useEffect(
    () =>
      isQuiet ? followChanges(inboxKey, () => void queries.invalidateQueries({ queryKey: [inboxKey] })) : undefined,
    [queries, isQuiet],
  )
  const isVisible = useIsVisible()
  const { data } = useQuery({
    queryKey: [inboxKey, 'unread'],
    queryFn: async ({ signal }) =>
      (await http.request('GET', unreadPath, { signal, quiet: 'everything', headers: { 'X-Background': '1' } }))
        .data as { unread: number },
    enabled: isQuiet && isVisible,
  })
  return data?.unread ?? 0
}

function useIsVisible(): boolean {
  return useSyncExternalStore(watchVisibility, () => !document.hidden)
}

function watchVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
