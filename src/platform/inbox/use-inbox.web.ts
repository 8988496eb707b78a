import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { http } from '../../core/browser/http-client.web.ts'
import { pathOf } from '../../core/http/endpoint.ts'
import type { InboxItem } from './inbox.ts'
import { markRead, readInbox } from './inbox.ts'
import { inboxKey } from './inbox.web.ts'

type InboxPage = z.output<NonNullable<(typeof readInbox)['output']>>

export interface Inbox {
  readonly items: readonly InboxItem[] | undefined
  readonly unread: number
  readonly error: unknown
  readonly hasMore: boolean
  more(): void
  retry(): void
  mark(item: InboxItem, isRead: boolean): void
  markAllRead(): void
}

/** The inbox, read while it is open and again whenever there is news. */
export function useInbox(isOpen: boolean): Inbox {
  const queries = useQueryClient()
  const queryKey = [inboxKey, 'items']
  const { data, error, fetchNextPage, hasNextPage, refetch } = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) =>
      (
        await http.request('GET', pathOf(readInbox), {
          ...(pageParam !== null && { params: { before: pageParam } }),
          signal,
          // The panel says itself what went wrong.
          quiet: 'everything',
        })
      ).data as InboxPage,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: isOpen,
  })

  async function send(input: { ids?: number[]; upTo?: number; isRead?: boolean }): Promise<void> {
    const { ids, isRead = true } = input
    // At once, because no one waits for a dot to go out.
    queries.setQueryData<typeof data>(
      queryKey,
      (known) =>
        known && {
          ...known,
          pages: known.pages.map((page) => ({
            ...page,
            items: page.items.map((item) => (ids && !ids.includes(item.id) ? item : { ...item, isRead })),
          })),
        },
    )
    await http.request('POST', pathOf(markRead), { body: input }).catch(() => null)
    await queries.invalidateQueries({ queryKey: [inboxKey] })
  }

  const items = data?.pages.flatMap((page) => page.items)
  const [first] = items ?? []
  return {
    items,
    unread: data?.pages[0]?.unread ?? 0,
    error,
    hasMore: hasNextPage,
    more: () => void fetchNextPage(),
    retry: () => void refetch(),
    mark: (item, isRead) => void send({ ids: [item.id], isRead }),
    markAllRead: () => first && void send({ upTo: first.id }),
  }
}
