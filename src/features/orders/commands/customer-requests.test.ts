import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { orderLink } from '../messages/order-links.server.ts'
import type { OrderRequests, RequestOfOrder } from '../requests/request.endpoints.ts'
import { instantOf } from '../../../core/zoned-time.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { signInAsAnotherAdmin, staffDesk } from '../testing/staff-desk.server.ts'

let desk: OrderDesk
let staff: StaffDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'customer requests')
})
beforeEach(async () => {
  staff = staffDesk(desk, await signInAsAnotherAdmin(desk, 'catalogue-editor'))
})
afterAll(() => desk?.server.stop())

/** What a link ends with. */
const orderLinkToken = (id: number, until: number) => new URL(orderLink('request', id, until)).hash.slice(1)
const tomorrow = () => Date.now() + 86_400_000
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** A paid and confirmed order whose customer gets half of the money back. */
async function confirmed(line: object): Promise<number> {
  const id = await staff.idOf(await desk.placed({ lines: [line] }))
  await staff.pay(id, 'pending_supplier', 'confirmed')
  const policy = JSON.stringify([{ until: '2098-01-01T00:00:00.000Z', refund: 5_000 }])
  await sql`update purchases set cancellation_policy = ${policy} where id = ${id}`.execute(desk.db)
  return id
}
const read = (id: number, token = orderLinkToken(id, tomorrow())) =>
  desk.server.anonymous.get('/v1/order-requests/current', {}, bearer(token))
const asked = async (id: number) => (await read(id)).body as OrderRequests
const ask = (id: number, what: 'cancellations' | 'changes', body: object) =>
  desk.server.anonymous.post(`/v1/order-requests/${what}`, body, bearer(orderLinkToken(id, tomorrow())))
const askToCancel = async (id: number) => {
  const { cancellation } = await asked(id)
  return await ask(id, 'cancellations', { quote: cancellation?.token, note: 'We are ill.' })
}
const requestsOf = async (id: number) =>
  (await (await desk.server.signIn('admin')).get(`/rest/data/purchases/${id}/requests`)).body as RequestOfOrder[]
const letters = async (id: number, kind: string) =>
  (
    await sql<{ content: { paragraphs: string[] }; secrets: { changeLink?: string } }>`
      select m.content, m.secrets from order_messages o join messages m on m.id = o.message_id
      where o.purchase_id = ${id} and o.kind = ${kind} order by o.id desc`.execute(desk.db)
  ).rows

describe('the link of an order', () => {
  it('is in the message as a secret, and opens that order alone', async () => {
    const id = await confirmed(desk.visit(2))
    await sql`update message_templates set is_sent = true where key = 'change'`.execute(desk.db)
    await staff.run(id, 'change-names', { customerName: 'Ana Gil', holders: [] })
    await sql`
      update message_templates set body = body || E'\n\n{changeLink}', version = version + 1 where key = 'change'`.execute(
      desk.db,
    )
    await staff.run(id, 'change-names', { customerName: 'Ana Gil Sol', holders: [] })
    const [letter] = await letters(id, 'change')
    expect(letter?.content.paragraphs).toContain('{{changeLink}}')
    const link = new URL(letter?.secrets.changeLink ?? '')
    expect(link.pathname).toBe('/orders/request')
    const { status, body } = await read(id, link.hash.slice(1))
    expect([status, (body as OrderRequests).reference]).toEqual([200, (await staff.row(id))['reference']])
  })

  it('is refused once it has ended, where a byte of it is changed, and with another order’s number', async () => {
    const id = await confirmed(desk.visit(1))
    const good = orderLinkToken(id, tomorrow())
    const [, until, signature] = good.split('.')
    const bad = [
      orderLinkToken(id, Date.now() - 1_000),
      `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`,
      `${(id + 1).toString(36)}.${until}.${signature}`,
      '',
      'constructor.x.y',
    ]
    for (const token of bad)
      expect(await read(id, token)).toMatchObject({ status: 401, body: { error: 'LinkInvalid' } })
    expect((await desk.server.anonymous.get('/v1/order-requests/current')).status).toBe(401)
  })

  it('can be used so often a minute and no oftener', async () => {
    const id = await confirmed(desk.visit(1))
    const statuses = []
    for (let n = 0; n < 31; n++) statuses.push((await read(id)).status)
    expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true)
    expect(statuses[30]).toBe(429)
  })
})

