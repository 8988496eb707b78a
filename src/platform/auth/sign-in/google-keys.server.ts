import { createLocalJWKSet, errors } from 'jose'
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'

/** Google's keys. Their address is fixed here; whatever a token says about keys is ignored. */
export const googleKeysUrl = 'https://www.googleapis.com/oauth2/v3/certs'

export const googleIssuers = ['https://accounts.google.com', 'accounts.google.com'] as const

const minute = 60_000
const shortestCacheMs = 5 * minute
const usualCacheMs = 60 * minute
const longestCacheMs = 24 * 60 * minute
const timeoutMs = 3_000
/** An unknown key id makes us ask again, but no more often than this, so that forged ids cost Google nothing. */
const askAgainMs = minute / 2

interface KeySet {
  readonly find: JWTVerifyGetKey
  readonly fetchedAt: number
  readonly staleAt: number
}

/**
 * The signing keys at an address, kept as long as its Cache-Control says. While it cannot be reached the last known
 * keys serve for up to 24 hours.
 *
 * @throws Refusal 503 (from the resolver) when there are no keys at all
 */
export function createRemoteKeys(
  url: string,
  options: { fetch?: typeof fetch; now?: () => number } = {},
): JWTVerifyGetKey {
  const load = options.fetch ?? fetch
  const now = options.now ?? Date.now
  let known: KeySet | null = null
  let asking: Promise<KeySet> | null = null

  function refresh(): Promise<KeySet> {
    asking ??= fetchKeys(url, load, now)
      .then((keys) => (known = keys))
      .finally(() => {
        asking = null
      })
    return asking
  }

  async function current(): Promise<KeySet> {
    if (known && now() < known.staleAt) return known
    try {
      return await refresh()
    } catch (cause) {
      if (known && now() - known.fetchedAt < longestCacheMs) return known
      throw unreachable(cause)
    }
  }

  return async function findKey(header, token) {
    const keys = await current()
    try {
      return await keys.find(header, token)
    } catch (failure) {
      const mayBeNew = failure instanceof errors.JWKSNoMatchingKey && now() - keys.fetchedAt > askAgainMs
      if (!mayBeNew) throw failure
      const fresh = await refresh().catch(() => keys)
      return fresh.find(header, token)
    }
  }
}

function unreachable(cause: unknown): Refusal {
  const refusal = new Refusal(503, t('Google cannot be reached to confirm the sign-in. Try again in a minute.'), {
    headers: { 'retry-after': '30' },
  })
  refusal.cause = cause
  return refusal
}

async function fetchKeys(url: string, load: typeof fetch, now: () => number): Promise<KeySet> {
  const response = await load(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`The key set answered with status ${response.status}.`)
  const find = createLocalJWKSet((await response.json()) as JSONWebKeySet)
  const seconds = Number(
    /(?:^|[\s,])max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1] ?? Number.NaN,
  )
  const keptMs = Number.isFinite(seconds) ? seconds * 1000 : usualCacheMs
  return {
    find,
    fetchedAt: now(),
    staleAt: now() + Math.min(longestCacheMs, Math.max(shortestCacheMs, keptMs)),
  }
}
