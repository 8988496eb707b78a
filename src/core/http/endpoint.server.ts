import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Actor } from '../access/access.ts'
import type { AuditTrail } from '../audit/audit.server.ts'
import type { AddressSearch } from '../audit/search-traces.server.ts'
import type { AnySchema, Endpoint } from './endpoint.ts'
import type { Db } from '../../db/tables.server.ts'

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
  readonly audit: AuditTrail
  /** Where reads report a search by address. Absent where the server reads by itself. */
  readonly traceSearch?: (search: AddressSearch) => void
}

/** A reply that is JSON already, as PostgreSQL made it. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Handler = (call: Call) => Promise<unknown>

export interface Implementation {
  readonly endpoint: Endpoint
  readonly handle: Handler
  /**
   * Whether it runs in a transaction. `own`: what it changes it changes in transactions of its own, and audits by itself.
   * False: a question, or signing in and out, which runs before there is an actor.
   */
  readonly transaction: boolean | 'own'
  /**
   * The reply has a secret in it, such as a key that is shown once: it is kept nowhere, not for a repetition with the same
   * Idempotency-Key either, and never compressed.
   */
  readonly isSecret?: boolean
  /** The endpoint reads the Idempotency-Key itself, because its callers are not staff. */
  readonly readsKey?: boolean
  /** The endpoint calls `assertWithinLimits` itself, so that users whose grant is limited can call it too. */
  readonly enforcesLimits?: boolean
}

/** Whether it reads something that can be asked for again with what its ETag was: it is answered 304 while it is the same. */
export function isTagged({ endpoint, isSecret }: Pick<Implementation, 'endpoint' | 'isSecret'>): boolean {
  return endpoint.method === 'GET' && !isSecret && (endpoint.answers?.includes('ETag') ?? false)
}

type Parsed<S> = S extends AnySchema ? z.output<S> : undefined

/**
 * Gives an endpoint its server part. Calls other than GET run in a transaction unless `transaction` says otherwise; what
 * the handler returns is the body.
 */
export function implement<P extends AnySchema, Q extends AnySchema, I extends AnySchema, O extends AnySchema>(
  endpoint: Endpoint<P, Q, I, O>,
  handle: (call: Call<Parsed<P>, Parsed<Q>, Parsed<I>>) => Promise<z.input<O> | JsonText | void>,
  options: { transaction?: boolean | 'own'; isSecret?: boolean; enforcesLimits?: boolean; readsKey?: boolean } = {},
): Implementation {
  return {
    endpoint: endpoint as unknown as Endpoint,
    handle: handle as unknown as Handler,
    transaction: options.transaction ?? endpoint.method !== 'GET',
    isSecret: options.isSecret ?? false,
    enforcesLimits: options.enforcesLimits ?? false,
    readsKey: options.readsKey ?? false,
  }
}
