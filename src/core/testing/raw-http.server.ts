import { connect } from 'node:net'
import type { Socket } from 'node:net'

export interface RawAnswer {
  /** 0 when the connection ended without an answer. */
  status: number
  headers: Map<string, string>
  body: string
  /** Milliseconds until the server closed the connection. */
  closedAfterMs: number
}

/** A connection on which any bytes can be sent, for requests that no HTTP client would let through. */
export interface RawConnection {
  readonly socket: Socket
  send(bytes: string): void
  /** What arrived until the server hung up. */
  readonly answer: Promise<RawAnswer>
}

export function openRaw(port: number): RawConnection {
  const started = performance.now()
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  const answer = new Promise<RawAnswer>((resolve) => {
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      resolve({ ...parseAnswer(Buffer.concat(chunks).toString('latin1')), closedAfterMs: performance.now() - started })
    })
  })
  return { socket, answer, send: (bytes) => socket.write(bytes, 'latin1') }
}

/** Sends bytes and waits until the server hangs up, or for a whole answer when it keeps the connection. */
export async function rawRequest(port: number, bytes: string): Promise<RawAnswer> {
  const connection = openRaw(port)
  connection.send(bytes)
  const patience = setTimeout(() => connection.socket.destroy(), 15_000)
  const answer = await connection.answer
  clearTimeout(patience)
  return answer
}

function parseAnswer(text: string): Omit<RawAnswer, 'closedAfterMs'> {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0), headers, body: rest.join('\r\n\r\n') }
}
