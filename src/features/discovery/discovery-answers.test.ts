import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type ApiDocument, callsIn } from '../../core/testing/api-document.server.ts'
import {
  type Row,
  get,
  made,
  number,
  read,
  run,
  serveDiscovery,
  server,
  worlds,
} from './testing/discovery-reader.server.ts'

serveDiscovery()

describe('a start', () => {
  it.each([
    ['2027-10-31', '02:30', 'Europe/Madrid', '2027-10-31T00:30:00.000Z', '2027-10-31T02:30:00+02:00'],
    ['2027-10-31', '02:30', 'Europe/Madrid', '2027-10-31T01:30:00.000Z', '2027-10-31T02:30:00+01:00'],
    ['2027-07-01', '20:00', 'America/St_Johns', '2027-07-01T22:30:00.000Z', '2027-07-01T20:00:00-02:30'],
    ['2027-01-01', '00:15', 'Pacific/Kiritimati', '2026-12-31T10:15:00.000Z', '2027-01-01T00:15:00+14:00'],
    ['2027-05-05', null, 'Europe/Madrid', '2027-05-05T10:00:00.000Z', null],
  ])('on %s at %s in %s is %s, and there %s', async (localDate, localTime, timeZone, utc, local) => {
    const id = await worlds.performances.make(`Matinee ${utc} ${timeZone}`)
    await run(sql`update performances set local_date = ${localDate}::date, local_time = ${localTime}::time, is_time_tba = ${localTime === null}, time_zone = ${timeZone}, starts_at = ${utc}::timestamptz
      where id = ${number(id)}`)
    expect((await read(`performances/${id}`))['start']).toEqual({
      localDate,
      localTime,
      local,
      utc,
      timeZone,
      isDateTbd: false,
      isTimeTba: localTime === null,
    })
  })
})

