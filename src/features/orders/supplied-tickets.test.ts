import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sampleTickets } from '../event-supply/adapters/sample-tickets.server.ts'
import type { TicketAdapterFacts } from '../event-supply/adapters/ticket-adapter.ts'
import { storeListings } from '../event-supply/syncing/store-listings.server.ts'
import { currencyExponents } from '../supply/importing/draft-money.server.ts'
import type { Order } from './orders.ts'
import { customer, refusalOf } from './testing/order-desk.server.ts'
import type { SuppliedDesk } from './testing/supplied-desk.server.ts'
import { openSuppliedDesk } from './testing/supplied-desk.server.ts'

type Key = TicketAdapterFacts['key']

/** What the simulators do with orders of an event, by its number. */
const plots = {
  plain: 7_100_002,
  answerLost: 9_100_102,
  rejected: 9_100_202,
  later: 9_100_302,
  requestLost: 9_100_402,
  no: 9_100_602,
}
const currencies = { 'ticket-evolution': 'USD', 'xs2event': 'EUR' } as const

let desk: SuppliedDesk
const providers = new Map<Key, number>()

beforeAll(async () => {
  desk = await openSuppliedDesk(inject('postgresUrl'), 'supplied_tickets')
  for (const key of ['ticket-evolution', 'xs2event'] as const) {
    const { rows } = await sql<{ id: number }>`
      insert into providers (code, name, kind, currency, commission, priority)
      values (${key}, ${key}, 'broker_feed', ${currencies[key]}, 1000, 50) returning id`.execute(desk.db)
    providers.set(key, rows[0]?.id ?? 0)
  }
})
afterAll(() => desk?.server.stop())

const suffixOf = (key: Key) => (key === 'xs2event' ? '_spp' : '')

/** Has a provider sell an event of its simulator as our performance; answers with its first listing of four tickets or more. */
async function sell(key: Key, event: number, change: { price?: number; splits?: readonly number[] } = {}) {
  const providerId = providers.get(key) ?? 0
  const { performanceId } = desk.goods
  const code = `${event}${suffixOf(key)}`
  await sql`delete from provider_events where provider_id = ${providerId}`.execute(desk.db)
  await sql`
    insert into provider_events (provider_id, code, name, state, performance_id, method, matched_at, due_at)
    values (${providerId}, ${code}, 'Event', 'matched', ${performanceId}, 'code', now(), now() + interval '1 day')`.execute(
    desk.db,
  )
  const tickets = sampleTickets(event)
  await storeListings(
    desk.db,
    { providerId, performanceId },
    tickets.map(({ id, section, quantity, price, isParking }) => ({
      code: `${id}${suffixOf(key)}`,
      section,
      row: null,
      quantity,
      splits: change.splits ?? [],
      ask: change.price ?? price,
      currency: currencies[key],
      faceValue: null,
      format: null,
      isInstant: true,
      inHandOn: null,
      note: null,
      isParking,
      isWheelchair: false,
      leavesNoSingle: false,
    })),
    await currencyExponents(desk.db),
  )
  const chosen = tickets.find(({ quantity, isParking }) => quantity >= 4 && !isParking)
  const { rows } = await sql<{ id: number }>`
    select id from ticket_listings where provider_id = ${providerId} and code = ${`${chosen?.id}${suffixOf(key)}`}`.execute(
    desk.db,
  )
  return { listingId: rows[0]?.id ?? 0, ask: chosen?.price ?? 0 }
}

const lineOf = (listingId: number, quantity = 2) => ({ kind: 'event', listingId, quantity })
const order = async (listingId: number) => await desk.placed({ lines: [lineOf(listingId)], customer })
const reread = async ({ reference }: Order) => (await desk.read(reference)).body as Order
const buys = async (placed: Order) =>
  (await desk.exchanges(placed)).filter(
    ({ method, url }) => method === 'POST' && /\/(orders|bookings)$/.test(String(url)),
  )

