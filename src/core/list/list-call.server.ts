import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../access/access.ts'
import type { AuditTrail } from '../audit/audit.server.ts'
import { authorise } from '../http/access.server.ts'
import type { Implementation } from '../http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { JsonText } from '../http/endpoint.server.ts'
import type { AnyResource } from '../resource/resource.ts'
import { basePathOf } from '../resource/resource.ts'

export interface ListPage {
  readonly records: readonly Readonly<Record<string, unknown>>[]
  /** The cursor of the next page; null at the end. */
  readonly next: string | null
  /** Null where the page is one of a cursor, and where there are more than lists count. */
  readonly total: number | null
}

/** The call that answers a resource's list, be it derived from its definition or written by its area. */
export function listCallOf(implementations: readonly Implementation[], resource: AnyResource): Implementation {
  const path = basePathOf(resource)
  const found = implementations.find(({ endpoint }) => endpoint.method === 'GET' && endpoint.path === path)
  if (!found) throw new Error(`${resource.name} has no list.`)
  return found
}

/**
 * Makes a list's own call inside the server on behalf of a user, so that they get what their screen would show them and
 * nothing else: the same checks, statements and masks, no matter who wrote them. `query` as it travels.
 *
 * @throws Refusal as the call would answer it
 */
export async function callList(
  list: Implementation,
  actor: Actor,
  db: Db,
  query: Readonly<Record<string, string>>,
): Promise<ListPage> {
  const { body, headers } = await answerList(list, actor, db, query)
  const records = (body instanceof JsonText ? JSON.parse(body.text) : body) as ListPage['records']
  const total = headers.get('x-total-count-kind') === 'exact' ? Number(headers.get('x-total-count')) : null
  return { records, next: headers.get('x-next-cursor') ?? null, total }
}

/** The same as it is answered: the body, and the headers with their names in lower case. */
export async function answerList(
  list: Implementation,
  actor: Actor,
  db: Db,
  query: Readonly<Record<string, string>>,
): Promise<{ readonly body: unknown; readonly headers: ReadonlyMap<string, string> }> {
  authorise(actor, list.endpoint, list.enforcesLimits)
  const headers = new Map<string, string>()
  const header = (name: string, value: unknown) => {
    headers.set(name.toLowerCase(), String(value))
    return reply
  }
  // Edge: a list reads its query and sets headers; there is no more to request and reply than that.
  const reply = { header } as unknown as FastifyReply
  const request = { headers: {} } as unknown as FastifyRequest
  const body = await list.handle({ params: {}, query, input: undefined, actor, db, request, reply, audit: unaudited })
  return { body, headers }
}

const unaudited: AuditTrail = {
  record() {
    throw new Error('Reading a list is not audited.')
  },
}
