import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import type { Maker } from '../../../core/testing/make.server.ts'
import { maker } from '../../../core/testing/make.server.ts'
import { resources } from '../../../app/registry.server.ts'
import type { CalendarDay, Dispute, PlannedStart } from '../notices/schedule.endpoints.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: number }
interface Reply {
  readonly status: number
  readonly body: unknown
}
let server: TestServer
let admin: Client
let records: Maker
let venueId: number
let eventId: number

const data = '/rest/data'
const fieldsOf = ({ body }: Reply) => (body as { fields?: Record<string, string> }).fields ?? {}
const run = <T>(query: { execute(db: never): Promise<T> }) => query.execute(server.database.kysely as never)

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'schedule' })
  admin = await server.signIn('admin')
  records = maker(server.database.kysely, resources, examples)
  venueId = await records.make('venues', { timeZone: 'Europe/Madrid', latitude: 40.4, longitude: -3.7, capacity: 800 })
})
afterAll(() => server.stop())

/** An event of its own, so that the tests do not meet one another's performances. */
async function newEvent(values: object = {}): Promise<number> {
  const cityId = ((await admin.get(`${data}/venues/${venueId}`)).body as { cityId: number }).cityId
  return await records.make('events', { venueId, cityId, publication: 'draft', ...values })
}
beforeAll(async () => {
  eventId = await newEvent()
})

const run1 = { durationMinutes: 120, doorsMinutes: 60, capacity: null, status: 'onsale', venueConfigurationId: null }
const create = (event: number, starts: readonly object[], more: object = {}) =>
  admin.post(`${data}/events/${event}/performances`, { venueId, starts, ...run1, ...more })
const performance = async (id: number) => (await admin.get(`${data}/performances/${id}`)).body as Row
async function createOne(event: number, localDate: string, localTime: string | null): Promise<number> {
  const reply = await create(event, [{ localDate, localTime }])
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return (reply.body as { created: number[] }).created[0] ?? 0
}
/** Sells a performance. */
async function sell(event: number, id: number, bookingStatus = 'confirmed'): Promise<number> {
  return await records.make('purchases', {
    kind: 'event',
    productId: null,
    productOptionId: null,
    eventId: event,
    performanceId: id,
    bookingStatus,
    paymentStatus: 'captured',
    fulfilmentStatus: 'not_due',
    refundState: 'none',
    captured: 10_500,
    refunded: 0,
    refundPending: 0,
    chargedBack: 0,
  })
}

