import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Actor } from './access.ts'
import { system } from './access.ts'
import type { Authenticate } from './access.server.ts'
import { authorise, permissionsVersion } from './access.server.ts'
import type { AuditEntry } from './audit.server.ts'
import { appendAudit } from './audit.server.ts'
import type { AnySchema, Endpoint } from './endpoint.ts'
import type { Db, Implementation } from './endpoint.server.ts'
import { JsonText } from './endpoint.server.ts'
import { invalid, Refusal } from './errors.ts'
import { fieldsOf } from './failures.server.ts'
import { t } from './language.ts'

export interface MountOptions {
  readonly db: Db
  readonly authenticate: Authenticate
  readonly implementations: readonly Implementation[]
  /** Refuse changes that do not say which version they change (428). */
  readonly requireIfMatch: boolean
  /** Told of every refusal (403) of somebody who is known, before it is sent. */
  readonly onDenied?: (request: FastifyRequest, endpoint: Endpoint, actor: Actor, refusal: Refusal) => Promise<void>
  /** Holds every reply against its schema: in tests, where a key too many must fail. */
  readonly checkOutput?: boolean
}

/** Gives every endpoint its route: parse, authorise, transaction, audit, reply. */
export function mount(app: FastifyInstance, options: MountOptions): void {
  for (const implementation of options.implementations) {
    const { endpoint } = implementation
    // A route that says nothing about access must not exist, and a server that has one must not start.
    if (!endpoint.access) throw new Error(`${endpoint.method} ${endpoint.path} declares no access.`)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
      handler: (request, reply) => answer(implementation, options, request, reply),
    })
  }
  app.offered = methodsByPath(options.implementations)
}

