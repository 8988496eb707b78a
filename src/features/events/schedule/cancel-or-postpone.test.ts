import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import type { Maker } from '../../../core/testing/make.server.ts'
import { maker } from '../../../core/testing/make.server.ts'
import { resources } from '../../../app/registry.server.ts'

let server: TestServer
let admin: Client
let records: Maker
const data = '/rest/data'
const db = () => server.database.kysely

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'call-off' })
  admin = await server.signIn('admin')
  records = maker(db(), resources, examples)
})
afterAll(() => server.stop())

const performanceOf = (eventId: number, localDate: string, values: object = {}) =>
  records.make('performances', {
    eventId,
    localDate,
    localTime: '20:00',
    isTimeTba: false,
    timeZone: 'Europe/Madrid',
    startsAt: `${localDate}T18:00:00.000Z`,
    status: 'onsale',
    isDateTbd: false,
    doorsTime: null,
    rescheduledFrom: null,
    ...values,
  })
async function performance(year = 2098): Promise<{ id: number; eventId: number }> {
  const eventId = await records.make('events', { schedule: 'scheduled', onSaleAt: null, offSaleAt: null })
  return { id: await performanceOf(eventId, `${year}-05-01`), eventId }
}
const sell = ({ id, eventId }: { id: number; eventId: number }, bookingStatus = 'confirmed') =>
  records.make('purchases', {
    kind: 'event',
    productId: null,
    productOptionId: null,
    eventId,
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
const read = async (id: number) =>
  (await admin.get(`${data}/performances/${id}`)).body as Readonly<Record<string, unknown>>
const cancelOrPostpone = (input: object) => admin.post(`${data}/performances/call-off`, input)
interface Refused {
  readonly error: string
  readonly fields: Readonly<Record<string, string>>
}

describe('calling off a performance', () => {
  it('that is sold is refused to a form and to an edit of many, and says how many purchases it affects', async () => {
    const sold = await performance()
    await sell(sold)
    for (const status of ['cancelled', 'postponed']) {
      const refused = await admin.patch(`${data}/performances/${sold.id}`, { status })
      expect([refused.status, (refused.body as Refused).error, (refused.body as Refused).fields['status']]).toEqual([
        409,
        'ReasonNeeded',
        '1 purchase is affected, so a reason is needed. Use “Cancel or postpone…” on the performance.',
      ])
    }
    expect(await read(sold.id)).toMatchObject({ status: 'onsale' })
    const unsold = await performance()
    expect((await admin.patch(`${data}/performances/${unsold.id}`, { status: 'cancelled' })).status).toBe(200)
  })

  it('shows the number beforehand, requires a reason, and writes it to the audit and each purchase', async () => {
    const [one, other] = [await performance(), await performance()]
    const purchase = await sell(one)
    await sell(one, 'expired')
    await sell(other)
    expect((await admin.get(`${data}/performances/affected`, { ids: `${one.id},${other.id}` })).body).toEqual({
      purchases: 2,
    })
    expect((await admin.get(`${data}/performances/affected`, { ids: 'x' })).status).toBe(422)
    const ids = [one.id, other.id, 999_999]
    const refused = await cancelOrPostpone({ ids, becomes: 'cancelled' })
    expect([refused.status, (refused.body as Refused).error]).toEqual([409, 'ReasonNeeded'])
    expect(await read(one.id)).toMatchObject({ status: 'onsale' })
    expect((await cancelOrPostpone({ ids, becomes: 'cancelled', reason: 'The singer is ill' })).body).toMatchObject({
      purchases: 2,
      results: [{ ok: true }, { ok: true }, { ok: false, message: 'Performance not found.' }],
    })
    expect(await read(one.id)).toMatchObject({ status: 'cancelled', version: 2 })
    expect((await admin.get(`${data}/purchases/${purchase}`)).body).toMatchObject({ bookingStatus: 'confirmed' })
    const { rows: events } = await sql`select detail from purchase_events where purchase_id = ${purchase}`.execute(db())
    expect(events).toEqual([{ detail: 'The performance was cancelled: The singer is ill' }])
    const {
      rows: [trace],
    } =
      await sql`select action, reason, after from audit_log where object = 'performances' and record_id = ${String(one.id)} order by id desc limit 1`.execute(
        db(),
      )
    expect(trace).toEqual({
      action: 'cancelled',
      reason: 'The singer is ill',
      after: { status: 'cancelled', purchasesAffected: 1 },
    })
    expect((await cancelOrPostpone({ ids: [one.id], becomes: 'cancelled', reason: 'Once more' })).body).toMatchObject({
      results: [{ ok: false, message: 'Already cancelled.' }],
    })
  })

  it('puts it off to a day that is still to be decided', async () => {
    const sold = await performance()
    await sell(sold)
    expect(
      (await cancelOrPostpone({ ids: [sold.id], becomes: 'postponed', reason: 'The hall has burnt' })).status,
    ).toBe(200)
    expect(await read(sold.id)).toMatchObject({
      status: 'postponed',
      isDateTbd: true,
      localDate: '2098-05-01',
      rescheduledFrom: '2098-05-01',
    })
  })

  const offers = (id: number) =>
    sql<{
      refusal: string | null
    }>`select o.refusal from performances p cross join performance_offer(p) o where p.id = ${id}`
  const offerOf = async (id: number) => (await offers(id).execute(db())).rows[0]?.refusal

  it('that no one has bought is not sold at the day that it no longer has, and is again once it has another', async () => {
    const [{ id }, off] = [await performance(), await performance()]
    expect((await admin.patch(`${data}/performances/${off.id}`, { status: 'offsale' })).status).toBe(200)
    expect(await offerOf(id)).toBe(null)
    expect((await cancelOrPostpone({ ids: [id, off.id], becomes: 'postponed' })).body).toMatchObject({ purchases: 0 })
    expect(await read(id)).toMatchObject({ status: 'postponed', isDateTbd: true, rescheduledFrom: '2098-05-01' })
    expect(await read(off.id)).toMatchObject({ status: 'offsale', isDateTbd: true, rescheduledFrom: '2098-05-01' })
    for (const one of [id, off.id]) {
      expect(await offerOf(one)).toBe('status')
      const refused = await admin.patch(`${data}/performances/${one}`, { status: 'onsale' })
      expect([refused.status, (refused.body as Refused).fields]).toEqual([
        409,
        { status: expect.stringContaining('Reschedule it when the date is known.') },
      ])
      const move = { localDate: '2098-06-01', localTime: '20:00' }
      expect((await admin.post(`${data}/performances/${one}/reschedule`, move)).status).toBe(200)
    }
    expect(await read(id)).toMatchObject({ status: 'rescheduled', isDateTbd: false, rescheduledFrom: '2098-05-01' })
    expect(await offerOf(id)).toBe(null)
    expect(await read(off.id)).toMatchObject({ status: 'offsale', rescheduledFrom: '2098-05-01' })
    expect((await admin.patch(`${data}/performances/${off.id}`, { status: 'onsale' })).status).toBe(200)
  })

  it('afterwards counts who had been to see it, and needs a reason all the same', async () => {
    const past = await performance(2021)
    await sell(past, 'completed')
    expect((await admin.patch(`${data}/performances/${past.id}`, { status: 'cancelled' })).status).toBe(409)
    expect((await cancelOrPostpone({ ids: [past.id], becomes: 'postponed', reason: 'It rained' })).body).toMatchObject({
      results: [{ ok: false }],
    })
    expect(
      (await cancelOrPostpone({ ids: [past.id], becomes: 'cancelled', reason: 'It was rained off' })).body,
    ).toMatchObject({ purchases: 1 })
    expect(await read(past.id)).toMatchObject({ status: 'cancelled' })
  })

  it('covers all upcoming performances of an event: shows who is affected, requires a reason, and records who to notify', async () => {
    const one = await performance()
    const { eventId } = one
    const at = `${data}/events/${eventId}`
    const [unsold, past, off] = [
      await performanceOf(eventId, '2098-05-02'),
      await performanceOf(eventId, '2021-05-02'),
      await performanceOf(eventId, '2098-05-03', { status: 'cancelled' }),
    ]
    await sell(one)
    await sell(one)
    await sell({ id: past, eventId }, 'completed')
    expect((await admin.get(`${at}/affected`)).body).toEqual({ performances: 2, sold: 1, purchases: 2 })
    const form = await admin.patch(at, { schedule: 'cancelled' })
    expect([form.status, (form.body as Refused).error, (form.body as Refused).fields['schedule']]).toEqual([
      409,
      'ReasonNeeded',
      '1 performance has sales, so a reason is needed. Use “Cancel or postpone…” on the event.',
    ])
    const refused = await admin.post(`${at}/call-off`, { becomes: 'cancelled' })
    expect([refused.status, (refused.body as Refused).fields['reason']]).toEqual([
      409,
      '2 purchases are affected. Enter a reason for customer support.',
    ])
    expect((await admin.get(at)).body).toMatchObject({ schedule: 'scheduled' })

    const before = ((await admin.get(at)).body as { version: number }).version
    const done = await admin.post(`${at}/call-off`, { becomes: 'cancelled', reason: 'The promoter is bankrupt' })
    expect([done.status, done.body]).toEqual([
      200,
      {
        purchases: 2,
        changes: [expect.any(Number)],
        results: [
          { id: one.id, ok: true },
          { id: unsold, ok: true },
        ],
      },
    ])
    expect((await admin.get(at)).body).toMatchObject({ schedule: 'cancelled', version: before + 1 })
    expect(await Promise.all([one.id, unsold, past, off].map(async (id) => (await read(id))['status']))).toEqual([
      'cancelled',
      'cancelled',
      'onsale',
      'cancelled',
    ])
    expect(await read(one.id)).toMatchObject({ needsNotice: true })
    const {
      rows: [trace],
    } =
      await sql`select action, reason, after from audit_log where object = 'events' and record_id = ${String(eventId)} order by id desc limit 1`.execute(
        db(),
      )
    expect(trace).toEqual({
      action: 'cancelled',
      reason: 'The promoter is bankrupt',
      after: { schedule: 'cancelled', performancesCalledOff: 2, purchasesAffected: 2 },
    })
    expect((await admin.post(`${at}/call-off`, { becomes: 'cancelled', reason: 'Once more' })).body).toMatchObject({
      message: 'Already cancelled.',
    })
  })

  it('puts a whole event off, but for what has a day to be decided already', async () => {
    const one = await performance()
    await sell(one)
    const at = `${data}/events/${one.eventId}`
    expect((await admin.post(`${at}/call-off`, { becomes: 'postponed', reason: 'A strike' })).body).toMatchObject({
      results: [{ id: one.id, ok: true }],
    })
    expect((await admin.get(at)).body).toMatchObject({ schedule: 'postponed' })
    expect(await read(one.id)).toMatchObject({ status: 'postponed', isDateTbd: true })
    expect((await admin.post(`${at}/call-off`, { becomes: 'postponed', reason: 'Still' })).status).toBe(409)
    // No one is asked twice: a form can still send the status that a postponed event already has.
    expect((await admin.patch(at, { schedule: 'scheduled' })).status).toBe(200)
    expect((await admin.patch(at, { schedule: 'postponed' })).status).toBe(200)
  })

  it('sells nothing of an event that is put off until a performance has a day, and calls it rescheduled once all have', async () => {
    const { id, eventId } = await performance()
    const at = `${data}/events/${eventId}`
    const other = await performanceOf(eventId, '2098-05-02')
    const eventOffers = async () => (await sql`select o.total from event_offer(${eventId}) o`.execute(db())).rows.length
    await sql`update performances set min_price = 4000, max_price = 4000, available = 9, capacity = 9 where event_id = ${eventId}`.execute(
      db(),
    )
    expect(await eventOffers()).toBe(1)
    // By the form, which leaves the performances as they are.
    expect((await admin.patch(at, { schedule: 'postponed' })).status).toBe(200)
    expect([await offerOf(id), await offerOf(other), await eventOffers()]).toEqual(['status', 'status', 0])
    const move = async (one: number, localDate: string) =>
      (await admin.post(`${data}/performances/${one}/reschedule`, { localDate, localTime: '20:00' })).status
    expect(await move(id, '2098-06-01')).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'rescheduled', rescheduledFrom: '2098-05-01' })
    expect([await offerOf(id), await offerOf(other), await eventOffers()]).toEqual([null, 'status', 1])
    const { version } = (await admin.get(at)).body as { version: number }
    expect((await cancelOrPostpone({ ids: [other], becomes: 'postponed' })).status).toBe(200)
    expect((await admin.get(at)).body).toMatchObject({ schedule: 'postponed', version })
    expect(await move(other, '2098-06-02')).toBe(200)
    expect((await admin.get(at)).body).toMatchObject({ schedule: 'rescheduled', version: version + 1 })
    const { rows } = await sql`
      select action, after from audit_log where object = 'events' and record_id = ${String(eventId)} order by id desc limit 1`.execute(
      db(),
    )
    expect(rows).toEqual([{ action: 'rescheduled', after: { schedule: 'rescheduled' } }])
  })

  it('of a whole event takes write on both objects', async () => {
    const { eventId } = await performance()
    const at = `${data}/events/${eventId}/call-off`
    expect((await (await server.signIn('sales-agent')).post(at, { becomes: 'cancelled' })).status).toBe(403)
    expect((await admin.post(`${data}/events/999999999/call-off`, { becomes: 'cancelled' })).status).toBe(404)
  })

  it('takes write on performances', async () => {
    const { id } = await performance()
    expect(
      (
        await (
          await server.signIn('read-only')
        ).post(`${data}/performances/call-off`, { ids: [id], becomes: 'cancelled' })
      ).status,
    ).toBe(403)
  })
})
