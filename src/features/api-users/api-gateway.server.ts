import type { FastifyReply } from 'fastify'
import type { Logger } from 'pino'
import type * as z from 'zod/mini'
import type { Database } from '../../db/database.server.ts'
import type { AnySchema, Endpoint } from '../../core/http/endpoint.ts'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import type { Call, Implementation } from '../../core/http/endpoint.server.ts'
import { implement, JsonText } from '../../core/http/endpoint.server.ts'
import type { NamedCall } from '../../core/http/idempotency.server.ts'
import { claimedAround, keepAnswer, nameIn } from '../../core/http/idempotency.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { createFailureLimit, networkOf } from '../../core/http/rate-limit.server.ts'
import type { ApiCaller } from './api-access.server.ts'
import { checkAddress, checkScope, findApiCaller, keyIn } from './api-access.server.ts'
import type { QuotaBook, QuotaStates } from './api-quota.server.ts'
import { createQuotaBook } from './api-quota.server.ts'
import type { ApiScope } from './api-users.ts'
import type { UsageBook } from './api-usage.server.ts'
import { createUsageBook } from './api-usage.server.ts'

type Parsed<S> = S extends AnySchema ? z.output<S> : undefined
type ApiCall<P, Q, I> = Call<P, Q, I> & { readonly caller: ApiCaller; readonly quota: QuotaStates }

/** Where calls of the discovery API come in: who calls, from where, with what scope and how often is settled here. */
export interface ApiGateway {
  readonly quotas: QuotaBook
  readonly usage: UsageBook
  /**
   * Implements an endpoint of the Discovery API. `scope` is the scope the key needs, or null if any key can call it.
   * Only calls that reach the handler use up the quota, but every call with a known key is counted.
   */
  implement<P extends AnySchema, Q extends AnySchema, I extends AnySchema, O extends AnySchema>(
    endpoint: Endpoint<P, Q, I, O>,
    scope: ApiScope | null,
    handle: (call: ApiCall<Parsed<P>, Parsed<Q>, Parsed<I>>) => Promise<z.input<O> | JsonText>,
  ): Implementation
  /**
   * The same for a call that changes something: it is refused (428) without an Idempotency-Key, and a repetition gets the
   * first answer. The handler opens its own transactions, and must find what it did itself where its process died before
   * the answer was kept; `named` is what to find it by.
   */
  implementChange<P extends AnySchema, Q extends AnySchema, I extends AnySchema, O extends AnySchema>(
    endpoint: Endpoint<P, Q, I, O>,
    scope: ApiScope,
    handle: (
      call: ApiCall<Parsed<P>, Parsed<Q>, Parsed<I>> & { readonly named: NamedCall },
    ) => Promise<z.input<O> | JsonText>,
  ): Implementation
}

/** The quota is asked of the database before the work begins, which on one connection a transaction would wait for. */
const outsideTransactions = { transaction: false } as const

const isUnknown = (error: unknown) => error instanceof Refusal && error.status === 401