describe('what is said of performances', () => {
  it('is schema.org’s status of their own or of their event; cancelled ones are listed only when asked for', async () => {
    const id = await worlds.performances.make('Gala')
    const event = String(((await read(`performances/${id}`))['event'] as Row)['id'])
    const listed = async (params: Record<string, string> = {}) =>
      ((await read('performances', { event, ...params }))['data'] as Row[]).map(({ eventStatus }) => eventStatus)
    for (const [status, schedule, expected] of [
      ['onsale', 'scheduled', 'EventScheduled'],
      ['sold_out', 'moved_online', 'EventMovedOnline'],
      ['postponed', 'scheduled', 'EventPostponed'],
      ['rescheduled', 'rescheduled', 'EventRescheduled'],
    ] as const) {
      await run(sql`update performances set status = ${status} where id = ${number(id)}`)
      await run(sql`update events set schedule = ${schedule} where id = ${Number(event)}`)
      expect(await listed(), status).toEqual([expected])
      expect(await listed({ status: expected }), status).toEqual([expected])
    }
    // One that has a day is rescheduled, whatever else is still open of its event or isn't on sale.
    for (const [status, schedule, isOpen, from, expected] of [
      ['rescheduled', 'postponed', false, '2026-01-01', 'EventRescheduled'],
      ['onsale', 'postponed', false, null, 'EventPostponed'],
      ['sold_out', 'scheduled', false, '2026-01-01', 'EventRescheduled'],
      ['offsale', 'scheduled', true, '2026-01-01', 'EventPostponed'],
      ['onsale', 'scheduled', true, null, 'EventScheduled'],
      ['onsale', 'scheduled', false, null, 'EventScheduled'],
    ] as const) {
      await run(sql`
        update performances set status = ${status}, is_date_tbd = ${isOpen}, rescheduled_from = ${from}::date where id = ${number(id)}`)
      await run(sql`update events set schedule = ${schedule} where id = ${Number(event)}`)
      expect([await listed(), await listed({ status: expected })], status).toEqual([[expected], [expected]])
    }
    await run(sql`update performances set status = 'cancelled' where id = ${number(id)}`)
    expect([
      await listed(),
      await listed({ status: 'EventCancelled' }),
      await listed({ status: 'EventScheduled,EventCancelled' }),
    ]).toEqual([[], ['EventCancelled'], ['EventCancelled']])
    expect(await read(`performances/${id}`)).toMatchObject({
      eventStatus: 'EventCancelled',
      availability: { status: 'OutOfStock', remaining: 0 },
    })
    await run(sql`update performances set status = 'onsale' where id = ${number(id)}`)
    expect([await listed(), await listed({ status: 'EventCancelled' })]).toEqual([['EventScheduled'], []])
    await run(sql`update events set schedule = 'cancelled' where id = ${Number(event)}`)
    expect([await listed(), await listed({ status: 'EventCancelled' })]).toEqual([[], ['EventCancelled']])
    // One that comes to a cancelled event is called off with it, and one that leaves it is not.
    const other = await made.make('events', {
      schedule: 'scheduled',
      publication: 'published',
      isHidden: false,
      isUnlisted: false,
      providerCode: null,
    })
    await run(sql`update performances set event_id = ${other} where id = ${number(id)}`)
    const calledOff = async (of: string | number) =>
      ((await read('performances', { event: String(of), status: 'EventCancelled' }))['data'] as Row[]).length
    expect([await calledOff(event), await calledOff(other)]).toEqual([0, 0])
    await run(sql`update performances set event_id = ${Number(event)} where id = ${number(id)}`)
    expect(await calledOff(event)).toBe(1)
    // It took place before its event was cancelled or postponed.
    const shift = async (days: number) => {
      // Only a day that is undecided can move out of the past.
      await run(sql`update performances set is_date_tbd = true where id = ${number(id)}`)
      await run(sql`update performances set local_date = local_date + ${days}::integer, starts_at = starts_at + ${days} * interval '1 day',
        is_date_tbd = false where id = ${number(id)}`)
    }
    await shift(-36_525)
    expect([(await read(`performances/${id}`))['eventStatus'], await calledOff(event)]).toEqual(['EventScheduled', 0])
    await shift(36_525)
    await run(sql`update events set schedule = 'scheduled' where id = ${Number(event)}`)
    expect([await listed(), await calledOff(event)]).toEqual([['EventScheduled'], 0])
  })

  it('names no venue or city that is not public', async () => {
    const id = await worlds.performances.make('Recital')
    const [venueId, cityId] = [
      await made.make('venues', { publication: 'draft', publishedAt: null }),
      await made.make('cities', { publication: 'draft', publishedAt: null }),
    ]
    await run(sql`update performances set venue_id = ${venueId}, city_id = ${cityId} where id = ${number(id)}`)
    expect(await read(`performances/${id}`)).toMatchObject({ venue: null, city: null })
  })
})

describe('what is in a country whose market is closed', () => {
  it('stays to be read, and cannot be bought', async () => {
    const [event, performance, product] = [
      await worlds.events.make('Revue'),
      await worlds.performances.make('Ballet'),
      await worlds.products.make('Boat trip'),
    ]
    const market = async (isBlocked: boolean) =>
      await run(sql`update countries set is_blocked = ${isBlocked}, blocked_because = ${isBlocked ? 'tax' : null},
      blocked_at = case when ${isBlocked}::boolean then now() end where code = 'ZZ'`)
    const told = async () => [
      await read(`events/${event}`),
      await read(`performances/${performance}`),
      await read(`products/${product}`),
    ]
    const price = { price: 4500, fees: 0, total: 4500, currency: 'EUR', exponent: 2 }
    const open = [
      { fromPrice: price },
      { fromPrice: price, availability: { status: 'InStock', remaining: 7 } },
      { fromPrice: price, availability: { status: 'InStock' } },
    ]
    expect(await told()).toMatchObject(open)
    await market(true)
    expect(await told()).toMatchObject([
      { name: 'Revue', fromPrice: null },
      { fromPrice: null, toPrice: null, availability: { status: 'OutOfStock', remaining: 0 } },
      { fromPrice: null, availability: { status: 'OutOfStock' } },
    ])
    await market(false)
    expect(await told()).toMatchObject(open)
  })
})

