import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import type { Maker } from '../../../core/testing/make.server.ts'
import { maker } from '../../../core/testing/make.server.ts'
import { resources } from '../../../app/registry.server.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: number }
let server: TestServer
let admin: Client
let records: Maker
const data = '/rest/data'

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'events' })
  admin = await server.signIn('admin')
  records = maker(server.database.kysely, resources, examples)
})
afterAll(() => server.stop())

let count = 0
async function create(
  values: object = {},
): Promise<{ status: number; body: Row & { fields?: Record<string, string>; message?: string } }> {
  const reply = await admin.post(`${data}/events`, {
    name: `Night ${++count}`,
    type: 'concert',
    venueId: await records.make('venues'),
    providerId: await records.make('providers'),
    ...values,
  })
  return reply as { status: number; body: Row & { fields?: Record<string, string>; message?: string } }
}
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
      subcategoryId: 'A subcategory needs its category: choose that as well.',
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
      superEventId: 'That event is itself part of this one.',
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
      'This event is not ready: “Has an upcoming performance, or is evergreen” does not hold.',
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

describe('the next performance of an event', () => {
  it('shows only its day until its time is announced', async () => {
    const { body } = await create()
    const next = { eventId: body.id, status: 'onsale', timeZone: 'UTC', isDateTbd: false, doorsTime: null }
    await records.make('performances', {
      ...next,
      localDate: '2098-03-02',
      localTime: '20:00',
      isTimeTba: false,
      startsAt: '2098-03-02T20:00:00.000Z',
    })
    expect((await admin.get(`${data}/events/${body.id}`)).body).toMatchObject({
      nextStartsAt: '2098-03-02T20:00:00.000Z',
      nextTbaOn: null,
    })
    await records.make('performances', {
      ...next,
      localDate: '2098-03-01',
      localTime: null,
      isTimeTba: true,
      startsAt: '2098-03-01T12:00:00.000Z',
    })
    expect((await admin.get(`${data}/events/${body.id}`)).body).toMatchObject({ nextTbaOn: '2098-03-01' })
  })
})

