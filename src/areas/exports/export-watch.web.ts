import { useSyncExternalStore } from 'react'

/** Where the browser remembers what it waits for, so that a reload still tells when it is done. */
const storageKey = 'marquee-exports'

let watched: readonly number[] = stored()
const listeners = new Set<() => void>()

function stored(): readonly number[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(value) ? value.filter((id) => Number.isSafeInteger(id)) : []
  } catch {
    return []
  }
}

function set(next: readonly number[]): void {
  watched = next
  try {
    if (next.length === 0) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // A browser that keeps nothing still watches until it is reloaded.
  }
  for (const listener of listeners) listener()
}

/** The exports under way that this browser waits for. */
export function watchedExports(): readonly number[] {
  return watched
}

export function watchExports(ids: readonly number[]): void {
  const fresh = ids.filter((id) => !watched.includes(id))
  if (fresh.length > 0) set([...watched, ...fresh])
}

export function unwatchExports(ids: readonly number[]): void {
  const left = watched.filter((id) => !ids.includes(id))
  if (left.length < watched.length) set(left)
}

/** Whether anything is waited for; the server is asked about exports only then. */
export function useIsWatching(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, () => watched.length > 0)
}
