import { hash as digest } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor } from '../access/access.ts'
import type { Implementation } from './endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { JsonText } from './endpoint.server.ts'
import { Refusal } from '../errors/errors.ts'
import { t } from '../i18n/language.ts'

/** `none` for questions, and for calls of people unknown to the server. */
export type KeyUse = 'none' | 'optional' | 'required'

/** What a call does with an Idempotency-Key. Every call that changes something takes one. */
export function keyUseOf({
  endpoint,
  transaction,
  readsKey,
}: Pick<Implementation, 'endpoint' | 'transaction' | 'readsKey'>): KeyUse {
  if (readsKey) return endpoint.idempotencyKey ?? 'optional'
  if (endpoint.method === 'GET' || endpoint.access === 'public' || !transaction) return 'none'
  return endpoint.idempotencyKey ?? 'optional'
}

/** Whose names these are: a person of the staff, or the owner of an API key. */
type NamingCaller = 'staff' | 'api_user'

/** A call that its caller has given a name of its own. */
export interface NamedCall {
  readonly caller: NamingCaller
  readonly actorId: number
  readonly key: string
  /** Of method, address and body: a key goes with one call. */
  readonly hash: string
}

/** An answer that was given before. */
export interface Replay {
  /** Undefined where the answer had none. */
  readonly body: JsonText | undefined
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** How long a key names its call. */
const keptFor = sql`interval '24 hours'`
/** A call that opens its own transactions, and whose process has died, leaves its key claimed for this long. */
const claimedFor = sql`interval '5 minutes'`
/** How long a repetition waits for the answer of the call that is under way, in milliseconds, and how often it looks. */
const patience = 1_000
const lookEvery = 50
/** Headers of an answer that belong to what it says, and so to a repetition of it. */
const repeatedHeaders = ['etag', 'location'] as const

/**
 * The name that the caller has given the call; null for none.
 *
 * @throws Refusal 428 where the call must have one, 422 where it is malformed
 */
export function namedCall(implementation: Implementation, actor: Actor, request: FastifyRequest): NamedCall | null {
  const use = keyUseOf(implementation)
  return use === 'none' || actor.id === null ? null : nameIn(request, { caller: 'staff', actorId: actor.id }, use)
}

/**
 * The name that a request carries, of a caller who is known; null for none.
 *
 * @throws Refusal 428 where the call must have one, 422 where it is malformed
 */
export function nameIn(
  request: FastifyRequest,
  by: Pick<NamedCall, 'caller' | 'actorId'>,
  use: 'optional' | 'required',
): NamedCall | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) {
    if (use === 'optional') return null
    throw new Refusal(428, t('Send an Idempotency-Key with this call, so that retrying it can’t do it twice.'))
  }
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new Refusal(422, t('An Idempotency-Key must be 1 to 255 visible ASCII characters.'))
  return { ...by, key, hash: hashOf(request) }
}

/** By which a call is known to be the same, in whatever order its body has its keys. */
function hashOf({ method, url, body }: { method: string; url: string; body?: unknown }): string {
  const byKey = (_: string, value: unknown) =>
    value instanceof Object && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value
  return digest('sha256', JSON.stringify([method, url, body ?? null], byKey))
}

interface Kept {
  readonly request_hash: string
  /** 0 while the call is under way. */
  readonly status: number
  readonly body: string
  readonly headers: Record<string, string>
  readonly is_withheld: boolean
}

/**
 * The call's earlier answer; null when it has not been made.
 *
 * @throws Refusal 422 when the key names another call, 409 when the call is under way or its answer was not kept
 */
