/** Milliseconds between two questions whether the server is there again; the last one stays. */
const pauses = [1_000, 2_000, 4_000, 8_000, 15_000] as const
const answerWithin = 5_000

export interface Connection {
  /** Whether the server can be reached, as far as the console knows. */
  isUp(): boolean
  subscribe(listener: () => void): () => void
  /** A call failed to reach the server, or reached it. One failure can be a network hiccup, so the server is asked. */
  report(isReached: boolean): void
}

/**
 * Watches whether the server can be reached. Asks it only when there is reason to doubt that it can, and then until
 * it answers; the question costs no database and no session. `probe` resolves to whether it answered.
 */
export function createConnection(probe: (signal: AbortSignal) => Promise<boolean>): Connection {
  const listeners = new Set<() => void>()
  let isUp = true
  let isAsking = false
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function settle(next: boolean): void {
    clearTimeout(timer)
    timer = undefined
    if (next) tries = 0
    else timer = setTimeout(() => void ask(), pauses[Math.min(tries++, pauses.length - 1)])
    if (isUp === next) return
    isUp = next
    for (const listener of listeners) listener()
  }

  async function ask(): Promise<void> {
    if (isAsking) return
    isAsking = true
    const answered = await probe(AbortSignal.timeout(answerWithin)).catch(() => false)
    isAsking = false
    settle(answered)
  }

  return {
    isUp: () => isUp,
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    report(isReached) {
      if (isReached && !isUp) settle(true)
      else if (!isReached) void ask()
    },
  }
}
