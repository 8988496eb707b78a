import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long a connection that has not sent a request can still send one once the server closes, in milliseconds. */
const unusedMs = 400

/** Lets open requests finish once the server closes, for so many milliseconds. */
export function closeWithin(server: FastifyInstance, drainMs: number): void {
  // Browsers open connections ahead of need, and Node takes those for busy until something was asked.
  const unused = new Set<Socket>()
  server.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.server.on('request', ({ socket }) => unused.delete(socket))

  server.addHook('preClose', (done) => {
    // Connections whose answer was on its way when closing began would otherwise be kept open for another request.
    server.server.keepAliveTimeout = 300
    server.server.keepAliveTimeoutBuffer = 200
    const deadline = setTimeout(() => server.server.closeAllConnections(), drainMs)
    const unusedDeadline = setTimeout(() => unused.forEach((socket) => socket.destroy()), unusedMs)
    server.server.once('close', () => {
      clearTimeout(deadline)
      clearTimeout(unusedDeadline)
    })
    done()
  })
}
