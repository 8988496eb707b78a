import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { instantOf } from '../../../core/zoned-time.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import { customerOf } from '../testing/order-customer.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { signInAsAnotherAdmin, staffDesk } from '../testing/staff-desk.server.ts'

let desk: OrderDesk
let staff: StaffDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'change requests')
})
beforeEach(async () => {
  staff = staffDesk(desk, await signInAsAnotherAdmin(desk, 'catalogue-editor'))
})
afterAll(() => desk?.server.stop())
const { confirmed, asked, ask, requestsOf } = customerOf(() => ({ desk, staff }))

/** Says how many places the supplier has on a day. */
const open = (date: string, vacancies: number) =>
  sql`insert into product_availabilities (product_option_id, local_date, status, vacancies, capacity, checked_at)
    values (${desk.goods.optionId}, ${date}, ${vacancies > 0 ? 'AVAILABLE' : 'SOLD_OUT'}, ${vacancies}, 60, now())
    on conflict (product_option_id, local_date) do update set status = excluded.status, vacancies = excluded.vacancies`.execute(
    desk.db,
  )

describe('asking for another day', () => {
  it('is possible on the days that it is offered, which have places for all, and on no other', async () => {
    const id = await confirmed(desk.visit(3))
    await open('2099-07-01', 3)
    await open('2099-07-02', 2)
    await open('2099-07-03', 0)
    const { days } = await asked(id)
    expect(days.map(({ date }) => date)).toContain('2099-07-01')
    expect(days.map(({ date }) => date)).not.toContain('2099-07-02')
    expect(days[0]?.times).toEqual(['09:30', '11:00'])
    const problem = async (body: object) => {
      const reply = await ask(id, 'changes', body)
      expect(reply.status).toBe(422)
      return (reply.body as { fields: object }).fields
    }
    expect(await problem({ date: '2999-01-01' })).toEqual({
      date: 'This day is not on sale. Next days with places: 1 Jul 2099.',
    })
    const full = { date: 'This day has no places for your party. Next days with places: 1 Jul 2099.' }
    expect(await problem({ date: '2099-07-02' })).toEqual(full)
    expect(await problem({ date: '2099-07-03' })).toEqual(full)
    expect(await problem({ date: '2099-07-01', time: '10:00' })).toEqual({
      time: 'Choose a start time: 09:30, 11:00.',
    })
    await open('2099-07-01', 0)
    expect(await problem({ date: '2099-07-01' })).toEqual({
      date: 'No day has places for your party.',
    })
    await open('2099-07-01', 3)
    expect((await ask(id, 'changes', { date: '2099-07-01' })).status).toBe(201)
    expect(await requestsOf(id)).toMatchObject([{ wantedDate: '2099-07-01', wantedTime: null }])
    for (const day of ['2099-07-01', '2099-07-02', '2099-07-03'])
      await sql`delete from product_availabilities where local_date = ${day}`.execute(desk.db)
  })

  it('offers no start time that is over or past its cut-off', async () => {
    const id = await confirmed(desk.visit(1))
    const { optionId } = desk.goods
    const date = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    await open(date, 5)
    // The cut-off of 09:30 is over and that of 11:00 is not.
    const { instant } = instantOf(`${date}T10:00`, 'Europe/Madrid')
    const minutes = Math.floor((Date.parse(instant) - Date.now()) / 60_000)
    await sql`update product_options set cutoff_amount = ${minutes}, cutoff_unit = 'minute' where id = ${optionId}`.execute(
      desk.db,
    )
    expect((await asked(id)).days).toEqual([{ date, times: ['11:00'] }])
    expect(await ask(id, 'changes', { date, time: '09:30' })).toMatchObject({
      status: 422,
      body: { fields: { time: 'Choose a start time: 11:00.' } },
    })
    await sql`update product_options set cutoff_amount = 0 where id = ${optionId}`.execute(desk.db)
    await sql`delete from product_availabilities where local_date = ${date}`.execute(desk.db)
  })

  it('can be another time of the same day, even where the rest of it is sold out', async () => {
    const id = await confirmed(desk.visit(1))
    const { localDate } = await asked(id)
    expect((await ask(id, 'changes', { date: localDate, time: '11:00' })).status).toBe(201)
  })

  it('is approved on a day without places only once the order was moved by hand', async () => {
    const id = await confirmed(desk.visit(1))
    await open('2099-06-08', 1)
    expect((await ask(id, 'changes', { date: '2099-06-08', time: '11:00' })).status).toBe(201)
    await open('2099-06-08', 0)
    expect(await requestsOf(id)).toMatchObject([{ kind: 'change', wantedDate: '2099-06-08', wantedTime: '11:00' }])
    expect(await staff.previewReply(id, 'approve-request', { paidBy: 'platform' })).toMatchObject({
      status: 422,
      body: { fields: { date: expect.any(String) as unknown } },
    })
    await sql`update purchases set travel_date = '2099-06-08', local_time = '11:00' where id = ${id}`.execute(desk.db)
    await staff.run(id, 'approve-request', { paidBy: 'platform' })
    expect(await staff.row(id)).toMatchObject({ booking_status: 'confirmed', customer_request: null })
    expect(await requestsOf(id)).toMatchObject([{ state: 'approved' }])
  })

  it('is approved only by a person who can change orders where the visit is', async () => {
    const id = await confirmed(desk.visit(1))
    const { localDate } = await asked(id)
    expect((await ask(id, 'changes', { date: localDate, time: '11:00' })).status).toBe(201)
    // It was moved by hand, so that only the answer is left.
    await sql`update purchases set local_time = '11:00' where id = ${id}`.execute(desk.db)
    const agent = staffDesk(desk, await desk.server.signIn('sales-agent'))
    await sql`
      insert into role_permissions (role_id, action, object) select id, 'refund', 'purchases' from roles where name = 'sales-agent'
      on conflict do nothing`.execute(desk.db)
    const preview = async (city: number) => {
      await sql`
        update role_permissions set city_ids = array[${city}::bigint] where action = 'write' and object = 'purchases'
          and role_id = (select id from roles where name = 'sales-agent')`.execute(desk.db)
      return await agent.previewReply(id, 'approve-request', { paidBy: 'platform' })
    }
    expect(await preview(await desk.records.make('cities', {}))).toMatchObject({
      status: 403,
      body: { error: 'BeyondLimits' },
    })
    expect((await preview(Number((await staff.row(id))['city_id']))).status).toBe(200)
  })

  it('is refused for tickets, for a day that is past, and for the day that it is', async () => {
    const [tickets, visit] = [await confirmed(desk.tickets(1)), await confirmed(desk.visit(1))]
    expect(await ask(tickets, 'changes', { date: '2099-06-08' })).toMatchObject({ status: 409 })
    const { localDate } = await asked(visit)
    for (const [date, message] of [
      ['2020-01-01', 'Choose today or a later day.'],
      [localDate, 'The order is for this day already.'],
      ['soon', 'Enter a date, such as 2027-05-01.'],
    ])
      expect(await ask(visit, 'changes', { date })).toMatchObject({ status: 422, body: { fields: { date: message } } })
  })
})
