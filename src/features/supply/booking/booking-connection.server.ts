import { isLoopback } from '../../../core/ip-address.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { OutboundReply } from '../../../platform/outbound/outbound-target.server.ts'
import type { Connectable, OpenCalls, SupplyContext } from '../importing/connections.server.ts'
import { openSupplier } from '../importing/connections.server.ts'
import type { Ask, SupplierServer } from '../importing/supplier-server.server.ts'
import type { SupplierBookings } from '../importing/supplier-bookings.server.ts'

/** Milliseconds. What changes something waits longer than a question: bookings are made on the systems of operators. */
export const bookingTimeouts = { question: 15_000, command: 50_000 }

/** A call about a booking and what came of it, as it went over the wire. */
export interface Exchange {
  readonly call: Ask
  readonly url: string
  readonly reply: OutboundReply | null
  readonly problem: string | null
  readonly milliseconds: number
  /** The secrets of the connection, which no log has. */
  readonly secrets: readonly string[]
}

export interface OpenBookings {
  readonly bookings: SupplierBookings
  /** Bookings there are none of a real visit: a simulator, or the supplier's test system. */
  readonly isTest: boolean
}

export interface Opening {
  readonly key: string
  readonly personal: readonly string[]
  readonly kind: keyof typeof bookingTimeouts
  readonly record: (one: Exchange) => Promise<void>
}

/** A supplier, ready to be booked; null where its connection is off. Every call is given to `record`. */
export async function openBookings(
  db: Db,
  supplier: SupplierServer,
  context: SupplyContext,
  { key, personal, record, kind }: Opening,
): Promise<OpenBookings | null> {
  const open = await openSupplier(db, supplier, context, {
    subject: () => `booking ${key}`,
    timeout: bookingTimeouts[kind],
    personal,
  })
  if (!open) return null
  const bookings = supplier.openBookings(recorded(supplier, open, record))
  return { bookings, isTest: isTestSystem(supplier, open) }
}

/** A simulator, or the supplier's own test system. */
export function isTestSystem({ testHosts = [] }: Connectable, { baseUrl: { hostname } }: OpenCalls): boolean {
  return isLoopback(hostname) || testHosts.includes(hostname)
}

/** The same connection, of which every call is given to `record` with what came of it. */
export function recorded<T extends OpenCalls>(supplier: Connectable, open: T, record: Opening['record']): T {
  const secrets = supplier.facts.connection.flatMap(({ key, isSecret }) => (isSecret ? (open.secrets[key] ?? []) : []))
  return {
    ...open,
    async ask(call) {
      const begun = performance.now()
      const url = `${open.baseUrl.href.replace(/\/+$/, '')}${call.path}`
      const made = { call, url, secrets }
      try {
        const reply = await open.ask(call)
        await record({ ...made, reply, problem: null, milliseconds: performance.now() - begun })
        return reply
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error)
        await record({ ...made, reply: null, problem, milliseconds: performance.now() - begun })
        throw error
      }
    },
  }
}
