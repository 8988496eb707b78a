import * as z from 'zod/mini'
import type { OutboundReply } from '../../../platform/outbound/outbound-target.server.ts'
import { minorUnits } from '../../supply/importing/draft-money.server.ts'
import { commonFault, faultOfStatus, readJson } from '../../supply/importing/supplier-answers.server.ts'
import { SupplierError } from '../../supply/importing/supplier-catalogue.server.ts'
import type { Ask } from '../../supply/importing/supplier-server.server.ts'
import { refuseNo } from '../adapters/refusals.server.ts'
import type { FeedContext, TheirEvent, TheirListing, TheirOrder, TicketFeed } from '../adapters/ticket-feed.server.ts'
import type { TicketEvent, TicketGroup } from './ticket-evolution-payloads.server.ts'
import {
  errorAnswer,
  events,
  holdAnswer,
  orderAnswer,
  ordersAnswer,
  ticketGroups,
} from './ticket-evolution-payloads.server.ts'
import { ticketEvolutionSignature } from './ticket-evolution-signature.server.ts'
import { ticketEvolution } from './ticket-evolution.ts'

/** Groups in one page, and pages that are read of one event. */
const [pageSize, maxPages] = [500, 10]
/** Events in one page. */
const eventsAtOnce = 100

/** A group of tickets in our terms. Prices have no currency in the payload: they are in US dollars. */
function listingOf(group: TicketGroup, exponent: number): TheirListing {
  const isParking = group.type === 'parking'
  const minor = (value: number | string) => minorUnits(Number(value), exponent)
  return {
    code: String(group.id),
    section: group.section?.trim() || (isParking ? 'Parking' : 'Unknown'),
    row: group.row?.trim() || null,
    quantity: group.available_quantity ?? group.quantity,
    splits: group.splits ?? [],
    ask: minor(group.wholesale_price),
    currency: ticketEvolution.currency,
    faceValue: group.face_value === null || group.face_value === undefined ? null : minor(group.face_value),
    format: group.format ?? null,
    isInstant: group.instant_delivery ?? false,
    inHandOn: group.in_hand_on ?? null,
    note: group.public_notes?.trim() || null,
    isParking,
    isWheelchair: group.wheelchair ?? false,
    leavesNoSingle: false,
  }
}

function eventOf({ id, name, occurs_at: at, venue }: TicketEvent): TheirEvent {
  return {
    code: String(id),
    name,
    venue: venue?.name ?? null,
    city: venue?.location?.split(',')[0]?.trim() ?? null,
    localDate: at?.slice(0, 10) ?? null,
    localTime: at?.slice(11, 16) ?? null,
    isDateConfirmed: typeof at === 'string',
  }
}

type Call = (method: Ask['method'], path: string, sent?: unknown) => Promise<OutboundReply>