function createApiGateway(db: Database, log: Pick<Logger, 'warn'>): ApiGateway {
  const quotas = createQuotaBook(db.kysely)
  const usage = createUsageBook(db.kysely, log)
  const failures = createFailureLimit({
    limit: 60,
    windowSeconds: 60,
    message: () => t('Too many calls with unknown keys from your network. Wait a moment.'),
  })

  async function callerOf(request: Call['request']): Promise<ApiCaller> {
    const network = networkOf(request.clientAddress)
    const key = keyOf(request, network)
    return await failures.attempt(network, () => findApiCaller(db, key), isUnknown)
  }

  /** What is no key by its looks is refused here, before it costs a look-up. */
  function keyOf(request: Call['request'], network: string): string {
    try {
      return keyIn(request)
    } catch (refusal) {
      failures.fail(network)
      throw refusal
    }
  }

  /** Lets only callers through who have a valid key with the scope and are within their quota. */
  const guarded = <P extends AnySchema, Q extends AnySchema, I extends AnySchema, O extends AnySchema>(
    endpoint: Endpoint<P, Q, I, O>,
    scope: ApiScope | null,
    handle: (call: ApiCall<Parsed<P>, Parsed<Q>, Parsed<I>>) => Promise<z.input<O> | JsonText>,
    readsKey = false,
  ) =>
    implement(
      endpoint,
      async (call) => {
        const startedAt = performance.now()
        const caller = await callerOf(call.request)
        let status: number = endpoint.status ?? 200
        try {
          checkAddress(caller, call.request.clientAddress)
          checkScope(caller, scope)
          const quota = await quotas.take(caller)
          return await handle({ ...call, caller, quota })
        } catch (error) {
          status = error instanceof Refusal ? error.status : 500
          throw error
        } finally {
          // On every answer to a known key: a caller that is refused needs most of all to know when to try again.
          sayQuota(call.reply, quotas.known(caller))
          usage.count({
            userId: caller.userId,
            keyId: caller.keyId,
            endpoint: `${endpoint.method} ${endpoint.path}`,
            status,
            milliseconds: performance.now() - startedAt,
          })
        }
      },
      { ...outsideTransactions, readsKey },
    )

  return {
    quotas,
    usage,
    implement: (endpoint, scope, handle) => guarded(endpoint, scope, handle),
    implementChange: (endpoint, scope, handle) =>
      guarded(endpoint, scope, async (call) => await onlyOnce(db, endpoint.status ?? 200, call, handle), true),
  }
}

/** Does what a call asks for once, however often it comes with the same Idempotency-Key. */
async function onlyOnce<C extends Pick<ApiCall<unknown, unknown, unknown>, 'request' | 'reply' | 'caller'>, A>(
  { kysely }: Database,
  status: number,
  call: C,
  handle: (call: C & { readonly named: NamedCall }) => Promise<A>,
): Promise<A | JsonText> {
  const { request, reply, caller } = call
  const named = nameIn(request, { caller: 'api_user', actorId: caller.userId }, 'required')
  if (!named) throw new Error('A call without a key is refused before this.')
  const done = await claimedAround(
    kysely,
    named,
    async () => ({ answer: await handle({ ...call, named }) }),
    (db, { answer }) => keepAnswer(db, named, reply, { status, body: answer, isSecret: false }),
  )
  if ('answer' in done) return done.answer
  void reply.headers(done.headers).header('Idempotency-Replayed', 'true')
  // Every one of these calls has an answer.
  return done.body ?? new JsonText('null')
}

/** What is left of the minute and of the day, for programs that want to slow down by themselves. */
function sayQuota(reply: FastifyReply, { minute, day }: QuotaStates): void {
  void reply.headers({
    'X-RateLimit-Limit': minute.limit,
    'X-RateLimit-Remaining': minute.left,
    'X-RateLimit-Reset': secondsUntil(minute.resetsAt),
    'X-RateLimit-Limit-Day': day.limit,
    'X-RateLimit-Remaining-Day': day.left,
    'X-RateLimit-Reset-Day': secondsUntil(day.resetsAt),
  })
}

const secondsUntil = (moment: string) => Math.max(0, Math.ceil((Date.parse(moment) - Date.now()) / 1_000))

const gateways = new WeakMap<Database, ApiGateway>()

/** The one gateway of a server, which keys and the discovery API share; it writes its counts down when the server stops. */
export function apiGatewayOf({
  database,
  log,
  onStop,
}: Pick<ServerContext, 'database' | 'log' | 'onStop'>): ApiGateway {
  const known = gateways.get(database)
  if (known) return known
  const gateway = createApiGateway(database, log)
  gateways.set(database, gateway)
  onStop('onClose', async () => {
    gateways.delete(database)
    await gateway.usage.close()
  })
  return gateway
}
