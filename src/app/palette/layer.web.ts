import { useSyncExternalStore } from 'react'

/** The layer over the page: the palette or the sheet of shortcuts. */
export type Layer = 'palette' | 'shortcuts'

let layer: Layer | null = null
let opener: HTMLElement | null = null
const listeners = new Set<() => void>()

function set(next: Layer | null): void {
  layer = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function openLayer(next: Layer): void {
  if (layer === null) opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
  set(next)
}

/** Gives the focus back to where it was, unless what comes next takes it. */
export function closeLayer({ returnsFocus = true }: { returnsFocus?: boolean } = {}): void {
  const back = opener
  opener = null
  set(null)
  if (returnsFocus) requestAnimationFrame(() => back?.isConnected && back.focus())
}

export function useLayer(): Layer | null {
  return useSyncExternalStore(subscribe, () => layer)
}
