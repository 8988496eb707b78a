import { isIPv6 } from 'node:net'
import { Refusal } from './errors.ts'

export interface RateLimit {
  /** Counts one attempt of the key and refuses (429 with Retry-After) when the window is already full. */
  take(key: string): void
  /** Refuses like `take`, without counting. */
  check(key: string): void
}

/** Keys kept at most; beyond it the ones longest unused are forgotten, so that a flood of addresses costs no memory. */
const keysKept = 10_000

/**
 * Allows `limit` attempts per key within any `windowSeconds`. Counted in this process alone: with several instances
 * each one has its own count.
 */
export function createRateLimit(options: {
  limit: number; windowSeconds: number; message: string | (() => string); now?: () => number
}): RateLimit {
  const { limit, message } = options
  const window = options.windowSeconds * 1000
  const now = options.now ?? (() => performance.now())
  const attempts = new Map<string, number[]>()

  function recent(key: string): number[] {
    const since = now() - window
    return (attempts.get(key) ?? []).filter((at) => at > since)
  }

  function refuseWhenFull(times: readonly number[]): void {
    const oldest = times[times.length - limit]
    if (oldest === undefined) return
    const seconds = Math.max(1, Math.ceil((oldest + window - now()) / 1000))
    throw new Refusal(429, typeof message === 'string' ? message : message(), { headers: { 'retry-after': String(seconds) } })
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
  }
}

/** What limits count by: an IPv6 caller owns at least a /64, so its single addresses mean nothing. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const missing = address.includes('::') ? 8 - left.length - right.length : 0
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right]
  return `${groups.slice(0, 4).join(':')}::/64`
}
