import { setTimeout as sleep } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'

interface HeardEvent {
  readonly event: string
  readonly data: unknown
}

/** A stream of server-sent events, as a client reads it. */
export interface EventReader {
  readonly status: number
  readonly headers: Headers
  readonly events: readonly HeardEvent[]
  /** Everything that came, comments included. */
  readonly text: () => string
  /** The next event that fits, among those that came already and those within `within` ms. Rejects with what came instead. */
  next(event: string, fits?: (data: unknown) => boolean, within?: number): Promise<unknown>
  /** Settles once the server has ended it. */
  readonly ended: Promise<void>
  close(): void
}

/** Opens a stream and reads it from now on. Resolves once the server has said that it reports everything. */
export async function readEvents(url: string, headers: Readonly<Record<string, string>>): Promise<EventReader> {
  const stop = new AbortController()
  const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal: stop.signal })
  const events: HeardEvent[] = []
  let all = ''
  let taken = 0

  async function read(): Promise<void> {
    const parser = createParser({
      onEvent: ({ event = 'message', data }) => void events.push({ event, data: JSON.parse(data) as unknown }),
    })
    const decoder = new TextDecoder()
    for await (const part of response.body ?? []) {
      const text = decoder.decode(part as Uint8Array, { stream: true })
      all += text
      parser.feed(text)
    }
  }

  const ended = read().catch(() => {})
  const reader: EventReader = {
    status: response.status,
    headers: response.headers,
    events,
    ended,
    text: () => all,
    close: () => stop.abort(),
    async next(event, fits = () => true, within = 5_000) {
      for (const until = performance.now() + within; ; await sleep(10)) {
        const at = events.findIndex((one, index) => index >= taken && one.event === event && fits(one.data))
        if (at !== -1) {
          taken = at + 1
          return events[at]?.data
        }
        if (performance.now() > until) throw new Error(`No ${event} within ${within} ms; heard ${all.slice(-2_000)}`)
      }
    },
  }
  if (response.status === 200) await reader.next('hello')
  return reader
}
