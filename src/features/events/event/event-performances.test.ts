import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Row, admin, create, data, records, serveEvents, server } from './testing/event-records.server.ts'

serveEvents()

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
