import { sql } from 'kysely'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { rememberDisputes } from '../payments/local-stripe-memory.server.ts'
import { toStripeAmount } from '../payments/stripe-amounts.ts'

interface Stored {
  readonly payment: string
  readonly status: string
  readonly reason: string
  readonly currency: string
  readonly amount: number
  readonly submissions: number
  readonly dueBy: number | null
  readonly openedAt: number
}

/** Lets the demo’s local Stripe know the disputes of the demo data, which were never opened there. */
export function recallDisputesFrom({ settings, database }: Pick<ServerContext, 'settings' | 'database'>): void {
  if (settings.mode !== 'demo' || settings.stripe) return
  rememberDisputes(async (id) => {
    const { rows } = await sql<Stored>`
      select coalesce(x.gateway_reference, x.psp_reference) as payment, d.status, d.reason, d.currency, d.amount, d.submissions,
        extract(epoch from d.due_by)::integer as "dueBy", extract(epoch from d.opened_at)::integer as "openedAt"
      from disputes d join payments x on x.id = d.payment_id where d.provider_reference = ${id}`.execute(
      database.kysely,
    )
    const [stored] = rows
    if (!stored) return null
    const { disputeShape } = await import('../payments/local-stripe-disputes.server.ts')
    const { payment, reason, currency, amount, status } = stored
    const isInquiry = status.startsWith('warning')
    return disputeShape(
      id,
      {
        payment,
        reason,
        isInquiry,
        currency: currency.toLowerCase(),
        amount: toStripeAmount(amount, currency) ?? amount,
      },
      {
        status,
        created: stored.openedAt,
        evidence_details: {
          due_by: stored.dueBy,
          enhanced_eligibility: {},
          has_evidence: stored.submissions > 0,
          past_due: false,
          submission_count: stored.submissions,
          submission_method: stored.submissions > 0 ? 'manual' : 'not_submitted',
        },
      },
    )
  })
}
