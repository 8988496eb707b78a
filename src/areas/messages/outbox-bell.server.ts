// Rung when a message is put into the outbox. Whoever delivers listens, because waiting for the schedule would keep a
// sign-in code up to a minute.
const listeners = new Set<() => void>()

/** Milliseconds after which the transaction that put the message there has usually, and nearly always, committed. */
const soon = [60, 1_500] as const

/** Calls back after each message of this process that may be there by now; more often rather than less. */
export function onMessage(listener: () => void): () => void {
  const timers = new Map<number, NodeJS.Timeout>()
  const heard = () => {
    for (const delay of soon) {
      // Counted from the last message, or a stream of them would be looked at once each.
      clearTimeout(timers.get(delay))
      timers.set(delay, setTimeout(listener, delay))
    }
  }
  listeners.add(heard)
  return () => {
    listeners.delete(heard)
    for (const timer of timers.values()) clearTimeout(timer)
  }
}

export function ringForMessage(): void {
  for (const listener of listeners) listener()
}
