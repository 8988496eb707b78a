import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../core/access/access.ts'
import { authorise } from '../../core/http/access.server.ts'
import type { AuditEntry } from '../../core/audit/audit.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { basePathOf, inSentence } from '../../core/resource/resource.ts'

/** A row that makes a record, or changes one that is as old as it was when it was looked at. */
export interface RecordWork {
  readonly id: number | null
  readonly version: number | null
  readonly input: Readonly<Record<string, unknown>>
}

export interface RecordOutcome {
  readonly record: Readonly<Record<string, unknown>>
  /** The call's audit entries; empty if nothing changed. */
  readonly entries: readonly AuditEntry[]
}

export interface Caller {
  readonly actor: Actor
  readonly db: Db
  readonly address: string | null
}

/** The calls by which a person creates and changes records, be they derived from the definition or written by the area. */
export interface RecordCalls {
  readonly create: Implementation | null
  readonly update: Implementation | null
}

export function recordCallsOf(implementations: readonly Implementation[], resource: AnyResource): RecordCalls {
  const base = basePathOf(resource)
  const find = (method: string, path: string) =>
    implementations.find(({ endpoint }) => endpoint.method === method && endpoint.path === path) ?? null
  return { create: find('POST', base), update: find('PATCH', `${base}/:id`) }
}

/** Whether the actor can do it at all, regardless of limits. */
export function mayCall(actor: Actor, call: Implementation | null): boolean {
  if (!call) return false
  try {
    authorise(actor, call.endpoint, call.enforcesLimits)
    return true
  } catch {
    return false
  }
}

/**
 * Makes the record's own call inside the server in a person's name, with the same checks, rules, hooks and limits as
 * when they save a form, wherever those are defined. Runs in the transaction `db`.
 *
 * @throws Refusal as the call would answer it
 */
export async function callRecord(
  calls: RecordCalls,
  resource: AnyResource,
  work: RecordWork,
  { actor, db, address }: Caller,
): Promise<RecordOutcome> {
  const call = work.id === null ? calls.create : calls.update
  if (!call) {
    const what = inSentence(t(resource.label[1]))
    throw new Refusal(
      422,
      work.id === null ? t('No {what} can be created here.', { what }) : t('No {what} can be changed here.', { what }),
    )
  }
  authorise(actor, call.endpoint, call.enforcesLimits)
  const entries: AuditEntry[] = []
  const header = () => reply
  // Edge: a record's call reads its version and address, and sets headers; there is no more to request and reply than that.
  const reply = { header, code: header, headers: header, getHeader: () => undefined } as unknown as FastifyReply
  const request = {
    headers: work.version === null ? {} : { 'if-match': `"${work.version}"` },
    ...(address !== null && { clientAddress: address }),
  } as unknown as FastifyRequest
  const record = await call.handle({
    params: work.id === null ? {} : { id: String(work.id) },
    query: {},
    input: work.input,
    actor,
    db,
    request,
    reply,
    audit: { record: (entry) => entries.push(entry) },
  })
  return { record: record as RecordOutcome['record'], entries }
}
