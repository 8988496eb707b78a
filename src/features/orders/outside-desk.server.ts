import type { Db } from '../../db/tables.server.ts'
import { openTicketBookings, ticketAdapterOf } from '../event-supply/booking/ticket-bookings.server.ts'
import type { OpenBookings, Opening } from '../supply/booking/booking-connection.server.ts'
import { openBookings } from '../supply/booking/booking-connection.server.ts'
import { supplierServer } from '../supply/booking/supplied-option.server.ts'
import type { SupplyContext } from '../supply/importing/connections.server.ts'
import type { SupplierName } from './supplier-port.server.ts'

/** Who is booked outside: a supplier of products or a provider of tickets. */
export interface OutsideFacts {
  readonly title: string
  /** What of its adapter is assumed. */
  readonly assumption: string | null
  readonly open: (db: Db, context: SupplyContext, opening: Opening) => Promise<OpenBookings | null>
}

export function outsideFacts(name: Exclude<SupplierName, 'house'>): OutsideFacts {
  const adapter = ticketAdapterOf(name)
  const {
    facts: { name: title, assumption },
  } = adapter ?? supplierServer(name)
  return {
    title,
    assumption,
    open: (db, context, opening) =>
      adapter
        ? openTicketBookings(db, adapter, context, opening)
        : openBookings(db, supplierServer(name), context, opening),
  }
}
