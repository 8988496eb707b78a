import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { DisputeReason, DisputeStatus } from './dispute-states.ts'
import { isClosed } from './dispute-states.ts'

/** A dispute as its provider has it now. Amounts are minor units of its currency. */
export interface DisputeFacts {
  readonly reference: string
  /** The disputed payment, as the provider names it. */
  readonly payment: string
  readonly status: DisputeStatus
  readonly reason: DisputeReason
  readonly networkReasonCode: string | null
  readonly currency: string
  readonly amount: number
  readonly withdrawn: number
  readonly reinstated: number
  readonly fee: number
  /** How many movements of money and submissions of evidence there are: more each time, so less is news of the past. */
  readonly movements: number
  readonly submissions: number
  readonly openedAt: Date
  readonly dueBy: Date | null
  readonly withdrawnAt: Date | null
  readonly reinstatedAt: Date | null
}

/** A dispute as it is in the books. */
export interface KnownDispute {
  readonly id: number
  readonly status: DisputeStatus
  readonly reference: string
  readonly withdrawn: number
  readonly reinstated: number
  readonly fee: number
  readonly movements: number
  readonly submissions: number
}

/** The disputes of an order, locked. */
export async function disputesOf(db: Db, orderId: number): Promise<readonly KnownDispute[]> {
  const { rows } = await sql<KnownDispute>`
    select id, status, provider_reference as reference, withdrawn, reinstated, fee, movements, submissions
    from disputes where purchase_id = ${orderId} order by id for no key update`.execute(db)
  return rows
}

export type KeptPart = Pick<DisputeFacts, 'status' | 'withdrawn' | 'reinstated' | 'fee'>

/** What the bank kept: a dispute that is lost, less what came back. */
export const keptBy = ({ status, withdrawn, reinstated }: KeptPart) =>
  status === 'lost' ? Math.max(0, withdrawn - reinstated) : 0

interface Row extends DisputeFacts {
  readonly paymentId: number
  readonly purchaseId: number
  readonly known: KnownDispute | undefined
}

/** @returns the id of the dispute */
export async function writeDispute(db: Db, { known, ...row }: Row): Promise<number> {
  const closedAt = isClosed(row.status) ? sql`date_trunc('milliseconds', now())` : sql`null`
  const moment = (at: Date | null) => sql`${at}::timestamptz(3)`
  if (known) {
    await sql`
      update disputes set status = ${row.status}, amount = ${row.amount}, withdrawn = ${row.withdrawn}, reinstated = ${row.reinstated},
        fee = ${row.fee}, movements = ${row.movements}, submissions = ${row.submissions}, due_by = ${moment(row.dueBy)},
        withdrawn_at = coalesce(withdrawn_at, ${moment(row.withdrawnAt)}),
        reinstated_at = coalesce(reinstated_at, ${moment(row.reinstatedAt)}),
        submitted_at = case when ${row.submissions > 0} then coalesce(submitted_at, now()) end,
        closed_at = case when ${isClosed(row.status)} then coalesce(closed_at, ${closedAt}) end,
        updated_at = now(), version = version + 1
      where id = ${known.id}`.execute(db)
    return known.id
  }
  const { rows } = await sql<{ id: number }>`
    insert into disputes (purchase_id, payment_id, provider_reference, status, reason, network_reason_code, currency, amount,
      withdrawn, reinstated, fee, movements, submissions, due_by, opened_at, withdrawn_at, reinstated_at, submitted_at, closed_at)
    values (${row.purchaseId}, ${row.paymentId}, ${row.reference}, ${row.status}, ${row.reason}, ${row.networkReasonCode},
      ${row.currency}, ${row.amount}, ${row.withdrawn}, ${row.reinstated}, ${row.fee}, ${row.movements}, ${row.submissions},
      ${moment(row.dueBy)}, ${moment(row.openedAt)}, ${moment(row.withdrawnAt)}, ${moment(row.reinstatedAt)},
      case when ${row.submissions > 0} then now() end, ${closedAt})
    returning id`.execute(db)
  return rows[0]?.id ?? 0
}
