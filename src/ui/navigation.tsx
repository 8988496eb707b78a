import { rootRouteId, useBlocker, useMatch, useParams, useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { t } from '../core/i18n/language.ts'
import { searchOf } from './address-query.web.ts'
import { confirmBox } from './message-box-store.web.ts'

export interface NavigateHow {
  /** Takes the place of the current entry in the browser's history. */
  replace?: boolean
}

/** Goes to an address of the console, e.g. `navigateTo('/coupons/update?id=7')`. Plain links need no hook: write `<a href>`. */
export function useNavigateTo(): (address: string, how?: NavigateHow) => void {
  const router = useRouter()
  return useCallback(
    (address, how) => {
      if (how?.replace) router.history.replace(address)
      else router.history.push(address)
    },
    [router],
  )
}

const isShell = (routeId: unknown) => routeId === rootRouteId

export type RouteQuery = Readonly<Record<string, string>>
/** null, undefined and the empty string take a parameter out of the address. */
export type RouteQueryPatch = Readonly<Record<string, string | number | null | undefined>>

/**
 * The query string as plain strings, and a function that changes some of it and keeps the rest. A parameter that
 * occurs twice counts with its last value. Changing state of a list (page, sort, filter) adds an entry to the history,
 * so that Back undoes it, unless `replace` is set.
 *
 * It is that of the page which asks. While another page is loaded the address is that one's already, and the page that is being left
 * would ask for records by ids of other things.
 */
export function useRouteQuery(): [RouteQuery, (patch: RouteQueryPatch, how?: NavigateHow) => void] {
  const router = useRouter()
  const [path = null, own = ''] =
    useMatch({
      strict: false,
      shouldThrow: false,
      // What is beside the pages, such as the menu, goes by the address.
      select: ({ routeId, pathname, search }) => (isShell(routeId) ? null : ([pathname, searchOf(search)] as const)),
      structuralSharing: true,
    }) ?? []
  const text = useRouterState({
    select: ({ location }) => (path === null || location.pathname === path ? location.searchStr : own),
  })
  const query = useMemo(() => Object.fromEntries(new URLSearchParams(text)), [text])
  const change = useCallback(
    (patch: RouteQueryPatch, how?: NavigateHow) => {
      const { pathname, search, hash } = router.history.location
      const address = `${pathname}${patchQuery(search, patch)}${hash}`
      if (how?.replace) router.history.replace(address)
      else router.history.push(address)
    },
    [router],
  )
  return [query, change]
}

/**
 * The query string with a patch applied: `patchQuery('?a=1&b=2', { b: null, c: 3 })` is `?a=1&c=3`.
 */
function patchQuery(search: string, patch: RouteQueryPatch): string {
  const params = new URLSearchParams(search)
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || value === undefined || value === '') params.delete(key)
    else params.set(key, String(value))
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

/** What the address names on its page, without the `#`: `note-7`. */
export function useRouteHash(): string {
  return useRouterState({ select: ({ location }) => location.hash })
}

/** The parameters in the path, e.g. `{ id: '7' }` on /performers/update/{id}. */
export function useRouteParams(): Readonly<Record<string, string>> {
  const params: unknown = useParams({ strict: false })
  return useMemo(() => {
    const entries = typeof params === 'object' && params !== null ? Object.entries(params) : []
    return Object.fromEntries(entries.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])))
  }, [params])
}

const unsavedPages = new Set<symbol>()

/**
 * Whether the page can be left: asks when it has unsaved changes. For ways out other than navigation, such as logging
 * out.
 */
export async function mayLeave(): Promise<boolean> {
  return unsavedPages.size === 0 || (await mayDiscardChanges())
}

/** Asks whether changes that are not saved can be lost, for what replaces them on the page. */
export async function mayDiscardChanges(): Promise<boolean> {
  const { action } = await confirmBox(t('Unsaved changes will be lost.'), t('Leave without saving?'), {
    type: 'warning',
    confirmText: t('Leave'),
    cancelText: t('Stay'),
    closeOnNavigation: false,
  })
  return action === 'confirm'
}

const ownRecord = ['id'] as const

/**
 * Asks before leaving a page with unsaved changes, by link, Back, logging out or closing the tab.
 *
 * @param records - the parameters of the address that name what is edited; a change of any other one stays on it
 */
export function useLeaveGuard(isDirty: boolean, records: readonly string[] = ownRecord): void {
  useEffect(() => {
    if (!isDirty) return
    const page = Symbol('unsaved page')
    unsavedPages.add(page)
    return () => {
      unsavedPages.delete(page)
    }
  }, [isDirty])

  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async ({ current, next }) => {
      if (
        current.pathname === next.pathname &&
        records.every((key) => inSearch(current.search, key) === inSearch(next.search, key))
      )
        return false
      return !(await mayDiscardChanges())
    },
  })
}

function inSearch(search: unknown, key: string): unknown {
  return typeof search === 'object' && search !== null ? (new Map(Object.entries(search)).get(key) ?? null) : null
}
