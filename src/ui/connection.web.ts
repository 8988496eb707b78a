import { useSyncExternalStore } from 'react'

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
 *
 * @internal
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

async function askServer(signal: AbortSignal): Promise<boolean> {
  const { status } = await fetch('/health/live', { cache: 'no-store', signal })
  // A proxy in front of an unreachable server answers in its place.
  return status !== 502 && status !== 504
}

/** The console's connection to its server. */
export const connection = createConnection(askServer)

if (typeof window !== 'undefined') {
  // A server on this very machine answers all the same, so the browser's word is only a reason to ask.
  for (const event of ['online', 'offline']) window.addEventListener(event, () => connection.report(false))
}

export function useIsConnected(): boolean {
  return useSyncExternalStore(connection.subscribe, connection.isUp)
}