describe('performances made by a pattern', () => {
  const pattern = { durationMinutes: 120, weekdays: [1, 2, 3, 4, 5, 6, 7], times: ['02:30'], except: [] }
  const preview = async (input: object) => {
    const reply = await admin.post(`${data}/events/${eventId}/performances/preview`, { venueId, ...pattern, ...input })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return reply.body as { timeZone: string; rows: PlannedStart[]; isTooMany: boolean }
  }

  it('are shown first, with what clocks skip and show twice, what is past, what is there and what else takes place', async () => {
    const spring = await preview({ from: '2099-03-28', until: '2099-03-30' })
    expect(spring.timeZone).toBe('Europe/Madrid')
    expect(spring.rows.map(({ problem, startsAt }) => [problem, startsAt])).toEqual([
      [null, '2099-03-28T01:30:00.000Z'],
      ['skipped', null],
      [null, '2099-03-30T00:30:00.000Z'],
    ])
    const autumn = await preview({ from: '2099-10-25', until: '2099-10-25' })
    expect(autumn.rows).toMatchObject([{ problem: 'repeated', startsAt: null, offsets: ['+02:00', '+01:00'] }])
    expect((await preview({ from: '2020-06-01', until: '2020-06-01' })).rows).toMatchObject([{ problem: 'past' }])
    await createOne(eventId, '2099-06-01', '20:00')
    expect(
      (await preview({ from: '2099-06-01', until: '2099-06-01', times: ['20:00', '22:00'] })).rows.map(
        ({ problem }) => problem,
      ),
    ).toEqual(['exists', null])
    const other = await newEvent({ name: 'Somebody else' })
    await createOne(other, '2099-06-02', '21:00')
    expect((await preview({ from: '2099-06-02', until: '2099-06-02', times: ['20:00', '18:00'] })).rows).toMatchObject([
      { localTime: '18:00', clash: null },
      { localTime: '20:00', clash: 'Somebody else, 21:00' },
    ])
    expect((await preview({ from: '2099-01-01', until: '2100-12-31' })).isTooMany).toBe(true)
    const wrong = await admin.post(`${data}/events/${eventId}/performances/preview`, {
      venueId,
      ...pattern,
      from: '2099-01-01',
      until: '2099-01-02',
      times: ['19:30', '7pm'],
    })
    expect([wrong.status, JSON.stringify(fieldsOf(wrong))]).toEqual([
      422,
      expect.stringContaining('“7pm” is no time: write it as 19:30.'),
    ])
  })

  it('are created together with their moments, doors and seats, and are in the history of their event', async () => {
    const reply = await create(eventId, [
      { localDate: '2099-10-25', localTime: '02:30', offset: '+01:00' },
      { localDate: '2099-10-26', localTime: '20:00' },
      { localDate: '2099-10-27', localTime: null },
    ])
    expect(reply.status).toBe(201)
    const made = await Promise.all((reply.body as { created: number[] }).created.map(performance))
    expect(made).toMatchObject([
      {
        startsAt: '2099-10-25T01:30:00.000Z',
        doorsTime: '01:30',
        timeZone: 'Europe/Madrid',
        capacity: 800,
        available: 0,
        isTimeTba: false,
        venueId,
        eventId,
      },
      { startsAt: '2099-10-26T19:00:00.000Z', doorsTime: '19:00' },
      { startsAt: '2099-10-27T11:00:00.000Z', doorsTime: null, localTime: null, isTimeTba: true },
    ])
    const {
      rows: [trace],
    } = await run(
      sql<{
        action: string
        after: { performances: string[] }
      }>`select action, after from audit_log where object = 'events' and record_id = ${String(eventId)} order by id desc limit 1`,
    )
    expect(trace).toMatchObject({
      action: 'performances-created',
      after: { performances: [`${made[0]?.id} 2099-10-25 02:30`, expect.any(String), `${made[2]?.id} 2099-10-27`] },
    })
  })

  it('are all left where one cannot be made, each saying why', async () => {
    const count = async () =>
      (await run(sql<{ n: number }>`select count(*)::integer as n from performances where event_id = ${eventId}`))
        .rows[0]?.n
    const before = await count()
    await createOne(eventId, '2099-07-01', '20:00')
    const doubled = await create(eventId, [
      { localDate: '2099-07-02', localTime: '20:00' },
      { localDate: '2099-07-01', localTime: '20:00' },
      { localDate: '2099-07-02', localTime: '20:00' },
    ])
    expect([doubled.status, Object.keys(fieldsOf(doubled))]).toEqual([409, ['starts.1', 'starts.2']])
    const clocks = await create(eventId, [
      { localDate: '2099-03-29', localTime: '02:30' },
      { localDate: '2099-10-25', localTime: '02:15' },
      { localDate: '2020-01-01', localTime: '20:00' },
      { localDate: '2099-07-03', localTime: '20:00' },
    ])
    expect([clocks.status, fieldsOf(clocks)]).toEqual([
      422,
      {
        'starts.0': 'The clocks of Europe/Madrid skip 02:30 on 2099-03-29. Choose another time.',
        'starts.1': 'The clocks of Europe/Madrid show 02:15 twice on 2099-10-25. Say which is meant: +02:00, +01:00.',
        'starts.2': 'That is in the past. Choose a day to come.',
      },
    ])
    expect(await count()).toBe(Number(before) + 1)
    const tooMany = Array.from({ length: 501 }, (_, n) => ({
      localDate: '2099-08-01',
      localTime: `${String(n % 24).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`,
    }))
    expect((await create(eventId, tooMany)).status).toBe(422)
  })

  it.each([
    ['Europe/London', 51.5, -0.12, '2099-03-29', '01:30', '2099-10-25', '01:30', ['+01:00', '+00:00']],
    ['America/New_York', 40.71, -74.01, '2099-03-08', '02:30', '2099-11-01', '01:30', ['-04:00', '-05:00']],
  ])(
    'in %s go to no time that clocks skip, and to one of two only with its offset, all at once or none',
    async (timeZone, latitude, longitude, gapDay, gapTime, twiceDay, twiceTime, offsets) => {
      const there = await records.make('venues', { timeZone, latitude, longitude })
      const event = await newEvent()
      const make = (starts: readonly object[]) => create(event, starts, { venueId: there })
      const plain = { localDate: '2099-06-01', localTime: '20:00' }
      const skipped = await make([plain, { localDate: gapDay, localTime: gapTime }])
      expect([skipped.status, Object.keys(fieldsOf(skipped))]).toEqual([422, ['starts.1']])
      const twice = { localDate: twiceDay, localTime: twiceTime }
      const asked = await make([plain, twice])
      expect([asked.status, fieldsOf(asked)['starts.1']]).toEqual([
        422,
        `The clocks of ${timeZone} show ${twiceTime} twice on ${twiceDay}. Say which is meant: ${offsets.join(', ')}.`,
      ])
      expect((await make([{ ...twice, offset: '+05:00' }])).status).toBe(422)
      const made = await make([plain, { ...twice, offset: offsets[1] }])
      expect([made.status, (made.body as { created: number[] }).created.length]).toEqual([201, 2])
      const { startsAt } = await performance((made.body as { created: number[] }).created[1] ?? 0)
      expect(startsAt).toBe(new Date(`${twiceDay}T${twiceTime}:00${offsets[1]}`).toISOString())
    },
  )

  it.each([
    ['America/Sao_Paulo', -23.55, -46.63, '2099-06-01T23:00:00.000Z'],
    ['Pacific/Apia', -13.83, -171.76, '2099-06-01T07:00:00.000Z'],
    ['Africa/Casablanca', 33.57, -7.59, '2099-06-01T20:00:00.000Z'],
  ])('in %s, whose clocks change no more, are one moment each', async (timeZone, latitude, longitude, startsAt) => {
    const there = await records.make('venues', { timeZone, latitude, longitude })
    const made = await create(await newEvent(), [{ localDate: '2099-06-01', localTime: '20:00' }], { venueId: there })
    expect(await performance((made.body as { created: number[] }).created[0] ?? 0)).toMatchObject({
      startsAt,
      timeZone,
      localDate: '2099-06-01',
    })
  })

  it('take a configuration of the venue and no other', async () => {
    const [own, other] = [
      await records.make('venue-configurations', { venueId, capacity: 300 }),
      await records.make('venue-configurations', { venueId: await records.make('venues') }),
    ]
    expect(
      fieldsOf(
        await create(eventId, [{ localDate: '2099-09-01', localTime: '20:00' }], { venueConfigurationId: other }),
      ),
    ).toEqual({ venueConfigurationId: 'The venue has no such configuration.' })
    const reply = await create(eventId, [{ localDate: '2099-09-01', localTime: '20:00' }], {
      venueConfigurationId: own,
    })
    const id = (reply.body as { created: number[] }).created[0] ?? 0
    expect(await performance(id)).toMatchObject({ capacity: 300, venueConfigurationId: own })
    expect((await admin.patch(`${data}/performances/${id}`, { venueConfigurationId: other })).status).toBe(422)
  })

  it('take write on performances, within the cities of the grant', async () => {
    const reader = await server.signIn('read-only')
    expect(
      (
        await reader.post(`${data}/events/${eventId}/performances`, {
          venueId,
          starts: [{ localDate: '2099-11-01', localTime: '20:00' }],
          ...run1,
        })
      ).status,
    ).toBe(403)
    expect(
      (await reader.get(`${data}/performances/calendar`, { from: '2099-01-01', until: '2099-01-31' })).status,
    ).toBe(200)
  })
})

