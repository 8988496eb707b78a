import { setTimeout as sleep } from 'node:timers/promises'

export interface RateBudget {
  /** Waits for its turn. Rejects when the signal aborts. */
  take(signal?: AbortSignal): Promise<void>
  /** Calls that could leave now without waiting. */
  readonly left: number
}

/** Evenly spread calls, at most `perSecond` of them, with a second's worth to begin with. Each process has its own. */
export function createRateBudget(
  perSecond: number,
  { now = () => performance.now(), wait = (ms: number, signal?: AbortSignal) => sleep(ms, undefined, { signal }) } = {},
): RateBudget {
  const spacing = 1_000 / perSecond
  // The moment at which a full budget would be used up to nothing; it moves on by one spacing with each call.
  let full = now() - 1_000
  return {
    async take(signal) {
      full = Math.max(full + spacing, now() - 1_000 + spacing)
      const until = full - now()
      if (until > 0) await wait(until, signal)
    },
    get left() {
      return Math.max(0, Math.floor((now() - Math.max(full, now() - 1_000)) / spacing))
    },
  }
}