describe('asking to cancel', () => {
  it('stores the quote, changes nothing else, and becomes the next step of staff', async () => {
    const id = await confirmed(desk.visit(2))
    const { cancellation } = await asked(id)
    expect(cancellation).toMatchObject({ refund: 4000, kept: 4000, basisPoints: 5000, isOffer: false })
    const { status, body } = await askToCancel(id)
    expect(status).toBe(201)
    expect(body).toMatchObject({ cancellation: null, request: { kind: 'cancellation', state: 'open', refund: 4000 } })
    expect(await staff.row(id)).toMatchObject({ next_step: 'answer_request', booking_status: 'confirmed' })
    expect((await staff.row(id))['due_at']).not.toBeNull()
    expect(await requestsOf(id)).toMatchObject([{ refund: 4000, kept: 4000, note: 'We are ill.', state: 'open' }])
  })

  it('says the order’s new version to the pages that show it', async () => {
    const id = await confirmed(desk.visit(2))
    const heard: string[] = []
    const listening = desk.server.database.listen({ heard: (notice) => heard.push(notice), missed: () => {} })
    await listening.ready
    await askToCancel(id)
    const { version } = await staff.row(id)
    const said = expect.objectContaining({ action: 'ask', id: String(id), version })
    await vi.waitFor(() =>
      expect(heard.flatMap((notice) => (JSON.parse(notice) as { records?: object[] }).records ?? [])).toContainEqual(
        said,
      ),
    )
    await listening.stop()
  })

  it('is refused with a quote that is no longer true, and a second time', async () => {
    const id = await confirmed(desk.visit(2))
    const { cancellation } = await asked(id)
    await sql`update purchases set cancellation_policy = '[]' where id = ${id}`.execute(desk.db)
    expect(await ask(id, 'cancellations', { quote: cancellation?.token })).toMatchObject({
      status: 409,
      body: { error: 'QuoteStale', current: { cancellation: { refund: 0 } } },
    })
    expect((await askToCancel(id)).status).toBe(201)
    const again = { status: 409, body: { message: 'You have asked already. We answer that first.' } }
    expect(await ask(id, 'cancellations', { quote: 'any' })).toMatchObject(again)
    expect(await ask(id, 'changes', { date: '2099-06-08' })).toMatchObject(again)
  })

  it('is done by staff: the order is cancelled, what the quote said goes back, and the customer is written', async () => {
    const id = await confirmed(desk.visit(2))
    await askToCancel(id)
    // The policy becomes worse while the customer waits, which changes no quote.
    await sql`update purchases set cancellation_policy = '[]' where id = ${id}`.execute(desk.db)
    const { effects } = await staff.run(id, 'approve-request', { paidBy: 'platform' })
    expect(effects.map(({ text }) => text)).toContain('The quote gives back €40.00.')
    expect(await staff.row(id)).toMatchObject({
      booking_status: 'cancelled',
      refund_pending: 4000,
      customer_request: null,
    })
    expect(await requestsOf(id)).toMatchObject([{ state: 'approved', decidedBy: expect.any(String) }])
    expect(await letters(id, 'cancellation')).toHaveLength(1)
    expect((await staff.commands(id))['approve-request']).toBe('The customer isn’t waiting for an answer.')
  })

  it('is declined in words that the customer reads', async () => {
    const id = await confirmed(desk.visit(2))
    await askToCancel(id)
    expect((await staff.previewReply(id, 'decline-request', { answer: ' ' })).body).toMatchObject({
      fields: { answer: 'Write what the customer reads.' },
    })
    await staff.run(id, 'decline-request', { answer: 'The boat is booked for you alone.' })
    const [letter] = await letters(id, 'request_declined')
    expect(letter?.content.paragraphs).toContain('The boat is booked for you alone.')
    expect(await staff.row(id)).toMatchObject({ booking_status: 'confirmed', customer_request: null })
    const again = await asked(id)
    expect(again.request).toMatchObject({ state: 'declined', answer: 'The boat is booked for you alone.' })
    expect(again.cancellation).not.toBeNull()
  })

  it('gives back everything while a postponed event offers it', async () => {
    const id = await confirmed(desk.tickets(1))
    const { rows } = await sql<{ id: number }>`
      insert into order_runs (name, kind, state, event_id, performance_ids, refunds, paid_by, reason, call_key, requested_by)
      values ('Offer', 'postponement', 'stopped', ${desk.goods.eventId}, array[1], false, 'platform', 'Storm', 'offer',
        (select min(id) from staff)) returning id`.execute(desk.db)
    await sql`
      insert into refund_offers (purchase_id, run_id, until) values (${id}, ${rows[0]?.id}, now() + interval '3 days')`.execute(
      desk.db,
    )
    const captured = Number((await staff.row(id))['captured'])
    expect((await asked(id)).cancellation).toMatchObject({ refund: captured, kept: 0, isOffer: true })
    await sql`update refund_offers set until = now() - interval '1 minute' where purchase_id = ${id}`.execute(desk.db)
    expect((await asked(id)).cancellation).toMatchObject({ isOffer: false })
  })

  it('is answered by the end of the order, whichever way it ends', async () => {
    const [cancelled, completed] = [await confirmed(desk.visit(1)), await confirmed(desk.visit(1))]
    await askToCancel(cancelled)
    await askToCancel(completed)
    await staff.run(cancelled, 'cancel', { reason: 'Phoned as well' })
    await sql`update purchases set booking_status = 'completed' where id = ${completed}`.execute(desk.db)
    expect(await requestsOf(cancelled)).toMatchObject([{ state: 'approved' }])
    expect(await requestsOf(completed)).toMatchObject([{ state: 'declined', answer: 'The order has ended.' }])
    expect((await staff.row(completed))['next_step']).not.toBe('answer_request')
  })
})

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
      date: 'This day has no places for your party, and neither has another one.',
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
