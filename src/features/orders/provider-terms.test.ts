import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { keyWith } from '../discovery/testing/api-key.server.ts'
import { deliveries, noticeOf } from '../event-supply/terms/provider-terms.ts'
import type { OrderDesk } from './testing/order-desk.server.ts'
import { customer, openOrderDesk, refusalOf } from './testing/order-desk.server.ts'

let desk: OrderDesk
let key: string
let providerId: number
let performanceId: number
let ask: number

beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'provider_terms')
  key = (await keyWith(desk.db, ['catalogue:read', 'prices:read', 'availability:read', 'orders'])).key
  const { rows } = await sql<{ providerId: number; performanceId: number; ask: number }>`
    select e.provider_id as "providerId", l.performance_id as "performanceId", l.price as ask
    from ticket_listings l join performances p on p.id = l.performance_id join events e on e.id = p.event_id where l.id = ${desk.goods.listingId}`.execute(
    desk.db,
  )
  ;({ providerId, performanceId, ask } = rows[0] as { providerId: number; performanceId: number; ask: number })
  await sql`update ticket_listings set provider_id = ${providerId} where id = ${desk.goods.listingId}`.execute(desk.db)
  await sql`insert into rules (name, type, markup, is_enabled) values ('Everything 5% off', 'markup', -500, true)`.execute(
    desk.db,
  )
})
afterAll(() => desk.server.stop())
beforeEach(() => terms({}))

async function terms({
  hasParity = false,
  floorShare = null as number | null,
  countries = [] as string[],
  delivery = [] as string[],
}) {
  await sql`
    insert into provider_terms (provider_id, has_parity, floor_share, market_ids, delivery)
    values (${providerId}, ${hasParity}, ${floorShare}, array(select id from countries where code = any(${countries}::text[])), ${delivery}::text[])
    on conflict (provider_id) do update set has_parity = excluded.has_parity, floor_share = excluded.floor_share, market_ids = excluded.market_ids,
      delivery = excluded.delivery`.execute(desk.db)
}

async function offers(query: Readonly<Record<string, string>> = {}) {
  const { body, status } = await desk.server.anonymous.get(`/v1/performances/${performanceId}/offers`, query, {
    authorization: `Bearer ${key}`,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as { data: { id: number; price: { price: number } }[] }).data
}

describe('what was agreed with a provider', () => {
  it('raises prices below its floor, alike in offers, quotes and lists', async () => {
    expect(desk.goods.listingId).toBeGreaterThan(0)
    const priced = async () => {
      const [own] = (await offers()).filter(({ id }) => id === desk.goods.listingId)
      const quote = await desk.quote(desk.tickets(1))
      expect(own?.price.price).toBe(quote.price)
      return quote.price
    }
    const off = ask - Math.round(ask * 0.05)
    expect(await priced()).toBe(off)
    await terms({ hasParity: true })
    expect(await priced()).toBe(ask)
    await terms({ floorShare: 9_800 })
    expect(await priced()).toBe(Math.ceil(ask * 0.98))
    await terms({ hasParity: true, floorShare: 12_000 })
    expect(await priced()).toBe(Math.ceil(ask * 1.2))
    const { rows } = await sql<{ price: number; ask: number }>`
      select o.price, p.min_price as ask from performances p cross join lateral performance_offer(p) o where p.id = ${performanceId}`.execute(
      desk.db,
    )
    expect(rows[0]?.price).toBe(Math.ceil((rows[0]?.ask ?? 0) * 1.2))
  })

  it('keeps its tickets from customers of other countries', async () => {
    await terms({ countries: ['ZZ'] })
    const isOffered = async (customerCountry: string) =>
      (await offers({ customerCountry })).some(({ id }) => id === desk.goods.listingId)
    expect([await isOffered('ZZ'), await isOffered('FR')]).toEqual([true, false])
    const quote = async (country: string) =>
      (
        await desk.server.anonymous.post(
          '/v1/quotes',
          { lines: [desk.tickets(1)], country },
          { authorization: `Bearer ${key}` },
        )
      ).body as { isAvailable: boolean; lines: { problem: string | null; available: number }[] }
    expect((await quote('ZZ')).isAvailable).toBe(true)
    expect(await quote('FR')).toMatchObject({
      isAvailable: false,
      lines: [{ problem: 'These tickets aren’t sold to customers from this country.', available: 0 }],
    })
    await desk.placed()
    const [other] = (
      await sql<{ code: string }>`select code from countries where code <> 'ZZ' limit 1`.execute(desk.db)
    ).rows
    if (!other) return
    await terms({ countries: [other.code] })
    expect(await refusalOf(desk.place({ lines: [desk.tickets(1)], customer }))).toEqual([
      409,
      'NotAvailable',
      { 'lines.0.quantity': 'These tickets aren’t sold to customers from this country.' },
    ])
  })

  it('ends sales when its tickets can no longer be handed over', async () => {
    const startsIn = (hours: number) =>
      sql`update performances set starts_at = now() + make_interval(hours => ${hours}),
        local_date = ((now() + make_interval(hours => ${hours})) at time zone time_zone)::date, local_time = ((now() + make_interval(hours => ${hours})) at time zone time_zone)::time where id = ${performanceId}`.execute(
        desk.db,
      )
    const isSold = async () => {
      const { rows } = await sql<{ refusal: string | null }>`
        select o.refusal from performances p cross join lateral performance_offer(p) o where p.id = ${performanceId}`.execute(
        desk.db,
      )
      const isOffered = (await offers()).length > 0
      expect(isOffered).toBe(rows[0]?.refusal === null)
      expect(((await desk.quote(desk.tickets(1))).lines[0]?.available ?? 0) > 0).toBe(isOffered)
      return rows[0]?.refusal ?? null
    }
    await startsIn(100)
    expect(await isSold()).toBeNull()
    await terms({ delivery: ['paper'] })
    expect(await isSold()).toBe('delivery')
    expect(await refusalOf(desk.place({ lines: [desk.tickets(1)], customer }))).toEqual([
      409,
      'NotAvailable',
      { 'lines.0.quantity': 'It’s too late to deliver these tickets.' },
    ])
    await terms({ delivery: ['paper', 'guest_list'] })
    expect(await isSold()).toBeNull()
    await startsIn(20)
    expect(await isSold()).toBe('delivery')
    await terms({ delivery: ['paper', 'e_ticket'] })
    expect(await isSold()).toBeNull()
    await startsIn(500)
  })

  it('gives each way of delivery the same time in the database as on the page of the provider', async () => {
    for (const way of deliveries) {
      await terms({ delivery: [way] })
      const { rows } = await sql<{ hours: number }>`
        select (extract(epoch from provider_notice(${providerId})) / 3600)::integer as hours`.execute(desk.db)
      expect([way, rows[0]?.hours]).toEqual([way, noticeOf([way])])
    }
  })
})
