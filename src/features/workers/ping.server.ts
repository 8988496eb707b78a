import type { Logger } from 'pino'

/** Milliseconds that the other side gets. */
const patience = 10_000

/**
 * Feeds a dead man's switch. Silence is what it raises the alarm about, so a call that fails is only noted here. It follows
 * no redirect, and reads nothing of the answer.
 */
export async function ping(
  url: string,
  { log, signal }: { readonly log: Logger; readonly signal: AbortSignal },
): Promise<boolean> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(patience)])
    const { ok, status, body } = await fetch(url, { signal: limit, redirect: 'error' })
    await body?.cancel()
    if (!ok) log.warn({ status }, 'The monitoring service refused the ping of the workers')
    return ok
  } catch (error) {
    log.warn({ err: error }, 'The monitoring service could not be reached')
    return false
  }
}