/** Ticket Evolution, version 9. */
export function ticketEvolutionFeed({ ask, baseUrl, secrets, exponents }: FeedContext): TicketFeed {
  const exponent = exponents.get(ticketEvolution.currency) ?? 2

  async function send(method: Ask['method'], path: string, sent?: unknown): Promise<OutboundReply> {
    const body = sent === undefined ? undefined : JSON.stringify(sent)
    const url = new URL(`${baseUrl.href.replace(/\/+$/, '')}${path}`)
    return await ask({
      method,
      path,
      ...(body !== undefined && { body }),
      headers: {
        'accept': 'application/json',
        'x-token': secrets['token'] ?? '',
        'x-signature': ticketEvolutionSignature({ method, url, body }, secrets['secret'] ?? ''),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
    })
  }

  async function call(method: Ask['method'], path: string, sent?: unknown): Promise<OutboundReply> {
    const reply = await send(method, path, sent)
    if (method !== 'GET') refuseNo(reply, wordsOf(reply).detail)
    const fault = faultOfStatus(reply)
    if (fault) throw new SupplierError(fault.kind === 'invalid' ? { ...fault, ...wordsOf(reply) } : fault)
    return reply
  }

  /** Sorted, as they are signed. */
  const query = (values: Readonly<Record<string, string | number>>) =>
    new URLSearchParams(
      Object.entries(values)
        .map(([key, value]): [string, string] => [key, String(value)])
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ).toString()

  return {
    async findEvents({ date, words }) {
      const asked = query({
        'q': words,
        'occurs_at.gte': `${date}T00:00:00`,
        'occurs_at.lte': `${date}T23:59:59`,
        'per_page': 25,
      })
      const { events: found } = readJson(await call('GET', `/events?${asked}`), events)
      return found.map(eventOf)
    },
    async listEvents(page) {
      const asked = query({
        'occurs_at.gte': `${new Date().toISOString().slice(0, 10)}T00:00:00`,
        'order_by': 'events.occurs_at ASC',
        'page': page ?? '1',
        'per_page': eventsAtOnce,
      })
      const answer = readJson(await call('GET', `/events?${asked}`), events)
      const here = Number(page ?? 1)
      const isLast =
        answer.events.length === 0 || here * (answer.per_page ?? eventsAtOnce) >= (answer.total_entries ?? 0)
      return { events: answer.events.map(eventOf), next: isLast ? null : String(here + 1) }
    },
    async listingsOf(eventCode) {
      const found = new Map<string, TheirListing>()
      for (let page = 1; page <= maxPages; page++) {
        const asked = query({ event_id: eventCode, page, per_page: pageSize })
        const { ticket_groups: groups, total_entries: total } = readJson(
          await call('GET', `/ticket_groups?${asked}`),
          ticketGroups,
        )
        // A group that moves from page to page is one group all the same.
        for (const group of groups) found.set(String(group.id), listingOf(group, exponent))
        if (groups.length < pageSize || page * pageSize >= (total ?? 0)) break
      }
      return [...found.values()].filter(({ quantity }) => quantity > 0)
    },
    ...ordersOf(call, exponent),
    baseUrl,
    repeat: (path) => send('GET', path),
    classifyError: commonFault,
  }
}

function wordsOf({ body }: OutboundReply): { readonly detail?: string } {
  try {
    return { detail: z.parse(errorAnswer, JSON.parse(body)).error.slice(0, 200) }
  } catch {
    return {}
  }
}

const states: Readonly<Record<string, TheirOrder['state']>> = {
  accepted: 'confirmed',
  completed: 'confirmed',
  rejected: 'rejected',
  canceled: 'rejected',
}

function orderOfAnswer([order]: z.output<typeof ordersAnswer>['orders']): TheirOrder {
  return { code: String(order?.id), state: states[order?.state ?? ''] ?? 'pending' }
}

/** How tickets are held and bought: assumed, but for the list of orders. */
function ordersOf(call: Call, exponent: number): Pick<TicketFeed, 'hold' | 'buy' | 'orderOf' | 'release'> {
  return {
    async hold({ listing, quantity, reference }) {
      const sent = { ticket_hold: { ticket_group_id: Number(listing.code), quantity, notes: reference } }
      const { ticket_hold: hold } = readJson(await call('POST', '/ticket_holds', sent), holdAnswer)
      return { code: String(hold.id), until: hold.expires_at ?? null }
    },
    async buy(hold, { listing, quantity, reference }) {
      const item = {
        ticket_group_id: Number(listing.code),
        ticket_hold_id: hold.code,
        quantity,
        price: listing.ask / 10 ** exponent,
      }
      const sent = { orders: [{ items: [item], external_notes: reference }] }
      const { orders } = readJson(await call('POST', '/orders', sent), orderAnswer)
      return orderOfAnswer(orders)
    },
    async orderOf(reference) {
      const asked = new URLSearchParams({ external_notes: reference }).toString()
      const { orders } = readJson(await call('GET', `/orders?${asked}`), ordersAnswer)
      return orders.length === 0 ? null : orderOfAnswer(orders)
    },
    async release(hold) {
      await call('DELETE', `/ticket_holds/${encodeURIComponent(hold.code)}`)
    },
  }
}
