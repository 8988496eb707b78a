import type { Agent, Response } from 'undici'
import type { CircuitBreakerPolicy, IRetryBackoffContext } from 'cockatiel'
import type { Logger } from 'pino'
import type { Db } from '../../db/tables.server.ts'
import { logCall } from './call-log.server.ts'
import { givenUp, unreadable } from './call-labels.ts'
import { assertAllowed, guardedLookup } from './guarded-address.server.ts'
import type { OutboundReply, OutboundRequest, OutboundTarget } from './outbound-target.server.ts'
import { OutboundFailure } from './outbound-target.server.ts'
import type { RateBudget } from './rate-budget.server.ts'
import { createRateBudget } from './rate-budget.server.ts'
import { isUnreadable, textOf } from './reply-text.server.ts'

export interface Outbound {
  /** Makes a call. Any status is an answer; without one it throws an `OutboundFailure`. */
  call(target: OutboundTarget, request: OutboundRequest): Promise<OutboundReply>
  /** How things are with a target, for the console. */
  stateOf(target: OutboundTarget): { readonly isOpen: boolean; readonly left: number }
  close(): Promise<void>
}

export interface OutboundOptions {
  readonly db: Db
  readonly log: Logger
  /** Milliseconds before the second try; later ones wait longer. */
  readonly firstPause?: number
}

/** Tries of one call, the first included. */
const maxTries = 3
const maxRedirects = 3
/** Longer waits that a service asks for are left to the caller. */
const maxPause = 8_000
/** The breaker opens when this share of the last calls found the service unable to answer. */
export const breaking = { threshold: 0.7, size: 20, minimumNumberOfCalls: 6 }
/** Milliseconds until one call is let through an open breaker. */
export const openFor = 60_000

interface Lane {
  readonly budget: RateBudget
  readonly breaker: CircuitBreakerPolicy
}

/** What every call to a service outside goes through. Libraries load with the first call. */
export function createOutbound({ db, log, firstPause = 300 }: OutboundOptions): Outbound {
  const lanes = new Map<string, Lane>()
  let agent: Promise<Agent> | null = null

  async function laneOf({ name, perSecond }: OutboundTarget): Promise<Lane> {
    const { circuitBreaker, CountBreaker, handleWhen } = await import('cockatiel')
    const known = lanes.get(`${name} ${perSecond}`)
    if (known) return known
    const breaker = circuitBreaker(
      handleWhen(isUnavailable).orWhenResult((reply) => isReply(reply) && reply.status >= 500),
      { halfOpenAfter: openFor, breaker: new CountBreaker(breaking) },
    )
    const lane = { budget: createRateBudget(perSecond), breaker }
    lanes.set(`${name} ${perSecond}`, lane)
    return lane
  }

  return {
    async call(target, request) {
      assertAllowed(request.url, target)
      const { retry, handleWhen, DelegateBackoff, BrokenCircuitError } = await import('cockatiel')
      const lane = await laneOf(target)
      agent ??= openAgent()
      const dispatcher = await agent
      const mayRepeat = request.method === 'GET' || request.isIdempotent === true
      const again = retry(
        handleWhen(isUnavailable).orWhenResult(
          (reply) => isReply(reply) && isBusy(reply) && pauseOf(reply) <= maxPause,
        ),
        {
          maxAttempts: mayRepeat ? maxTries - 1 : 0,
          backoff: new DelegateBackoff((context: IRetryBackoffContext<unknown>) => pauseBefore(context, firstPause)),
        },
      )
      let attempt = 0
      try {
        return await again.execute(
          () =>
            lane.breaker.execute(async () => {
              await lane.budget.take(request.signal)
              return await tryOnce({ db, log, target, request, dispatcher, attempt: ++attempt })
            }),
          request.signal,
        )
      } catch (error) {
        if (error instanceof BrokenCircuitError)
          throw new OutboundFailure('open', `${target.name} has failed too often; calls to it pause for a moment.`)
        throw error
      }
    },
    stateOf(target) {
      const lane = lanes.get(`${target.name} ${target.perSecond}`)
      // Closed is 0; anything else lets no ordinary call through.
      return { isOpen: lane !== undefined && lane.breaker.state !== 0, left: lane?.budget.left ?? target.perSecond }
    },
    async close() {
      await (await agent)?.close()
    },
  }
}

async function openAgent(): Promise<Agent> {
  const { Agent: UndiciAgent } = await import('undici')
  return new UndiciAgent({ connect: { lookup: guardedLookup(), timeout: 10_000 }, connections: 8 })
}

const isReply = (value: unknown): value is OutboundReply =>
  typeof value === 'object' && value !== null && 'status' in value
