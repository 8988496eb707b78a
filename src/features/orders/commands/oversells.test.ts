import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../../app/testing/start.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { staffDesk } from '../testing/staff-desk.server.ts'

let desk: OrderDesk
let staff: StaffDesk
let client: Client
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'oversells', { MAIL_URL: 'log:' })
  client = await desk.server.signIn('admin')
  staff = staffDesk(desk, client)
  customerId = await desk.records.make('customers', { status: 'active' })
})
afterAll(() => desk?.server.stop())

const wish = { listingId: null, consent: null, paidBy: 'platform', credit: null, note: null }
let last = 0
let customerId = 0

/** A confirmed order of two tickets with seats; several can be given the same. */
async function booked(seats: readonly string[], body: object = {}): Promise<number> {
  const order = await desk.placed({ lines: [desk.tickets(2)], ...body })
  const { body: paid } = await desk.post(order.reference, 'pay', { method: 'card' })
  await desk.event({ type: 'payment.captured', payment: (paid as { payment: string }).payment, fee: 0 })
  const id = await staff.idOf(order)
  await sql`update purchases set customer_id = ${customerId} where id = ${id}`.execute(desk.db)
  await sql`update purchase_lines set seats = ${[...seats]}::text[] where purchase_id = ${id} and kind = 'item'`.execute(
    desk.db,
  )
  return id
}
let pair: readonly string[] = []
beforeEach(() => {
  pair = [String(++last * 2), String(last * 2 + 1)]
})
const find = () => desk.server.runJob('find-oversells')
const stepOf = async (id: number) => (await staff.row(id))['next_step']
async function twoWith(seats: readonly string[] = pair): Promise<readonly [number, number]> {
  const both = [await booked(seats), await booked(seats)] as const
  await find()
  return both
}
interface Shown {
  readonly how: string
  readonly places: string
  readonly orders: readonly { readonly id: number; readonly outcome: string | null }[]
}
const oversellOf = async (id: number) => {
  const { body } = await client.get(`/rest/data/purchases/${id}/details`)
  return (body as { oversell: Shown | null }).oversell
}
const outcomesOf = async (id: number) => (await oversellOf(id))?.orders.map((one) => [one.id, one.outcome])
const stateOf = async (id: number) => {
  const { rows } = await sql<{ state: string; keeper: number | null }>`
    select n.state, n.keeper_id as keeper from oversells n join oversell_orders x on x.oversell_id = n.id
    where x.purchase_id = ${id} order by n.id desc limit 1`.execute(desk.db)
  return rows[0]
}
const messagesTo = async (id: number) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from order_messages where purchase_id = ${id} order by id`.execute(desk.db)
  return rows.map(({ kind }) => kind)
}
const creditOf = async (id: number) => {
  const { rows } = await sql<{ amount: number }>`
    select amount from store_credits where purchase_id = ${id}`.execute(desk.db)
  return rows.map(({ amount }) => amount)
}
const fieldsOf = ({ body }: { body: unknown }) => (body as { fields?: object }).fields
/** What the person who resolves it reads. */
async function said(id: number, resolution: object): Promise<unknown> {
  const input = { ...wish, ...resolution }
  const { token } = await staff.preview(id, 'resolve-oversell', input)
  const { body } = await staff.apply(id, 'resolve-oversell', { ...input, token })
  return (body as { message?: string }).message
}
const texts = ({ effects }: { effects: readonly { about: string; text: string }[] }, subject: string) =>
  effects.filter(({ about }) => about === subject).map(({ text }) => text)

describe('seats that two orders have', () => {
  it('are found once, with every order that has one of them, and are the next step of each', async () => {
    const [first, second] = await twoWith()
    expect(await stepOf(first)).toBe('resolve_oversell')
    expect(await stepOf(second)).toBe('resolve_oversell')
    expect(await oversellOf(second)).toMatchObject({ how: 'same_seats', places: `Stalls · F · ${pair.join(', ')}` })
    expect(await outcomesOf(second)).toEqual([
      [first, null],
      [second, null],
    ])
    await find()
    const { rows } = await sql`select from oversell_orders where purchase_id = ${first}`.execute(desk.db)
    expect(rows).toHaveLength(1)
    expect((await staff.timeline(first)).at(-1)).toBe('noted')
  })

  it('are no oversell of another row, of an order that has ended, or of unassigned seats', async () => {
    const [one, other, ended, unassigned] = [
      await booked(pair),
      await booked(pair),
      await booked(pair),
      await booked([]),
    ]
    await sql`update purchase_lines set seat_row = 'G' where purchase_id = ${other} and kind = 'item'`.execute(desk.db)
    await staff.run(ended, 'cancel', { reason: 'Changed their mind' })
    await find()
    for (const id of [one, other, ended, unassigned]) expect(await oversellOf(id)).toBeNull()
  })

  it('stay with one order, which the other can then no longer keep', async () => {
    const [first, second] = await twoWith()
    expect(await said(first, { outcome: 'keep' })).toBe('Places kept')
    expect(await stepOf(first)).not.toBe('resolve_oversell')
    expect(await messagesTo(first)).not.toContain('oversell_refunded')
    await find()
    expect(await stepOf(second)).toBe('resolve_oversell')
    const refused = await staff.previewReply(second, 'resolve-oversell', { ...wish, outcome: 'keep' })
    expect([refused.status, fieldsOf(refused)]).toEqual([
      422,
      { outcome: `${String((await staff.row(first))['reference'])} keeps these places already.` },
    ])
  })

  it('are refunded in full with an apology that was seen before, and the order that is left keeps them', async () => {
    const [first, second] = await twoWith()
    const preview = await staff.run(second, 'resolve-oversell', { ...wish, outcome: 'refund', credit: 1500 })
    expect(texts(preview, 'message').join('\n')).toContain('we are sorry')
    expect(texts(preview, 'message').join('\n')).toContain('€15.00')
    expect(texts(preview, 'message').join('\n')).toContain(`Stalls · F · ${pair.join(', ')}`)
    const row = await staff.row(second)
    expect([row['booking_status'], row['refund_pending'], row['is_oversold']]).toEqual([
      'cancelled',
      row['captured'],
      false,
    ])
    expect(await creditOf(second)).toEqual([1500])
    expect(await messagesTo(second)).toContain('oversell_refunded')
    expect(await messagesTo(second)).not.toContain('cancellation')
    const { rows: letters } = await sql<{ text: string }>`
      select m.content::text as text from messages m join order_messages o on o.message_id = m.id
      where o.purchase_id = ${second} and o.kind = 'oversell_refunded'`.execute(desk.db)
    expect(letters.map(({ text }) => text.includes('€15.00'))).toEqual([true])
    await find()
    expect(await outcomesOf(first)).toEqual([
      [first, 'kept'],
      [second, 'refunded'],
    ])
    expect(await stateOf(first)).toEqual({ state: 'resolved', keeper: first })
    expect(await stepOf(first)).not.toBe('resolve_oversell')
  })

  it.each([
    ['failed', 'not_due'],
    ['delivered', 'delivered'],
  ])('leave a delivery that %s as %s when the money goes back', async (before, after) => {
    const [, second] = await twoWith()
    await sql`update purchases set fulfilment_status = ${before} where id = ${second}`.execute(desk.db)
    await staff.run(second, 'resolve-oversell', { ...wish, outcome: 'refund' })
    expect((await staff.row(second))['fulfilment_status']).toBe(after)
  })

  it('are not taken from the last order that could keep them', async () => {
    const [first, second] = await twoWith()
    await staff.run(first, 'resolve-oversell', { ...wish, outcome: 'refund' })
    const refused = await staff.previewReply(second, 'resolve-oversell', { ...wish, outcome: 'refund' })
    expect([refused.status, fieldsOf(refused)]).toEqual([
      422,
      { outcome: 'No other order needs these places any more, so this one can keep them.' },
    ])
  })

  it('are free for the other again when the one that kept them is cancelled', async () => {
    const [first, second] = await twoWith()
    await staff.run(first, 'resolve-oversell', { ...wish, outcome: 'keep' })
    await staff.run(first, 'cancel', { reason: 'The customer is ill' })
    expect((await staff.previewReply(second, 'resolve-oversell', { ...wish, outcome: 'keep' })).status).toBe(200)
    await find()
    expect(await outcomesOf(second)).toEqual([
      [first, 'kept'],
      [second, 'kept'],
    ])
    expect(await stateOf(second)).toEqual({ state: 'resolved', keeper: second })
  })

  it('stay with the others when an order ends for another reason', async () => {
    const [first, second] = await twoWith()
    await staff.run(second, 'cancel', { reason: 'The customer wants to' })
    expect((await outcomesOf(first))?.[1]).toEqual([second, 'ended'])
    await find()
    expect((await outcomesOf(first))?.[0]).toEqual([first, 'kept'])
  })

  it('are not found again once they were dismissed with a reason', async () => {
    const [first, second] = await twoWith()
    const refused = await staff.previewReply(first, 'resolve-oversell', { ...wish, outcome: 'dismiss' })
    expect(fieldsOf(refused)).toEqual({ note: 'Enter why this isn’t an oversell.' })
    for (const outcome of ['keep', 'dismiss'])
      expect(
        fieldsOf(await staff.previewReply(first, 'resolve-oversell', { ...wish, outcome, credit: 100, note: 'Fine' })),
      ).toEqual({ credit: 'Credit goes with other tickets or a refund. Leave it out here.' })
    for (const id of [first, second])
      expect(await said(id, { outcome: 'dismiss', note: 'Two blocks share a name' })).toBe('Oversell closed')
    await find()
    expect(await outcomesOf(first)).toEqual([
      [first, 'dismissed'],
      [second, 'dismissed'],
    ])
    expect((await stateOf(first))?.state).toBe('resolved')
  })
})

describe('tickets that are replaced', () => {
  it('settle the oversell when our stock has moved them, with the credit and one message', async () => {
    const [first, second] = await twoWith()
    const { body } = await client.get(`/rest/data/purchases/${second}/replacements`)
    const [to] = (body as { listings: { listingId: number }[] }).listings
    const input = { ...wish, outcome: 'replace', listingId: to?.listingId ?? 0, consent: 'By phone', credit: 1000 }
    await staff.run(second, 'resolve-oversell', input)
    expect(await stepOf(second)).toBe('resolve_oversell')
    expect(await creditOf(second)).toEqual([])
    // While it waits for the new tickets the other one is the last that can keep the places.
    expect((await staff.previewReply(first, 'resolve-oversell', { ...wish, outcome: 'refund' })).status).toBe(422)
    await desk.server.runJob('settle-supplier-calls')
    expect((await outcomesOf(second))?.[1]).toEqual([second, 'replaced'])
    expect(await stepOf(second)).not.toBe('resolve_oversell')
    expect(await creditOf(second)).toEqual([1000])
    expect(await messagesTo(second)).toEqual(['confirmation', 'oversell_replaced'])
  })

  it('leave the oversell open, without credit, where our stock refuses', async () => {
    const [, second] = await twoWith()
    const { body } = await client.get(`/rest/data/purchases/${second}/replacements`)
    const [to] = (body as { listings: { listingId: number; code: string }[] }).listings
    const input = { ...wish, outcome: 'replace', listingId: to?.listingId ?? 0, consent: 'By phone', credit: 1000 }
    await staff.run(second, 'resolve-oversell', input)
    await sql`update supplier_calls set request = jsonb_set(request, '{token}', '"stale"')
      where action = 'applyChange' and state = 'open'`.execute(desk.db)
    await desk.server.runJob('settle-supplier-calls')
    expect((await outcomesOf(second))?.[1]).toEqual([second, null])
    expect(await stepOf(second)).toBe('resolve_oversell')
    expect(await creditOf(second)).toEqual([])
  })
})

describe('an oversell that a seller reports', () => {
  it('is recorded with what they said, and refunded at their cost', async () => {
    const id = await booked(pair)
    await sql`update purchases set net_cost = 8000, supplier_cost = 8000 where id = ${id}`.execute(desk.db)
    await staff.run(id, 'report-oversell', { how: 'seller', reason: 'Sold on another site' })
    expect(await oversellOf(id)).toMatchObject({ how: 'seller', places: `Stalls · F · ${pair.join(', ')}` })
    expect((await staff.commands(id))['report-oversell']).toBe('Already recorded.')
    expect((await staff.commands(id))['split-order']).not.toBeNull()
    const refused = await staff.previewReply(id, 'resolve-oversell', { ...wish, outcome: 'keep' })
    expect(Object.keys(fieldsOf(refused) ?? {})).toEqual(['outcome'])
    await staff.run(id, 'resolve-oversell', { ...wish, outcome: 'refund', paidBy: 'seller' })
    expect((await stateOf(id))?.state).toBe('resolved')
    await desk.server.runJob('send-refunds')
    const { rows } = await sql`select owed_by, amount from recoverables where purchase_id = ${id}`.execute(desk.db)
    expect(rows).toEqual([{ owed_by: 'seller', amount: 8000 }])
  })

  it('of a visit can be refunded, but no tickets replace it', async () => {
    const order = await desk.placed({ lines: [desk.visit(2)] })
    const { body: paid } = await desk.post(order.reference, 'pay', { method: 'card' })
    await desk.event({ type: 'payment.captured', payment: (paid as { payment: string }).payment, fee: 0 })
    const id = await staff.idOf(order)
    await staff.run(id, 'report-oversell', { how: 'provider', reason: 'The slot is gone' })
    const refused = await staff.previewReply(id, 'resolve-oversell', { ...wish, outcome: 'replace', listingId: 1 })
    expect(Object.keys(fieldsOf(refused) ?? {})).toEqual(['outcome'])
    await staff.run(id, 'resolve-oversell', { ...wish, outcome: 'refund' })
    expect((await staff.row(id))['booking_status']).toBe('cancelled')
  })

  it('can’t be resolved by a preview that is no longer true', async () => {
    const id = await booked(pair)
    await staff.run(id, 'report-oversell', { how: 'seller', reason: 'Sold elsewhere' })
    const input = { ...wish, outcome: 'refund' }
    const { token } = await staff.preview(id, 'resolve-oversell', input)
    await sql`update message_templates set body = body || ' Sorry.', version = version + 1 where key = 'oversell_refunded'`.execute(
      desk.db,
    )
    const { status, body } = await staff.apply(id, 'resolve-oversell', { ...input, token })
    expect([status, (body as { error: string }).error]).toEqual([409, 'PreviewChanged'])
  })
})
