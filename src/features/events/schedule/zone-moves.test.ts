import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createOne, records, run, serveSchedule, server } from './testing/scheduled-events.server.ts'

serveSchedule()

interface Sold {
  readonly time_zone: string
  readonly starts_at: string
  readonly ends_at: string
}

/** A sale in a state of its booking, of what `values` say. */
async function sell(values: object, bookingStatus: string): Promise<number> {
  return await records.make('purchases', {
    bookingStatus,
    paymentStatus: 'captured',
    fulfilmentStatus: 'not_due',
    refundState: 'none',
    captured: 10_500,
    refunded: 0,
    refundPending: 0,
    chargedBack: 0,
    timeZone: 'Europe/Madrid',
    ...values,
  })
}
const sold = async (ids: readonly number[]) =>
  (
    await run(sql<Sold>`
      select time_zone, starts_at, ends_at from purchases where id = any(${ids}::bigint[]) order by id`)
  ).rows
const changeZone = (place: 'city_id' | 'venue_id', id: number) =>
  run(sql`
    insert into zone_changes (${sql.ref(place)}, from_zone, to_zone, requested_by)
    values (${id}, 'Europe/Madrid', 'Europe/Lisbon', 'Ada')`)
const countOf = async (place: 'city_id' | 'venue_id', id: number) =>
  (
    await run(sql<{ changed: number; purchases: number }>`
    select changed, purchases from zone_changes where ${sql.ref(place)} = ${id} and finished_at is not null`)
  ).rows
const [inMadrid, inLisbon, old] = [
  { time_zone: 'Europe/Madrid', starts_at: '2098-06-01T18:00:00.000Z', ends_at: '2098-06-01T20:30:00.000Z' },
  { time_zone: 'Europe/Lisbon', starts_at: '2098-06-01T19:00:00.000Z', ends_at: '2098-06-01T21:30:00.000Z' },
  { travelDate: '2098-06-01', localTime: '20:00', startsAt: '2098-06-01T18:00:00Z', endsAt: '2098-06-01T20:30:00Z' },
]
const open = ['pending_payment', 'on_hold', 'pending_supplier', 'confirmed']

describe('a change of time zone', () => {
  it('moves the open purchases of performances to the same local time in the new zone, counts them and records it', async () => {
    const venueId = await records.make('venues', { timeZone: 'Europe/Madrid' })
    const eventId = await records.make('events', { venueId, publication: 'draft' })
    const performanceId = await createOne(eventId, '2098-06-01', '20:00')
    await run(sql`update performances set venue_id = ${venueId} where id = ${performanceId}`)
    const values = { kind: 'event', productId: null, productOptionId: null, eventId, performanceId, ...old }
    const moving: number[] = []
    for (const state of open) moving.push(await sell(values, state))
    const ended = [await sell(values, 'cancelled'), await sell(values, 'completed')]
    await changeZone('venue_id', venueId)
    await server.runJob('move-zones')

    expect(await sold(moving)).toEqual(open.map(() => inLisbon))
    expect(await sold(ended)).toEqual([inMadrid, inMadrid])
    expect(await countOf('venue_id', venueId)).toEqual([{ changed: 1, purchases: open.length }])
    const { rows } =
      await run(sql`select u.travel_date = date '2098-06-01' and u.local_time = time '20:00' as is_kept, e.detail
      from purchases u join purchase_events e on e.purchase_id = u.id where u.id = any(${moving}::bigint[])`)
    const detail = 'Time zone changed from Europe/Madrid to Europe/Lisbon. The local time is unchanged.'
    expect(rows).toEqual(open.map(() => ({ is_kept: true, detail })))
  })

  it('moves a postponed performance whose day has passed and is undecided', async () => {
    const venueId = await records.make('venues', { timeZone: 'Europe/Madrid' })
    const eventId = await records.make('events', { venueId, publication: 'draft' })
    const id = await createOne(eventId, '2098-06-01', '20:00')
    await run(
      sql`update performances set venue_id = ${venueId}, is_date_tbd = true, status = 'postponed' where id = ${id}`,
    )
    await run(
      sql`update performances set local_date = '2026-06-01', starts_at = '2026-06-01T18:00:00Z' where id = ${id}`,
    )
    await changeZone('venue_id', venueId)
    await server.runJob('move-zones')
    const { rows } = await run(sql`select time_zone, starts_at from performances where id = ${id}`)
    expect(rows).toEqual([{ time_zone: 'Europe/Lisbon', starts_at: '2026-06-01T19:00:00.000Z' }])
  })

  it('moves open visits to the products that follow their city, and leaves all others', async () => {
    const cityId = await records.make('cities', { timeZone: 'Europe/Madrid' })
    const sellVisit = async (zone: string, state: string, more: object = {}) => {
      const productId = await records.make('products', { cityId, timeZone: zone })
      const productOptionId = await records.make('product-options', { productId })
      const values = { kind: 'product', productId, productOptionId, eventId: null, performanceId: null }
      return await sell({ ...values, ...old, ...more }, state)
    }
    const visit = await sellVisit('Europe/Madrid', 'confirmed')
    const others = [
      await sellVisit('Europe/Madrid', 'cancelled'),
      await sellVisit('Atlantic/Azores', 'confirmed', { timeZone: 'Europe/Madrid' }),
    ]
    await changeZone('city_id', cityId)
    await server.runJob('move-zones')
    expect(await sold([visit])).toEqual([inLisbon])
    expect(await sold(others)).toEqual([inMadrid, inMadrid])
    const { rows } = await run(sql`select products, purchases from zone_changes where city_id = ${cityId}`)
    expect(rows).toEqual([{ products: 2, purchases: 1 }])
  })
})
