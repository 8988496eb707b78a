import type { Settings, StripeSettings } from '../../core/settings.server.ts'
import type { PaymentGateway } from '../orders/payment-gateway.server.ts'
import { testGateway } from '../orders/payment-gateway.server.ts'
import { stripeClient } from './stripe-client.server.ts'
import { stripeGateway } from './stripe-gateway.server.ts'

/** Where Stripe is: as it is set up, else in demo mode a local one that is started when it is first asked; else nowhere. */
export function stripeAccess({ mode, stripe, port }: GatewaySettings): (() => Promise<StripeSettings>) | null {
  if (stripe) return () => Promise.resolve(stripe)
  return mode === 'demo' ? () => localAccess(port) : null
}

type GatewaySettings = Pick<Settings, 'mode' | 'stripe' | 'port'>

async function localAccess(port: number): Promise<StripeSettings> {
  const { localStripe } = await import('./local-stripe.server.ts')
  return await localStripe(port)
}

/**
 * The gateway of this installation: Stripe with keys. The demo takes payments by test events and gives back through the local
 * Stripe what Stripe took. Production without keys has none.
 */
export function gatewayFor(settings: GatewaySettings): PaymentGateway | null {
  const access = stripeAccess(settings)
  if (!access) return null
  const stripe = stripeGateway(stripeClient(access))
  if (settings.stripe) return stripe
  const of = (provider: string) => (provider === 'stripe' ? stripe : testGateway)
  return {
    ...testGateway,
    refund: (request) => of(request.provider).refund(request),
    findRefund: (request) => of(request.provider).findRefund(request),
    void: (request) => of(request.provider).void(request),
    findVoid: (request) => of(request.provider).findVoid(request),
  }
}
