import { useSyncExternalStore } from 'react'

/** Below this width rows are cards, whose heights differ; the style sheets have the same number. */
const query = '(width < 640px)'

function subscribe(changed: () => void): () => void {
  const list = window.matchMedia(query)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
