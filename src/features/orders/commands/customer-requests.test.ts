import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { OrderRequests } from '../requests/request.endpoints.ts'
import { customerOf, orderLinkToken, tomorrow } from '../testing/order-customer.server.ts'
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
const { confirmed, read, asked, ask, askToCancel, requestsOf, letters } = customerOf(() => ({ desk, staff }))

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

describe('a visit of today', () => {
  it.each([
    ['for a whole day until that is over', null, '5 hours', true],
    ['for a whole day no more once that is over', null, '-1 minute', false],
    ['at a time only until it starts', '09:30', '5 hours', false],
  ])('can be changed %s', async (_, time, ends, isChangeable) => {
    const id = await confirmed(desk.visit(2))
    await sql`
      update purchases set local_time = ${time}::time, starts_at = now() - interval '5 hours', ends_at = now() + ${ends}::interval
      where id = ${id}`.execute(desk.db)
    const said = isChangeable ? null : 'Already started.'
    expect(await staff.commands(id)).toMatchObject({ 'change-visit': said, 'change-names': said })
    expect((await staff.commands(id))['no-show']).toBe(isChangeable ? 'Not started yet.' : null)
    expect((await asked(id)).isChangeable).toBe(isChangeable)
  })
})

it('tickets of a performance whose day is undecided can be changed after the day that it had', async () => {
  const id = await confirmed(desk.tickets(2))
  await sql`update purchases set starts_at = now() - interval '1 day' where id = ${id}`.execute(desk.db)
  expect(await staff.commands(id)).toMatchObject({ 'change-names': 'Already started.', 'no-show': null })
  const setUndecided = (is: boolean) =>
    sql`update performances set is_date_tbd = ${is} where id = ${desk.goods.performanceId}`.execute(desk.db)
  await setUndecided(true)
  const commands = await staff.commands(id)
  await setUndecided(false)
  expect(commands).toMatchObject({ 'change-names': null, 'no-show': 'Not started yet.' })
  expect(commands['substitute-listing']).not.toBe('Already started.')
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
    const again = { status: 409, body: { message: 'You have already sent a request. We’ll answer that first.' } }
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

  it.each([
    [2000, 2000],
    [5000, 0],
  ])('gives back less by what was refunded since: after %i, %i', async (refunded, left) => {
    const id = await confirmed(desk.visit(2))
    await askToCancel(id)
    const why = { reason: 'customer_request', paidBy: 'platform', note: null }
    await staff.run(id, 'refund', { kind: 'goodwill', lines: [], amount: refunded, ...why })
    const { effects } = await staff.run(id, 'approve-request', { paidBy: 'platform' })
    expect(effects.map(({ text }) => text)).toContain(
      `The quote gives back €40.00. After earlier refunds, €${left / 100}.00 is left.`,
    )
    expect(await staff.row(id)).toMatchObject({ refund_pending: refunded + left, next_step: 'none' })
  })

  it('of an order that its supplier has not confirmed gives back everything, and nothing is owed', async () => {
    const id = await staff.idOf(await desk.placed({ lines: [desk.visit(2)] }))
    await staff.pay(id, 'pending_supplier')
    await askToCancel(id)
    await staff.run(id, 'approve-request', { paidBy: 'platform' })
    expect(await staff.row(id)).toMatchObject({
      booking_status: 'cancelled',
      refund_pending: 8000,
      net_cost: 0,
      supplier_cost: 0,
    })
  })

  it('above one’s limit leaves the order with a deadline, by which someone approves the refund', async () => {
    await sql`
      insert into role_permissions (role_id, action, object, maximum_amount, maximum_currency)
      select id, 'refund', 'purchases', 3000, 'EUR' from roles where name = 'sales-agent'
      on conflict (role_id, action, object) do update set maximum_amount = 3000, maximum_currency = 'EUR'`.execute(
      desk.db,
    )
    const limited = staffDesk(desk, await desk.server.signIn('sales-agent'))
    const id = await confirmed(desk.visit(2))
    await askToCancel(id)
    await limited.run(id, 'approve-request', { paidBy: 'platform' })
    const row = await staff.row(id)
    expect(row).toMatchObject({ booking_status: 'cancelled', next_step: 'approve_refund' })
    expect(row['due_at']).not.toBeNull()
  })

  it('stays due when the tickets are delivered, because the customer still waits for an answer', async () => {
    const id = await confirmed(desk.tickets(2))
    await sql`update purchases set fulfilment_status = 'awaiting_tickets' where id = ${id}`.execute(desk.db)
    await askToCancel(id)
    const { due_at: due } = await staff.row(id)
    await staff.run(id, 'deliver', { lines: [{ position: 1, delivered: 2 }], note: null })
    expect(due).not.toBeNull()
    expect(await staff.row(id)).toMatchObject({
      fulfilment_status: 'delivered',
      next_step: 'answer_request',
      due_at: due,
    })
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
    // Staff who cancel it for them read the same, and the payment isn't kept.
    const preview = await staff.preview(id, 'cancel', { reason: 'Phoned' })
    expect(JSON.stringify(preview)).toContain('Full refund because the event was postponed')
    await sql`update refund_offers set until = now() - interval '1 minute' where purchase_id = ${id}`.execute(desk.db)
    expect((await asked(id)).cancellation).toMatchObject({ isOffer: false })
  })

  it('gives back everything of a cancelled performance, to those as well who asked before', async () => {
    const [before, after] = [await confirmed(desk.tickets(1)), await confirmed(desk.tickets(1))]
    const { captured } = (await staff.row(before)) as { captured: number }
    await sql`update purchases set cancellation_policy = '[]' where id in (${before}, ${after})`.execute(desk.db)
    await askToCancel(before)
    expect(await requestsOf(before)).toMatchObject([{ refund: 0, kept: captured }])
    const become = (status: string) =>
      sql`update performances set status = ${status} where id = ${desk.goods.performanceId}`.execute(desk.db)
    await become('cancelled')
    expect((await asked(after)).cancellation).toMatchObject({ refund: captured, kept: 0, reason: 'event_cancelled' })
    const preview = await staff.preview(after, 'cancel', { reason: 'Phoned' })
    expect(preview.effects.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('Full refund because the event was cancelled: €'),
    )
    expect(preview.money).toMatchObject({ refundable: captured })
    const { effects } = await staff.run(before, 'approve-request', { paidBy: 'platform' })
    await become('onsale')
    expect(effects.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('Full refund because the event was cancelled: €'),
    )
    expect(await staff.row(before)).toMatchObject({ booking_status: 'cancelled', refund_pending: captured })
    const { rows } = await sql`select reason, amount from refunds where purchase_id = ${before}`.execute(desk.db)
    expect(rows).toEqual([{ reason: 'event_cancelled', amount: captured }])
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
