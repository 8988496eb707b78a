import { sql } from 'kysely'
import { t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { OpenBookings, Opening } from '../../supply/booking/booking-connection.server.ts'
import { bookingTimeouts, isTestSystem, recorded } from '../../supply/booking/booking-connection.server.ts'
import type { SupplyContext } from '../../supply/importing/connections.server.ts'
import { openCalls } from '../../supply/importing/connections.server.ts'
import { currencyExponents } from '../../supply/importing/draft-money.server.ts'
import type {
  SupplierBooking,
  SupplierBookings,
  SuppliedVisit,
} from '../../supply/importing/supplier-bookings.server.ts'
import { BookingRefused } from '../../supply/importing/supplier-bookings.server.ts'
import type { TheirOrder, TicketAdapter, TicketFeed } from '../adapters/ticket-feed.server.ts'
import { ticketAdapters } from '../ticket-adapters.server.ts'

/** The adapter of a provider; undefined for providers that keep their tickets with us. */
export function ticketAdapterOf(key: string): TicketAdapter | undefined {
  return ticketAdapters.find(({ facts }) => facts.key === key)
}

/** A provider of tickets, ready to be bought from; null where its connection is off. Every call is given to `record`. */
export async function openTicketBookings(
  db: Db,
  adapter: TicketAdapter,
  context: SupplyContext,
  { key, personal, record, kind }: Opening,
): Promise<OpenBookings | null> {
  const open = await openCalls(db, adapter, context, {
    subject: () => `booking ${key}`,
    timeout: bookingTimeouts[kind],
    personal,
  })
  if (!open) return null
  const feed = adapter.openFeed({ ...recorded(adapter, open, record), exponents: await currencyExponents(db) })
  return { bookings: bookingsOf(db, adapter, feed), isTest: isTestSystem(adapter, open) }
}

const ticketsOf = ({ units }: SuppliedVisit) => units.reduce((all, { quantity }) => all + quantity, 0)

/** What is bought, as the feed wants it: the listing at the price of one ticket. */
function wantedOf(visit: SuppliedVisit, reference: string) {
  const quantity = ticketsOf(visit)
  const ask = Math.round(visit.cost / Math.max(1, quantity))
  return { listing: { code: visit.optionCode, ask, currency: visit.currency }, quantity, reference }
}

/** Tickets are booked as products are: the listing is the option, its event the product. */
function bookingsOf(db: Db, { facts }: TicketAdapter, feed: TicketFeed): SupplierBookings {
  const { key, name } = facts
  /** What it has left is read again soon: some of it is ours now, or free again. */
  const changed = (event: string) =>
    sql`
      update provider_events t set due_at = least(t.due_at, now()) from providers s
      where s.code = ${key} and t.provider_id = s.id and t.code = ${event} and t.state = 'matched'`.execute(db)
  const said = ({ code, state }: TheirOrder): SupplierBooking => ({
    status: state === 'confirmed' ? 'CONFIRMED' : state === 'pending' ? 'PENDING' : 'REJECTED',
    reference: code,
    voucherUrl: null,
    reason: state === 'rejected' ? t('{provider}’s seller has rejected the order.', { provider: name }) : null,
    nextPollAt: null,
  })
  return {
    async hold(visit) {
      const { code, until } = await feed.hold(wantedOf(visit, ''))
      await changed(visit.productCode)
      return { handle: code, keptUntil: until, hasPlaces: true, cost: null }
    },
    async release(handle) {
      try {
        await feed.release({ code: handle, until: null })
      } catch (error) {
        // A hold that has lapsed is free already.
        if (!(error instanceof BookingRefused)) throw error
      }
    },
    async book({ visit, handle, partnerReference }) {
      if (handle === null)
        throw new BookingRefused('NotAvailable', t('{provider} can’t hold tickets for it.', { provider: name }))
      const order = await feed.buy({ code: handle, until: null }, wantedOf(visit, partnerReference))
      await changed(visit.productCode)
      return said(order)
    },
    async status({ partnerReference }) {
      const order = await feed.orderOf(partnerReference)
      return order && said(order)
    },
    // Tickets that are bought are final.
    quoteCancellation: async () => ({ refund: 0, validUntil: null }),
    async cancel() {
      throw new BookingRefused(
        'NotSupported',
        t('{provider} takes no tickets back. Ask them about this order.', { provider: name }),
      )
    },
  }
}
