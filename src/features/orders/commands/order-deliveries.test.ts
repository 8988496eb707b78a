import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { staffDesk } from '../testing/staff-desk.server.ts'

let desk: OrderDesk
let staff: StaffDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'order deliveries')
  staff = staffDesk(desk, await desk.server.signIn('admin'))
})
afterAll(() => desk?.server.stop())

/** An order of two tickets, paid and confirmed, with its tickets due. */
async function confirmed(): Promise<number> {
  const id = await staff.idOf(await desk.placed({ lines: [desk.tickets(2)] }))
  await staff.pay(id, 'pending_supplier', 'confirmed')
  await sql`update purchases set fulfilment_status = 'awaiting_tickets', due_at = now(), delivery = 'mobile_transfer'
    where id = ${id}`.execute(desk.db)
  return id
}
const about = ({ effects }: { effects: readonly { about: string; text: string }[] }, subject: string) =>
  effects.filter((effect) => effect.about === subject).map(({ text }) => text)

describe('delivering', () => {
  it('counts tickets, in part and then in full', async () => {
    const id = await confirmed()
    const part = await staff.run(id, 'deliver', { lines: [{ position: 1, delivered: 1 }], note: null })
    expect(about(part, 'order')).toEqual(['1 of 2 delivered.', 'The rest stays due.'])
    expect((await staff.row(id))['fulfilment_status']).toBe('partially_delivered')
    await staff.run(id, 'deliver', { lines: [{ position: 1, delivered: 2 }], note: 'UPS 1Z' })
    expect(await staff.row(id)).toMatchObject({ fulfilment_status: 'delivered', due_at: null, next_step: 'none' })
    const { rows } =
      await sql`select transfer_accepted_at is not null as accepted from purchase_lines where purchase_id = ${id} and kind = 'item'`.execute(
        desk.db,
      )
    expect(rows).toEqual([{ accepted: true }])
  })

  it.each([
    [{ position: 1, delivered: 3 }, { 'lines.0.delivered': 'At most 2.' }],
    [{ position: 9, delivered: 1 }, { 'lines.0.position': 'Line 9 isn’t one of this order’s items.' }],
    [{ position: 1, delivered: 0 }, { 'lines.0.delivered': 'Enter more than is delivered already.' }],
  ])('refuses %o', async (line, fields) => {
    const id = await confirmed()
    expect(await staff.previewReply(id, 'deliver', { lines: [line], note: null })).toMatchObject({
      status: 422,
      body: { fields },
    })
  })

  it('of a whole line stays what it is when the line is split, which a part delivered is not', async () => {
    const id = await confirmed()
    await staff.run(id, 'deliver', { lines: [{ position: 1, delivered: 1 }], note: null })
    expect(await staff.previewReply(id, 'split-line', { position: 1, quantity: 1 })).toMatchObject({
      status: 422,
      body: { fields: { position: 'Deliver or recall this line as a whole first.' } },
    })
    await staff.run(id, 'deliver', { lines: [{ position: 1, delivered: 2 }], note: null })
    await staff.run(id, 'split-line', { position: 1, quantity: 1 })
    const { rows } = await sql`
      select quantity, delivered from purchase_lines where purchase_id = ${id} and kind = 'item' order by position`.execute(
      desk.db,
    )
    expect(rows).toEqual([
      { quantity: 1, delivered: 1 },
      { quantity: 1, delivered: 1 },
    ])
    expect((await staff.row(id))['fulfilment_status']).toBe('delivered')
    expect((await staff.commands(id))['split-line']).toBe('No line has more than one ticket.')
  })

  it('leaves a line as it was beside one of which more is delivered', async () => {
    const id = await confirmed()
    await staff.run(id, 'split-line', { position: 1, quantity: 1 })
    const { rows } = await sql<{ position: number }>`
      select position from purchase_lines where purchase_id = ${id} and kind = 'item' order by position`.execute(
      desk.db,
    )
    const [first, both] = [rows.slice(0, 1), rows].map((lines) =>
      lines.map(({ position }) => ({ position, delivered: 1 })),
    )
    await staff.run(id, 'deliver', { lines: first, note: null })
    await staff.run(id, 'deliver', { lines: both, note: null })
    expect((await staff.row(id))['fulfilment_status']).toBe('delivered')
  })

  it('can fail, be tried again, and be recalled', async () => {
    const id = await confirmed()
    await staff.run(id, 'report-delivery-problem', { reason: 'The file is empty' })
    await staff.run(id, 'retry-delivery')
    await staff.run(id, 'deliver', { lines: [{ position: 1, delivered: 2 }], note: null })
    await staff.run(id, 'recall-tickets', { reason: 'Wrong seats' })
    expect(await staff.row(id)).toMatchObject({ fulfilment_status: 'awaiting_tickets', next_step: 'deliver_tickets' })
  })
})

