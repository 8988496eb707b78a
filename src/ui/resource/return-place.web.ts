import { useEffect, useRef } from 'react'
import type { AnyResource } from '../../core/resource/resource.ts'

interface Place {
  readonly id: string
  /** How far the list was scrolled, in px. */
  readonly top: number
}

const storageKey = 'marquee.list-places'
/**
 * Where lists were left, by the entry of the browser's history; as many as users go back through. Kept for the tab, as
 * a record that was reloaded still leads back to its list.
 */
const places = new Map<string, Place>(read())
const placesKept = 50

function read(): (readonly [string, Place])[] {
  try {
    return JSON.parse(window.sessionStorage.getItem(storageKey) ?? '[]') as [string, Place][]
  } catch {
    // A browser that stores nothing for this page: Back still works until the next reload.
    return []
  }
}

function keep(): void {
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify([...places]))
  } catch {
    // See above.
  }
}

const listsKey = 'marquee.last-lists'

/** The address of the list of a resource from which a record was opened last in this tab; null before that. */
export function lastListAddress({ name }: AnyResource): string | null {
  return lastLists()[name] ?? null
}

function lastLists(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(window.sessionStorage.getItem(listsKey) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}

function keepList(name: string): void {
  try {
    const { pathname, search } = window.location
    window.sessionStorage.setItem(listsKey, JSON.stringify({ ...lastLists(), [name]: `${pathname}${search}` }))
  } catch {
    // A browser that stores nothing for this page: the way back is the list as it opens.
  }
}

/** The router gives every entry a key of its own, which Back brings again and a new visit does not have. */
function entryKey(): string | null {
  const state: unknown = window.history.state
  const key = typeof state === 'object' && state !== null ? (state as Record<string, unknown>)['__TSR_key'] : undefined
  return typeof key === 'string' ? key : null
}

const rowOf = (id: string) => document.querySelector<HTMLElement>(`#main [data-row-id="${CSS.escape(id)}"]`)
const scrollerOf = (row: Element | null) => row?.closest('table')?.parentElement ?? null

/**
 * Returns users who come back from a record to the row that led there. Returns the function to call when a row is
 * opened.
 */
export function useReturnPlace(resource: AnyResource): (id: string | number) => void {
  const isDone = useRef(false)
  useEffect(() => {
    const key = entryKey()
    const place = key === null ? undefined : places.get(key)
    if (!place || isDone.current) return
    const goBack = () => {
      const row = rowOf(place.id)
      if (!row) return
      stop()
      scrollerOf(row)?.scrollTo({ top: place.top })
      row.focus({ preventScroll: true })
      row.scrollIntoView({ block: 'nearest' })
    }
    // Rows that are not at hand any more come a moment later; people who do something in between have gone on.
    const changes = new MutationObserver(goBack)
    const stop = () => {
      isDone.current = true
      changes.disconnect()
      window.removeEventListener('pointerdown', stop, true)
      window.removeEventListener('keydown', stop, true)
    }
    changes.observe(document.body, { childList: true, subtree: true })
    window.addEventListener('pointerdown', stop, true)
    window.addEventListener('keydown', stop, true)
    goBack()
    return stop
  }, [])
  return (id) => {
    keepList(resource.name)
    const key = entryKey()
    if (key === null) return
    places.delete(key)
    places.set(key, { id: String(id), top: scrollerOf(rowOf(String(id)))?.scrollTop ?? 0 })
    const [oldest] = places.keys()
    if (places.size > placesKept && oldest !== undefined) places.delete(oldest)
    keep()
  }
}
