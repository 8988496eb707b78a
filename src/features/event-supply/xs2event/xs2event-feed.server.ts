import * as z from 'zod/mini'
import type { OutboundReply } from '../../../platform/outbound/outbound-target.server.ts'
import { commonFault, faultOfStatus, readJson } from '../../supply/importing/supplier-answers.server.ts'
import { SupplierError } from '../../supply/importing/supplier-catalogue.server.ts'
import type { Ask } from '../../supply/importing/supplier-server.server.ts'
import { refuseNo } from '../adapters/refusals.server.ts'
import type { FeedContext, TheirEvent, TheirListing, TheirOrder, TicketFeed } from '../adapters/ticket-feed.server.ts'
import type { Xs2Event, Xs2Ticket } from './xs2event-payloads.server.ts'
import {
  booking,
  bookingList,
  categories,
  errorAnswer,
  events,
  reservation,
  tickets,
} from './xs2event-payloads.server.ts'
import { xs2event } from './xs2event.ts'

/** What a page has, as documented, and pages that are read of one event. */
const [pageSize, maxPages] = [50, 20]

/** A category is the section; there are no rows. */
function listingOf(ticket: Xs2Ticket, section: string | undefined): TheirListing {
  const isParking = /\bparking\b/i.test(`${ticket.type_ticket ?? ''} ${section ?? ''}`)
  return {
    code: ticket.ticket_id,
    section: section ?? 'Unknown',
    row: null,
    quantity: ticket.stock,
    splits: [],
    ask: ticket.net_rate,
    currency: ticket.currency_code ?? xs2event.currency,
    faceValue: ticket.face_value ?? null,
    format: ticket.type_ticket ?? null,
    isInstant: false,
    inHandOn: null,
    note: null,
    isParking,
    isWheelchair: false,
    leavesNoSingle: ticket.flags?.includes('no_max_minus_1') ?? false,
  }
}

function wordsOf({ body }: OutboundReply): string | undefined {
  try {
    return z.parse(errorAnswer, JSON.parse(body)).message.slice(0, 200)
  } catch {
    return undefined
  }
}

function eventOf(one: Xs2Event): TheirEvent {
  return {
    code: one.event_id,
    name: one.event_name,
    venue: one.venue_name ?? null,
    city: one.city ?? null,
    localDate: one.date_start?.slice(0, 10) ?? null,
    localTime: one.date_confirmed === false ? null : (one.date_start?.slice(11, 16) ?? null),
    isDateConfirmed: one.date_confirmed ?? false,
  }
}

type Call = (method: Ask['method'], path: string, sent?: unknown) => Promise<OutboundReply>

function sendBy(ask: FeedContext['ask'], apiKey: string): Call {
  return (method, path, sent) =>
    ask({
      method,
      path,
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
      headers: {
        'accept': 'application/json',
        'x-api-key': apiKey,
        ...(sent !== undefined && { 'content-type': 'application/json' }),
      },
    })
}

/** XS2Event, version 1. */
export function xs2eventFeed({ ask, baseUrl, secrets }: FeedContext): TicketFeed {
  const send = sendBy(ask, secrets['apiKey'] ?? '')

  async function call(method: Ask['method'], path: string, sent?: unknown): Promise<OutboundReply> {
    const reply = await send(method, path, sent)
    if (method !== 'GET') refuseNo(reply, wordsOf(reply))
    const fault = faultOfStatus(reply)
    if (fault) throw new SupplierError(fault)
    return reply
  }

  /** Reads pages until none follows. */
  async function everyPage<T>(
    path: string,
    asked: Readonly<Record<string, string>>,
    read: (reply: OutboundReply) => { readonly rows: readonly T[]; readonly hasMore: boolean },
  ): Promise<T[]> {
    const all: T[] = []
    for (let page = 1; page <= maxPages; page++) {
      const query = new URLSearchParams({ ...asked, page: String(page), page_size: String(pageSize) })
      const { rows, hasMore } = read(await call('GET', `${path}?${query.toString()}`))
      all.push(...rows)
      if (!hasMore) break
    }
    return all
  }
  const more = (pagination: { readonly next_page?: string | null | undefined } | null | undefined) =>
    (pagination?.next_page ?? '') !== ''

  return {
    async findEvents({ date, words }) {
      const query = new URLSearchParams({
        event_name: words,
        date_start: date,
        date_stop: date,
        page_size: String(pageSize),
      })
      const { events: found } = readJson(await call('GET', `/events?${query.toString()}`), events)
      return found.map(eventOf)
    },
    async listEvents(page) {
      const query = new URLSearchParams({
        date_stop: `ge:${new Date().toISOString().slice(0, 10)}`,
        page: page ?? '1',
        page_size: String(pageSize),
      })
      const answer = readJson(await call('GET', `/events?${query.toString()}`), events)
      const isLast = answer.events.length === 0 || !more(answer.pagination)
      return { events: answer.events.map(eventOf), next: isLast ? null : String(Number(page ?? 1) + 1) }
    },
    async listingsOf(eventCode) {
      const asked = { event_id: eventCode }
      const found = await everyPage('/tickets', asked, (reply) => {
        const { tickets: rows, pagination } = readJson(reply, tickets)
        return { rows, hasMore: more(pagination) }
      })
      const known = await everyPage('/categories', asked, (reply) => {
        const { categories: rows, pagination } = readJson(reply, categories)
        return { rows, hasMore: more(pagination) }
      })
      const names = new Map(known.map(({ category_id: id, category_name: name }) => [id, name.trim()]))
      const listings = found.flatMap((ticket) =>
        ticket.stock > 0 && (ticket.ticket_status ?? 'available') === 'available'
          ? [listingOf(ticket, names.get(ticket.category_id ?? ''))]
          : [],
      )
      // A ticket that moves from page to page is one all the same.
      return [...new Map(listings.map((one) => [one.code, one])).values()]
    },
    ...ordersOf(call),
    baseUrl,
    repeat: (path) => send('GET', path),
    classifyError: commonFault,
  }
}

const states: Readonly<Record<string, TheirOrder['state']>> = {
  confirmed: 'confirmed',
  cancelled: 'rejected',
  rejected: 'rejected',
}

function orderOf({ booking_id: code, booking_status: status }: z.output<typeof booking>): TheirOrder {
  return { code, state: states[status] ?? 'pending' }
}

/** Reservations, and bookings out of them. */
function ordersOf(call: Call): Pick<TicketFeed, 'hold' | 'buy' | 'orderOf' | 'release'> {
  return {
    async hold({ listing, quantity }) {
      const item = { ticket_id: listing.code, quantity, net_rate: listing.ask, currency_code: listing.currency }
      const made = readJson(await call('POST', '/reservations', { items: [item] }), reservation)
      return { code: made.reservation_id, until: made.expires_at ? utcOf(made.expires_at) : null }
    },
    async buy(hold, { reference }) {
      const sent = { reservation_id: hold.code, distributor_reference: reference }
      return orderOf(readJson(await call('POST', '/bookings', sent), booking))
    },
    async orderOf(reference) {
      const query = new URLSearchParams({ distributor_reference: reference })
      const { bookings } = readJson(await call('GET', `/bookings?${query.toString()}`), bookingList)
      const [made] = bookings
      return made ? orderOf(made) : null
    },
    async release(hold) {
      await call('DELETE', `/reservations/${encodeURIComponent(hold.code)}`)
    },
  }
}

/** Moments have no zone: they are read as UTC. */
const utcOf = (moment: string) => (/(?:Z|[+-]\d\d:?\d\d)$/.test(moment) ? moment : `${moment}Z`)
