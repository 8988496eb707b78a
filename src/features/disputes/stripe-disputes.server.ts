import type { Stripe } from 'stripe'
import type { Settings } from '../../core/settings.server.ts'
import { stripeAccess } from '../payments/gateway.server.ts'
import { fromStripeAmount, movedAmount, paidAmount } from '../payments/stripe-amounts.ts'
import { stripeClient } from '../payments/stripe-client.server.ts'
import { refusalIn } from '../payments/stripe-gateway.server.ts'
import type { DisputeReason, DisputeStatus, Evidence } from './dispute-states.ts'
import { disputeReasons, disputeStatuses } from './dispute-states.ts'
import type { FileField } from './evidence-files.ts'
import type { DisputeFacts } from './settle-dispute.server.ts'

/** How it ended: the dispute as it is now, or why it was definitely not done. */
export type DisputeAnswer = { readonly facts: DisputeFacts } | { readonly failure: string }

/** With what only the bank sees. */
type SentEvidence = Evidence &
  FilesAtProvider & { readonly customer_email_address: string; readonly customer_purchase_ip?: string }

/** What the provider calls the file of each field. */
export type FilesAtProvider = Partial<Record<FileField, string>>

interface EvidenceFile {
  readonly name: string
  readonly type: string
  readonly data: Buffer
}

/** What is asked of the provider about disputes. What it throws leaves open whether it did what was asked. */
export interface DisputeGateway {
  find(reference: string): Promise<DisputeFacts>
  /** The provider’s name of the file. The same key again names the same file. */
  upload(file: EvidenceFile, key: string): Promise<{ readonly file: string } | { readonly failure: string }>
  submit(reference: string, evidence: SentEvidence, key: string): Promise<DisputeAnswer>
  accept(reference: string, key: string): Promise<DisputeAnswer>
}

type GatewaySettings = Pick<Settings, 'mode' | 'stripe' | 'port'>

/** Stripe as it is set up; null where this installation has none. */
export function disputeGatewayOf(settings: GatewaySettings): DisputeGateway | null {
  const access = stripeAccess(settings)
  if (!access) return null
  const client = stripeClient(access)
  const answered = async <T>(work: (stripe: Stripe) => Promise<T>): Promise<T | { readonly failure: string }> => {
    try {
      return await work(await client())
    } catch (error) {
      const failure = refusalIn(error)
      if (failure === null) throw error
      return { failure: failure.slice(0, 80) }
    }
  }
  return {
    find: async (reference) => factsOf(await (await client()).disputes.retrieve(reference)),
    upload: ({ name, type, data }, idempotencyKey) =>
      answered(async (stripe) => {
        const file = { name, type, data }
        return { file: (await stripe.files.create({ purpose: 'dispute_evidence', file }, { idempotencyKey })).id }
      }),
    submit: (reference, evidence, idempotencyKey) =>
      answered(async (stripe) => ({
        facts: factsOf(await stripe.disputes.update(reference, { evidence, submit: true }, { idempotencyKey })),
      })),
    accept: (reference, idempotencyKey) =>
      answered(async (stripe) => ({ facts: factsOf(await stripe.disputes.close(reference, {}, { idempotencyKey })) })),
  }
}

const idOf = (one: string | { readonly id: string } | null) => (typeof one === 'string' ? one : (one?.id ?? ''))
const momentOf = (seconds: number | null | undefined) =>
  typeof seconds === 'number' ? new Date(seconds * 1_000) : null

/** An appeal is decided like a dispute, and the money stays with the bank until then. */
function statusOf(status: string): DisputeStatus {
  const known = disputeStatuses.find((one) => one === status)
  return known ?? (status.startsWith('appeal') ? 'lost' : 'under_review')
}

export function factsOf(dispute: Stripe.Dispute): DisputeFacts {
  const currency = dispute.currency.toUpperCase()
  const parts = dispute.balance_transactions.map((movement) => ({
    amount: movedAmount(dispute, movement),
    fee: paidAmount(movement.fee, movement, dispute.currency),
    at: momentOf(movement.created),
  }))
  const [out, back] = [parts.filter(({ amount }) => amount < 0), parts.filter(({ amount }) => amount > 0)]
  const sum = (those: readonly { amount: number }[]) => those.reduce((total, { amount }) => total + amount, 0)
  return {
    reference: dispute.id,
    payment: idOf(dispute.payment_intent) || idOf(dispute.charge),
    status: statusOf(dispute.status),
    reason: disputeReasons.find((one): one is DisputeReason => one === dispute.reason) ?? 'general',
    networkReasonCode: dispute.payment_method_details?.card?.network_reason_code ?? dispute.network_reason_code ?? null,
    currency,
    amount: fromStripeAmount(dispute.amount, currency),
    withdrawn: -sum(out),
    reinstated: sum(back),
    fee: Math.max(
      0,
      parts.reduce((total, { fee }) => total + fee, 0),
    ),
    movements: parts.length,
    submissions: dispute.evidence_details.submission_count,
    openedAt: momentOf(dispute.created) ?? new Date(0),
    dueBy: momentOf(dispute.evidence_details.due_by),
    withdrawnAt: out[0]?.at ?? null,
    reinstatedAt: back[0]?.at ?? null,
  }
}
