import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type * as z from 'zod/mini'
import type { Actor } from './access.ts'
import type { AuditEntry } from './audit.server.ts'
import type { AnySchema, Endpoint } from './endpoint.ts'
import type { Tables } from '../db/tables.server.ts'

/** The database, or the transaction that a changing call runs in. */
export type Db = Kysely<Tables>

export interface Call<P = unknown, Q = unknown, I = unknown> {
  readonly params: P
  readonly query: Q
  readonly input: I
  /** Who calls; on public routes the server itself. */
  readonly actor: Actor
  /** In calls that change something: the transaction. Never use another handle beside it. */
  readonly db: Db
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Adds a row to the audit, written with the transaction's last statement. */
  note(entry: AuditEntry): void
}

/** A reply that is JSON already, as PostgreSQL made it. */
export class JsonText {
  readonly text: string
  constructor(text: string) { this.text = text }
}

export type Handler = (call: Call) => Promise<unknown>

export interface Implementation {
  readonly endpoint: Endpoint
  readonly handle: Handler
  /** Signing in and out: runs before there is an actor, sets cookies, and audits by itself. */
  readonly transaction: boolean
  /** The reply holds what is shown only once, so it is never kept: such a call takes no Idempotency-Key. */
  readonly isSecret?: boolean
  /** It asks `assertWithinLimits` itself, so that people whose grant is limited may call it too. */
  readonly heedsLimits?: boolean
}

type Parsed<S> = S extends AnySchema ? z.output<S> : undefined

/**
 * Gives an endpoint its server part. Calls other than GET run in a transaction unless `transaction: false`; what
 * the handler returns is the body.
 */
export function implement<P extends AnySchema, Q extends AnySchema, I extends AnySchema, O extends AnySchema>(
  endpoint: Endpoint<P, Q, I, O>,
  handle: (call: Call<Parsed<P>, Parsed<Q>, Parsed<I>>) => Promise<z.input<O> | JsonText | void>,
  options: { transaction?: boolean; isSecret?: boolean; heedsLimits?: boolean } = {},
): Implementation {
  return {
    endpoint: endpoint as unknown as Endpoint,
    handle: handle as unknown as Handler,
    transaction: options.transaction ?? endpoint.method !== 'GET',
    isSecret: options.isSecret ?? false,
    heedsLimits: options.heedsLimits ?? false,
  }
}
