import { Readable } from 'node:stream'

/**
 * Bytes that can wait for a slow reader; one that falls further behind is dropped, and has less to receive when it
 * reconnects.
 */
const maxWaiting = 64 * 1024

/** One reader of server-sent events. */
export interface EventStream {
  readonly body: Readable
  /** Sends an event, or drops a reader who has too much unread. */
  send(event: string, data: unknown): void
  /** A line without meaning, so that no proxy takes the connection for dead. */
  beat(): void
  /** Sends the rest and ends. */
  end(event: string, data: unknown): void
}

/** Begins a stream. `retry`: how long a reader should wait before coming back, in milliseconds. */
export function createEventStream({ retry, onDrop }: { retry: number; onDrop: () => void }): EventStream {
  const body = new Readable({ read() {}, highWaterMark: maxWaiting })

  function push(text: string): void {
    if (body.destroyed || body.readableEnded) return
    if (body.readableLength + text.length > maxWaiting) {
      onDrop()
      body.destroy()
    } else {
      body.push(text)
    }
  }

  push(`retry: ${retry}\n\n`)
  return {
    body,
    send: (event, data) => push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => push(': \n\n'),
    end(event, data) {
      push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      if (!body.destroyed) body.push(null)
    },
  }
}