const isUnavailable = (error: unknown) =>
  error instanceof OutboundFailure && (error.fault === 'timeout' || error.fault === 'unreachable')
const isBusy = ({ status }: OutboundReply) => status === 429 || status >= 500

/** Milliseconds: a service that asks for more is asked again all the same, or a slip of its clock would end all work with it. */
const longestPause = 3_600_000

/** How long a service asks to be left alone, in milliseconds, an hour at most; 0 where it does not say. */
export function pauseOf({ headers }: Pick<OutboundReply, 'headers'>, now = Date.now()): number {
  const said = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}$/.test(said)) return Math.min(Number(said) * 1_000, longestPause)
  const at = Date.parse(said)
  return Number.isNaN(at) ? 0 : Math.min(Math.max(0, at - now), longestPause)
}

/** As long as the service asks, else twice as long each time; never all callers at the same moment. */
function pauseBefore({ attempt, result }: IRetryBackoffContext<unknown>, first: number): number {
  const asked = 'value' in result && isReply(result.value) ? pauseOf(result.value) : 0
  return asked + first * 2 ** (attempt - 1) * (0.5 + Math.random())
}

interface Try {
  readonly db: Db
  readonly log: Logger
  readonly target: OutboundTarget
  readonly request: OutboundRequest
  readonly dispatcher: Agent
  readonly attempt: number
}

async function tryOnce({ db, log, target, request, dispatcher, attempt }: Try): Promise<OutboundReply> {
  const begun = performance.now()
  const record = (status: number | null, body: string | null, problem: string | null) =>
    logCall(db, log, {
      target: target.name,
      request,
      attempt,
      status,
      body,
      problem,
      milliseconds: performance.now() - begun,
    })
  try {
    const reply = await send(target, request, dispatcher)
    await record(reply.status, reply.bytes ? null : reply.body, isUnreadable(reply) ? unreadable : null)
    return reply
  } catch (error) {
    const failure = failureOf(error, target, request)
    await record(null, null, isGivenUp(request) ? givenUp : failure.message)
    throw failure
  }
}

async function send(target: OutboundTarget, request: OutboundRequest, dispatcher: Agent): Promise<OutboundReply> {
  const { fetch } = await import('undici')
  const limit = AbortSignal.timeout(target.timeout)
  const signal = request.signal ? AbortSignal.any([limit, request.signal]) : limit
  let { url } = request
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(url, {
      method: request.method,
      headers: { 'accept-encoding': 'gzip', 'user-agent': 'Marquee', ...request.headers },
      body: request.body ?? null,
      redirect: 'manual',
      dispatcher,
      signal,
    })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || location === null) {
      const bytes = await bytesOf(response, target)
      const { status } = response
      const headers = new Headers([...response.headers])
      if (request.isFile === true) return { status, headers, body: '', bytes }
      const { text, isGarbled } = textOf(bytes, headers.get('content-type'))
      return { status, headers, body: text, ...(isGarbled && { isGarbled }) }
    }
    await response.body?.cancel()
    const next = new URL(location, url)
    // Elsewhere our key would go to strangers.
    if (request.method !== 'GET' || next.origin !== url.origin || redirects === maxRedirects)
      throw new OutboundFailure('redirect', `${target.name} redirects to ${next.origin}${next.pathname}.`)
    url = next
  }
}

/** The body, read no further than allowed: a small answer can unpack into a large one. */
async function bytesOf(response: Response, { name, maxBytes }: OutboundTarget): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += (chunk as Uint8Array).byteLength
    if (length > maxBytes)
      throw new OutboundFailure('too_large', `The answer of ${name} is larger than ${Math.round(maxBytes / 1024)} KB.`)
    chunks.push(chunk as Uint8Array)
  }
  return Buffer.concat(chunks)
}

/** A caller's own deadline is a lack of an answer like ours; anything else that ends a call is our wish. */
const isGivenUp = ({ signal }: OutboundRequest) =>
  signal?.aborted === true && !(signal.reason instanceof Error && signal.reason.name === 'TimeoutError')

function failureOf(error: unknown, { name, timeout }: OutboundTarget, request: OutboundRequest): Error {
  // What we gave up ourselves is no fault of theirs.
  if (isGivenUp(request) && error instanceof Error) return error
  if (request.signal?.aborted) return new OutboundFailure('timeout', `${name} did not answer in time.`, error)
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    if (one instanceof OutboundFailure) return one
    if (one.name === 'TimeoutError')
      return new OutboundFailure('timeout', `${name} did not answer within ${timeout / 1_000} s.`, error)
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
  return new OutboundFailure('unreachable', `${name} could not be reached: ${cause}`, error)
}