describe('the tickets of an order', () => {
  it('get other seats, which no other order of the performance has', async () => {
    const [id, other] = [await confirmed(), await confirmed()]
    const seats = { position: 1, section: 'Stalls', row: 'B', seats: ['4', '5'] }
    await staff.run(id, 'reassign-seats', seats)
    const reply = await staff.previewReply(other, 'reassign-seats', { ...seats, seats: ['5', '6'] })
    const { reference } = await staff.row(id)
    expect(reply).toMatchObject({
      status: 422,
      body: { fields: { seats: `Seat 5 belongs to order ${String(reference)}.` } },
    })
    expect(await staff.previewReply(other, 'reassign-seats', { ...seats, seats: ['7'] })).toMatchObject({
      body: { fields: { seats: 'This line has 2 tickets: enter as many seats, or none.' } },
    })
  })

  it('are split in two lines that add up to the same', async () => {
    const id = await confirmed()
    await staff.run(id, 'reassign-seats', { position: 1, section: 'Stalls', row: 'C', seats: ['1', '2'] })
    await staff.run(id, 'split-line', { position: 1, quantity: 1 })
    const { rows } = await sql`
      select quantity, seats, amount = unit_price as "isOne" from purchase_lines where purchase_id = ${id} and kind = 'item' order by position`.execute(
      desk.db,
    )
    expect(rows).toEqual([
      { quantity: 1, seats: ['1'], isOne: true },
      { quantity: 1, seats: ['2'], isOne: true },
    ])
    const { rows: sums } = await sql`
      select p.grand_total = (select sum(l.amount) from purchase_lines l where l.purchase_id = p.id) as "addsUp" from purchases p where p.id = ${id}`.execute(
      desk.db,
    )
    expect(sums).toEqual([{ addsUp: true }])
    expect((await staff.commands(id))['split-line']).toBe('No line has more than one ticket.')
  })

  it('have the names of those who hold them', async () => {
    const id = await confirmed()
    const holders = [{ position: 1, names: ['Ana García', 'Leo García'] }]
    const preview = await staff.run(id, 'change-names', { customerName: 'Ana García Ruiz', holders })
    expect(about(preview, 'customer')).toEqual([
      'Lead name: Ana García → Ana García Ruiz',
      expect.stringMatching(/^2 × .+: – → Ana García, Leo García$/),
    ])
    const one = [{ position: 1, names: ['Ana García'] }]
    const fewer = await staff.preview(id, 'change-names', { customerName: 'Ana García Ruiz', holders: one })
    expect(about(fewer, 'customer')).toEqual([
      expect.stringMatching(/^2 × .+: Ana García, Leo García → Ana García$/),
      '1 of 2 tickets has a name.',
    ])
    expect((await staff.row(id))['customer_name']).toBe('Ana García Ruiz')
    expect(
      await staff.previewReply(id, 'change-names', {
        customerName: 'A',
        holders: [{ position: 1, names: ['a', 'b', 'c'] }],
      }),
    ).toMatchObject({ body: { fields: { 'holders.0.names': 'This line has 2 places.' } } })
    const said = 'Remove the characters that cannot be shown.'
    expect(
      await staff.previewReply(id, 'change-names', {
        customerName: 'An\u2066a',
        holders: [{ position: 1, names: ['Leo\u001b[0m'] }],
      }),
    ).toMatchObject({ status: 422, body: { fields: { 'customerName': said, 'holders.0.names.0': said } } })
  })
})

describe('a visit', () => {
  it('has its answers corrected, and a no-show recorded once and withdrawn', async () => {
    const id = await staff.idOf(await desk.placed({ lines: [desk.visit()] }))
    await staff.pay(id, 'pending_supplier', 'confirmed')
    expect((await staff.commands(id))['change-answers']).toBe('No questions for this order.')
    await sql`update purchases set answers = '[{"question": "Hotel", "answer": "Ritz"}]' where id = ${id}`.execute(
      desk.db,
    )
    await staff.run(id, 'change-answers', { answers: [{ question: 'Hotel', answer: 'Palace' }] })
    expect((await staff.row(id))['answers']).toEqual([{ question: 'Hotel', answer: 'Palace' }])
    expect(await staff.previewReply(id, 'change-answers', { answers: [] })).toMatchObject({
      body: { fields: { answers: 'Answer the questions that were asked, in their order.' } },
    })
    expect(await staff.commands(id)).not.toHaveProperty('reassign-seats')
    await sql`update purchases set starts_at = now() - interval '1 hour' where id = ${id}`.execute(desk.db)
    await sql`update purchases set redeemed_at = now() where id = ${id}`.execute(desk.db)
    expect((await staff.commands(id))['no-show']).toBe('The customer was checked in.')
    await sql`update purchases set redeemed_at = null where id = ${id}`.execute(desk.db)
    expect(about(await staff.run(id, 'no-show', { note: null }), 'supplier')[0]).toMatch(
      /is paid as for a visit\. To claim the cost, refund it as paid by the supplier\.$/,
    )
    expect((await staff.commands(id))['no-show']).toBe('Already recorded.')
    await staff.run(id, 'withdraw-no-show', { note: 'They came by the other entrance' })
    expect(await staff.commands(id)).toMatchObject({ 'no-show': null, 'withdraw-no-show': 'No no-show recorded.' })
    const { rows } =
      await sql`select kind, detail from purchase_events where purchase_id = ${id} order by id desc limit 2`.execute(
        desk.db,
      )
    expect(rows).toEqual([
      { kind: 'no_show_withdrawn', detail: 'They came by the other entrance' },
      { kind: 'no_show', detail: null },
    ])
    await staff.run(id, 'no-show', { note: null })
    expect((await staff.commands(id))['withdraw-no-show']).toBe(null)
  })
})