export async function findAnswer(db: Db, { caller, actorId, key, hash }: NamedCall): Promise<Replay | null> {
  const {
    rows: [kept],
  } = await sql<Kept>`
    select request_hash, status, body, headers, is_withheld from idempotency_keys
    where caller = ${caller} and actor_id = ${actorId} and key = ${key} and ${isTaken}`.execute(db)
  if (!kept) return null
  if (kept.request_hash !== hash) throw new Refusal(422, t('This Idempotency-Key was used for another call.'))
  if (kept.status === 0) throw underWay()
  if (kept.is_withheld)
    throw new Refusal(409, t('This was already done. The answer is shown only once.'), {
      error: 'AlreadyDone',
    })
  return { body: kept.body === '' ? undefined : new JsonText(kept.body), status: kept.status, headers: kept.headers }
}

const isTaken = sql`idempotency_keys.created_at > now() - case when idempotency_keys.status = 0 then ${claimedFor} else ${keptFor} end`

function underWay(): Refusal {
  return new Refusal(409, t('The same call is under way.'), { headers: { 'Retry-After': '5' } })
}

/**
 * Claims the name for this transaction, or returns the earlier answer. A twin that arrives before it ends waits a
 * moment for the answer; if the first call fails, nothing is kept and the twin does the work.
 */
export async function claim(db: Db, call: NamedCall): Promise<Replay | null> {
  const { caller, actorId, key, hash } = call
  for (const deadline = performance.now() + patience; ;) {
    const {
      rows: [lock],
    } = await sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`${caller} ${actorId} ${key}`}, 17)) as held`.execute(db)
    if (lock?.held) break
    if (performance.now() > deadline) throw underWay()
    await sleep(lookEvery)
  }
  const {
    rows: [claimed],
  } = await sql`
    insert into idempotency_keys (caller, actor_id, key, request_hash, status, body)
    values (${caller}, ${actorId}, ${key}, ${hash}, 0, '')
    on conflict (caller, actor_id, key) do update
      set request_hash = excluded.request_hash, status = 0, body = '', headers = '{}', is_withheld = false, created_at = now()
      where not (${isTaken}) returning key`.execute(db)
  return claimed ? null : await findAnswer(db, call)
}

/** Keeps an answer for repetitions of its call; of one that is `secret`, only that it was given. */
export async function keepAnswer(
  db: Db,
  { caller, actorId, key }: NamedCall,
  reply: FastifyReply,
  { status, body, isSecret }: { status: number; body: unknown; isSecret: boolean },
): Promise<void> {
  const text = body instanceof JsonText ? body.text : body === undefined ? '' : JSON.stringify(body)
  const headers = Object.fromEntries(
    repeatedHeaders.flatMap((name) => {
      const value = reply.getHeader(name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
  await sql`
    update idempotency_keys set status = ${status}, body = ${isSecret ? '' : text}, headers = ${JSON.stringify(isSecret ? {} : headers)},
      is_withheld = ${isSecret} where caller = ${caller} and actor_id = ${actorId} and key = ${key}`.execute(db)
}

/** Does once what opens its own transactions: others hear that it is under way until its answer is kept. */
export async function claimedAround<T>(
  db: Db,
  call: NamedCall,
  work: () => Promise<T>,
  keep: (db: Db, done: T) => Promise<void>,
): Promise<T | Replay> {
  const earlier = await db.transaction().execute((transaction) => claim(transaction, call))
  if (earlier) return earlier
  let done: T
  try {
    done = await work()
  } catch (error) {
    await sql`delete from idempotency_keys where caller = ${call.caller} and actor_id = ${call.actorId} and key = ${call.key}`.execute(
      db,
    )
    throw error
  }
  await keep(db, done)
  return done
}

/** Forgets names that have run out, a page at a time: on the embedded engine others wait while a statement runs. */
export async function forgetNamedCalls(db: Db, signal: AbortSignal): Promise<number> {
  const page = 500
  for (let all = 0; ;) {
    const { numAffectedRows = 0n } = await sql`
      delete from idempotency_keys where (caller, actor_id, key) in (
        select caller, actor_id, key from idempotency_keys where created_at < now() - ${keptFor} order by created_at limit ${page} for update skip locked
      )`.execute(db)
    all += Number(numAffectedRows)
    if (numAffectedRows < page || signal.aborted) return all
  }
}
