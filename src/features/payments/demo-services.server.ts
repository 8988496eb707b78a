import type { FastifyRequest } from 'fastify'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { isLoopback } from '../../core/ip-address.ts'
import { refuseOtherHosts } from '../../platform/auth/sign-in/sign-in-demo.server.ts'
import { demoServicesCall, misbehaveCall } from './stripe-webhook.ts'

/** The local services of the demo, for callers on this machine alone. */
export function implementDemoServices({ settings }: Pick<ServerContext, 'settings'>): readonly Implementation[] {
  if (settings.mode !== 'demo' || settings.stripe) return []
  // Fetched when it is first needed, so that no start waits for it.
  const local = async () => await (await import('./local-stripe.server.ts')).localStripe(settings.port)
  return [
    implement(demoServicesCall, async ({ request }) => {
      refuseStrangers(request)
      const { host, port, protocol, apiKey } = await local()
      return { stripe: { host, port, protocol, apiKey } }
    }),
    implement(
      misbehaveCall,
      async ({ request, input: { next } }) => {
        refuseStrangers(request)
        const { books } = await local()
        books.next = next
        return { next }
      },
      { transaction: false },
    ),
  ]
}

function refuseStrangers(request: FastifyRequest): void {
  refuseOtherHosts(request)
  if (!isLoopback(request.clientAddress))
    throw new Refusal(403, t('The demo’s services answer to callers on this machine only.'))
}