describe('a performance', () => {
  it('is called by its event, its day and its time, also once one of them is another', async () => {
    const eventId = await records.make('events', { name: 'Tosca' })
    const id = await records.make('performances', {
      eventId,
      timeZone: 'UTC',
      localDate: '2098-04-01',
      localTime: '19:30',
      isTimeTba: false,
      startsAt: '2098-04-01T19:30:00.000Z',
      status: 'onsale',
      isDateTbd: false,
      doorsTime: null,
    })
    const name = async () => ((await admin.get(`${data}/performances/${id}`)).body as Row)['name']
    expect(await name()).toBe('Tosca, 2098-04-01 19:30')
    expect((await admin.patch(`${data}/events/${eventId}`, { name: 'Aida' })).status).toBe(200)
    expect(
      (await admin.post(`${data}/performances/${id}/reschedule`, { localDate: '2098-04-02', localTime: null })).status,
    ).toBe(200)
    expect(await name()).toBe('Aida, 2098-04-02')
  })

  it('has an id at each provider that no other performance has, and is found by it', async () => {
    const [id, other] = [
      await records.make('performances', { providerCodes: [] }),
      await records.make('performances', { providerCodes: [] }),
    ]
    const codes = [
      { provider: 'palco-directo', code: 'PD-4711' },
      { provider: 'seat-harbour', code: 'SH-4711' },
    ]
    expect((await admin.patch(`${data}/performances/${id}`, { providerCodes: codes })).status).toBe(200)
    expect(((await admin.get(`${data}/performances`, { q: 'SH-4711' })).body as Row[]).map((row) => row.id)).toEqual([
      id,
    ])
    expect((await admin.patch(`${data}/performances/${other}`, { providerCodes: [codes[0]] })).status).toBe(422)
    expect(
      (await admin.patch(`${data}/performances/${other}`, { providerCodes: [codes[0], codes[0]] })).body,
    ).toMatchObject({ fields: { providerCodes: 'PD-4711 is listed twice: list each id once.' } })
    expect((await admin.patch(`${data}/performances/${id}`, { providerCodes: [codes[1]] })).status).toBe(200)
    expect((await admin.patch(`${data}/performances/${other}`, { providerCodes: [codes[0]] })).status).toBe(200)
  })

  it('is offered by providers, each with its listings, its cheapest ticket and its id', async () => {
    const [providerId, timed] = [
      await records.make('providers', { name: 'Aaron Seats' }),
      await records.make('providers', { name: 'Zoe Times' }),
    ]
    const eventId = await records.make('events', { providerId })
    const id = await records.make('performances', { eventId, providerCode: 'OWN-1', providerCodes: [] })
    const list = (code: string, quantity: number, price: number, isOpen = true) =>
      sql`insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price, is_open, updated_at)
      values (${id}, ${providerId}, ${code}, 'Stalls', ${quantity}, 'EUR', ${price}, ${isOpen}, '2026-01-02T03:04:05Z')`.execute(
        server.database.kysely,
      )
    await list('offer-a', 2, 5_000)
    await list('offer-b', 4, 4_500)
    await list('offer-c', 9, 100, false)
    await sql`insert into provider_times (performance_id, provider_id, local_date, local_time) values (${id}, ${timed}, '2036-01-01', '20:00')`.execute(
      server.database.kysely,
    )
    const reply = await admin.get(`${data}/performances/${id}/offers`)
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        offers: [
          {
            providerId,
            provider: 'Aaron Seats',
            listings: 2,
            tickets: 6,
            currency: 'EUR',
            fromPrice: 4_500,
            freshAt: '2026-01-02T03:04:05Z',
            code: 'OWN-1',
          },
          {
            providerId: timed,
            provider: 'Zoe Times',
            listings: 0,
            tickets: 0,
            currency: null,
            fromPrice: null,
            freshAt: null,
            code: null,
          },
        ],
      },
    ])
    expect((await admin.get(`${data}/performances/999999999/offers`)).status).toBe(404)
  })

  it('is found by what its event and its venue are called, also once they are called otherwise', async () => {
    const [eventId, venueId] = [
      await records.make('events', { name: 'Giselle am Abend' }),
      await records.make('venues', { name: 'Opernhaus am Ufer' }),
    ]
    const id = await records.make('performances', { eventId, venueId })
    const found = async (q: string) =>
      ((await admin.get(`${data}/performances`, { q })).body as Row[]).map((row) => row.id)
    expect([await found('giselle'), await found('opernhaus'), await found('Abend Opern')]).toEqual([[id], [id], [id]])
    expect((await admin.patch(`${data}/events/${eventId}`, { name: 'Coppelia' })).status).toBe(200)
    expect((await admin.patch(`${data}/venues/${venueId}`, { name: 'Haus am Strom' })).status).toBe(200)
    expect([await found('giselle'), await found('opernhaus'), await found('coppelia haus')]).toEqual([[], [], [id]])
  })
})

describe('a performance to ask its provider about again', () => {
  it('is found by that until the answer is there', async () => {
    const id = await records.make('performances', {
      localDate: '2036-05-01',
      startsAt: '2036-05-01T20:00:00.000Z',
      isRefreshAsked: false,
      checkedAt: null,
    })
    const path = `${data}/performances`
    const asked = async () =>
      ((await admin.get(path, { filter: { isRefreshAsked: true, id: [id] } })).body as Row[]).map((row) => row.id)
    expect(await asked()).toEqual([])
    expect((await admin.patch(`${path}/${id}`, { isRefreshAsked: true })).status).toBe(200)
    expect(await asked()).toEqual([id])
    await sql`update performances set checked_at = now(), available = 0 where id = ${id}`.execute(
      server.database.kysely,
    )
    expect(await asked()).toEqual([])
  })
})
