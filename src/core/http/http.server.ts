import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Actor } from '../access/access.ts'
import { system } from '../access/access.ts'
import { versionNamed } from './answers.server.ts'
import type { Authenticate } from './access.server.ts'
import { authorise, permissionsVersion } from './access.server.ts'
import type { AuditEntry, AuditTrail } from '../audit/audit.server.ts'
import { appendAudit } from '../audit/audit.server.ts'
import type { AnySchema, Endpoint } from './endpoint.ts'
import type { Implementation } from './endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { isTagged, JsonText } from './endpoint.server.ts'
import type { NamedCall, Replay } from './idempotency.server.ts'
import { claim, claimedAround, findAnswer, keepAnswer, keyUseOf, namedCall } from './idempotency.server.ts'
import type { SearchBounds } from './searched-read.server.ts'
import { read, tabOf } from './searched-read.server.ts'
import { invalid, Refusal } from '../errors/errors.ts'
import { fieldsOf } from '../errors/failures.server.ts'
import { t } from '../i18n/language.ts'

export interface MountOptions extends SearchBounds {
  readonly db: Db
  readonly authenticate: Authenticate
  readonly implementations: readonly Implementation[]
  /** Refuse changes that do not say which version they change (428). */
  readonly requireIfMatch: boolean
  /** Called with every refusal (403, or 401 for want of a proof) of a known person, before it is sent. */
  readonly onDenied?: (request: FastifyRequest, endpoint: Endpoint, actor: Actor, refusal: Refusal) => Promise<void>
  /** Checks every reply against its schema: in tests, where an extra key must fail. */
  readonly checkOutput?: boolean
}

/** Gives every endpoint its route: parse, authorise, transaction, audit, reply. */
export function mount(app: FastifyInstance, options: MountOptions): void {
  for (const implementation of options.implementations) {
    const { endpoint } = implementation
    // A route that says nothing about access must not exist, and a server that has one must not start.
    if (!endpoint.access) throw new Error(`${endpoint.method} ${endpoint.path} declares no access.`)
    if (endpoint.idempotencyKey === 'required' && keyUseOf(implementation) === 'none')
      throw new Error(`${endpoint.method} ${endpoint.path} needs an Idempotency-Key and cannot take one.`)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
      config: { isTagged: isTagged(implementation), isSecret: implementation.isSecret ?? false },
      handler: (request, reply) => answer(implementation, options, request, reply),
    })
  }
  app.offered = methodsByPath(options.implementations)
}

