import type { AuditEntry } from '../../core/audit/audit.server.ts'
import type { ActorContext } from '../../core/calls/crud.server.ts'
import type { Update } from '../../core/calls/record-writes.server.ts'
import type { ResourceContext } from '../../core/calls/record-rows.server.ts'
import type { Operation } from '../../core/resource/resource.ts'
import type { Step } from '../history/audit-trail.server.ts'

type Values = Record<string, unknown>

/** A record whose row is locked, as it is now; without `current` there is none. */
export interface Row {
  readonly id: number
  readonly current: Values | undefined
  readonly last?: Step | undefined
}

/** What the audit keeps of one record's change, which is given as it is then; null where it is gone. */
export type Written = (now: Values | null) => AuditEntry

/** An update that has passed every rule, and what the audit records of it once it is written. */
interface Planned {
  readonly update: Update
  readonly written: Written
}

/** The work on each of many records, by the same rules and code as for one. */
export interface BulkOperation {
  /** How database errors are to be understood. */
  readonly operation: Operation
  /** It needs the last thing that was done to each. */
  readonly needsSteps: boolean
  /** Answers null where nothing had to be changed; throws a `Refusal` to decline. */
  apply(context: ResourceContext, actorContext: ActorContext, row: Row): Promise<Written | null>
  /** The same without writing it, where it is an update of the row that can be written together with others. */
  plan?(context: ResourceContext, actorContext: ActorContext, row: Row): Promise<Planned | null>
}
