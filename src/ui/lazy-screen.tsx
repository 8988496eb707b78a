import type { ComponentType } from 'react'
import { lazy, useEffect } from 'react'
import { t } from '../core/i18n/language.ts'
import { oncePresent } from './presence.web.ts'
import { toast } from './toast-store.web.ts'

/** A component whose code comes when it is first drawn, or asked for before. */
export type LazyScreen<Props> = ComponentType<Props> & { fetch(): void }

/**
 * A part of a page that most visits do not need: a menu, a dialog. Draw it inside `<Suspense>`. A part that cannot be
 * fetched is reported and left out, so that it takes nothing else with it.
 */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyScreen<Props> {
  const part = lazy(async () => ({ default: await load().catch((): ComponentType<Props> => Unfetched) }))
  return Object.assign(part as unknown as ComponentType<Props>, { fetch: () => void load().catch(() => null) })
}

function Unfetched() {
  useEffect(() => {
    toast.error(t('Part of the page didn’t load. Reload and try again.'))
  }, [])
  return null
}

/** How long to wait for a quiet moment, where the browser does not report one; milliseconds. */
const quietAfter = 2_000
const atLatest = 4_000

/** Fetches when the browser has nothing else to do, so that it weighs on no page's loading. The function returned calls it off. */
export function fetchWhenQuiet(fetch: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(fetch, quietAfter)
    return () => clearTimeout(timer)
  }
  const waiting = window.requestIdleCallback(fetch, { timeout: atLatest })
  return () => window.cancelIdleCallback(waiting)
}

/**
 * Fetches once a person points, touches or types, and the browser has nothing else to do: menus and panels weigh on no
 * first load, and are there by the click. The function returned calls it off.
 */
export function fetchOnceHere(fetch: () => void): () => void {
  let callOff = () => {}
  const stop = oncePresent(() => {
    callOff = fetchWhenQuiet(fetch)
  })
  return () => {
    stop()
    callOff()
  }
}
