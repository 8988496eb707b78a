import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import { notGranted } from '../../core/access/limits.ts'
import type { ResourceContext } from '../../core/calls/record-rows.server.ts'
import type { Call } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { dots } from '../../core/resource/personal.ts'
import { assertPlanOrder } from '../publishing/publication-steps.server.ts'
import { fetchBulkEdits } from './bulk-edit-records.server.ts'
import type { BulkEdit, BulkInput } from './bulk-edits.ts'
import type { BulkChange } from './changes.ts'
import type { BulkOperation } from './bulk-operation.server.ts'
import { operationOf, undoLast } from './operations.server.ts'

/** The records that a call is about, and how they were selected. */
export interface Selected {
  readonly ids: readonly number[]
  readonly filter: string | null
  readonly q: string | null
}

/** The work that a call requests. */
export interface Asked {
  readonly action: string
  readonly change: BulkChange | null
  readonly operation: BulkOperation
  readonly undoOf?: number
}

type Contexts = ReadonlyMap<string, ResourceContext>

export type SomeCall = Pick<Call, 'db' | 'actor' | 'request' | 'reply' | 'audit'>

export function ownerOf(actor: Actor): number {
  if (actor.id === null) throw new Refusal(403, t('Only staff can do this.'))
  return actor.id
}

/**
 * @throws Refusal 404 for another person's selection or one of other records, 422 where ids and selection are both
 * given or both missing
 */
export async function selectedBy(
  { resource }: ResourceContext,
  db: Db,
  actor: Actor,
  { ids, selection }: Pick<BulkInput, 'ids' | 'selection'>,
): Promise<Selected> {
  if ((ids === undefined) === (selection === undefined))
    throw invalid({ ids: t('Send the records’ ids, or a selection.') })
  if (ids) return { ids: [...new Set(ids)].sort((a, b) => a - b), filter: null, q: null }
  const {
    rows: [found],
  } = await sql<{ ids: number[]; filter: string | null; q: string | null }>`
    select ids, filter, q from bulk_selections
    where id = ${selection} and owner_id = ${actor.id} and resource = ${resource.name} and expires_at > now()`.execute(
    db,
  )
  if (!found) throw new Refusal(404, t('Selection not found. Select the records again.'))
  return found
}

export function askedBy(
  { resource }: ResourceContext,
  { change, action, undo, plan }: Pick<BulkInput, 'change' | 'action' | 'undo' | 'plan'>,
): Asked {
  if ([change, action, undo, plan].filter((part) => part !== undefined).length !== 1)
    throw invalid({ change: t('Choose a change, an action or an undo.') })
  if (undo !== undefined) return { action: 'undo', change: null, operation: undoLast(undo) }
  if (plan) {
    assertPlanOrder(plan.at ?? null, plan.until ?? null)
    const moments: BulkChange = {
      ...(plan.at && { publishAt: { set: plan.at } }),
      ...(plan.until && { unpublishAt: { set: plan.until } }),
    }
    return { action: 'plan', change: moments, operation: operationOf(resource, { action: 'plan', change: moments }) }
  }
  if (action !== undefined) return { action, change: null, operation: operationOf(resource, { action, change: null }) }
  const changes = (change ?? {}) as BulkChange
  if (Object.keys(changes).length === 0) throw invalid({ change: t('Choose an action for at least one field.') })
  return { action: 'update', change: changes, operation: operationOf(resource, { action: 'update', change: changes }) }
}

/** Only the owner and users who can read the audit find it; for everyone else it doesn't exist. */
export async function fetchBulkEdit(db: Db, actor: Actor, id: string): Promise<BulkEdit> {
  const [found] = /^[1-9][0-9]{0,14}$/.test(id)
    ? await fetchBulkEdits(db, actor.id, sql`t.id = ${Number(id)} and t.expires_at > now()`)
    : []
  if (!found || (found.owner.id !== actor.id && !may(actor.grants, 'ui', 'audit')))
    throw new Refusal(404, t('Bulk edit not found. It might have expired.'))
  // The search text can be a person's name, so it's hidden as in the audit.
  return found.owner.id === actor.id || found.q === null ? found : { ...found, q: dots }
}

/** The same, to read its results: they name records, as the audit does, and its owner can have lost the permission to see those. */
export async function fetchToRead(contexts: Contexts, db: Db, actor: Actor, id: string): Promise<BulkEdit> {
  const found = await fetchBulkEdit(db, actor, id)
  const object = contexts.get(found.resource)?.resource.access.object ?? found.resource
  if (!['audit', object].some((one) => may(actor.grants, 'ui', one))) throw notGranted('ui', object)
  return found
}
