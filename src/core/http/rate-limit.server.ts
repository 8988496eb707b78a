import { Refusal } from '../errors/errors.ts'
import { ownNetworkOf } from '../ip-address.ts'

export interface RateLimit {
  /** Counts one attempt of the key and refuses (429 with Retry-After) when the window is already full. */
  take(key: string): void
  /** Refuses like `take`, without counting. */
  check(key: string): void
  /** Whether `take` would refuse. */
  isFull(key: string): boolean
}

/** Keys kept at most; beyond it the ones longest unused are forgotten, so that a flood of addresses costs no memory. */
const keysKept = 10_000

/**
 * Allows `limit` attempts per key within any `windowSeconds`. Counted in this process alone: with several instances
 * each one has its own count.
 */
export function createRateLimit(options: {
  limit: number
  windowSeconds: number
  message: string | (() => string)
  now?: () => number
}): RateLimit {
  const { limit, message } = options
  const window = options.windowSeconds * 1000
  const now = options.now ?? (() => performance.now())
  const attempts = new Map<string, number[]>()

  function recent(key: string): number[] {
    return (attempts.get(key) ?? []).filter((at) => at > now() - window)
  }

  function refuseWhenFull(times: readonly number[]): void {
    const oldest = times[times.length - limit]
    if (oldest === undefined) return
    const seconds = Math.max(1, Math.ceil((oldest + window - now()) / 1000))
    throw new Refusal(429, typeof message === 'string' ? message : message(), {
      headers: { 'retry-after': String(seconds) },
    })
  }

  return {
    take(key) {
      const times = recent(key)
      refuseWhenFull(times)
      times.push(now())
      attempts.delete(key)
      attempts.set(key, times)
      if (attempts.size > keysKept) {
        for (const longestUnused of attempts.keys()) {
          attempts.delete(longestUnused)
          break
        }
      }
    },
    check(key) {
      refuseWhenFull(recent(key))
    },
    isFull: (key) => recent(key).length >= limit,
  }
}

export interface FailureLimit {
  /** Counts a failure of the key, and refuses (429 with Retry-After) when it has had too many. */
  fail(key: string): void
  /**
   * Does what can fail. Only failures are ever refused: after too many of them each further one is a 429, and work that
   * succeeds still gets through. From then on the key's work is done one at a time, so that a flood of failures costs no
   * more than that at once.
   */
  attempt<T>(key: string, work: () => Promise<T>, isFailure: (error: unknown) => boolean): Promise<T>
}

/** Allows `limit` failures per key within any `windowSeconds`, counted in this process alone. */
export function createFailureLimit(options: Parameters<typeof createRateLimit>[0]): FailureLimit {
  const failures = createRateLimit(options)
  const lastInLine = new Map<string, Promise<unknown>>()

  function inLine<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (lastInLine.get(key) ?? Promise.resolve()).then(work, work)
    lastInLine.set(key, turn)
    const leave = () => {
      if (lastInLine.get(key) === turn) lastInLine.delete(key)
    }
    void turn.then(leave, leave)
    return turn
  }

  return {
    fail: failures.take,
    async attempt(key, work, isFailure) {
      try {
        return await (failures.isFull(key) ? inLine(key, work) : work())
      } catch (error) {
        if (isFailure(error)) failures.take(key)
        throw error
      }
    },
  }
}

/** The key that limits count by: an IPv6 caller owns at least a /64, so its single addresses mean nothing. */
export function networkOf(address: string): string {
  return ownNetworkOf(address) ?? address
}
