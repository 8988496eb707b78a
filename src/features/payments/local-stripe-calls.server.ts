import { sql } from 'kysely'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { refuseOtherMachines, registerDemoService } from '../../platform/demo-services/demo-services.server.ts'
import { recallDispute } from './local-stripe-memory.server.ts'
import { toStripeAmount } from './stripe-amounts.ts'
import { disputePaymentCall, misbehaveCall } from './stripe-webhook.ts'

/** Lists the local Stripe among the demo’s services, and lets callers on this machine say what it does next. */
export function implementLocalStripe({ settings }: Pick<ServerContext, 'settings'>): readonly Implementation[] {
  if (settings.mode !== 'demo' || settings.stripe) return []
  // Fetched when it is first needed, so that no start waits for it.
  const local = async () => await (await import('./local-stripe.server.ts')).localStripe(settings.port)
  registerDemoService('stripe', async () => {
    const { host, port, protocol, apiKey } = await local()
    // It ends with the process, as payments can still be asking it.
    return { facts: { host, port, protocol, apiKey }, close: () => Promise.resolve() }
  })
  return [
    implement(
      misbehaveCall,
      async ({ request, input: { next } }) => {
        refuseOtherMachines(request)
        const { books } = await local()
        books.next = next
        return { next }
      },
      { transaction: false },
    ),
    implement(
      disputePaymentCall,
      async ({ request, input, db }) => {
        refuseOtherMachines(request)
        const { books } = await local()
        const { closeDispute, openDispute } = await import('./local-stripe-disputes.server.ts')
        if ('dispute' in input) {
          await recallDispute(books, `/v1/disputes/${input.dispute}`)
          if (!books.disputes.has(input.dispute)) throw new Refusal(404, t('Dispute not found.'))
          return answerOf(closeDispute(books, input.dispute, input.outcome))
        }
        const { payment, amount, currency } = await paymentCalled(db, input.payment)
        return answerOf(
          openDispute(books, {
            payment,
            currency: currency.toLowerCase(),
            amount: toStripeAmount(input.amount ?? amount, currency) ?? amount,
            reason: input.reason ?? 'fraudulent',
            isInquiry: input.isInquiry ?? false,
          }),
        )
      },
      { transaction: false },
    ),
  ]
}

const answerOf = ({ id, status }: { readonly id: string; readonly status?: unknown }) => ({
  dispute: id,
  status: String(status),
})

/** A captured payment, as Stripe names it. */
async function paymentCalled(db: Db, name: string): Promise<{ payment: string; amount: number; currency: string }> {
  const { rows } = await sql<{ payment: string; amount: number; currency: string }>`
    select coalesce(gateway_reference, psp_reference) as payment, captured + moved as amount, currency from payments
    where captured > 0 and (gateway_reference = ${name} or psp_reference = ${name}) limit 1`.execute(db)
  if (!rows[0]) throw new Refusal(404, t('Payment not found.'))
  return rows[0]
}
