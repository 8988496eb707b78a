import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListQuery } from '../../core/list/list-query.ts'
import { listParams } from '../../core/list/list-query.ts'
import type { LiveChange } from '../../core/browser/live.web.ts'
import { followChanges } from '../../core/browser/live.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { AnyRecord, Page } from './client.web.ts'
import { fetchPage } from './client.web.ts'
import type { ListNews } from './page-news.web.ts'
import { newsIn, withNewValues } from './page-news.web.ts'

/** The minimum milliseconds between two fetches for one list, however often it changes. */
const lookEvery = 5_000
/** The same while the list on screen says already that it is out of date. */
const longestPause = 60_000
/** Many tabs hear of one change at the same moment; they need not all ask at that moment. */
const spread = 400

type AnyPage = Page<AnyRecord>

/**
 * What a list on screen lacks. Visible rows get their new values in place; changes that would move them, or add others,
 * are only announced, and shown by `show`.
 */
export function useListNews(
  resource: AnyResource,
  query: ListQuery,
  page: AnyPage | undefined,
): { news: ListNews | null; show: () => void } {
  const queries = useQueryClient()
  const [news, setNews] = useState<ListNews | null>(null)
  const params = listParams(query)
  const key = JSON.stringify(params)
  const [by] = query.sort ?? []
  const isNewestFirst =
    (query.range?.[0] ?? 0) === 0 && by?.descending === true && ['createdAt', 'id'].includes(by.field)
  const own = useRef<{ page: AnyPage | undefined; news: ListNews | null; pause: number }>({
    page: undefined,
    news: null,
    pause: lookEvery,
  })

  const tell = useCallback((next: ListNews | null) => {
    own.current.pause = next === null ? lookEvery : Math.min(longestPause, own.current.pause * 2)
    own.current.news = next
    setNews(next)
  }, [])

  // Whatever else has fetched a page, that page is the current one.
  useEffect(() => {
    if (page !== own.current.page) tell(null)
  }, [page, tell])

  useEffect(() => {
    const queryKey = [resource.name, 'list', JSON.parse(key) as Record<string, string>]
    return watchPage(resource, JSON.parse(key) as Record<string, string>, {
      shown: () => queries.getQueryData<AnyPage>(queryKey),
      pause: (isOnScreen) => (isOnScreen || own.current.news === null ? lookEvery : own.current.pause),
      onFresh(before, fresh) {
        const patched = withNewValues(before, fresh)
        own.current.page = patched
        if (patched !== before) queries.setQueryData(queryKey, patched)
        tell(newsIn(before, fresh, isNewestFirst))
      },
    })
  }, [resource, key, isNewestFirst, queries, tell])

  const show = useCallback(() => {
    void queries
      .refetchQueries({ queryKey: [resource.name, 'list', JSON.parse(key)], exact: true })
      .then(() => tell(null))
  }, [queries, resource, key, tell])
  return { news, show }
}

interface PageWatch {
  shown: () => AnyPage | undefined
  /** Milliseconds between two fetches, for a change of a record on screen or of others. */
  pause: (isOnScreen: boolean) => number
  onFresh: (before: AnyPage, fresh: AnyPage) => void
}

/** Fetches the page when records of its kind have changed, until the returned function is called. */
function watchPage(
  resource: AnyResource,
  params: Readonly<Record<string, string>>,
  { shown, pause, onFresh }: PageWatch,
): () => void {
  const stop = new AbortController()
  let lookedAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDueSoon = false

  function onChange(change: LiveChange | null): void {
    const rows = shown()?.rows
    if (!rows || document.hidden) return
    const versions = new Map(rows.map(({ id, version }) => [id, version]))
    const records = change?.records
    const isKnown = records?.every(({ id, version }) => version !== null && versions.get(id) === version) ?? false
    if (isKnown) return
    plan(pause(records?.some(({ id }) => versions.has(id)) ?? false))
  }

  function plan(wait: number): void {
    const isSoon = wait === lookEvery
    if (timer !== undefined && (isDueSoon || !isSoon)) return
    clearTimeout(timer)
    isDueSoon = isSoon
    timer = setTimeout(() => void look(), Math.max(0, lookedAt + wait - performance.now()) + Math.random() * spread)
  }

  async function look(): Promise<void> {
    lookedAt = performance.now()
    const before = shown()
    const fresh = await fetchPage<AnyRecord>(resource, params, stop.signal, {
      quiet: 'everything',
      headers: { 'X-Background': '1' },
    }).catch(() => null)
    timer = undefined
    // A page fetched in the meantime is as fresh as this one.
    if (fresh && before && !stop.signal.aborted && shown() === before) onFresh(before, fresh)
  }

  const unfollow = followChanges(resource.name, onChange)
  return () => {
    unfollow()
    clearTimeout(timer)
    stop.abort()
  }
}