describe.each(['ticket-evolution', 'xs2event'] as const)('tickets that are bought at %s', (supplier) => {
  it('are kept there when they are ordered, and bought when they are paid; they are not taken back', async () => {
    const { listingId, ask } = await sell(supplier, plots.plain)
    const placed = await order(listingId)
    expect(await desk.booking(placed)).toMatchObject({ supplier, state: 'held', has_places: true, is_test: true })
    await desk.pay(placed)
    const booking = await desk.booking(placed)
    expect(booking).toMatchObject({ state: 'booked', reference: expect.stringMatching(/^\d/) as unknown })
    expect(await desk.rowOf(placed.reference)).toMatchObject({
      booking_status: 'confirmed',
      supplier_status: 'CONFIRMED',
      provider_reference: booking['reference'],
      provider_id: providers.get(supplier),
      net_cost: 2 * ask,
    })
    const due = await sql<{ isDue: boolean }>`
      select due_at <= now() as "isDue" from provider_events where provider_id = ${providers.get(supplier)}`.execute(
      desk.db,
    )
    expect(due.rows).toEqual([{ isDue: true }])
    const { token } = (await desk.post(placed.reference, 'cancellation-quotes', {})).body as { token: string }
    await desk.post(placed.reference, 'cancel', { token })
    expect((await desk.calls(placed))['cancel']).toMatchObject({
      state: 'refused',
      answer: { message: expect.stringContaining('takes no tickets back') as unknown },
    })
    expect(await desk.booking(placed)).toMatchObject({ state: 'booked' })
  })

  it('are released there when the order is given up before it is paid', async () => {
    const { listingId } = await sell(supplier, plots.plain)
    const placed = await order(listingId)
    expect((await desk.cancel(placed.reference)).status).toBe(200)
    expect((await desk.exchanges(placed)).map(({ method, status }) => [method, status])).toEqual([
      ['POST', 201],
      ['DELETE', 200],
    ])
    expect(await desk.booking(placed)).toMatchObject({ state: 'cancelled' })
  })

  it.each([
    ['the answer', 'answerLost', 1],
    ['the request', 'requestLost', 2],
  ] as const)('are bought once where %s is lost', async (_, plot, sent) => {
    const { listingId } = await sell(supplier, plots[plot])
    const placed = await order(listingId)
    await desk.pay(placed)
    expect(await reread(placed)).toMatchObject({ bookingStatus: 'pending_supplier' })
    await desk.later()
    expect(await reread(placed)).toMatchObject({ bookingStatus: 'confirmed' })
    expect(await buys(placed)).toHaveLength(sent)
  })

  it('are asked for until their seller has decided', async () => {
    const { listingId } = await sell(supplier, plots.later)
    const placed = await order(listingId)
    await desk.pay(placed)
    expect(await desk.booking(placed)).toMatchObject({ state: 'pending' })
    await desk.later()
    await desk.later()
    expect(await reread(placed)).toMatchObject({ bookingStatus: 'confirmed' })
  })

  it.each(['rejected', 'no'] as const)('end the order as rejected where their seller says no: %s', async (plot) => {
    const { listingId } = await sell(supplier, plots[plot])
    const placed = await order(listingId)
    await desk.pay(placed)
    await desk.later()
    await desk.later()
    expect(await reread(placed)).toMatchObject({ bookingStatus: 'rejected' })
    expect((await buys(placed)).length).toBe(1)
  })
})

describe('an order of such tickets', () => {
  it('is not placed for another price than theirs, nor for tickets that are gone', async () => {
    const { listingId } = await sell('xs2event', plots.plain, { price: 99 })
    expect(await refusalOf(desk.place({ lines: [lineOf(listingId)], customer }))).toEqual([
      409,
      'NotAvailable',
      { 'lines.0.quantity': 'The provider refused it: The net rate has changed' },
    ])
    const { listingId: other } = await sell('ticket-evolution', plots.plain)
    await sql`update ticket_listings set quantity = 900 where id = ${other}`.execute(desk.db)
    const [status, error, fields] = await refusalOf(desk.place({ lines: [lineOf(other, 50)], customer }))
    expect([status, error]).toEqual([409, 'NotAvailable'])
    expect(JSON.stringify(fields)).toContain('are available')
  })

  it('keeps to the numbers in which they are sold', async () => {
    const { listingId } = await sell('ticket-evolution', plots.plain, { splits: [1, 4] })
    const [, , fields] = await refusalOf(desk.place({ lines: [lineOf(listingId)], customer }))
    expect(fields).toEqual({ 'lines.0.quantity': 'These tickets are sold in groups of 1 or 4.' })
  })

  it('has no other tickets in it', async () => {
    const { listingId } = await sell('xs2event', plots.plain)
    const { rows } = await sql<{ id: number }>`
      select id from ticket_listings where performance_id = ${desk.goods.performanceId} and is_supplied and is_open and id <> ${listingId}
      order by id limit 1`.execute(desk.db)
    for (const other of [desk.goods.listingId, rows[0]?.id ?? 0]) {
      const [, , fields] = await refusalOf(desk.place({ lines: [lineOf(listingId), lineOf(other)], customer }))
      expect(fields).toEqual({
        'lines.0':
          'The provider sells these tickets one listing at a time and takes none back. Order them on their own.',
      })
    }
    const [, , last] = await refusalOf(
      desk.place({ lines: [lineOf(desk.goods.listingId), lineOf(listingId)], customer }),
    )
    expect(Object.keys(last ?? {})).toEqual(['lines.1'])
  })
})
