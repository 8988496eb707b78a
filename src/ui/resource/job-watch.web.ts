import { useSyncExternalStore } from 'react'

/** What a browser waits for of the server's longer work: by it, a page knows whether there is anything to ask about. */
export interface JobWatch {
  /** The ids of what is under way. */
  watched(): readonly number[]
  watch(ids: readonly number[]): void
  unwatch(ids: readonly number[]): void
  /**
   * Forgets finished jobs, going by what the server lists as the user's own work, and returns them. Jobs missing from
   * that list have expired or belong to another user of this browser.
   */
  takeEnded<One extends { readonly id: number }>(
    known: readonly One[] | undefined,
    isUnderWay: (one: One) => boolean,
  ): readonly One[]
  useIsWatching(): boolean
}

/** `storageKey`: where the browser remembers it, so that jobs that finish are still reported after a reload. */
export function createJobWatch(storageKey: string): JobWatch {
  let watched: readonly number[] = stored(storageKey)
  const listeners = new Set<() => void>()

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

  const watch: JobWatch = {
    watched: () => watched,
    watch(ids) {
      const fresh = ids.filter((id) => !watched.includes(id))
      if (fresh.length > 0) set([...watched, ...fresh])
    },
    unwatch(ids) {
      const left = watched.filter((id) => !ids.includes(id))
      if (left.length < watched.length) set(left)
    },
    takeEnded(known, isUnderWay) {
      // Nothing has been heard yet.
      if (!known) return []
      const ended = watched.filter((id) => !known.some((one) => one.id === id && isUnderWay(one)))
      watch.unwatch(ended)
      return known.filter(({ id }) => ended.includes(id))
    },
    useIsWatching: () =>
      useSyncExternalStore(
        (listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        () => watched.length > 0,
      ),
  }
  return watch
}

function stored(storageKey: string): readonly number[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(value) ? value.filter((id) => Number.isSafeInteger(id)) : []
  } catch {
    return []
  }
}
