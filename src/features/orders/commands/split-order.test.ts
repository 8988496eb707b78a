import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sendRefunds } from '../../payments/testing/send-refunds.server.ts'
import { testGateway } from '../payment-gateway.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import type { SplitDesk } from '../testing/split-desk.server.ts'
import { goodwill, openSplitDesk } from '../testing/split-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'

let desk: OrderDesk
let staff: StaffDesk
let bench: SplitDesk
beforeAll(async () => {
  bench = await openSplitDesk(inject('postgresUrl'), 'split orders')
  desk = bench.desk
  staff = bench.staff
})
afterAll(() => desk?.server.stop())

describe('splitting an order', () => {
  it('makes a second order with its items and its share of everything, and loses nothing', async () => {
    const id = await bench.paid({ coupon: 'SPLIT' })
    const before = await bench.sumsOf(id)
    const other = await bench.split(id, [2])
    expect(await bench.sumsOf(id, other)).toEqual(before)
    await bench.expectSound(id, other)
    const [first, second] = [await staff.row(id), await staff.row(other)]
    expect(second).toMatchObject({
      quantity: 1,
      contents: expect.stringMatching(/^1 /) as unknown,
      booking_status: 'confirmed',
      payment_status: 'captured',
      customer_email: first['customer_email'],
      created_at: first['created_at'],
      coupon_id: first['coupon_id'],
    })
    expect(first).toMatchObject({ quantity: 2, contents: expect.stringMatching(/^2 /) as unknown })
  })

  it('is no sale of its own, so it is made also where sales are blocked by now', async () => {
    const id = await bench.paid()
    await sql`
      update countries set is_blocked = true, blocked_because = 'sanctions', blocked_at = now() where code = 'ZZ'`.execute(
      desk.db,
    )
    try {
      const refused = await desk.place({
        lines: [desk.visit(1)],
        customer: { firstName: 'Ana', lastName: 'García', email: 'ana@example.com', country: 'ZZ' },
      })
      expect(refused.status).toBeGreaterThanOrEqual(400)
      expect(refused.status).toBeLessThan(500)
      const other = await bench.split(id, [2])
      await bench.expectSound(id, other)
    } finally {
      await sql`
        update countries set is_blocked = false, blocked_because = null, blocked_at = null where code = 'ZZ'`.execute(
        desk.db,
      )
    }
  })

  it('says on both which one the other is', async () => {
    const id = await bench.paid()
    const other = await bench.split(id, [1])
    const [{ reference: from }, { reference: to }] = [await staff.row(id), await staff.row(other)]
    const { rows } = await sql`
      select purchase_id as id, kind, detail from purchase_events where kind in ('split_into', 'split_from')
        and purchase_id in (${id}, ${other}) order by kind desc`.execute(desk.db)
    expect(rows).toEqual([
      { id, kind: 'split_into', detail: to },
      { id: other, kind: 'split_from', detail: from },
    ])
  })

  it('is done once however often it is asked, and refused with the difference once something has changed', async () => {
    const id = await bench.paid()
    const { token } = await staff.preview(id, 'split-order', { positions: [2] })
    const body = { positions: [2], token }
    const first = await staff.apply(id, 'split-order', body, 'split-once')
    expect(first.status).toBe(200)
    expect(await staff.apply(id, 'split-order', body, 'split-once')).toMatchObject({ status: 200, body: first.body })
    const { rows } = await sql`
      select from purchase_events where purchase_id = ${id} and kind = 'split_into'`.execute(desk.db)
    expect(rows).toHaveLength(1)

    const changed = await bench.paid()
    const seen = await staff.preview(changed, 'split-order', { positions: [2] })
    await staff.run(changed, 'change-names', {
      customerName: 'Ana María García',
      holders: [{ position: 1, names: ['Ana', 'Eva'] }],
    })
    const late = await staff.apply(changed, 'split-order', { positions: [2], token: seen.token })
    expect(late).toMatchObject({ status: 409, body: { error: 'PreviewChanged' } })
    expect((late.body as { message: string }).message).toContain('Day, lines, names or answers are different.')
  })

  it('says before what becomes of the items, the money, the coupon, invoices and messages', async () => {
    const id = await bench.paid({ coupon: 'SPLIT' })
    const { effects } = await staff.preview(id, 'split-order', { positions: [2] })
    const texts = effects.map(({ about, text }) => `${about}: ${text}`)
    expect(texts[0]).toMatch(/^order: New order: 1 × .* for .*18\.00\.$/)
    expect(texts[1]).toMatch(/^order: This order keeps 2 × .* for .*72\.00\.$/)
    expect(texts).toContain('customer: Nothing is charged or refunded.')
    expect(texts.find((text) => text.startsWith('coupon'))).toMatch(
      /SPLIT: .*8\.00 stays, .*2\.00 moves\. It counts as one use\./,
    )
    expect(texts).toContain('tax: No invoice is issued yet. Each order gets its own.')
    expect(texts.filter((text) => text.startsWith('message'))).toHaveLength(2)
  })

  it.each([
    [[], { positions: 'Choose the items of the new order.' }],
    [[1, 2], { positions: 'Leave at least one item in this order.' }],
    [[7], { positions: 'Line 7 isn’t one of this order’s items.' }],
  ])('names the field that has to change: %o', async (positions, fields) => {
    const id = await bench.paid()
    expect(await staff.previewReply(id, 'split-order', { positions })).toMatchObject({ status: 422, body: { fields } })
  })

  it('writes to the customer about both orders', async () => {
    const id = await bench.paid()
    const other = await bench.split(id, [2])
    const { rows } = await sql<{ id: number; kind: string }>`
      select purchase_id as id, kind from order_messages where purchase_id in (${id}, ${other}) order by order_messages.id`.execute(
      desk.db,
    )
    expect(rows.slice(-2)).toEqual([
      { id, kind: 'change' },
      { id: other, kind: 'confirmation' },
    ])
  })
})