describe('a performance that is moved', () => {
  const move = (id: number, input: object) => admin.post(`${data}/performances/${id}/reschedule`, input)

  it('without purchases is only corrected, doors with it', async () => {
    const id = await createOne(eventId, '2098-05-01', '20:00')
    expect((await move(id, { localDate: '2098-05-02', localTime: '21:30' })).body).toEqual({
      id,
      startsAt: '2098-05-02T19:30:00.000Z',
      purchases: 0,
      changes: [],
    })
    expect(await performance(id)).toMatchObject({
      localDate: '2098-05-02',
      localTime: '21:30',
      doorsTime: '20:30',
      status: 'onsale',
      rescheduledFrom: null,
      version: 2,
    })
  })

  it('says how many purchases move along, wants a reason, and then takes them along and writes both down', async () => {
    const id = await createOne(eventId, '2098-06-01', '20:00')
    const [purchase, cancelled] = [await sell(eventId, id), await sell(eventId, id, 'cancelled')]
    const refused = await move(id, { localDate: '2098-06-08', localTime: '20:30' })
    expect([refused.status, (refused.body as { error: string }).error, fieldsOf(refused)]).toEqual([
      409,
      'ReasonNeeded',
      { reason: '1 purchase is moved along. Say why, for those who answer their questions.' },
    ])
    expect(await performance(id)).toMatchObject({ localDate: '2098-06-01', purchaseCount: 1 })
    const moved = await move(id, { localDate: '2098-06-08', localTime: '20:30', reason: 'The singer is ill' })
    expect(moved.body).toMatchObject({ id, startsAt: '2098-06-08T18:30:00.000Z', purchases: 1 })
    expect(await performance(id)).toMatchObject({
      localDate: '2098-06-08',
      rescheduledFrom: '2098-06-01',
      status: 'rescheduled',
    })
    expect((await admin.get(`${data}/purchases/${purchase}`)).body).toMatchObject({
      travelDate: '2098-06-08',
      startsAt: '2098-06-08T18:30:00.000Z',
    })
    expect((await admin.get(`${data}/purchases/${cancelled}`)).body).not.toMatchObject({ travelDate: '2098-06-08' })
    const { rows } = await run(sql`select kind, detail from purchase_events where purchase_id = ${purchase}`)
    expect(rows).toEqual([
      { kind: 'noted', detail: 'Moved from 2098-06-01 20:00 to 2098-06-08 20:30: The singer is ill' },
    ])
    const {
      rows: [trace],
    } = await run(
      sql`select action, reason, before, after from audit_log where object = 'performances' and record_id = ${String(id)} order by id desc limit 1`,
    )
    expect(trace).toMatchObject({
      action: 'rescheduled',
      reason: 'The singer is ill',
      before: { localDate: '2098-06-01', status: 'onsale' },
      after: { localDate: '2098-06-08', purchasesMoved: 1 },
    })
    // Back at its original start, it no longer counts as rescheduled.
    await move(id, { localDate: '2098-06-01', localTime: '20:00', reason: 'She is well again' })
    expect(await performance(id)).toMatchObject({ rescheduledFrom: null })
  })

  it('goes to no time that clocks skip, to none of two without saying which, to no past day and to no place that is taken', async () => {
    const [id, there] = [
      await createOne(eventId, '2098-07-01', '20:00'),
      await createOne(eventId, '2098-07-02', '20:00'),
    ]
    expect(fieldsOf(await move(id, { localDate: '2099-03-29', localTime: '02:10' }))).toHaveProperty('localTime')
    expect(fieldsOf(await move(id, { localDate: '2099-10-25', localTime: '02:10' }))).toHaveProperty('offset')
    expect((await move(id, { localDate: '2099-10-25', localTime: '02:10', offset: '+02:00' })).body).toMatchObject({
      startsAt: '2099-10-25T00:10:00.000Z',
    })
    expect(fieldsOf(await move(id, { localDate: '2020-01-01', localTime: '20:00' }))).toEqual({
      localDate: 'That is in the past. Choose a day to come.',
    })
    expect([
      (await move(there, { localDate: '2099-10-25', localTime: '02:10', offset: '+01:00' })).status,
      (await move(999_999, { localDate: '2098-01-01', localTime: null })).status,
    ]).toEqual([409, 404])
    expect((await move(id, { localDate: '2098-13-01', localTime: '20:00' })).status).toBe(422)
    // A missing reason is requested at the same time.
    await sell(eventId, there)
    expect(
      Object.keys(fieldsOf(await move(there, { localDate: '2099-10-25', localTime: '02:10', offset: '+01:00' }))),
    ).toEqual(['localDate', 'reason'])
  })

  it('has no day or no time yet where that is said, and is past only once its day is decided', async () => {
    const id = await createOne(eventId, '2098-08-01', '20:00')
    await sell(eventId, id)
    await move(id, { localDate: '2098-08-01', localTime: null, isDateTbd: true, reason: 'The hall has burnt' })
    expect(await performance(id)).toMatchObject({
      isDateTbd: true,
      isTimeTba: true,
      status: 'postponed',
      startsAt: '2098-08-01T10:00:00.000Z',
      doorsTime: null,
    })
    await run(
      sql`update performances set local_date = '2020-08-01', starts_at = '2020-08-01T10:00:00Z' where id = ${id}`,
    )
    expect(await performance(id)).toMatchObject({ isPast: false })
    expect(
      (await move(id, { localDate: '2098-09-01', localTime: '19:00', reason: 'The hall stands again' })).status,
    ).toBe(200)
    expect(await performance(id)).toMatchObject({
      isDateTbd: false,
      status: 'rescheduled',
      rescheduledFrom: '2098-08-01',
    })
  })

  it('is shifted with others by minutes on the clock, those that cannot go left where they are', async () => {
    const event = await newEvent()
    const ids = [
      await createOne(event, '2098-04-05', '19:00'),
      await createOne(event, '2098-04-05', '20:00'),
      await createOne(event, '2098-04-05', null),
      await createOne(event, '2098-03-30', '01:30'),
    ]
    await sell(event, ids[1] ?? 0)
    expect((await admin.post(`${data}/performances/shift`, { ids, minutes: 0 })).status).toBe(422)
    expect((await admin.post(`${data}/performances/shift`, { ids, minutes: 60 })).status).toBe(409)
    const reply = await admin.post(`${data}/performances/shift`, {
      ids: [...ids, 999_999],
      minutes: 60,
      reason: 'The trains run late',
    })
    expect((reply.body as { results: { ok: boolean }[] }).results.map(({ ok }) => ok)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect((reply.body as { purchases: number }).purchases).toBe(1)
    expect(
      (await Promise.all(ids.map(performance))).map(({ localTime, startsAt }) => [localTime, startsAt]),
    ).toMatchObject([
      ['20:00', '2098-04-05T18:00:00.000Z'],
      ['21:00', '2098-04-05T19:00:00.000Z'],
      [null, expect.any(String)],
      ['01:30', '2098-03-30T00:30:00.000Z'],
    ])
  })
})

describe('a performance that has taken place', () => {
  it('keeps everything but what providers call it and that it was cancelled, past the server too', async () => {
    const id = await createOne(eventId, '2098-02-01', '20:00')
    await run(
      sql`update performances set local_date = '2021-02-01', starts_at = '2021-02-01T19:00:00Z' where id = ${id}`,
    )
    expect((await admin.patch(`${data}/performances/${id}`, { capacity: 900 })).status).toBe(409)
    expect((await admin.patch(`${data}/performances/${id}`, { status: 'onsale' })).status).toBe(200)
    expect((await admin.patch(`${data}/performances/${id}`, { status: 'sold_out' })).status).toBe(409)
    expect(
      (await admin.patch(`${data}/performances/${id}`, { providerCode: 'RAIN-1', status: 'cancelled' })).status,
    ).toBe(200)
    expect(
      (await admin.post(`${data}/performances/${id}/reschedule`, { localDate: '2098-01-01', localTime: '20:00' }))
        .status,
    ).toBe(409)
    await expect(run(sql`update performances set local_time = '21:00' where id = ${id}`)).rejects.toThrow(
      'has taken place',
    )
  })
})

describe('the calendar', () => {
  it('counts every performance of a day and names the first of them, narrowed to whose they are', async () => {
    const event = await newEvent()
    for (const time of ['18:00', '19:00', '20:00', '21:00', '22:00']) await createOne(event, '2097-01-05', time)
    await createOne(event, '2097-01-07', null)
    const read = async (query: object) =>
      (
        (await admin.get(`${data}/performances/calendar`, { from: '2097-01-01', until: '2097-01-31', ...query }))
          .body as { days: CalendarDay[] }
      ).days
    const days = await read({ eventId: String(event) })
    expect(days.map(({ date, count, first }) => [date, count, first.map(({ localTime }) => localTime)])).toEqual([
      ['2097-01-05', 5, ['18:00', '19:00', '20:00', '21:00']],
      ['2097-01-07', 1, [null]],
    ])
    const narrowed = (filter: object) => read({ filter: JSON.stringify(filter) })
    expect((await read({ filter: JSON.stringify({ venueId }), perDay: '1' }))[0]?.first).toHaveLength(1)
    // The table and the calendar are narrowed by one filter.
    expect((await narrowed({ eventId: event, isTimeTba: true })).map(({ date, count }) => [date, count])).toEqual([
      ['2097-01-07', 1],
    ])
    expect(await narrowed({ eventId: event, status: ['cancelled'] })).toEqual([])
    expect(await read({ eventId: String(event), q: 'no such name' })).toEqual([])
    expect(
      (
        await admin.get(`${data}/performances/calendar`, {
          from: '2097-01-01',
          until: '2097-01-31',
          filter: '{"nothing":1}',
        })
      ).status,
    ).toBe(422)
    expect(await read({ eventId: String(eventId) })).toEqual([])
    expect((await admin.get(`${data}/performances/calendar`, { from: '2097-01-01', until: '2097-12-31' })).status).toBe(
      422,
    )
  })
})

describe('what providers say about a start', () => {
  it('is settled once, remembered of each of them, and comes up again when one says something else', async () => {
    const event = await newEvent()
    const id = await createOne(event, '2096-05-05', '20:00')
    const [right, wrong] = [await records.make('providers'), await records.make('providers')]
    const says = (provider: number, time: string) =>
      run(sql`
      insert into provider_times (performance_id, provider_id, local_date, local_time) values (${id}, ${provider}, '2096-05-05', ${time})
      on conflict (performance_id, provider_id) do update set local_time = excluded.local_time, seen_at = now()`)
    await says(right, '20:30')
    await says(wrong, '20:00')
    const read = async () =>
      ((await admin.get(`${data}/events/${event}/schedule-diff`)).body as { disputes: Dispute[] }).disputes
    expect(await read()).toMatchObject([
      { id, localTime: '20:00', claims: [{ agrees: false, settled: 0 }, { agrees: true }] },
    ])
    expect((await admin.get(`${data}/events/${event}`)).body).toMatchObject({ disputedCount: 1 })
    await sell(event, id)
    expect((await admin.post(`${data}/performances/${id}/settle-time`, { providerId: right })).status).toBe(409)
    const settled = await admin.post(`${data}/performances/${id}/settle-time`, {
      providerId: right,
      reason: 'The venue says so too',
    })
    expect(settled.body).toMatchObject({ id, startsAt: '2096-05-05T18:30:00.000Z', purchases: 1 })
    expect(await read()).toEqual([])
    expect((await admin.post(`${data}/performances/${id}/settle-time`, { providerId: null })).status).toBe(409)
    await says(right, '21:00')
    expect(await read()).toMatchObject([
      {
        claims: [
          { providerId: right, settled: 0 },
          { providerId: wrong, settled: 1, right: 0 },
        ],
      },
    ])
    expect((await admin.post(`${data}/performances/${id}/settle-time`, { providerId: null })).body).toMatchObject({
      purchases: 0,
    })
    expect([await read(), (await performance(id))['localTime']]).toEqual([[], '20:30'])
    expect(
      fieldsOf(await admin.post(`${data}/performances/${id}/settle-time`, { providerId: 999_999 })),
    ).toHaveProperty('providerId')
  })
})
