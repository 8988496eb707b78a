import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { CalendarDay, PlannedStart } from '../notices/schedule.endpoints.ts'
import {
  admin,
  create,
  createOne,
  data,
  eventId,
  fieldsOf,
  newEvent,
  performance,
  records,
  run,
  run1,
  serveSchedule,
  server,
  venueId,
} from './testing/scheduled-events.server.ts'

serveSchedule()

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
      expect.stringContaining('“7pm” is not a time. Write it like 19:30.'),
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
    expect([doubled.status, fieldsOf(doubled)]).toEqual([
      409,
      {
        'starts.1': 'The event has a performance at this venue then: 2099-07-01 20:00.',
        'starts.2': '2099-07-02 20:00 is listed twice. The event can have only one performance at this venue then.',
      },
    ])
    // An hour apart, on clocks that show both alike.
    const hours = ['+01:00', '+02:00'].map((offset) => ({ localDate: '2099-10-25', localTime: '02:10', offset }))
    const apart = await create(eventId, hours)
    expect([apart.status, apart.body]).toMatchObject([
      409,
      {
        message: '1 of these performances is listed twice, so none was created.',
        fields: { 'starts.1': expect.stringMatching('^2099-10-25 02:10 is listed twice') as unknown },
      },
    ])
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
        'starts.1': '02:15 occurs twice on 2099-10-25 in Europe/Madrid. Choose an offset: +02:00, +01:00.',
        'starts.2': 'That’s in the past. Choose a future day.',
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
        `${twiceTime} occurs twice on ${twiceDay} in ${timeZone}. Choose an offset: ${offsets.join(', ')}.`,
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
    ).toEqual({ venueConfigurationId: 'The venue doesn’t have this configuration.' })
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

describe('the calendar', () => {
  it('counts every performance of a day and names the first of them, narrowed to whose they are', async () => {
    const event = await newEvent()
    for (const time of ['18:00', '19:00', '20:00', '21:00', '22:00']) await createOne(event, '2097-01-05', time)
    await createOne(event, '2097-01-07', null)
    const ask = (query: object) => admin.get(`${data}/performances/calendar`, { from: '2097-01-01', ...query })
    const read = async (query: object) =>
      ((await ask({ until: '2097-01-31', ...query })).body as { days: CalendarDay[] }).days
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
    expect((await ask({ until: '2097-01-31', filter: '{"nothing":1}' })).status).toBe(422)
    expect(await read({ eventId: String(eventId) })).toEqual([])
    expect((await ask({ until: '2097-12-31' })).status).toBe(422)
    const dates = fieldsOf(await ask({ from: '2097-02-30' }))
    expect(dates).toEqual({ from: 'Write dates like 2026-06-01.', until: 'This is required.' })
  })
})

describe('a postponed event', () => {
  const move = (id: number, input: object) => admin.post(`${data}/performances/${id}/reschedule`, input)
  const callOff = (id: number, becomes: string) =>
    admin.post(`${data}/performances/call-off`, { ids: [id], becomes, reason: 'The singer is ill' })
  const scheduleOf = async (event: number) =>
    ((await admin.get(`${data}/events/${event}`)).body as { schedule: string }).schedule

  it('is rescheduled once its performances have a day, even if it is the one they had', async () => {
    const event = await newEvent({ schedule: 'postponed' })
    const ids = [await createOne(event, '2098-05-01', '20:00'), await createOne(event, '2098-05-02', '20:00')]
    const [one = 0, off = 0] = ids
    await admin.patch(`${data}/performances/${off}`, { status: 'offsale' })
    await move(one, { localDate: '2098-05-01', localTime: '21:30' })
    expect([await performance(one), await scheduleOf(event)]).toMatchObject([{ status: 'rescheduled' }, 'postponed'])
    await callOff(off, 'postponed')
    await move(off, { localDate: '2098-05-02', localTime: '20:00' })
    expect([await performance(off), await scheduleOf(event)]).toMatchObject([{ status: 'offsale' }, 'rescheduled'])
  })

  it.each(['command', 'form'])(
    'is rescheduled, too, once the last one without a day is cancelled by a %s',
    async (by) => {
      const event = await newEvent({ schedule: 'postponed' })
      const ids = [await createOne(event, '2098-05-01', '20:00'), await createOne(event, '2098-05-02', '20:00')]
      const [one = 0, last = 0] = ids
      const cancel = async (id: number) =>
        by === 'command'
          ? await callOff(id, 'cancelled')
          : await admin.patch(`${data}/performances/${id}`, { status: 'cancelled' })
      await move(one, { localDate: '2098-06-01', localTime: '20:00' })
      expect([(await cancel(last)).status, await scheduleOf(event)]).toEqual([200, 'rescheduled'])
      // Where none has a day, nothing was rescheduled.
      const whole = await newEvent({ schedule: 'postponed' })
      await cancel(await createOne(whole, '2098-05-01', '20:00'))
      expect(await scheduleOf(whole)).toBe('postponed')
    },
  )
})
