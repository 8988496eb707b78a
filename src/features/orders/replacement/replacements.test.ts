import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../../app/testing/start.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { staffDesk } from '../testing/staff-desk.server.ts'
import type { Replacement } from './replacement.endpoints.ts'

let desk: OrderDesk
let staff: StaffDesk
let client: Client
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'replacements')
  client = await desk.server.signIn('admin')
  staff = staffDesk(desk, client)
  await mapSections()
})
afterAll(() => desk?.server.stop())

/** Stalls and Dress Circle, with rows; a listing in each besides the ones that there are. */
async function mapSections(): Promise<void> {
  const { performanceId, otherListingId } = desk.goods
  const { rows } = await sql<{ id: number }>`
    insert into venue_configurations (venue_id, city_id, name, layout, capacity)
    select venue_id, city_id, 'Theatre', 'theatre', 100 from performances where id = ${performanceId} returning id`.execute(
    desk.db,
  )
  const configurationId = rows[0]?.id
  await sql`
    insert into venue_sections (venue_configuration_id, position, code, name, zone, rank, rows)
    values (${configurationId}, 1, 'S', 'Stalls', 'Stalls', 41, '{A,B,C,D,E,F}'), (${configurationId}, 2, 'D', 'Dress Circle', 'Dress Circle', 42, '{A,B}')`.execute(
    desk.db,
  )
  await sql`update performances set venue_configuration_id = ${configurationId} where id = ${performanceId}`.execute(
    desk.db,
  )
  await sql`
    insert into ticket_listings (performance_id, provider_id, code, section, row_name, quantity, currency, price)
    select performance_id, provider_id, 'DC', 'Dress Circle', 'B', 4, 'EUR', 3000 from ticket_listings where id = ${otherListingId}`.execute(
    desk.db,
  )
  await sql`update ticket_listings set row_name = 'C' where id = ${otherListingId}`.execute(desk.db)
  await sql`
    update ticket_listings l set placed_at = now(), venue_section_id = s.id
    from venue_sections s where s.venue_configuration_id = ${configurationId} and s.name = l.section and l.performance_id = ${performanceId}`.execute(
    desk.db,
  )
}

/** An order of two tickets in the stalls, booked at our own stock. */
async function booked(): Promise<number> {
  const order = await desk.placed({ lines: [desk.tickets(2)] })
  const { body } = await desk.post(order.reference, 'pay', { method: 'card' })
  const { payment } = body as { payment: string }
  await desk.event({ type: 'payment.captured', payment, fee: 0 })
  return await staff.idOf(order)
}
const settle = () => desk.server.runJob('settle-supplier-calls')
const listingOf = async (id: number, code: string) =>
  (await others(id)).find((one) => one.code === code)?.listingId ?? 0
const taken = async () => {
  const { rows } = await sql<{ code: string; taken: number }>`
    select l.code, s.taken from house_stock s join ticket_listings l on l.id = s.listing_id where l.performance_id = ${desk.goods.performanceId}`.execute(
    desk.db,
  )
  return Object.fromEntries(rows.map(({ code, taken: n }) => [code, n]))
}
const linesOf = async (id: number) => {
  const { rows } = await sql`
    select section, seat_row as row, listing, seats, delivered, amount from purchase_lines where purchase_id = ${id} and kind = 'item'`.execute(
    desk.db,
  )
  return rows
}
const about = ({ effects }: { effects: readonly { about: string; text: string }[] }, subject: string) =>
  effects.filter((effect) => effect.about === subject).map(({ text }) => text)

const others = async (id: number) => {
  const { status, body } = await client.get(`/rest/data/purchases/${id}/replacements`)
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as { listings: Replacement[] }).listings
}

describe('what could replace tickets', () => {
  it('is compared by section, rows, cost and margin, the most alike first', async () => {
    const id = await booked()
    expect((await staff.row(id))['booking_status']).toBe('confirmed')
    const listings = await others(id)
    expect(listings.map(({ code, likeness, rows }) => [code, likeness, rows])).toEqual([
      ['B', 'same_section', -3],
      ['DC', 'worse', null],
    ])
  })

  it('leaves out what is sold by now, however much of it there is, and what is not sold in this number', async () => {
    const id = await booked()
    const codes = async () => (await others(id)).map(({ code }) => code)
    await sql`
      with sold as (
        insert into ticket_listings (performance_id, provider_id, venue_section_id, placed_at, code, section, quantity, currency, price)
        select performance_id, provider_id, venue_section_id, now(), 'SOLD-' || n, section, 4, 'EUR', 100
        from ticket_listings, generate_series(1, 200) n where id = ${desk.goods.otherListingId} returning id)
      insert into house_stock (listing_id, capacity, taken) select id, 4, 3 from sold`.execute(desk.db)
    expect(await codes()).toEqual(['B', 'DC'])
    await sql`update ticket_listings set splits = '{3,4}' where code = 'DC'`.execute(desk.db)
    expect(await codes()).toEqual(['B'])
    await sql`update ticket_listings set splits = '{}', is_open = code = 'DC' where code = 'DC' or code like 'SOLD-%'`.execute(
      desk.db,
    )
  })

  it('is nothing once the event is off the site, which is no error', async () => {
    const id = await booked()
    const hide = (isHidden: boolean) =>
      sql`update events set is_hidden = ${isHidden} where id = (select event_id from performances where id = ${desk.goods.performanceId})`.execute(
        desk.db,
      )
    await hide(true)
    expect(await others(id)).toEqual([])
    await hide(false)
    expect((await others(id)).length).toBe(2)
  })
})

