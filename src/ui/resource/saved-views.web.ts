import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useCallback, useLayoutEffect, useMemo } from 'react'
import type { RouteQueryPatch } from '../navigation.tsx'
import { useRouteQuery } from '../navigation.tsx'
import { usePage } from '../page-context.tsx'
import { http } from '../../core/browser/http-client.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { DefaultView, SavedView } from '../../core/list/saved-views.ts'
import { isModified, noView, readView, savedViewsPath, viewKeys, viewText } from '../../core/list/saved-views.ts'
import { useSession } from '../../core/browser/session.web.ts'

/** Everything about views hangs together, so one change makes all of it stale. */
const area = 'saved-views'
/** How long what lists open with is taken for known, in milliseconds. */
const defaultsKept = 5 * 60_000
/** How long a list waits for its default view, in milliseconds; then it opens as it is. */
const longestWait = 2_000

/**
 * The user's default view of each list. One call for all lists, made when the console starts and kept for minutes, so
 * that opening a list waits for nothing.
 */
export function useDefaultViews(): UseQueryResult<readonly DefaultView[]> {
  const session = useSession()
  return useQuery({
    queryKey: [area, 'defaults', session?.email, session?.viewingAs ?? null],
    queryFn: async ({ signal }) => {
      const wait = AbortSignal.any([signal, AbortSignal.timeout(longestWait)])
      return (await http.request('GET', `${savedViewsPath}/defaults`, { signal: wait, quiet: 'everything' }))
        .data as readonly DefaultView[]
    },
    enabled: session !== null,
    staleTime: defaultsKept,
  })
}

export interface ListViews {
  /** The address is about to change, or another page's already: rows asked for now would be the wrong ones. */
  readonly isPassing: boolean
  readonly all: readonly SavedView[]
  /** The view that the address names; null without one, and where the user cannot see such a view. */
  readonly current: SavedView | null
  readonly isModified: boolean
  /** Keys that the current view uses and that the list no longer has. */
  readonly lost: readonly string[]
  /** The list as it is by itself: neither narrowed nor sorted otherwise. */
  readonly isPlain: boolean
  /** This list's default view, if any is set. */
  readonly opensWith: DefaultView | undefined
  readonly query: string
  /** Null opens the list without any view. */
  open(view: SavedView | null): void
  /** Gives the list the name of a view that was saved from it, or takes it away. */
  name(view: Pick<SavedView, 'id' | 'query'> | null): void
  /** After any change of views. */
  refresh(changed?: SavedView): Promise<void>
}

/**
 * The views of the list on screen. Opened without any query, as from the menu, the list gets the address of its default
 * in place of the bare one, so that Back leads to where one was and a link shows others the same rows.
 */
export function useListViews(resource: AnyResource): ListViews {
  const { screen: list, opensAs } = usePage()
  const [route, patch] = useRouteQuery()
  const queries = useQueryClient()
  // On the way to another page the address is that one's already, while this screen is still there.
  const isHere = useRouterState({ select: ({ location }) => location.pathname.replace(/^\/|\/$/g, '') === list })
  const isLeaving =
    useRouterState({
      select: ({ location, resolvedLocation }) =>
        resolvedLocation !== undefined && resolvedLocation.pathname !== location.pathname,
    }) && !isHere
  const defaults = useDefaultViews()
  const opensWith = defaults.data?.find((choice) => choice.resource === resource.name && choice.list === list)
  const isBare = isHere && Object.keys(route).length === 0
  const isDefaulted = isBare && opensWith !== undefined
  const isOpened = isBare && opensWith === undefined && opensAs !== undefined && !defaults.isLoading
  useLayoutEffect(() => {
    if (isDefaulted) patch(opensWith.view ? addressOf(resource, opensWith.view) : { view: noView }, { replace: true })
    else if (isOpened) patch(opensAs, { replace: true })
  }, [isDefaulted, isOpened, opensWith, opensAs, resource, patch])

  const key = useMemo(() => [area, 'list', resource.name, list], [resource, list])
  const { data: all = none } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const filter = { resource: resource.name, list }
      return (await http.request('GET', savedViewsPath, { params: { filter }, signal, quiet: true }))
        .data as readonly SavedView[]
    },
    enabled: !isLeaving,
    staleTime: 30_000,
  })
  const refresh = useCallback(
    async (changed?: SavedView) => {
      // A view just saved is shown at once, and not only when the list of views has come again.
      if (changed)
        queries.setQueryData<readonly SavedView[]>(key, (views = none) => [
          ...views.filter(({ id }) => id !== changed.id),
          changed,
        ])
      await queries.invalidateQueries({ queryKey: [area] })
    },
    [queries, key],
  )

  return useMemo(() => {
    const current = all.find(({ id }) => String(id) === route['view']) ?? null
    const read = readView(resource, route)
    return {
      isPassing: isLeaving || (isBare && (defaults.isLoading || isDefaulted || isOpened)),
      all,
      current,
      opensWith,
      refresh,
      isModified: current !== null && isModified(resource, paramsOf(current), route),
      lost: current ? readView(resource, paramsOf(current)).lost : none,
      isPlain: Object.keys(read.params).length === 0,
      query: viewText(read.params),
      open: (view) => patch(view ? addressOf(resource, view) : { ...cleared, view: noView }),
      name: (view) =>
        patch(view ? { ...addressOf(resource, view), page: route['page'] } : { view: noView }, { replace: true }),
    }
  }, [all, route, resource, isLeaving, isBare, isDefaulted, isOpened, defaults.isLoading, opensWith, refresh, patch])
}

const none: readonly never[] = []
const cleared: RouteQueryPatch = Object.fromEntries(['page', ...viewKeys].map((key) => [key, null]))

/** The whole address of a view, so that a link to it needs no view to be looked up. */
function addressOf(resource: AnyResource, { id, query }: Pick<SavedView, 'id' | 'query'>): RouteQueryPatch {
  return { ...cleared, ...readView(resource, paramsOf({ query })).params, view: id }
}

function paramsOf({ query }: Pick<SavedView, 'query'>): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(query))
}