/** Says of an address that is there what it offers, for the one who asked it for something else. */
function methodsByPath(implementations: readonly Implementation[]): (path: string) => readonly string[] | null {
  const addresses = [...Map.groupBy(implementations, ({ endpoint }) => endpoint.path)].map(([path, offered]) => ({
    pattern: new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`),
    methods: offered.map(({ endpoint }) => endpoint.method).sort(),
  }))
  return (path) => {
    const found = addresses.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)
    return found.length === 0 ? null : found.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  }
}

async function answer(
  implementation: Implementation, options: MountOptions, request: FastifyRequest, reply: FastifyReply,
): Promise<unknown> {
  const { endpoint } = implementation
  const actor = endpoint.access === 'public' ? system('public') : await options.authenticate(request)
  // Refusals carry it too: whoever is refused because of a change learns of the change with it.
  if (endpoint.access !== 'public') reply.header('X-Permissions-Version', permissionsVersion(actor))
  try {
    authorise(actor, endpoint, implementation.heedsLimits)
    if (actor.viewingAs !== undefined && (implementation.transaction || endpoint.method !== 'GET')) throw onlyLooking(actor.viewingAs)
    return await carryOut(implementation, options, request, reply, actor)
  } catch (refusal) {
    if (refusal instanceof Refusal && refusal.status === 403) await options.onDenied?.(request, endpoint, actor, refusal)
    throw refusal
  }
}

function onlyLooking(role: string): Refusal {
  return new Refusal(409, t('You are viewing the console as {role}, which changes nothing. Leave the view first.', { role }), { error: 'ReadOnlyView' })
}

async function carryOut(
  implementation: Implementation, options: MountOptions, request: FastifyRequest, reply: FastifyReply, actor: Actor,
): Promise<unknown> {
  const { endpoint } = implementation
  const parsed = read(endpoint, request)
  if (options.requireIfMatch && endpoint.headers?.['If-Match'] && request.headers['if-match'] === undefined) {
    throw new Refusal(428, t('Say which version you change: send the ETag of the record as If-Match.'))
  }
  const isReplayable = implementation.transaction && !implementation.isSecret
  if (!isReplayable && endpoint.method !== 'GET' && request.headers['idempotency-key'] !== undefined) {
    throw new Refusal(422, t('This call takes no Idempotency-Key: sent twice, it is done twice.'))
  }
  const result = implementation.transaction
    ? await inTransaction(implementation, options.db, actor, request, reply, parsed)
    : { body: await implementation.handle({ ...parsed, actor, db: options.db, request, reply, note: noteNothing }) }
  // A stream cannot be looked at without being used up.
  if (options.checkOutput && endpoint.output && !(result.body instanceof Readable)) check(endpoint.output, result.body, `${endpoint.method} ${endpoint.path}`)
  if (reply.sent) return reply
  if (!('status' in result)) reply.code(endpoint.status ?? 200)
  return send(reply, result.body)
}

function noteNothing(): never {
  throw new Error('Only calls that run in a transaction can be audited.')
}

/** Resource calls parse for themselves, because what is acceptable depends on their definition and on the record. */
function read(endpoint: Endpoint, request: FastifyRequest): Parsed {
  const { params, query, body } = request
  if ('resource' in endpoint) return { params, query, input: body }
  return { params: parse(endpoint.params, params), query: parse(endpoint.query, query), input: parseBody(endpoint.input, body) }
}

function parse(schema: AnySchema | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = z.safeParse(schema, value ?? undefined)
  if (result.success) return result.data
  throw invalid(fieldsOf(result.error))
}

/** A body that is no object lacks everything, so the refusal names what it lacks rather than the body. */
function parseBody(schema: AnySchema | undefined, body: unknown): unknown {
  if (!schema) return undefined
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return parse(schema, body)
  const nothing = parse(schema, {})
  if (body !== undefined) throw new Refusal(422, t('Send the body as a JSON object.'))
  return nothing
}

function check(schema: AnySchema, body: unknown, route: string): void {
  const value: unknown = body instanceof JsonText ? JSON.parse(body.text) : JSON.parse(JSON.stringify(body ?? null))
  const result = z.safeParse(schema, value)
  if (!result.success) throw new Error(`${route} answered with ${JSON.stringify(result.error.issues.slice(0, 5))}`)
}

function send(reply: FastifyReply, body: unknown): unknown {
  if (body instanceof JsonText) {
    reply.type('application/json; charset=utf-8')
    return body.text
  }
  return body === undefined ? reply.send() : body
}

interface Parsed { params: unknown; query: unknown; input: unknown }
interface Replay { body: JsonText; status: number; headers: Record<string, string> }
type Answered = { body: unknown } | Replay

/** Headers of an answer that belong to what it says, and so to a repetition of it. */
const repeatedHeaders = ['etag', 'location'] as const

async function inTransaction(
  implementation: Implementation, db: Db, actor: Actor, request: FastifyRequest, reply: FastifyReply, parsed: Parsed,
): Promise<Answered> {
  const key = idempotencyKey(request, actor)
  return await db.transaction().execute(async (transaction) => {
    const hash = key && requestHash(request)
    if (key && hash) {
      const earlier = await claimKey(transaction, key, hash, actor)
      if (earlier) {
        reply.code(earlier.status).headers(earlier.headers).header('Idempotency-Replayed', 'true')
        return earlier
      }
    }
    const entries: AuditEntry[] = []
    const body = await implementation.handle({
      ...parsed, actor, db: transaction, request, reply, note: (entry) => entries.push(entry),
    })
    if (key) await keepReply(transaction, key, actor, reply, implementation.endpoint.status ?? 200, body)
    await appendAudit(transaction, entries, { actor, requestId: request.id, address: request.clientAddress, tab: tabOf(request) })
    return { body }
  })
}

/** The tab of the console that calls, by the name it gave itself; null for every other client. */
export function tabOf({ headers }: FastifyRequest): string | null {
  const tab = headers['x-tab']
  return typeof tab === 'string' && /^[\w-]{8,40}$/.test(tab) ? tab : null
}

function idempotencyKey(request: FastifyRequest, actor: Actor): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined || actor.id === null) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Refusal(422, t('An Idempotency-Key is 1 to 255 visible ASCII characters.'))
  }
  return key
}

function requestHash(request: FastifyRequest): string {
  return createHash('sha256').update(JSON.stringify([request.method, request.url, request.body ?? null])).digest('hex')
}

/**
 * Claims the key for this transaction; one that is older than a day is free again. A concurrent twin waits here until the first has committed and then finds
 * its reply; if the first failed, nothing was kept and the twin does the work.
 */
async function claimKey(db: Db, key: string, hash: string, actor: Actor): Promise<Replay | null> {
  const { rows: [claimed] } = await sql`
    insert into idempotency_keys (actor_id, key, request_hash, status, body) values (${actor.id}, ${key}, ${hash}, 0, '')
    on conflict (actor_id, key) do update set request_hash = excluded.request_hash, status = 0, body = '', headers = '{}', created_at = now()
      where idempotency_keys.created_at < now() - interval '24 hours' returning key`.execute(db)
  if (claimed) return null
  const { rows: [kept] } = await sql<{ request_hash: string; status: number; body: string; headers: Record<string, string> }>`
    select request_hash, status, body, headers from idempotency_keys where actor_id = ${actor.id} and key = ${key}`.execute(db)
  if (!kept) throw new Refusal(409, t('The same call is under way.'), { headers: { 'Retry-After': '5' } })
  if (kept.request_hash !== hash) throw new Refusal(422, t('This Idempotency-Key was used for another call.'))
  return { body: new JsonText(kept.body), status: kept.status, headers: kept.headers }
}

async function keepReply(
  db: Db, key: string, actor: Actor, reply: FastifyReply, status: number, body: unknown,
): Promise<void> {
  const text = body instanceof JsonText ? body.text : JSON.stringify(body ?? null)
  const headers = Object.fromEntries(repeatedHeaders.flatMap((name) => {
    const value = reply.getHeader(name)
    return typeof value === 'string' ? [[name, value]] : []
  }))
  await sql`update idempotency_keys set status = ${status}, body = ${text}, headers = ${JSON.stringify(headers)}
    where actor_id = ${actor.id} and key = ${key}`.execute(db)
}
