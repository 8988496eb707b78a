import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { createParser } from 'eventsource-parser'
import { describe, expect, it } from 'vitest'
import type { EventStream } from './event-stream.server.ts'
import { createEventStream } from './event-stream.server.ts'

const maxWaiting = 64 * 1024

describe('a stream of events', () => {
  it('drops a reader who reads nothing, and keeps little for them until then', async () => {
    let dropped = 0
    const streams: EventStream[] = []
    const server = createServer((_request, response) => {
      const stream = createEventStream({ retry: 1_000, onDrop: () => dropped++ })
      streams.push(stream)
      stream.body.on('error', () => {}).pipe(response)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    socket.pause()
    await expect.poll(() => streams.length).toBe(1)
    let most = 0
    // The system's own buffers swallow some megabytes first.
    for (let n = 0; n < 4_000 && dropped === 0; n++) {
      streams[0]?.send('changes', 'x'.repeat(10_000))
      most = Math.max(most, streams[0]?.body.readableLength ?? 0)
      await new Promise(setImmediate)
    }
    expect(dropped).toBe(1)
    expect(most).toBeLessThanOrEqual(maxWaiting)
    expect(streams[0]?.body.destroyed).toBe(true)
    streams[0]?.send('changes', 'after the end')
    socket.destroy()
    server.closeAllConnections()
    server.close()
  })

  it('is read as it was written, however it is cut into pieces', async () => {
    const stream = createEventStream({ retry: 1_000, onDrop: () => {} })
    stream.send('hello', { resources: ['things'] })
    stream.beat()
    stream.send('changes', ['line\nbreak', 'ünï'])
    stream.end('bye', {})
    const parts: Buffer[] = []
    for await (const part of stream.body) parts.push(part as Buffer)
    const text = Buffer.concat(parts).toString('utf8')
    for (const size of [1, 7, 1_000]) {
      const read: [string | undefined, unknown][] = []
      const parser = createParser({ onEvent: ({ event, data }) => void read.push([event, JSON.parse(data)]) })
      for (let at = 0; at < text.length; at += size) parser.feed(text.slice(at, at + size))
      expect(read).toEqual([
        ['hello', { resources: ['things'] }],
        ['changes', ['line\nbreak', 'ünï']],
        ['bye', {}],
      ])
    }
  })
})