/** Lists the methods of an existing address, for a caller who used another one. */
function methodsByPath(implementations: readonly Implementation[]): (path: string) => readonly string[] | null {
  const addresses = [...Map.groupBy(implementations, ({ endpoint }) => endpoint.path)].map(([path, offered]) => ({
    pattern: new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`),
    methods: offered.map(({ endpoint }) => endpoint.method).sort(),
  }))
  return (path) => {
    const found = addresses.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)
    if (found.length === 0) return null
    return [...new Set(found.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
  }
}

async function answer(
  implementation: Implementation,
  options: MountOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { endpoint } = implementation
  const ifMatch = request.headers['if-match']
  if (ifMatch !== undefined) request.headers['if-match'] = versionNamed(ifMatch)
  const actor = endpoint.access === 'public' ? system('public') : await options.authenticate(request)
  // Refusals carry it too: a caller refused because of a change learns of the change with it.
  if (endpoint.access !== 'public') reply.header('X-Permissions-Version', permissionsVersion(actor))
  try {
    authorise(actor, endpoint, implementation.enforcesLimits)
    if (actor.viewingAs !== undefined && (implementation.transaction || endpoint.method !== 'GET')) throw onlyLooking()
    return await carryOut(implementation, options, request, reply, actor)
  } catch (refusal) {
    if (refusal instanceof Refusal && isDenial(refusal, endpoint))
      await options.onDenied?.(request, endpoint, actor, refusal)
    throw refusal
  }
}

/** Calls without a session audit for themselves what they refuse for want of proof. */
function isDenial({ status }: Refusal, { access }: Endpoint): boolean {
  return status === 403 || (status === 401 && access !== 'public')
}

function onlyLooking(): Refusal {
  return new Refusal(
    409,
    t('You are viewing the console as another role, which changes nothing. Leave the view first.'),
    { error: 'ReadOnlyView' },
  )
}

async function carryOut(
  implementation: Implementation,
  options: MountOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor,
): Promise<unknown> {
  const { endpoint } = implementation
  const named = namedCall(implementation, actor, request)
  // Before the input is looked at: a repeated call gets its first answer, even if that input would be refused today.
  const earlier = named && (await findAnswer(options.db, named))
  if (earlier) return repeat(reply, earlier)
  const parsed = parsedOf(endpoint, request)
  if (options.requireIfMatch && endpoint.headers?.['If-Match'] && request.headers['if-match'] === undefined) {
    throw new Refusal(428, t('Send the record’s ETag as If-Match.'))
  }
  const { transaction, isSecret = false } = implementation
  const status = endpoint.status ?? 200
  const keep = async (db: Db, body: unknown) => {
    if (named) await keepAnswer(db, named, reply, { status, body, isSecret })
  }
  const inOwnTransactions = async () => ({
    body: await read(implementation, options, { ...parsed, actor, db: options.db, request, reply, audit: unaudited }),
  })
  const result =
    transaction === true
      ? await inTransaction(implementation, { db: options.db, actor, request, reply, parsed, named, keep })
      : transaction === 'own' && named
        ? await claimedAround(options.db, named, inOwnTransactions, (db, { body }) => keep(db, body))
        : await inOwnTransactions()
  if ('status' in result) return repeat(reply, result)
  if (reply.sent) return reply
  // A stream cannot be looked at without being used up.
  const expected = options.checkOutput ? expectedOutput(endpoint, parsed.query) : undefined
  if (expected && !(result.body instanceof Readable))
    check(expected, result.body, `${endpoint.method} ${endpoint.path}`)
  reply.code(status)
  return send(reply, result.body)
}

function repeat(reply: FastifyReply, { status, headers, body }: Replay): unknown {
  reply.code(status).headers(headers).header('Idempotency-Replayed', 'true')
  return send(reply, body)
}

const unaudited: AuditTrail = {
  record() {
    throw new Error('Only calls that run in a transaction can be audited.')
  },
}

/** Resource calls parse for themselves, because what is acceptable depends on their definition and on the record. */
function parsedOf(endpoint: Endpoint, request: FastifyRequest): Parsed {
  const { params, query, body } = request
  if ('resource' in endpoint) return { params, query, input: body }
  return {
    params: parse(endpoint.params, params),
    query: parse(endpoint.query, query, severalValues),
    input: parseBody(endpoint.input, body),
  }
}

/** Of an address, where a name that is repeated has a list of values. */
const severalValues: z.core.$ZodErrorMap = ({ input, path }) =>
  Array.isArray(input) ? t('{name} is given more than once.', { name: String(path?.at(-1)) }) : undefined

function parse(schema: AnySchema | undefined, value: unknown, error?: z.core.$ZodErrorMap): unknown {
  if (!schema) return undefined
  const result = z.safeParse(schema, value ?? undefined, error && { error })
  if (result.success) return result.data
  throw invalid(fieldsOf(result.error))
}

/** A body that is not an object lacks everything, so the refusal names what it lacks rather than the body. */
function parseBody(schema: AnySchema | undefined, body: unknown): unknown {
  if (!schema) return undefined
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return parse(schema, body)
  const nothing = parse(schema, {})
  if (body !== undefined) throw new Refusal(422, t('Send the body as a JSON object.'))
  return nothing
}

/** A caller who names the fields of a list gets no others. All other callers get them all. */
function expectedOutput(endpoint: Endpoint, query: unknown): AnySchema | undefined {
  const picks = typeof query === 'object' && query !== null && 'fields' in query
  return picks ? (endpoint.outputOfSome?.() ?? endpoint.output) : endpoint.output
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

interface Parsed {
  params: unknown
  query: unknown
  input: unknown
}
interface Work {
  readonly db: Db
  readonly actor: Actor
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly parsed: Parsed
  readonly named: NamedCall | null
  readonly keep: (db: Db, body: unknown) => Promise<void>
}

async function inTransaction(
  implementation: Implementation,
  { db, actor, request, reply, parsed, named, keep }: Work,
): Promise<{ body: unknown } | Replay> {
  return await db.transaction().execute(async (transaction) => {
    const earlier = named && (await claim(transaction, named))
    if (earlier) return earlier
    const entries: AuditEntry[] = []
    const body = await implementation.handle({
      ...parsed,
      actor,
      db: transaction,
      request,
      reply,
      audit: { record: (entry) => entries.push(entry) },
    })
    await keep(transaction, body)
    await appendAudit(transaction, entries, {
      actor,
      requestId: request.id,
      address: request.clientAddress,
      tab: tabOf(request),
    })
    return { body }
  })
}
