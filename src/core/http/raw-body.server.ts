import type { FastifyRequest } from 'fastify'

const bodies = new WeakMap<FastifyRequest, Buffer>()

export function keepRawBody(request: FastifyRequest, body: Buffer): void {
  bodies.set(request, body)
}

/** The body byte for byte, as a signature is of it. */
export function rawBodyOf(request: FastifyRequest): Buffer {
  return bodies.get(request) ?? Buffer.alloc(0)
}
