import type { AuditEntry } from '../../kit/audit.server.ts'
import { difference } from '../../kit/audit.server.ts'
import type { Desk, Doer } from '../../kit/crud.server.ts'
import { entryOf, missing, planUpdate, removeRecord, stored, writeUpdate } from '../../kit/crud.server.ts'
import type { Db } from '../../kit/endpoint.server.ts'
import { invalid } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import type { AnyResource, Operation } from '../../kit/resource.ts'
import type { Step } from '../record-history/audit-trail.server.ts'
import { lastStepsOf } from '../record-history/audit-trail.server.ts'
import { assertLast, somethingElse, takeBack } from '../record-history/undo.server.ts'
import type { BulkChange } from './changes.ts'
import { assertChange, inputFor } from './changes.ts'
import { isPageAction } from './page-actions.ts'
import { pageStep, planStep } from './page-operations.server.ts'

type Values = Record<string, unknown>

/** A record whose row is locked, as it is now; without `current` there is none. */
export interface Row { readonly id: number; readonly current: Values | undefined; readonly last?: Step | undefined }

/** What the audit keeps of one record's change, which is given as it is then; null where it is gone. */
export type Written = (now: Values | null) => AuditEntry

/** What is done to each of many records, by the rules and the code of doing it to one. */
export interface BulkOperation {
  /** How database errors are to be understood. */
  readonly operation: Operation
  /** It needs the last thing that was done to each. */
  readonly needsSteps: boolean
  /** Answers null where nothing had to be changed; throws a `Refusal` to decline. */
  apply(desk: Desk, doer: Doer, row: Row): Promise<Written | null>
}

function required(now: Values | null): Values {
  if (!now) throw new Error('A record that has been changed is there.')
  return now
}

function updating(change: BulkChange, action: string): BulkOperation {
  return {
    operation: 'update', needsSteps: false,
    async apply(desk, doer, { id, current }) {
      if (!current) throw missing(desk)
      const { resource } = desk
      const update = await planUpdate(desk, doer, current, inputFor(resource, change, current))
      if (!update) return null
      await writeUpdate(desk, id, update)
      // As it was stored: the database may have rounded, and hooks may have added to it.
      return (now) => entryOf(resource, action, required(now), difference(stored(resource, current), stored(resource, required(now))))
    },
  }
}

const deleting: BulkOperation = {
  operation: 'delete', needsSteps: false,
  async apply(desk, doer, { current }) {
    if (!current) throw missing(desk)
    const entry = await removeRecord(desk, doer, current)
    return () => entry
  },
}

function undoing(assertIsMeant: (desk: Desk, last: Step) => void): BulkOperation {
  return {
    operation: 'update', needsSteps: true,
    async apply(desk, doer, { id, current, last }) {
      const entryFor = await takeBack(desk, doer, { id, record: current, last }, (step) => assertIsMeant(desk, step))
      return (now) => entryFor(required(now))
    },
  }
}

/** What somebody has asked for, as it is kept. */
export interface Wish {
  /** As the audit calls it. */
  readonly action: string
  readonly change: BulkChange | null
  /** The request whose changes are taken back. */
  readonly undoOfRequest?: string | null
}

/** @throws Refusal 422 where the resource knows no such thing */
export function operationOf(resource: AnyResource, { action, change, undoOfRequest }: Wish): BulkOperation {
  if (undoOfRequest !== undefined && undoOfRequest !== null) {
    // Begun in time, it is taken back to its end, however long that takes.
    return undoing((desk, last) => {
      if (last.requestId !== undoOfRequest) throw somethingElse(desk.resource, last)
    })
  }
  if (isPageAction(resource, action)) return action === 'plan' ? planStep(change ?? {}) : pageStep(action)
  if (action === 'delete' && resource.operations.includes('delete')) return deleting
  const named = change ?? changeOf(resource, action)
  if (!named || !resource.operations.includes('update')) throw invalid({ action: t('{many} know no {action}.', { many: resource.label[1], action }) })
  assertChange(resource, named)
  return updating(named, action)
}

/** Takes back what was done last, by its name, for who did it a moment ago. */
export function undoLast(action: string): BulkOperation {
  return undoing((desk, last) => assertLast(desk, last, action))
}

/** What an action that the resource declares sets. */
export function changeOf({ actions = {} }: AnyResource, action: string): BulkChange | null {
  const named = Object.hasOwn(actions, action) ? actions[action] : undefined
  return named ? Object.fromEntries(Object.entries(named.set).map(([key, value]) => [key, { set: value }])) : null
}

/** The last steps of rows, where an operation asks for them. */
export async function stepsFor(operation: BulkOperation, db: Db, resource: AnyResource, ids: readonly number[]): Promise<ReadonlyMap<number, Step>> {
  return operation.needsSteps ? await lastStepsOf(db, resource, ids) : new Map()
}
