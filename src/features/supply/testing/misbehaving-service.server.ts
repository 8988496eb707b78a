import type { DemoService } from '../../../platform/demo-services/demo-services.server.ts'
import { OutboundFailure } from '../../../platform/outbound/outbound-target.server.ts'
import type { Ask } from '../importing/supplier-server.server.ts'
import type { Fault } from '../importing/simulator.server.ts'

/** Milliseconds that a call waits: less than a slow simulator takes, and otherwise long enough for a busy machine. */
const patience = { slow: 600, otherwise: 30_000 }

/** A simulator as an adapter reaches it, whose answers are as `fault` says. Failures are those of the guarded fetch. */
export function misbehaving({ facts }: DemoService, fault: () => Fault | null) {
  const { baseUrl = '', ...secrets } = Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [key, String(value)]),
  )
  return {
    baseUrl: new URL(baseUrl),
    secrets,
    async ask({ path, method, headers, body }: Ask) {
      const simulated = fault()
      try {
        const reply = await fetch(baseUrl + path, {
          method,
          headers: { ...headers, ...(simulated && { 'x-simulate': simulated }) },
          ...(body !== undefined && { body }),
          signal: AbortSignal.timeout(simulated === 'slow' ? patience.slow : patience.otherwise),
        })
        return { status: reply.status, headers: reply.headers, body: await reply.text() }
      } catch (error) {
        const isLate = error instanceof DOMException && error.name === 'TimeoutError'
        throw new OutboundFailure(isLate ? 'timeout' : 'unreachable', 'No answer')
      }
    },
  }
}
