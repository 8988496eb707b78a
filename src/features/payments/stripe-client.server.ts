import type { Stripe } from 'stripe'
import type { StripeSettings } from '../../core/settings.server.ts'

/** Longer than Stripe ever takes for an answer that is worth waiting for; what takes longer is asked about later. */
const timeoutMs = 10_000

/** A client that is loaded when it is first used: the package is large, and most starts never need it. */
export function stripeClient(access: () => Promise<StripeSettings>): () => Promise<Stripe> {
  let made: Promise<Stripe> | undefined
  return () => (made ??= connect(access))
}

async function connect(access: () => Promise<StripeSettings>): Promise<Stripe> {
  const [{ default: Client }, { apiKey, host, port, protocol }] = await Promise.all([import('stripe'), access()])
  return new Client(apiKey, {
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(protocol !== undefined && { protocol }),
    timeout: timeoutMs,
    // Trying again is ours to decide, and to write down.
    maxNetworkRetries: 0,
    telemetry: false,
  })
}
