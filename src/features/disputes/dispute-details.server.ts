import { sql } from 'kysely'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { maskSql } from '../../core/list/list-sql.server.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { Db } from '../../db/tables.server.ts'
import { customers } from '../customers/customers.ts'
import { lockOrder } from '../orders/order-moves.server.ts'
import { composeEvidence } from './compose-evidence.ts'
import type { DisputeDetails } from './dispute.endpoints.ts'
import { readDisputeDetails } from './dispute.endpoints.ts'
import { readOrderRecord } from './dispute-record.server.ts'
import type { DisputeReason, DisputeStatus, Evidence } from './dispute-states.ts'
import { needsAnswer, writtenFields } from './dispute-states.ts'
import type { FileField } from './evidence-files.ts'
import { lostElsewhere } from './share-loss.server.ts'
import { disputeGatewayOf } from './stripe-disputes.server.ts'

export interface OpenedDispute {
  readonly id: number
  readonly version: number
  readonly purchaseId: number
  readonly reference: string
  readonly cityId: number
  readonly status: DisputeStatus
  readonly reason: DisputeReason
  readonly amount: number
  readonly withdrawn: number
  readonly fee: number
  readonly currency: string
  readonly submissions: number
  readonly evidence: Evidence
  readonly files: readonly { readonly id: number; readonly field: FileField; readonly bytes: number }[]
  readonly isPastDue: boolean
  /** An answer is on its way. */
  readonly isAnswered: boolean
}

/**
 * A dispute with what decides about its answers, behind the lock of its order where it is about to change.
 *
 * @throws Refusal 404
 */
export async function openDispute(
  db: Db,
  id: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<OpenedDispute> {
  const missing = new Refusal(404, t('Dispute not found.'))
  const recordId = recordIdIn(id)
  if (recordId === null) throw missing
  if (isLocked) await lockOrder(db, sql`p.id = (select purchase_id from disputes where id = ${recordId})`)
  const { rows } = await sql<OpenedDispute>`
    select d.id, d.version, d.purchase_id as "purchaseId", p.reference, p.city_id as "cityId", d.status, d.reason, d.amount, d.withdrawn,
      d.fee, d.currency, d.submissions, d.evidence, coalesce(d.due_by <= now(), false) as "isPastDue",
      (select coalesce(json_agg(json_build_object('id', f.id, 'field', f.field, 'bytes', f.bytes) order by f.id), '[]')
        from dispute_files f where f.dispute_id = d.id) as files,
      exists (select from dispute_answers a where a.dispute_id = d.id and a.next_try_at is not null) as "isAnswered"
    from disputes d join purchases p on p.id = d.purchase_id where d.id = ${recordId}`.execute(db)
  if (!rows[0]) throw missing
  return rows[0]
}

/** Why a dispute cannot be answered now, for each answer. */
export function blockedAnswers(dispute: OpenedDispute, hasGateway: boolean): DisputeDetails['blocked'] {
  const why = blockedReason(dispute, hasGateway)
  return {
    submit:
      why ??
      (dispute.isPastDue
        ? t('The deadline has passed.')
        : dispute.submissions > 0
          ? t('Evidence was sent already.')
          : null),
    accept: why ?? (dispute.status.startsWith('warning') ? t('This is an inquiry. Refund the order instead.') : null),
  }
}

function blockedReason({ status, isAnswered }: OpenedDispute, hasGateway: boolean): string | null {
  if (!hasGateway) return t('Payments are not set up yet.')
  if (isAnswered) return t('An answer is on its way.')
  if (needsAnswer(status)) return null
  return status.endsWith('under_review') ? t('The bank is deciding on this dispute.') : t('This dispute is closed.')
}

const instant = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

type Facts = Pick<DisputeDetails, 'customerEmail' | 'payment' | 'lostElsewhere' | 'answers' | 'files'>

async function factsOf(db: Db, id: number): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select ${maskSql(customers.fields.email, sql`p.customer_email`)} as "customerEmail",
      json_build_object('id', x.id, 'provider', x.provider, 'method', x.method, 'cardBrand', x.card_brand,
        'cardLast4', x.card_last4, 'captured', x.captured, 'refunded', (select coalesce(sum(r.amount), 0) from refunds r
          where r.payment_id = x.id and r.state = 'succeeded')) as payment,
      ${lostElsewhere} as "lostElsewhere",
      (select coalesce(json_agg(json_build_object('field', f.field, 'name', f.file_name, 'bytes', f.bytes,
        'by', (select s.name from staff s where s.id = f.added_by), 'at', ${instant('f.created_at')}) order by f.id), '[]')
        from dispute_files f where f.dispute_id = d.id) as files,
      (select coalesce(json_agg(json_build_object('id', a.id, 'kind', a.kind, 'state', a.state, 'failure', a.failure,
        'by', (select s.name from staff s where s.id = a.requested_by), 'at', ${instant('a.created_at')})
        order by a.id desc), '[]') from dispute_answers a where a.dispute_id = d.id) as answers
    from disputes d join purchases p on p.id = d.purchase_id join payments x on x.id = d.payment_id
    where d.id = ${id}`.execute(db)
  if (!rows[0]) throw new Error('A dispute has its payment.')
  return rows[0]
}

export function implementDisputeDetails({ settings }: Pick<ServerContext, 'settings'>): readonly Implementation[] {
  const hasGateway = disputeGatewayOf(settings) !== null
  return [
    implement(readDisputeDetails, async ({ db, params }) => {
      const dispute = await openDispute(db, params.id, { isLocked: false })
      const suggested = composeEvidence(await readOrderRecord(db, dispute.id))
      const { evidence } = dispute
      const isWritten = Object.keys(evidence).length > 0
      return {
        id: dispute.id,
        version: dispute.version,
        evidence: writtenFields
          // Fields that the record has nothing for are offered to those who have something to add.
          .map((field) => {
            const suggestion = suggested[field] ?? ''
            return { field, suggestion, text: isWritten ? (evidence[field] ?? '') : suggestion }
          }),
        blocked: blockedAnswers(dispute, hasGateway),
        ...(await factsOf(db, dispute.id)),
      }
    }),
  ]
}
