import type { RawBuilder } from 'kysely'
import type { Actor } from './access.ts'
import type { AuditEntry } from './audit.server.ts'
import type { Db } from './endpoint.server.ts'
import type { AnyResource } from './resource.ts'

export interface SaveCall {
  /** What is about to be stored. A hook may set read-only fields on it. */
  readonly draft: Record<string, unknown>
  /** The record as it stands, null when it is being created. */
  readonly current: Readonly<Record<string, unknown>> | null
  readonly db: Db
  readonly actor: Actor
  /** Where the call comes from; absent when the server saves by itself. */
  readonly address?: string
  /** Takes what happens to other records because of it into the audit, in the same transaction. */
  readonly note: (entry: AuditEntry) => void
}

/** What a resource needs on the server besides its definition. */
export interface ResourceServer {
  readonly resource: AnyResource
  /** The SQL of each derived field, over the row called `t`. */
  readonly derived?: Readonly<Record<string, RawBuilder<unknown>>>
  /** Runs in the transaction before the row is written; throws a `Refusal` to decline. */
  readonly beforeSave?: (call: SaveCall) => Promise<void>
  readonly afterSave?: (call: SaveCall & { readonly id: number }) => Promise<void>
  /** The id of the record that a missing one has become: whoever asks for that one is given it. */
  readonly heirOf?: (db: Db, id: number) => Promise<number | null>
  readonly beforeDelete?: (call: { current: Readonly<Record<string, unknown>>; db: Db; actor: Actor; address?: string }) => Promise<void>
}

/** Gives a resource its server part; without one the definition says it all. */
export function serve(resource: AnyResource, options: Omit<ResourceServer, 'resource'> = {}): ResourceServer {
  return { resource, ...options }
}
