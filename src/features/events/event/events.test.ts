import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Row, admin, create, data, records, serveEvents, server } from './testing/event-records.server.ts'

serveEvents()

async function section(): Promise<{ categoryId: number; subcategoryId: number }> {
  const categoryId = await records.make('categories')
  return { categoryId, subcategoryId: await records.make('subcategories', { categoryId }) }
}
const findings = async (id: number) =>
  (
    (await admin.get(`${data}/events/${id}/publication`)).body as {
      findings: { key: string; isBlocking: boolean; isMet: boolean }[]
    }
  ).findings

describe('an event', () => {
  it('is made with an address out of its name, in the city of its venue', async () => {
    const { status, body } = await create({ name: 'Río de Luz: en vivo' })
    expect([status, body['slug'], body['publication'], body['locale']]).toEqual([
      201,
      'rio-de-luz-en-vivo',
      'draft',
      'en',
    ])
    const venue = (await admin.get(`${data}/venues/${String(body['venueId'])}`)).body as Row
    expect([body['cityId'], body['timeZone']]).toEqual([venue['cityId'], venue['timeZone']])
    const elsewhere = await records.make('venues')
    const moved = (await admin.patch(`${data}/events/${body.id}`, { venueId: elsewhere })).body as Row
    expect(moved['cityId']).toBe(((await admin.get(`${data}/venues/${elsewhere}`)).body as Row)['cityId'])
    expect((await create({ slug: 'rio-de-luz-en-vivo' })).status).toBe(409)
  })

  it('is in a subcategory of its category and no other, and follows it into another one', async () => {
    const [one, other] = [await section(), await section()]
    expect((await create({ subcategoryId: one.subcategoryId })).body.fields).toEqual({
      subcategoryId: 'A subcategory needs its category. Choose that too.',
    })
    const wrong = await create({ categoryId: other.categoryId, subcategoryId: one.subcategoryId })
    expect([wrong.status, wrong.body.fields?.['subcategoryId']]).toEqual([
      422,
      expect.stringMatching(/^Sample .+ is in the category /),
    ])
    const { body } = await create(one)
    await sql`update subcategories set category_id = ${other.categoryId} where id = ${one.subcategoryId}`.execute(
      server.database.kysely,
    )
    expect((await admin.get(`${data}/events/${body.id}`)).body).toMatchObject({
      categoryId: other.categoryId,
      subcategoryId: one.subcategoryId,
    })
    await expect(
      sql`update events set category_id = ${one.categoryId} where id = ${body.id}`.execute(server.database.kysely),
    ).rejects.toThrow('subcategory_is_of_the_category')
  })

  it('is part of no event that is part of it, and ends its sales after they begin', async () => {
    const outer = (await create()).body
    const inner = (await create({ superEventId: outer.id })).body
    const refused = await admin.patch(`${data}/events/${outer.id}`, { superEventId: inner.id })
    expect((refused.body as { fields: object }).fields).toEqual({
      superEventId: 'That event is part of this one.',
    })
    expect(
      (await create({ onSaleAt: '2030-01-02T00:00:00Z', offSaleAt: '2030-01-01T00:00:00Z' })).body.fields,
    ).toHaveProperty('offSaleAt')
  })

  it('goes public with a performance to come or as evergreen, and stays so only as long', async () => {
    const { categoryId } = await section()
    const {
      body: { id, ...event },
    } = await create({ categoryId, description: '<p>A night to remember.</p>' })
    expect(
      (
        await admin.put(`${data}/events/${id}/translations/es`, {
          texts: { name: { text: 'Una noche', status: 'approved' } },
        })
      ).status,
    ).toBe(200)
    const refused = await admin.post(`${data}/events/${id}/publish`, {})
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      409,
      'This event is not ready: it has no upcoming performance and is not evergreen.',
    ])
    expect((await admin.patch(`${data}/events/${id}`, { isEvergreen: true })).status).toBe(200)
    expect((await admin.post(`${data}/events/${id}/publish`, {})).status).toBe(200)
    expect((await admin.patch(`${data}/events/${id}`, { isEvergreen: false })).status).toBe(409)
    const made = await admin.post(`${data}/events/${id}/performances`, {
      venueId: event['venueId'],
      venueConfigurationId: null,
      starts: [{ localDate: '2097-01-01', localTime: '20:00' }],
      durationMinutes: 90,
      doorsMinutes: null,
      capacity: 100,
      status: 'onsale',
    })
    expect(made.status).toBe(201)
    expect((await admin.patch(`${data}/events/${id}`, { isEvergreen: false })).status).toBe(200)
    expect((await admin.get(`${data}/events/${id}`)).body).toMatchObject({
      upcomingCount: 1,
      nextStartsAt: expect.any(String) as unknown,
    })
    expect((await admin.patch(`${data}/events/${id}`, { categoryId: null })).status).toBe(409)
  })

  it('shows an editor what is still missing, without blocking them', async () => {
    const { body } = await create({ type: 'theatre', offSaleAt: '2020-01-01T00:00:00Z', isHidden: true })
    const unmet = (await findings(body.id)).filter(({ isMet }) => !isMet)
    expect(
      unmet
        .filter(({ isBlocking }) => isBlocking)
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(['categoryId', 'description', 'isEvergreen', 'name es'])
    expect(unmet.filter(({ isBlocking }) => !isBlocking).map(({ key }) => key)).toEqual(
      expect.arrayContaining([
        'imageIds',
        'seoTitle',
        'offSaleAt',
        'isHidden',
        'performerIds',
        'fromPrice',
        'isVenuePublished',
      ]),
    )
  })

  it('says from which price and how much of it is mapped, of upcoming performances alone', async () => {
    const { body } = await create()
    await sql`update events set on_sale_at = null, off_sale_at = null where id = ${body.id}`.execute(
      server.database.kysely,
    )
    await sql`update providers set is_enabled = true where id = (select provider_id from events where id = ${body.id})`.execute(
      server.database.kysely,
    )
    const configured = await records.make('venue-configurations', { manifestAt: '2026-01-01T00:00:00.000Z' })
    const price = { eventId: body.id, status: 'onsale', currency: 'EUR', maxPrice: 99_000, available: 5 }
    await records.make('performances', { ...price, minPrice: 4_200, venueConfigurationId: configured })
    await records.make('performances', { ...price, minPrice: 3_900, venueConfigurationId: null })
    await records.make('performances', { ...price, minPrice: 100, status: 'cancelled' })
    const [one, other] = [await records.make('providers'), await records.make('providers')]
    const at = async (day: number) =>
      Number(
        (
          await sql<{
            id: number
          }>`select id from performances where event_id = ${body.id} order by id offset ${day} limit 1`.execute(
            server.database.kysely,
          )
        ).rows[0]?.id,
      )
    const list = async (day: number, code: string, isOpen: boolean) =>
      sql`insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price, is_open)
      values (${await at(day)}, ${one}, ${code}, 'Stalls', 2, 'EUR', 4000, ${isOpen})`.execute(server.database.kysely)
    await list(0, 'a', true)
    await list(0, 'b', true)
    await list(1, 'c', false)
    await list(2, 'd', true)
    await list(0, 'sold', true)
    await sql`insert into house_stock (listing_id, capacity, taken) select id, 2, 2 from ticket_listings where code = 'sold'`.execute(
      server.database.kysely,
    )
    await sql`insert into provider_times (performance_id, provider_id, local_date, local_time) values (${await at(1)}, ${other}, '2036-01-01', '20:00')`.execute(
      server.database.kysely,
    )
    expect((await admin.get(`${data}/events/${body.id}`)).body).toMatchObject({ listingCount: 2, providerCount: 2 })
    expect((await admin.get(`${data}/events/${body.id}`)).body).toMatchObject({
      // The price of its open listings, not what its provider reported for the whole event.
      fromPrice: 4_000,
      currency: 'EUR',
      mapCoverage: 5_000,
      upcomingCount: 2,
      performanceCount: 3,
    })
  })
})
