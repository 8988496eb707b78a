const openers = new Set<() => void>()

/** Opens the history of the record on the page, from elsewhere than its command. */
export function openHistory(): void {
  for (const open of openers) open()
}

export function onOpenHistory(open: () => void): () => void {
  openers.add(open)
  return () => {
    openers.delete(open)
  }
}
