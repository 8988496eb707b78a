import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnchanged } from '../prepared-answer.server.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What it reads gets a tag of its content. */
    isTagged?: boolean
    /**
     * The reply contains a secret. Compressed beside text that an attacker chose, its length would reveal the secret
     * letter by letter (BREACH), so it is sent uncompressed.
     */
    isSecret?: boolean
  }
}

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]

/** Shorter answers fit into one packet as they are. */
const worthwhile = 1_024
/** Half as much again of the work of 3, for a tenth less to send; each step beyond costs more than it saves. */
const brotliQuality = 4
const texts = /^(?:application\/json|text\/(?!event-stream)|image\/svg\+xml)/

/**
 * The steps of every answer on its way: a tag of what was read, 304 for a caller who has it already, and compression.
 */
export function finishAnswers(server: FastifyInstance): void {
  server.addHook('onSend', async function finishAnswer(request, reply, payload: unknown) {
    // Streams begin before their contents are known.
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    // Encoded once for its tag, its length and the socket.
    const content = typeof payload === 'string' ? Buffer.from(payload) : payload
    if (reply.statusCode === 200 && isRead(request)) {
      if (request.routeOptions.config.isTagged) reply.header('ETag', tagOf(reply, content))
      const etag = reply.getHeader('etag')
      if (typeof etag === 'string' && isUnchanged(etag, request.headers['if-none-match'])) {
        reply.code(304).removeHeader('content-type').removeHeader('content-length')
        return null
      }
    }
    return await compressed(request, reply, content)
  })
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/**
 * A record's tag begins with its version, by which changes are made dependent on it; what else the answer says (counters,
 * titles of references) can change without one. A person who can see less has another answer, and so another tag.
 */
function tagOf(reply: FastifyReply, payload: Buffer): string {
  const given = reply.getHeader('etag')
  if (typeof given === 'string' && !/^"\d+"$/.test(given)) return given
  const range = String(reply.getHeader('content-range') ?? '')
  const content = createHash('sha1').update(range).update(payload).digest('base64url').slice(0, 16)
  return typeof given === 'string' ? `${given.slice(0, -1)}-${content}"` : `W/"${content}"`
}

/** The version that If-Match names, be it by the tag of a reading or of a change. */
export function versionNamed(ifMatch: string): string {
  return ifMatch.replace(/^"(\d+)-[\w-]{16}"$/, '"$1"')
}

async function compressed(
  { headers, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  payload: Buffer,
): Promise<Buffer> {
  if (routeOptions.config.isSecret || reply.hasHeader('content-encoding')) return payload
  if (payload.length < worthwhile || !texts.test(String(reply.getHeader('content-type') ?? ''))) return payload
  const vary = String(reply.getHeader('vary') ?? '')
  if (!/accept-encoding/i.test(vary)) reply.header('Vary', vary === '' ? 'Accept-Encoding' : `${vary}, Accept-Encoding`)
  const encoding = negotiate(String(headers['accept-encoding'] ?? ''), ['br', 'gzip'])
  if (encoding === null) return payload
  reply.header('Content-Encoding', encoding).removeHeader('content-length')
  return encoding === 'br'
    ? await toBrotli(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
    : await toGzip(payload)
}
