import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Dispute } from '../notices/schedule.endpoints.ts'
import {
  admin,
  createOne,
  data,
  eventId,
  fieldsOf,
  newEvent,
  performance,
  records,
  run,
  serveSchedule,
} from './testing/scheduled-events.server.ts'

const migration = new URL('../../../db/migrations/0535_postponed_performances_are_not_sold.sql', import.meta.url)
serveSchedule()

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

describe('a performance that is moved', () => {
  const move = (id: number, input: object) => admin.post(`${data}/performances/${id}/reschedule`, input)

  it('without purchases is only corrected, doors with it, unless it has no day any more', async () => {
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
    // A day that is given up without another one is no correction.
    await move(id, { localDate: '2098-05-02', localTime: '21:30', isDateTbd: true })
    expect(await performance(id)).toMatchObject({ status: 'postponed', rescheduledFrom: '2098-05-02' })
  })

  it('says how many purchases move along, wants a reason, and then takes them along and writes both down', async () => {
    const id = await createOne(eventId, '2098-06-01', '20:00')
    const [purchase, cancelled] = [await sell(eventId, id), await sell(eventId, id, 'cancelled')]
    const refused = await move(id, { localDate: '2098-06-08', localTime: '20:30' })
    expect([refused.status, (refused.body as { error: string }).error, fieldsOf(refused)]).toEqual([
      409,
      'ReasonNeeded',
      { reason: '1 purchase moves too. Enter a reason for customer support.' },
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
      { kind: 'noted', detail: 'Moved from 1 Jun 2098, 20:00 to 8 Jun 2098, 20:30: The singer is ill' },
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
      localDate: 'That’s in the past. Choose a future day.',
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
    const purchase = await sell(eventId, id)
    await move(id, { localDate: '2098-08-01', localTime: null, isDateTbd: true, reason: 'The hall has burnt' })
    expect(await performance(id)).toMatchObject({
      isDateTbd: true,
      isTimeTba: true,
      status: 'postponed',
      startsAt: '2098-08-01T10:00:00.000Z',
      doorsTime: null,
    })
    const timeline = async () =>
      (await run(sql`select detail from purchase_events where purchase_id = ${purchase} order by id`)).rows
    const open = 'Postponed from 1 Aug 2098, 20:00. The new date is open. Reason: The hall has burnt'
    expect(await timeline()).toEqual([{ detail: open }])
    await move(id, { localDate: '2098-10-01', localTime: '20:00', reason: 'Another hall has a day' })
    expect((await timeline()).at(-1)).toEqual({ detail: 'Moved to 1 Oct 2098, 20:00: Another hall has a day' })
    await move(id, { localDate: '2098-10-01', localTime: '20:00', isDateTbd: true, reason: 'It has burnt as well' })
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

  it('that was postponed and then cancelled is postponed again first, and then gets its day', async () => {
    const id = await createOne(eventId, '2098-09-05', '20:00')
    await sell(eventId, id)
    for (const becomes of ['postponed', 'cancelled'])
      await admin.post(`${data}/performances/call-off`, { ids: [id], becomes, reason: 'The singer is ill' })
    const becomes = (status: string) => admin.patch(`${data}/performances/${id}`, { status })
    expect(fieldsOf(await becomes('onsale'))).toEqual({ status: expect.stringContaining('Set it to Postponed first') })
    expect((await becomes('postponed')).status).toBe(200)
    expect((await move(id, { localDate: '2098-09-06', localTime: '20:00', reason: 'She is well' })).status).toBe(200)
    expect(await performance(id)).toMatchObject({ status: 'rescheduled', rescheduledFrom: '2098-09-05' })
  })

  it('and gave up its day before that was kept does so after the upgrade, unless it never had one', async () => {
    const event = await newEvent()
    const ids = [
      await createOne(event, '2098-11-01', '20:00'),
      await createOne(event, '2098-11-02', '20:00'),
      await createOne(event, '2098-11-03', '20:00'),
    ]
    const [moved = 0, off = 0, never = 0] = ids
    await move(moved, { localDate: '2098-12-01', localTime: '20:00', isDateTbd: true })
    await move(off, { localDate: '2098-11-02', localTime: '20:00', isDateTbd: true })
    await run(sql`update performances set status = case id when ${off} then 'offsale' else 'onsale' end, is_date_tbd = true,
      rescheduled_from = null where event_id = ${event}`)
    // Its last statement repairs what is stored.
    await run(sql.raw(readFileSync(migration, 'utf8').split('\n\n').at(-1) ?? ''))
    expect(
      (await Promise.all([moved, off, never].map(performance))).map((one) => [one['status'], one['rescheduledFrom']]),
    ).toEqual([
      ['postponed', '2098-11-01'],
      ['offsale', '2098-11-02'],
      ['onsale', null],
    ])
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
