import { Readable } from 'node:stream'

/** Bytes that may wait for a reader who is slow; one who falls further behind is dropped and comes back for less. */
export const mostWaiting = 64 * 1024

/** One reader of server-sent events. */
export interface EventStream {
  readonly body: Readable
  /** Sends an event, or drops the reader who has left too much unread. */
  send(event: string, data: unknown): void
  /** A line that means nothing, so that nobody in between takes the connection for dead. */
  beat(): void
  /** Sends what is left and ends. */
  end(event: string, data: unknown): void
}

/** Begins a stream. `retry`: how long a reader should wait before coming back, in milliseconds. */
export function createEventStream({ retry, onDrop }: { retry: number; onDrop: () => void }): EventStream {
  const body = new Readable({ read() {}, highWaterMark: mostWaiting })

  function push(text: string): void {
    if (body.destroyed || body.readableEnded) return
    if (body.readableLength + text.length > mostWaiting) {
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