it('what the tickets of an order cost is said in the currency of the order, not in that of their seller', async () => {
  const id = await booked()
  // As where a seller is paid in dollars: the currency of money that was posted stays, so only the sums are as there.
  await sql`update purchases set net_cost = 12000, fx_rate = 0.5, supplier_cost = 6000 where id = ${id}`.execute(
    desk.db,
  )
  const { body } = await client.get(`/rest/data/purchases/${id}/replacements`)
  expect(body).toMatchObject({ currency: 'EUR', cost: 6000 })
})

describe('replacing tickets', () => {
  it('takes the new ones, frees the old ones, keeps the price and writes to the customer', async () => {
    const id = await booked()
    await sql`update purchase_lines set seats = '{4,5}' where purchase_id = ${id} and kind = 'item'`.execute(desk.db)
    const before = await taken()
    const [row, listingId] = [await staff.row(id), await listingOf(id, 'B')]
    const preview = await staff.run(id, 'substitute-listing', { listingId, consent: null })
    expect(about(preview, 'customer')).toEqual(['Same section', 'The price stays €99.00.'])
    expect(await linesOf(id)).toMatchObject([{ listing: 'A', row: 'F' }])
    expect((await staff.commands(id))['substitute-listing']).toMatch(/^Another change waits/)
    await settle()
    expect(await linesOf(id)).toMatchObject([{ section: 'Stalls', row: 'C', listing: 'B', seats: [], amount: 9000 }])
    expect(await taken()).toMatchObject({ A: (before['A'] ?? 0) - 2, B: (before['B'] ?? 0) + 2 })
    const after = await staff.row(id)
    expect(after['grand_total']).toBe(row['grand_total'])
    // The booking at our stock is still the same one.
    expect([typeof row['provider_reference'], after['provider_reference']]).toEqual([
      'string',
      row['provider_reference'],
    ])
    expect(Number(after['net_cost'])).toBe(9900)
    expect(Number(after['margin'])).toBe(Number(row['margin']) - (9900 - Number(row['net_cost'])))
    const { rows } = await sql`select from order_messages where purchase_id = ${id} and kind = 'change'`.execute(
      desk.db,
    )
    expect(rows).toHaveLength(1)
  })

  it('needs the customer’s consent where they are not as good, and records it', async () => {
    const id = await booked()
    const listingId = await listingOf(id, 'DC')
    expect(await staff.previewReply(id, 'substitute-listing', { listingId, consent: null })).toMatchObject({
      status: 422,
      body: { fields: { consent: 'These tickets might not be as good. Enter how the customer agreed.' } },
    })
    await staff.run(id, 'substitute-listing', { listingId, consent: 'By phone, 12 May' })
    await settle()
    expect(await linesOf(id)).toMatchObject([{ section: 'Dress Circle', listing: 'DC' }])
    const { rows } = await sql<{ reason: string }>`
      select reason from audit where object = 'purchases' and record_id = ${String(id)} and action = 'substitute-listing' and reason is not null`.execute(
      desk.db,
    )
    expect(rows).toEqual([{ reason: 'By phone, 12 May' }])
  })

  it('leaves everything as it was where the new tickets are gone by then', async () => {
    const [id, other] = [await booked(), await booked()]
    const listingId = await listingOf(id, 'B')
    const preview = await staff.preview(id, 'substitute-listing', { listingId, consent: null })
    await staff.run(other, 'substitute-listing', { listingId, consent: null })
    await settle()
    const input = { listingId, consent: null, token: preview.token }
    const { status, body } = await staff.apply(id, 'substitute-listing', input)
    expect(status, JSON.stringify(body)).toBe(422)
    expect(body).toMatchObject({ fields: { listingId: 'These tickets are no longer available. Choose others.' } })
    expect(await linesOf(id)).toMatchObject([{ listing: 'A' }])
  })

  it('is refused with a stale preview, which says what it would cost now', async () => {
    const id = await booked()
    const input = { listingId: await listingOf(id, 'DC'), consent: 'By phone' }
    const { token } = await staff.preview(id, 'substitute-listing', input)
    await sql`update ticket_listings set price = 3100 where id = ${input.listingId}`.execute(desk.db)
    const { status, body } = await staff.apply(id, 'substitute-listing', { ...input, token })
    expect([status, (body as { error: string }).error]).toEqual([409, 'PreviewChanged'])
    expect(JSON.stringify(body)).toContain('€55.80')
  })

  it('stays undone where the new tickets were sold before our stock was asked', async () => {
    const id = await booked()
    const listingId = await listingOf(id, 'DC')
    await staff.run(id, 'substitute-listing', { listingId, consent: 'By phone' })
    await sql`update house_stock set capacity = taken where listing_id = ${listingId}`.execute(desk.db)
    await settle()
    expect(await linesOf(id)).toMatchObject([{ listing: 'A' }])
    const { rows } = await sql<{ detail: string }>`
      select detail from purchase_events where purchase_id = ${id} order by id desc limit 1`.execute(desk.db)
    expect(rows[0]?.detail).toMatch(/^Change refused/)
    await sql`update house_stock set capacity = 4 where listing_id = ${listingId}`.execute(desk.db)
  })

  it('makes a delivery that failed due again', async () => {
    const id = await booked()
    await sql`update purchases set fulfilment_status = 'failed' where id = ${id}`.execute(desk.db)
    await staff.run(id, 'substitute-listing', { listingId: await listingOf(id, 'DC'), consent: 'By phone' })
    await settle()
    expect(await staff.row(id)).toMatchObject({ fulfilment_status: 'awaiting_tickets', next_step: 'deliver_tickets' })
  })

  it('is for orders that are booked at our own stock', async () => {
    const id = await booked()
    await sql`delete from order_placements where purchase_id = ${id}`.execute(desk.db)
    expect((await staff.commands(id))['substitute-listing']).toMatch(/^Not booked from our own stock/)
  })
})
