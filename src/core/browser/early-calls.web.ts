import { readToken } from './cookies.web.ts'
import { readViewAs } from './view-as.web.ts'

/**
 * Calls that the document's own script has made while the console's were on their way (src/app/console/index.html), by
 * path, with the token and the role of that moment.
 */
interface EarlyCalls {
  readonly token: string
  readonly view: string | null
  readonly answers: Record<string, Promise<Response>>
}

declare global {
  interface Window {
    earlyCalls?: EarlyCalls
  }
}

/**
 * The answer to a GET that was made early, once; null without one, or when another person has signed in since.
 */
export function takeEarlyAnswer(address: string, signal?: AbortSignal | null): Promise<Response> | null {
  const early = typeof window === 'undefined' ? undefined : window.earlyCalls
  if (!early) return null
  const { pathname, search } = new URL(address)
  const answer = early.answers[pathname + search]
  delete early.answers[pathname + search]
  if (!answer || early.token !== readToken() || early.view !== readViewAs()) return null
  return signal ? orAborted(answer, signal) : answer
}

async function orAborted(answer: Promise<Response>, signal: AbortSignal): Promise<Response> {
  signal.throwIfAborted()
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
  })
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([answer, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
