import type { ServerContext } from '../../core/calls/server-module.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { refuseOtherMachines, registerDemoService } from '../../platform/demo-services/demo-services.server.ts'
import { misbehaveCall } from './stripe-webhook.ts'

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
  ]
}