describe('an event that is kept out of lists', () => {
  it('is found by its id alone, with its performances by its id', async () => {
    const id = await worlds.events.make('Private view')
    const listed = async (path: string, params: Record<string, string>) =>
      ((await read(path, params))['data'] as Row[]).length
    expect([await listed('events', { q: 'Private view' }), await listed('performances', { event: id })]).toEqual([1, 1])
    await run(sql`update events set is_unlisted = true where id = ${number(id)}`)
    expect(await read(`events/${id}`)).toMatchObject({ name: 'Private view' })
    expect([await listed('events', { q: 'Private view' }), await listed('performances', { event: id })]).toEqual([0, 1])
    const all = JSON.stringify(await read('performances', { limit: '200' }))
    expect(all).not.toContain('Private view')
    await run(sql`update events set is_hidden = true where id = ${number(id)}`)
    expect([(await get(`events/${id}`)).status, await listed('performances', { event: id })]).toEqual([404, 0])
  })
})

describe('a city that was merged into another', () => {
  it('answers by its old id as the one that it has become, and filters by it', async () => {
    const [from, into] = [await worlds.cities.make('Roma'), await worlds.cities.make('Rome')]
    const venue = await worlds.venues.make('Hall')
    await run(sql`update venues set city_id = ${number(from)} where id = ${number(venue)}`)
    const admin = await server.signIn('admin')
    const merged = await admin.post(`/rest/data/cities/${into}/merge`, { from: number(from) })
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    const reply = await get(`cities/${from}`)
    expect([reply.status, (reply.body as Row)['id'], reply.headers.get('content-location')]).toEqual([
      200,
      number(into),
      `/v1/cities/${into}`,
    ])
    for (const city of [from, into])
      expect((await read('venues', { city }))['data']).toMatchObject([
        { id: number(venue), city: { id: number(into) } },
      ])
  })
})

describe('the description of the calls', () => {
  it('says how the key is sent, what each parameter is and what is answered besides', async () => {
    const document = (await server.anonymous.get('/v1/openapi.json')).body as ApiDocument & { security: unknown }
    expect(document.security).toEqual([{ apiKey: [] }])
    expect(document.components['securitySchemes']?.['apiKey']).toMatchObject({ type: 'http', scheme: 'bearer' })
    const calls = callsIn(document)
    const isOpen = ({ path }: { path: string }) =>
      /^\/v1\/(images|order-requests|order-tickets|payment-links)\//.test(path)
    const openOf = (some: typeof calls) => some.map(({ operation }) => (operation as { security?: unknown }).security)
    expect(openOf(calls.filter(isOpen))).toEqual([[], [], [], [], [], [], [], []])
    const keyed = calls.filter((call) => !isOpen(call))
    expect(openOf(keyed)).toEqual(keyed.map(() => undefined))
    expect(keyed.length).toBeGreaterThan(20)
    for (const { method, path, operation } of keyed) {
      const isOrder = path.startsWith('/v1/orders')
      // Who calls, prices of a moment and orders are never kept.
      const isKept = method === 'get' && path !== '/v1/me' && !isOrder
      // It changes nothing and takes no body.
      const isAsking = path.endsWith('/cancellation-quotes')
      const success = method === 'post' && /^\/v1\/orders$|\/pay$/.test(path) ? '201' : '200'
      expect(Object.keys(operation.responses), path).toEqual(
        expect.arrayContaining([
          success,
          '401',
          '403',
          '429',
          ...(isKept ? ['304'] : []),
          ...(path === '/v1/me' || path === '/v1/orders/{reference}' || isAsking ? [] : ['422']),
          ...(isOrder && method === 'post' ? ['409', ...(isAsking ? [] : ['428'])] : []),
        ]),
      )
      expect(Object.keys(operation.responses).includes('304'), path).toBe(isKept)
      expect(Object.keys(operation.responses[success]?.headers ?? {}), path).toEqual(
        expect.arrayContaining(['X-RateLimit-Remaining', ...(isKept ? ['ETag', 'Content-Language'] : [])]),
      )
      for (const { name, description } of operation.parameters) expect(description, `${path} ${name}`).toMatch(/^.{10}/)
    }
    const page = String((await server.anonymous.get('/api-reference')).body)
    expect(page).toContain('an API key with catalogue:read')
    expect(page).toContain('The venue’s own calendar'.slice(4))
  })
})
