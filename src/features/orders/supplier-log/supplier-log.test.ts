import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Order } from '../orders.ts'
import type { SuppliedDesk } from '../testing/supplied-desk.server.ts'
import { codeAt, openSuppliedDesk } from '../testing/supplied-desk.server.ts'
import type { SupplierLog } from './supplier-log.endpoints.ts'

let desk: SuppliedDesk
beforeAll(async () => {
  desk = await openSuppliedDesk(inject('postgresUrl'), 'supplier_log')
  await desk.sell('viator', codeAt.viator(91_100), codeAt.viator(91_001), codeAt.viator(91_003))
  await desk.sell('globick', codeAt.globick(91_100))
})
afterAll(() => desk?.server.stop())

const pathOf = async ({ reference }: Order) =>
  `/rest/data/purchases/${String((await desk.rowOf(reference))['id'])}/supplier-log`
const logOf = async (order: Order, client = desk.admin) => (await client.get(await pathOf(order))).body as SupplierLog

describe('the supplier log of an order', () => {
  it('has what was asked and what went over the wire for it', async () => {
    const order = await desk.order(codeAt.viator(91_100))
    await desk.pay(order)
    const log = await logOf(order)
    expect(log.booking).toMatchObject({ supplier: 'Viator', state: 'booked', isTest: true, assumption: null })
    expect(log.calls.map(({ action, state }) => [action, state])).toEqual([
      ['book', 'done'],
      ['hold', 'done'],
    ])
    const sent = log.exchanges.find(({ url }) => url.endsWith('/bookings/book'))
    const { status, body } = await desk.admin.get(`${await pathOf(order)}/${sent?.id ?? 0}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ method: 'POST', status: 200, headers: { 'exp-api-key': '••••' } })
    const { request, answer } = body as { request: string; answer: string }
    expect(JSON.parse(request)).toMatchObject({
      productCode: codeAt.viator(91_100),
      partnerBookingRef: log.booking?.partnerReference,
      bookerInfo: { firstName: '••••', lastName: '••••' },
      communication: { email: '••••' },
    })
    expect(JSON.parse(answer)).toMatchObject({ status: 'CONFIRMED', bookingRef: log.booking?.reference })
  })

  it('is empty for an order of our own stock', async () => {
    expect(await logOf(await desk.placed())).toMatchObject({ booking: null, exchanges: [] })
  })

  it('says where the way in which a supplier is called is our assumption', async () => {
    const order = await desk.order(codeAt.globick(91_100))
    expect((await logOf(order)).booking?.assumption).toContain('none of it was tried with Globick')
  })

  it('is closed to people without purchases, and to calls of other orders', async () => {
    const [order, other] = [await desk.order(codeAt.viator(91_100)), await desk.order(codeAt.viator(91_100))]
    const stranger = await desk.server.signIn('no-access')
    expect((await stranger.get(await pathOf(order))).status).toBe(403)
    const [exchange] = (await logOf(order)).exchanges
    expect((await desk.admin.get(`${await pathOf(other)}/${exchange?.id ?? 0}`)).status).toBe(404)
  })
})

describe('asking the supplier now', () => {
  const ask = async (order: Order, client = desk.admin) => await client.post(`${await pathOf(order)}/ask`, {})

  it('finds a booking whose answer was lost', async () => {
    const order = await desk.order(codeAt.viator(91_001))
    await desk.pay(order)
    expect((await logOf(order)).calls[0]).toMatchObject({
      action: 'book',
      state: 'open',
      message: 'Viator didn’t answer.',
    })
    const { status, body } = await ask(order)
    expect([status, (body as SupplierLog).booking?.state]).toEqual([200, 'booked'])
    // A call that can be made again is no secret: its question and answer are kept.
    const asked = (body as SupplierLog).exchanges.find(({ url }) => url.endsWith('/bookings/status'))
    const { body: exchange } = await desk.admin.get(`${await pathOf(order)}/${asked?.id ?? 0}`)
    expect(JSON.parse((exchange as { request: string }).request)).toHaveProperty('partnerBookingRef')
    expect(JSON.parse((exchange as { answer: string }).answer)).toMatchObject({ status: 'CONFIRMED' })
    expect((await desk.rowOf(order.reference))['booking_status']).toBe('confirmed')
  })

  it('moves an order on that waits for the supplier', async () => {
    const order = await desk.order(codeAt.viator(91_003))
    await desk.pay(order)
    const states = []
    for (let n = 0; n < 2; n++) states.push(((await ask(order)).body as SupplierLog).booking?.state)
    expect(states).toEqual(['pending', 'booked'])
    expect((await desk.rowOf(order.reference))['booking_status']).toBe('confirmed')
  })

  it('needs write access to purchases, and a supplier', async () => {
    const order = await desk.placed()
    expect((await ask(order, await desk.server.signIn('no-access'))).status).toBe(403)
    expect((await ask(order)).status, 'our own stock is asked as well').toBe(200)
  })

  it('works within the cities that a permission is limited to', async () => {
    const order = await desk.order(codeAt.viator(91_100))
    const city = Number((await desk.rowOf(order.reference))['city_id'])
    const { rows } = await sql<{ id: number }>`
      insert into cities (name, slug, country_id, latitude, longitude, time_zone)
      select 'Elsewhere', 'elsewhere', country_id, 41.9, 12.5, 'Europe/Rome' from cities where id = ${city} returning id`.execute(
      desk.db,
    )
    const reach = (...cities: readonly number[]) =>
      sql`update role_permissions set city_ids = ${cities}::bigint[] where object = 'purchases' and action = 'write'
        and role_id = (select id from roles where name = 'sales-agent')`.execute(desk.db)
    const agent = await desk.server.signIn('sales-agent')
    await reach(city)
    expect((await ask(order, agent)).status).toBe(200)
    await reach(rows[0]?.id ?? 0)
    expect((await ask(order, agent)).status).toBe(403)
  })
})

describe('cancelling by staff', () => {
  const preview = async (order: Order) => {
    const { body } = await desk.admin.post((await pathOf(order)).replace('supplier-log', 'commands/cancel/preview'), {
      reason: 'Asked to',
    })
    return (body as { effects: readonly { about: string; text: string }[] }).effects
      .filter(({ about }) => about === 'supplier')
      .map(({ text }) => text)
  }

  it('asks the supplier first what it gives back of our cost', async () => {
    const order = await desk.order(codeAt.viator(91_100))
    await desk.pay(order)
    expect(await preview(order)).toEqual([expect.stringMatching(/^Viator refunds 100% of our cost: /) as unknown])
    expect((await logOf(order)).calls[0]).toMatchObject({ action: 'quoteCancellation', state: 'done' })
    // Globick has no call for it.
    const silent = await desk.order(codeAt.globick(91_100))
    await desk.pay(silent)
    expect(await preview(silent)).toEqual(['Globick hasn’t said what it refunds. Ask them before you cancel.'])
  })

  it('asks no one for an order of our own stock', async () => {
    const order = await desk.placed()
    expect(await preview(order)).toEqual([])
    expect((await logOf(order)).calls.filter(({ action }) => action === 'quoteCancellation')).toEqual([])
  })
})
