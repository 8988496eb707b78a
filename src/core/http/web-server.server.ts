import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { RequestListener, Server, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { errorCodes, fastify, LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { finishAnswers } from './answers.server.ts'
import { closeWithin } from './closing.server.ts'
import type { ForwardingFault } from './client-address.server.ts'
import { createClientAddress, oncePerPeerAndDay } from './client-address.server.ts'
import { Refusal } from '../errors/errors.ts'
import { answerFailure } from '../errors/failures.server.ts'
import { languageOfCall, speakLanguages, speaking } from './language.server.ts'
import { parseJsonBody } from './json-body.server.ts'
import { keepRawBody } from './raw-body.server.ts'
import { t } from '../i18n/language.ts'
import { watchLoad } from './load-shedding.server.ts'
import { createRequestGuard } from './request-guard.server.ts'
import { allowedAt, answerOptions } from './offered.server.ts'
import { commonHeaders } from './security-headers.server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's IP address, in one spelling, or `unknown`; proxies are believed only where they are configured. */
    clientAddress: string
  }
}

/** `full`: reading works, saving does not. `starting`: the schema is being brought up to date. */
export type Readiness = 'ready' | 'starting' | 'recovering' | 'full'

export interface WebServerOptions {
  log: FastifyBaseLogger
  /** Where people reach the console, e.g. https://admin.example.com, when that is not the Host that requests name. */
  publicUrl?: string | undefined
  isProduction: boolean
  /** Addresses and CIDR ranges whose X-Forwarded-For is believed. */
  trustedProxies?: readonly string[]
  /** Asked for /health/ready; calls wait outside (503) while it says `starting`. */
  readiness?: () => Readiness
  /** A condition that needs a look although calls are answered; /health/ready names it. */
  findings?: () => Readonly<Record<string, unknown>> | null
  /** Largest body of a call, in bytes. */
  bodyLimit?: number
  /** Milliseconds that open requests get to finish once the server closes. */
  drainMs?: number
}

const headersTimeoutMs = 5_000
const requestTimeoutMs = 10_000
const largestHeader = 16 * 1024

const forwardingFaults: Readonly<Record<ForwardingFault, string>> = {
  'unlisted':
    'X-Forwarded-For from a peer that is not in TRUSTED_PROXIES is ignored. If it is your proxy, add it: until then everybody behind it counts as one address.',
  'no-address':
    'A proxy in TRUSTED_PROXIES sends an X-Forwarded-For whose last hop is no address. Its callers count as unknown, and IP validation keeps them out.',
}

function refuseSchemas(): never {
  throw new Error('A route has a schema of Fastify’s; defineEndpoint takes zod schemas.')
}

/**
 * A Fastify server that refuses what no honest client sends, answers every failure in one shape, and closes within
 * `drainMs`. Routes are added by the caller. Slow headers end after 5 s and slow bodies after 10 s (408), headers
 * beyond 16 KB with 431, bodies beyond 1 MB with 413.
 */
export function createWebServer(options: WebServerOptions): FastifyInstance {
  const readiness = options.readiness ?? (() => 'ready' as const)
  const load = watchLoad()
  const server = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: options.bodyLimit ?? 1024 * 1024,
    // Requests that arrive on an open connection while the server drains are still answered, and then it closes.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 512 },
    serverFactory: createHttpServer,
    // Calls are checked against their zod schemas. Fastify's own compilers would be read at every start, a tenth of a
    // second, and never used.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    frameworkErrors(error, request, reply) {
      void reply.headers(common).header('x-request-id', request.id)
      answerFailure(error, request as FastifyRequest, reply as FastifyReply)
    },
    // Fastify's types describe the packet as JSON would show it; Node gives a Buffer.
    clientErrorHandler: (error, socket) => answerClientError(error as unknown as ClientError, socket),
  })
  const common = commonHeaders({ isProduction: options.isProduction })
  const clientAddress = createClientAddress(
    options.trustedProxies ?? [],
    oncePerPeerAndDay((fault, peer) => options.log.warn({ peer }, forwardingFaults[fault])),
  )
  const guard = createRequestGuard({ publicUrl: options.publicUrl })

  speakLanguages(server)
  server.decorateRequest('clientAddress', '')
  server.addHook('onRequest', function guardRequest(request, reply, done) {
    void reply.headers(common).header('x-request-id', request.id)
    const forwarded = request.headers['x-forwarded-for']
    request.clientAddress = clientAddress({
      socketAddress: request.raw.socket.remoteAddress,
      forwardedFor: Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    })
    try {
      guard(request)
      if (!request.routeOptions.config.isAlwaysAnswered) assertReady(load, readiness())
      done()
    } catch (refusal) {
      done(refusal instanceof Error ? refusal : new Error(String(refusal)))
    }
  })
  finishAnswers(server)
  server.addHook('onResponse', logResponse)

  readBodies(server)
  server.setErrorHandler((failure, request, reply) =>
    speaking(languageOfCall(request), () => answerFailure(failure, request, reply)),
  )
  server.setNotFoundHandler((request, reply) => {
    const allow = allowedAt(server, request)
    const refusal =
      allow === null
        ? new Refusal(404, t('Not found.'))
        : new Refusal(405, t('This URL doesn’t support that method.'), { headers: { allow } })
    answerFailure(refusal, request, reply)
  })
  addHealth(server, readiness, options.findings)
  answerOptions(server)

  closeWithin(server, options.drainMs ?? 10_000)
  server.addHook('onClose', (_server, done) => {
    load.stop()
    done()
  })
  return server
}

