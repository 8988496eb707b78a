import { sql } from 'kysely'
import { assertWithinLimits } from '../../../core/access/limits.ts'
import type { Actor } from '../../../core/access/access.ts'
import { announceChange } from '../../../core/audit/audit.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import type { Db } from '../../../db/tables.server.ts'
import { orderRuns } from './order-runs.ts'
import type { RunWish } from './plan-run.server.ts'
import type { RunState } from './run-labels.ts'
import { tellOfEnd } from './run-notices.server.ts'

/** A run as its commands look at it. */
export interface Run extends RunWish {
  readonly id: number
  readonly name: string
  readonly state: RunState
  readonly performanceIds: readonly number[]
  readonly needsApproval: boolean
  readonly requestedBy: number
  readonly approvedBy: number | null
  readonly version: number
}

export const runColumns = sql`r.id, r.name, r.kind, r.state, r.performance_ids as "performanceIds", r.refunds, r.paid_by as "paidBy",
  r.needs_approval as "needsApproval", r.requested_by as "requestedBy", r.approved_by as "approvedBy", r.version`

/**
 * Locks a run, after which no order of it is begun until the transaction ends.
 *
 * @throws Refusal 404
 */
export async function lockRun(db: Db, id: string): Promise<Run> {
  const { rows } = await sql<Run>`
    select ${runColumns} from order_runs r where r.id = ${recordIdIn(id)} for no key update`.execute(db)
  const [run] = rows
  if (!run) throw new Refusal(404, t('Order run not found.'))
  return run
}

/** Refuses (403) who cannot change orders in every city of the performances. */
export async function assertInCitiesOf(db: Db, actor: Actor, performanceIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ cityId: number }>`
    select distinct city_id as "cityId" from performances where id = any(${[...performanceIds]}::bigint[])`.execute(db)
  for (const { cityId } of rows) assertWithinLimits(actor, 'write', 'purchases', { cityId })
}

/** Ends a run of which no order waits any more. In a transaction. */
export async function finishRun(db: Db, runId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number; name: string; requestedBy: number }>`
    update order_runs set state = 'done', finished_at = now(), updated_at = now(), version = version + 1
    where id = ${runId} and state = 'running'
      and not exists (select from order_run_items i where i.run_id = order_runs.id and i.state = 'waiting')
    returning id, name, requested_by as "requestedBy"`.execute(db)
  for (const run of rows) await tellOfEnd(db, run)
  if (rows.length > 0) await announceChange(db, orderRuns.name, null)
  return rows.length > 0
}
