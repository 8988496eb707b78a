import type { RawBuilder } from 'kysely'
import type { Actor } from '../access/access.ts'
import type { AuditTrail } from '../audit/audit.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { AnyResource } from './resource.ts'

export interface SaveCall {
  /** What is about to be stored. A hook can set read-only fields on it. */
  readonly draft: Record<string, unknown>
  /** The current record, null when it is being created. */
  readonly current: Readonly<Record<string, unknown>> | null
  /**
   * Before a save that undoes something: what the table has, null for a deleted record. `current` is then the record as it becomes,
   * because no rule about changes of state applies. After the save `current` is what the table had.
   */
  readonly was?: Readonly<Record<string, unknown>> | null
  readonly db: Db
  readonly actor: Actor
  /** Where the call comes from; absent when the server saves by itself. */
  readonly address?: string
  /** Takes what happens to other records because of it into the audit, in the same transaction. */
  readonly audit: AuditTrail
}

interface Spoken {
  readonly kept: RawBuilder<unknown>
  readonly say: (kept: unknown) => unknown
}

/** A record as its reader has it: what is kept of its spoken fields is said in the language of the call. */
export function spokenRecord<R extends Readonly<Record<string, unknown>>>({ spoken }: ResourceServer, record: R): R {
  if (!spoken) return record
  const said = Object.entries(spoken).flatMap(([key, { say }]) => (key in record ? [[key, say(record[key])]] : []))
  return { ...record, ...Object.fromEntries(said) }
}

/** A resource's server part, besides its definition. */
export interface ResourceServer {
  readonly resource: AnyResource
  /** The SQL of each derived field, over the row called `t`. */
  readonly derived?: Readonly<Record<string, RawBuilder<unknown>>>
  /** What people read in place of a field's value, in their language: parts of either find it. */
  readonly reads?: Readonly<Record<string, () => RawBuilder<unknown>>>
  /** Fields that each reader has in their own language: what is kept of it, as JSON over the row called `t`, and how it is said. */
  readonly spoken?: Readonly<Record<string, Spoken>>
  /** The column of a large table that contains, folded, the text its list is searched by. */
  readonly searchText?: RawBuilder<unknown>
  /** Runs in the transaction before the row is written; throws a `Refusal` to decline. */
  readonly beforeSave?: (call: SaveCall) => Promise<void>
  /**
   * True when the hooks that run before a save read no other records of the resource, so that many can be checked
   * before one is written.
   */
  readonly savesAlone?: boolean
  readonly afterSave?: (call: SaveCall & { readonly id: number }) => Promise<void>
  /** The id of the record that a missing one has become: callers that ask for the missing one get it. */
  readonly mergedInto?: (db: Db, id: number) => Promise<number | null>
  readonly beforeDelete?: (call: {
    current: Readonly<Record<string, unknown>>
    db: Db
    actor: Actor
    address?: string
  }) => Promise<void>
}

/** Gives a resource its server part; without one the definition says it all. */
export function serve(resource: AnyResource, options: Omit<ResourceServer, 'resource'> = {}): ResourceServer {
  return { resource, ...options }
}