function assertReady(load: ReturnType<typeof watchLoad>, readiness: Readiness): void {
  if (load.isOverloaded())
    throw new Refusal(503, t('The server is busy. Try again in a few seconds.'), { headers: { 'retry-after': '5' } })
  if (readiness === 'starting')
    throw new Refusal(503, t('The server is starting. Try again in a few seconds.'), {
      headers: { 'retry-after': '3' },
    })
}

function readBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, function readJson(request, body, done) {
    keepRawBody(request, body as Buffer)
    try {
      done(
        null,
        speaking(languageOfCall(request), () => parseJsonBody(body as Buffer)),
      )
    } catch (refusal) {
      done(refusal instanceof Error ? refusal : new Error(String(refusal)))
    }
  })

  // Stock clients name a type even where they send nothing, as with DELETE.
  server.addContentTypeParser('*', function readNothing({ headers }, _body, done) {
    const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
    done(isEmpty ? null : new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(headers['content-type'] ?? ''), undefined)
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered even while the server starts or is overloaded: health checks and static files. */
    isAlwaysAnswered?: boolean
    /** Static files, which would only drown what matters in the log. */
    isQuiet?: boolean
  }
}

function createHttpServer(handler: RequestListener): Server {
  const httpOptions: ServerOptions = {
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: 65_000,
    maxHeaderSize: largestHeader,
    requireHostHeader: true,
  }
  const server = createServer(httpOptions, handler)
  // Without a listener Node would hang up on CONNECT without a word.
  server.on('connect', (_request, socket: Socket) => endSocket(socket, 405))
  return server
}

function addHealth(server: FastifyInstance, readiness: () => Readiness, findings: WebServerOptions['findings']): void {
  const config = { isAlwaysAnswered: true, isQuiet: true }
  server.get('/health/live', { config }, async () => ({ status: 'live' }))
  server.get('/health/ready', { config }, async (_request, reply) => {
    const status = readiness()
    const isReady = status === 'ready' || status === 'full'
    return reply
      .code(isReady ? 200 : 503)
      .headers(isReady ? {} : { 'retry-after': '3' })
      .send({ status, ...findings?.() })
  })
}

function logResponse(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { config, url: route } = request.routeOptions
  const [path = ''] = request.raw.url?.split('?', 1) ?? []
  request.log[config.isQuiet && reply.statusCode < 400 ? 'debug' : 'info'](
    {
      method: request.method,
      // A path with an email address in it names a person; its pattern does not. Query strings stay out altogether.
      path: /@|%40/i.test(path) ? (route ?? '(unknown)') : path.slice(0, 200),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      address: request.clientAddress,
    },
    'answered',
  )
  done()
}

const rawAnswers: Readonly<Record<number, readonly [string, string, string]>> = {
  400: ['Bad Request', 'BadRequest', 'The request is not valid HTTP.'],
  405: ['Method Not Allowed', 'MethodNotAllowed', 'This method is not offered.'],
  408: ['Request Timeout', 'RequestTimeout', 'The request took too long to arrive.'],
  431: ['Request Header Fields Too Large', 'HeadersTooLarge', 'The headers of the request are too large.'],
}

interface ClientError extends Error {
  code?: string
  /** Where in `rawPacket` the parser gave up. */
  bytesParsed?: number
  rawPacket?: Buffer
}

/** What Node's parser refuses never becomes a request, so it is answered on the socket itself. */
function answerClientError(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? 408
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? 431
        : isUnknownMethod(error)
          ? 405
          : 400
  endSocket(socket, status)
}

/** A well-formed first line with an unknown method, as opposed to bytes that are no request at all. */
function isUnknownMethod({ code, bytesParsed = 0, rawPacket }: ClientError): boolean {
  if (code !== 'HPE_INVALID_METHOD' || !rawPacket) return false
  const method = /^([A-Z][A-Z-]*) \S+ HTTP\/1\.[01]\r\n/.exec(rawPacket.toString('latin1', 0, largestHeader))?.[1]
  return method !== undefined && bytesParsed <= method.length
}

function endSocket(socket: Socket, status: number): void {
  const [reason, error, message] = rawAnswers[status] ?? ['Bad Request', 'BadRequest', 'The request is not valid HTTP.']
  const requestId = randomUUID()
  const body = JSON.stringify({ error, message, requestId })
  const headers = {
    ...commonHeaders({ isProduction: false }),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    'connection': 'close',
  }
  const lines = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines}\r\n${body}`)
  // A client that goes on sending must not keep the socket.
  socket.setTimeout(1_000, () => socket.destroy())
}
