import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { HttpClient } from '../../core/browser/create-http-client.web.ts'
import { followPath, readAgoHeader } from './live-paths.ts'

/** The server says something every 22 s, so a stream that is silent for longer is dead. */
const silentFor = 60_000

export interface Stream {
  readonly resources: ReadonlySet<string>
  /** New to this stream: what the screen shows of them was read before it. */
  readonly fresh: ReadonlySet<string>
  readonly stop: AbortController
  isOpen: boolean
}

export interface StreamEnd {
  /** What the server said about it: the session is over, or the server is stopping. */
  readonly said: 'refused' | 'bye' | null
  /** Whether the stream broke off. */
  readonly isBroken: boolean
  /** Asked for by the server, in milliseconds; 0 if it wasn't. */
  readonly retryAfter: number
}

/**
 * Reads a stream to its end.
 *
 * @param readAgo how long ago the screen read what is fresh, in milliseconds; null if nothing is
 */
export async function readStream(
  http: HttpClient,
  { resources, stop }: Stream,
  readAgo: number | null,
  hear: (event: EventSourceMessage) => void,
): Promise<StreamEnd> {
  let silence: ReturnType<typeof setTimeout> | undefined
  const listen = () => {
    clearTimeout(silence)
    silence = setTimeout(() => stop.abort(), silentFor)
  }
  let last: string | null = null
  let isBroken = false
  try {
    listen()
    const response = await http.open(`${followPath}/${[...resources].join(',')}`, {
      headers: {
        'Accept': 'text/event-stream',
        'X-Background': '1',
        ...(readAgo !== null && { [readAgoHeader]: String(readAgo) }),
      },
      signal: stop.signal,
    })
    if (response.status === 401 || response.status === 403) return { said: 'refused', isBroken, retryAfter: 0 }
    const reader = response.ok ? response.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined
    if (!reader) return { said: null, isBroken, retryAfter: Number(response.headers.get('Retry-After') ?? 0) * 1_000 }
    const parser = createParser({
      onEvent(event) {
        last = event.event ?? null
        hear(event)
      },
    })
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      listen()
      parser.feed(value)
    }
  } catch {
    isBroken = true
  } finally {
    clearTimeout(silence)
  }
  return { said: last === 'end' ? 'refused' : last === 'bye' ? 'bye' : null, isBroken, retryAfter: 0 }
}
