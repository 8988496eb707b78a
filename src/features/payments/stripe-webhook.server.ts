import { sql } from 'kysely'
import { forgetJob } from '../../core/jobs/forget-job.server.ts'
import type { Stripe } from 'stripe'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { rawBodyOf } from '../../core/http/raw-body.server.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { defineSignal } from '../../core/signal.ts'
import type { Database } from '../../db/database.server.ts'
import type { PaymentOutcome } from '../orders/pay-order.server.ts'
import { settlePayment } from '../orders/pay-order.server.ts'
import { settleRefund } from '../orders/refund-moves.server.ts'
import { stripeAccess } from './gateway.server.ts'
import { stripeClient } from './stripe-client.server.ts'
import { gatewayKey } from './send-refunds.server.ts'
import { answerOf, feeOf, nameIn } from './stripe-gateway.server.ts'
import { stripeWebhookCall } from './stripe-webhook.ts'
import { settleVoid } from './void-payments.server.ts'

/** A dispute as Stripe has it now, after news of it. */
export const disputeHeard = defineSignal<[database: Database, dispute: Stripe.Dispute]>()

/** Where Stripe tells us what became of payments and refunds. Without Stripe there is nothing to hear. */
export function implementStripeWebhook({
  settings,
  database,
}: Pick<ServerContext, 'settings' | 'database'>): readonly Implementation[] {
  const access = stripeAccess(settings)
  if (!access) return []
  const client = stripeClient(access)
  return [
    implement(
      stripeWebhookCall,
      async ({ request }) => {
        const signature = String(request.headers['stripe-signature'] ?? '')
        if (signature === '') throw unsigned()
        const { webhookSecret } = await access()
        const stripe = await client()
        const event = await verified(stripe, { body: rawBodyOf(request), signature, secret: webhookSecret })
        await takeIn(database, stripe, event)
        return { received: true as const }
      },
      { transaction: false },
    ),
  ]
}

interface Signed {
  readonly body: Buffer
  readonly signature: string
  readonly secret: string | undefined
}

/** @throws Refusal 401 for what Stripe did not sign, or signed too long ago */
async function verified(stripe: Stripe, { body, signature, secret }: Signed): Promise<Stripe.Event> {
  try {
    if (secret === undefined) throw new Error('There is no secret to check it with.')
    return await stripe.webhooks.constructEventAsync(body, signature, secret)
  } catch {
    throw unsigned()
  }
}

function unsigned(): Refusal {
  return new Refusal(401, t('The signature of this event is wrong or too old.'), { error: 'WrongSignature' })
}

/**
 * Takes an event in once. Events come in any order, so what one is about is fetched as it is now. It counts as taken in after
 * its effect, which is the same however often it happens: Stripe repeats what a process that died did not finish.
 */
async function takeIn(database: Database, stripe: Stripe, { id, type, data }: Stripe.Event): Promise<void> {
  const { rows } = await sql`select from gateway_events where id = ${id}`.execute(database.kysely)
  if (rows.length > 0) return
  const { id: about } = data.object as { readonly id?: string }
  if (about !== undefined && type.startsWith('payment_intent.')) await hearOfPayment(database, stripe, about)
  else if (about !== undefined && (type.startsWith('refund.') || type === 'charge.refund.updated'))
    await hearOfRefund(database, stripe, about)
  else if (about !== undefined && type.startsWith('charge.dispute.'))
    await disputeHeard.emit(database, await stripe.disputes.retrieve(about))
  await sql`insert into gateway_events (id, kind) values (${id}, ${type}) on conflict (id) do nothing`.execute(
    database.kysely,
  )
}

async function hearOfPayment(database: Database, stripe: Stripe, id: string): Promise<void> {
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.balance_transaction'] })
  const reference = nameIn(intent)
  const outcome = outcomeOf(intent)
  if (reference === null || !(await isOurs(database, reference, id))) return
  if (intent.status === 'canceled') await settleVoid(database, reference, { state: 'voided' })
  else if (outcome !== null) await settlePayment(database, reference, outcome)
}

async function isOurs(database: Database, reference: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from payments where psp_reference = ${reference} and coalesce(gateway_reference, ${id}) = ${id}`.execute(
    database.kysely,
  )
  return rows.length > 0
}

function outcomeOf(intent: Stripe.PaymentIntent): PaymentOutcome | null {
  if (intent.status === 'succeeded') {
    const { latest_charge: charge } = intent
    const details = typeof charge === 'object' ? charge : null
    return { state: 'captured', fee: feeOf(intent), checks: checksOf(details) }
  }
  const { last_payment_error: error } = intent
  return error ? { state: 'failed', reason: (error.decline_code ?? error.code ?? 'declined').slice(0, 80) } : null
}

const cvcWords: Readonly<Record<string, 'match' | 'mismatch' | 'unavailable'>> = {
  pass: 'match',
  fail: 'mismatch',
  unavailable: 'unavailable',
  unchecked: 'unavailable',
}

function checksOf(charge: Stripe.Charge | null): Extract<PaymentOutcome, { state: 'captured' }>['checks'] {
  const checks = charge?.payment_method_details?.card?.checks
  const [cvc, avs] = [checks?.cvc_check, checks?.address_postal_code_check]
  return { ...(cvc && { cvc: cvcWords[cvc] }), ...(avs && { avs: cvcWords[avs] }) }
}

async function hearOfRefund(database: Database, stripe: Stripe, id: string): Promise<void> {
  const said = await stripe.refunds.retrieve(id)
  const [key, answer] = [nameIn(said), answerOf(said)]
  if (key === null || answer.state === 'processing') return
  const { rows } = await sql<{ id: number; attempt: number; order: string }>`
    select r.id, r.attempt, p.reference as order from refunds r join purchases p on p.id = r.purchase_id
    where r.id = ${Number(/^refund-\w+-(\d{1,15})-\d+$/.exec(key)?.[1] ?? 0)}`.execute(database.kysely)
  const [refund] = rows
  if (refund && gatewayKey(refund) === key) await settleRefund(database, refund.id, answer)
}

/** Stripe repeats its news for three days. */
export const forgetGatewayEventsJob = forgetJob({
  name: 'forget-gateway-events',
  label: msg('Gateway news clean-up'),
  does: msg('Deletes old news of the payment gateway.'),
  staleWithout: msg('News of the gateway is kept longer than promised.'),
  cron: '41 3 * * *',
  table: 'gateway_events',
  since: 'received_at',
  days: 90,
})
