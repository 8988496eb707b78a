import { difference } from '../../core/audit/audit.server.ts'
import type { ResourceContext } from '../../core/calls/record-rows.server.ts'
import { entryOf, planUpdate, removeRecord } from '../../core/calls/crud.server.ts'
import { writeUpdate } from '../../core/calls/record-writes.server.ts'
import { missing, stored } from '../../core/calls/record-rows.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { Step } from '../history/audit-trail.server.ts'
import { lastStepsOf } from '../history/audit-trail.server.ts'
import { assertLast, somethingElse, reverseLast } from '../history/undo.server.ts'
import type { BulkChange } from './changes.ts'
import { assertChange, inputFor } from './changes.ts'
import { isPageAction } from './page-actions.ts'
import type { BulkOperation, Written } from './bulk-operation.server.ts'
import { pageStep, planStep } from './page-operations.server.ts'

type Values = Record<string, unknown>

function required(now: Values | null): Values {
  if (!now) throw new Error('A record that has been changed is there.')
  return now
}

function updating(change: BulkChange, action: string): BulkOperation {
  const plan: NonNullable<BulkOperation['plan']> = async (context, actorContext, { current }) => {
    if (!current) throw missing(context)
    const { resource } = context
    const update = await planUpdate(context, actorContext, current, inputFor(resource, change, current))
    if (!update) return null
    // The stored record: the database can have rounded values, and hooks can have added some.
    const written: Written = (now) =>
      entryOf(resource, action, required(now), difference(stored(resource, current), stored(resource, required(now))))
    return { update, written }
  }
  return {
    operation: 'update',
    needsSteps: false,
    plan,
    async apply(context, actorContext, row) {
      const planned = await plan(context, actorContext, row)
      if (planned) await writeUpdate(context, row.id, planned.update)
      return planned?.written ?? null
    },
  }
}

const deleting: BulkOperation = {
  operation: 'delete',
  needsSteps: false,
  async apply(context, actorContext, { current }) {
    if (!current) throw missing(context)
    const entry = await removeRecord(context, actorContext, current)
    return () => entry
  },
}

function undoing(assertIsMeant: (context: ResourceContext, last: Step) => void): BulkOperation {
  return {
    operation: 'update',
    needsSteps: true,
    async apply(context, actorContext, { id, current, last }) {
      const entryFor = await reverseLast(context, actorContext, { id, record: current, last }, (step) =>
        assertIsMeant(context, step),
      )
      return (now) => entryFor(required(now))
    },
  }
}

/** A requested bulk edit, as stored. */
export interface Wish {
  /** As the audit calls it. */
  readonly action: string
  readonly change: BulkChange | null
  /** The request whose changes are undone. */
  readonly undoOfRequest?: string | null
}

/** @throws Refusal 422 where the resource knows no such thing */
export function operationOf(resource: AnyResource, { action, change, undoOfRequest }: Wish): BulkOperation {
  if (undoOfRequest !== undefined && undoOfRequest !== null) {
    // An undo that starts in time runs to its end, however long that takes.
    return undoing((context, last) => {
      if (last.requestId !== undoOfRequest) throw somethingElse(context.resource, last)
    })
  }
  if (isPageAction(resource, action)) return action === 'plan' ? planStep(change ?? {}) : pageStep(action)
  if (action === 'delete' && resource.operations.includes('delete')) return deleting
  const named = change ?? changeOf(resource, action)
  if (!named || !resource.operations.includes('update'))
    throw invalid({ action: t('{many} have no action {action}.', { many: resource.label[1], action }) })
  assertChange(resource, named)
  return updating(named, action)
}

/** Undoes the last action, by its name, for the person who just did it. */
export function undoLast(action: string): BulkOperation {
  return undoing((context, last) => assertLast(context, last, action))
}

/** The values that a declared action of the resource sets. */
export function changeOf({ actions = {} }: AnyResource, action: string): BulkChange | null {
  const named = Object.hasOwn(actions, action) ? actions[action] : undefined
  return named ? Object.fromEntries(Object.entries(named.set).map(([key, value]) => [key, { set: value }])) : null
}

/** The last steps of rows, where an operation asks for them. */
export async function stepsFor(
  operation: BulkOperation,
  db: Db,
  resource: AnyResource,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Step>> {
  return operation.needsSteps ? await lastStepsOf(db, resource, ids) : new Map()
}