describe('splitting an order of which part was refunded', () => {
  /** A family for 90.00: two adults and a child of 18.00, of whom some money went back. */
  async function refunded(wish: object): Promise<number> {
    const id = await bench.paid()
    await staff.run(id, 'refund', { ...goodwill(0), ...wish })
    await sendRefunds(desk.server.database, testGateway)
    expect(await staff.row(id)).toMatchObject({ payment_status: 'partially_refunded' })
    return id
  }
  const fieldsOf = async (id: number, positions: readonly number[]) =>
    ((await staff.previewReply(id, 'split-order', { positions })).body as { fields?: object }).fields

  it('leaves the refund where it is, and gives the new order all that it costs', async () => {
    const id = await refunded({ amount: 1000 })
    const before = await bench.sumsOf(id)
    const { effects } = await staff.preview(id, 'split-order', { positions: [2] })
    expect(effects.map(({ text }) => text)).toContain('The refund of €10.00 stays with this order.')
    const other = await bench.split(id, [2])
    expect(await bench.sumsOf(id, other)).toEqual(before)
    await bench.expectSound(id, other)
    const row = await staff.row(other)
    expect(row).toMatchObject({
      payment_status: 'captured',
      refund_state: 'none',
      refunded: 0,
      captured: row['grand_total'],
    })
    expect(await staff.row(id)).toMatchObject({ payment_status: 'partially_refunded', refunded: 1000 })
    await staff.run(id, 'refund', goodwill(500))
    await staff.run(other, 'refund', goodwill(500))
    await sendRefunds(desk.server.database, testGateway)
    await bench.expectSound(id, other)
  })

  it('keeps a refunded item in its order', async () => {
    const id = await refunded({ kind: 'lines', lines: [{ position: 2, amount: 700 }], amount: 700 })
    expect(await fieldsOf(id, [2])).toEqual({
      positions: expect.stringMatching(/^Part of “.+” was refunded, so it stays in this order\.$/) as unknown,
    })
    const other = await bench.split(id, [1])
    await bench.expectSound(id, other)
    expect(await staff.row(id)).toMatchObject({ refunded: 700, payment_status: 'partially_refunded' })
  })

  it('is refused where as much was refunded as what stays costs', async () => {
    const id = await refunded({ amount: 3000 })
    expect(await fieldsOf(id, [1])).toEqual({
      positions: 'The refunds already cover what stays. Leave more in this order.',
    })
  })
})

describe('the database', () => {
  it.each([
    [
      'a part that is more than was taken',
      (id: number) => sql`update payments set moved = moved + 5 where purchase_id = ${id}`,
      /was taken once/,
    ],
    [
      'a part without its payment',
      (id: number) => sql`update payments set captured = captured - 5, moved = moved + 5 where purchase_id = ${id}`,
      /do not add up/,
    ],
  ])('refuses %s', async (_, statement, message) => {
    const id = await bench.paid()
    await expect(statement(id).execute(desk.db)).rejects.toThrow(message)
  })
})

describe('an order that cannot be split', () => {
  const reasonOf = async (id: number) => (await staff.commands(id))['split-order']

  it('says why', async () => {
    const held = await staff.idOf(await desk.placed({ lines: [bench.family()] }))
    expect(await reasonOf(held)).toBe('The places are only on hold. Split the order once it is confirmed.')
    expect(await reasonOf(await bench.paid({ lines: [desk.tickets(2)] }))).toBe(
      'The order has only one item. Split its line first.',
    )
    expect(await reasonOf(await bench.paid({ lines: [desk.tickets(1)] }))).toBe('The order has only one item.')
    const refunding = await bench.paid()
    await staff.run(refunding, 'refund', goodwill(500))
    expect(await reasonOf(refunding)).toBe('A refund is under way. Wait until it is done.')
    await sendRefunds(desk.server.database, testGateway)
    expect(await reasonOf(refunding)).toBeNull()
    const invoiced = await bench.paid()
    const admin = await desk.server.signIn('admin')
    const { status } = await admin.post(
      `/rest/data/purchases/${invoiced}/invoice`,
      {},
      { 'idempotency-key': 'invoice-1' },
    )
    expect(status).toBeLessThan(300)
    expect(await reasonOf(invoiced)).toBe('An invoice covers the whole order. Issued invoices can’t be divided.')
    const over = await bench.paid()
    await sql`update purchases set starts_at = now() - interval '1 hour' where id = ${over}`.execute(desk.db)
    expect(await reasonOf(over)).toBe('Already started.')
  })
})
