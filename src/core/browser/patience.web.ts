import { FailedRequest, isCancelled, RequestFailure } from './request-errors.web.ts'

/** How long to wait before each further try, or longer where the server asks for it, in milliseconds. */
const WAITS_MS = [1_000, 4_000, 10_000] as const
/** A call that is not answered by then is made once more beside the first, in milliseconds. */
const SILENCE_MS = 8_000
/** No further try begins later than this after the first, in milliseconds. */
const IN_ALL_MS = 30_000

/**
 * Asks again, three times at most, while the failure is likely to pass: the server is busy or restarting, or gives no
 * answer. Everything else fails at once. `tell` says that it takes longer, and returns a function that takes that back.
 */
export async function patiently<T extends object>(ask: () => Promise<T>, tell: () => () => void): Promise<T> {
  const endsAt = Date.now() + IN_ALL_MS
  const asked: Promise<T>[] = []
  let untell: (() => void) | null = null
  try {
    for (const wait of WAITS_MS) {
      asked.push(ask())
      try {
        const answer = await Promise.race([firstOf(asked), pause(SILENCE_MS)])
        if (answer !== null) return answer
      } catch (failure) {
        const pauseMs = Math.max(retryAfter(failure), wait)
        if (!isPassing(failure) || Date.now() + pauseMs > endsAt) throw failure
        untell ??= tell()
        await pause(pauseMs)
      }
      untell ??= tell()
    }
    asked.push(ask())
    return await firstOf(asked)
  } finally {
    untell?.()
  }
}

/** The first good answer; or the first failure that will not pass, or the last one of all. */
function firstOf<T>(asked: readonly Promise<T>[]): Promise<T> {
  return new Promise((resolve, reject) => {
    let waiting = asked.length
    for (const one of asked) {
      void one.then(resolve, (failure: unknown) => {
        waiting -= 1
        if (waiting === 0 || !isPassing(failure)) reject(failure)
      })
    }
  })
}

/** A gateway or server that cannot answer now (502, 503, 504), no connection, or no answer in time. */
function isPassing(failure: unknown): boolean {
  if (failure instanceof FailedRequest) return failure.status >= 502 && failure.status <= 504
  return failure instanceof RequestFailure && !isCancelled(failure)
}

/** The delay that the server requests: seconds, or a moment. */
function retryAfter(failure: unknown): number {
  const said = failure instanceof FailedRequest ? failure.headers.get('Retry-After') : null
  if (said === null) return 0
  const ms = /^\d+$/.test(said) ? Number(said) * 1_000 : Date.parse(said) - Date.now()
  return Number.isFinite(ms) ? ms : 0
}

function pause(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, ms, null))
}
