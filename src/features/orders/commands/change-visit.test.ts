import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { codeAt, openSuppliedDesk } from '../testing/supplied-desk.server.ts'
import type { SuppliedDesk } from '../testing/supplied-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { staffDesk } from '../testing/staff-desk.server.ts'

let desk: SuppliedDesk
let staff: StaffDesk
const newDate = '2099-06-10'
beforeAll(async () => {
  desk = await openSuppliedDesk(inject('postgresUrl'), 'change visit')
  staff = staffDesk(desk, desk.admin)
  await sql`
    insert into product_availabilities (product_option_id, local_date, status, vacancies, capacity, checked_at)
    select product_option_id, ${newDate}::date, status, 5, 5, checked_at from product_availabilities
    where product_option_id = ${desk.goods.optionId} order by local_date limit 1
    on conflict (product_option_id, local_date) do update set status = excluded.status, vacancies = 5, capacity = 5`.execute(
    desk.db,
  )
})
afterAll(() => desk?.server.stop())

const pays = { paidBy: 'platform' }
async function confirmed(adults = 2): Promise<number> {
  const order = await desk.placed({ lines: [desk.visit(adults)] })
  await desk.pay(order)
  return await staff.idOf(order)
}
const visit = (adults: number, changes: object = {}) => ({
  date: newDate,
  time: '11:00',
  units: [{ unitId: desk.goods.adultId, quantity: adults }],
  isWaived: false,
  ...changes,
})
const settle = () => desk.server.runJob('settle-supplier-calls')
const about = ({ effects }: { effects: readonly { about: string; text: string }[] }, subject: string) =>
  effects.filter((effect) => effect.about === subject).map(({ text }) => text)
const places = async (date: string) => {
  const { rows } = await sql<{ taken: number }>`
    select taken from house_stock where product_option_id = ${desk.goods.optionId} and local_date = ${date}::date`.execute(
    desk.db,
  )
  return rows[0]?.taken ?? 0
}
const linesOf = async (id: number) =>
  (
    await sql`select kind, quantity, unit_price, amount from purchase_lines where purchase_id = ${id} order by position`.execute(
      desk.db,
    )
  ).rows
const changesOf = async (id: number) =>
  (await sql`select state from visit_changes where purchase_id = ${id} order by id`.execute(desk.db)).rows

describe('changing the date or party of a visit', () => {
  it('moves the places and the order once the supplier has agreed, and writes to the customer', async () => {
    const id = await confirmed()
    const [before, then] = [await places(desk.goods.date), await places(newDate)]
    const preview = await staff.run(id, 'change-visit', visit(2))
    expect(about(preview, 'customer')[0]).toBe('The price stays €80.00.')
    await settle()
    expect(await staff.row(id)).toMatchObject({
      travel_date: newDate,
      local_time: '11:00',
      starts_at: '2099-06-10T09:00:00.000Z',
      grand_total: 8000,
    })
    expect([await places(desk.goods.date), await places(newDate)]).toEqual([before - 2, then + 2])
    const { rows } = await sql`select kind from order_messages where purchase_id = ${id} and kind = 'change'`.execute(
      desk.db,
    )
    expect(rows).toHaveLength(1)
    expect(await changesOf(id)).toEqual([{ state: 'done' }])
    await staff.run(id, 'change-visit', visit(2, { date: desk.goods.date }))
    await settle()
    expect(await places(newDate)).toBe(then)
  })

  it('gives money back by a decision of its own where fewer come', async () => {
    const id = await confirmed(2)
    const cost = Number((await staff.row(id))['net_cost'])
    expect(cost).toBeGreaterThan(0)
    const preview = await staff.run(id, 'change-visit', visit(1))
    expect(about(preview, 'customer')).toContain('The price becomes €40.00 instead of €80.00.')
    expect(about(preview, 'customer')).toContain('Paid €40.00 too much then. Refunding it is a separate decision.')
    await settle()
    expect(await staff.row(id)).toMatchObject({ grand_total: 4000, captured: 8000, refunded: 0, quantity: 1 })
    expect(await staff.row(id)).toMatchObject({ net_cost: cost / 2, supplier_cost: cost / 2 })
    expect(await linesOf(id)).toEqual([{ kind: 'item', quantity: 1, unit_price: 4000, amount: 4000 }])
    await staff.run(id, 'deliver', { lines: [{ position: 1, delivered: 1 }], note: null })
    // Once nothing else is left to do, someone decides on what was paid too much.
    expect(await staff.row(id)).toMatchObject({ next_step: 'decide_refund', due_at: expect.anything() as unknown })
    const goodwill = { kind: 'goodwill', lines: [], amount: 4000, reason: 'other', paidBy: 'platform', note: null }
    await staff.run(id, 'refund', { ...goodwill, destination: 'original_method', iban: null })
    expect((await staff.row(id))['next_step']).toBe('none')
    await staff.run(id, 'cancel', { reason: 'Test' })
    await settle()
  })

  it('says which refund terms it is under then, where they are others than it was sold under', async () => {
    const id = await confirmed(1)
    const customer = async () => about(await staff.preview(id, 'change-visit', visit(1, { date: newDate })), 'customer')
    expect((await customer()).filter((text) => text.includes('refund'))).toEqual([])
    await sql`update purchases set cancellation_policy = '[]' where id = ${id}`.execute(desk.db)
    expect(await customer()).toContainEqual(expect.stringMatching(/^Other refund terms: 100% back until .*\d{4}, \d/))
    await staff.run(id, 'cancel', { reason: 'Test' })
    await settle()
  })

  it('says why more can’t be charged, and waives it where staff say so', async () => {
    const id = await confirmed(1)
    await sql`update purchases set starts_at = now() + interval '30 minutes' where id = ${id}`.execute(desk.db)
    const dearer = await staff.previewReply(id, 'change-visit', visit(2))
    expect(dearer).toMatchObject({
      status: 422,
      body: { fields: { isWaived: expect.stringMatching(/€40\.00 more.*starts too soon/) as unknown } },
    })
    await staff.run(id, 'change-visit', visit(2, { isWaived: true }))
    await settle()
    expect(await staff.row(id)).toMatchObject({ grand_total: 4000, items_total: 8000, discount_total: 4000 })
    expect(await linesOf(id)).toEqual([
      { kind: 'item', quantity: 2, unit_price: 4000, amount: 8000 },
      { kind: 'discount', quantity: 1, unit_price: -4000, amount: -4000 },
    ])
    await staff.run(id, 'cancel', { reason: 'Test' })
    await settle()
  })

  it('names the field of what cannot be had', async () => {
    const id = await confirmed(2)
    const fieldsOf = async (changes: object, adults = 2) =>
      ((await staff.previewReply(id, 'change-visit', visit(adults, changes))).body as { fields?: object }).fields
    expect(await fieldsOf({ time: '10:15' })).toEqual({ time: 'Choose a start time: 09:30, 11:00.' })
    expect(await fieldsOf({ date: '2098-06-10' })).toHaveProperty('date')
    expect(await fieldsOf({ units: [] })).toEqual({ units: 'At least one guest must come.' })
    expect(await fieldsOf({ date: desk.goods.date, time: '09:30' })).toEqual({
      date: 'Day, time and party are unchanged.',
    })
    expect(await fieldsOf({ isWaived: true }, 6)).toHaveProperty('date')
    expect(await changesOf(id)).toEqual([])
  })

  it('refuses a stale preview with what is different, and a second change while one waits', async () => {
    const id = await confirmed(1)
    const { token } = await staff.preview(id, 'change-visit', visit(1))
    await staff.run(id, 'change-names', { customerName: 'Ana Gil', holders: [] })
    expect(await staff.apply(id, 'change-visit', { ...visit(1), token })).toMatchObject({
      status: 409,
      body: { error: 'PreviewChanged', message: expect.stringContaining('Day, lines, names') as unknown },
    })
    await sql`update supplier_calls set next_try_at = now() + interval '1 day' where state = 'open'`.execute(desk.db)
    const { rows } = await sql<{ key: string }>`
      select supplier_key as key from order_placements where purchase_id = ${id}`.execute(desk.db)
    await sql`
      insert into visit_changes (purchase_id, supplier_key, step, plan) values
        (${id}, ${rows[0]?.key}, 'by hand', '{"set": {"travel_date": "2099-06-10"}}')`.execute(desk.db)
    expect((await staff.commands(id))['change-visit']).toMatch(/^A change to .+ waits for .+\.$/)
  })

  it('stays as it was where the supplier refuses, and says so', async () => {
    const id = await confirmed(1)
    const { rows } = await sql<{ key: string }>`
      select supplier_key as key from order_placements where purchase_id = ${id}`.execute(desk.db)
    const key = rows[0]?.key ?? ''
    const preview = await staff.preview(id, 'change-visit', visit(1))
    // The booking changes at the supplier after its quote.
    await sql`update house_bookings set version = version + 1 where key = ${key}`.execute(desk.db)
    expect((await staff.apply(id, 'change-visit', { ...visit(1), token: preview.token })).status).toBe(200)
    await settle()
    expect(await staff.row(id)).toMatchObject({ travel_date: desk.goods.date, grand_total: 4000 })
    expect(await changesOf(id)).toEqual([{ state: 'refused' }])
    const { rows: steps } = await sql<{ detail: string }>`
      select detail from purchase_events where purchase_id = ${id} order by id desc limit 1`.execute(desk.db)
    expect(steps[0]?.detail).toBe('Change refused: The booking has changed. Ask for a new quote.')
  })

  it('is made at once, with a hint, where the supplier is not connected', async () => {
    const id = await confirmed(1)
    await sql`delete from order_placements where purchase_id = ${id}`.execute(desk.db)
    const preview = await staff.run(id, 'change-visit', visit(1))
    expect(about(preview, 'supplier')[0]).toMatch(/isn’t connected\. Tell them yourself/)
    expect(await staff.row(id)).toMatchObject({ travel_date: newDate })
  })

  it('makes an old voucher due again', async () => {
    const id = await confirmed(1)
    await sql`update products set is_instant_delivery = false where id = (select product_id from purchases where id = ${id})`.execute(
      desk.db,
    )
    if ((await staff.row(id))['fulfilment_status'] !== 'delivered')
      await staff.run(id, 'deliver', { lines: [{ position: 1, delivered: 1 }], note: null })
    await staff.run(id, 'change-visit', visit(1))
    await settle()
    expect(await staff.row(id)).toMatchObject({ travel_date: newDate, fulfilment_status: 'awaiting_tickets' })
  })
})

describe('a request of the customer for another day', () => {
  it('is done by its approval, at the supplier too', async () => {
    const id = await confirmed(1)
    await sql`
      insert into customer_requests (purchase_id, kind, wanted_date, wanted_time) values (${id}, 'change', ${newDate}, '11:00')`.execute(
      desk.db,
    )
    await sql`update purchases set customer_request = 'change' where id = ${id}`.execute(desk.db)
    const taken = await places(newDate)
    const preview = await staff.run(id, 'approve-request', pays)
    expect(about(preview, 'order')[0]).toContain('→')
    expect(await staff.row(id)).toMatchObject({ customer_request: 'change', travel_date: desk.goods.date })
    await settle()
    expect(await staff.row(id)).toMatchObject({ customer_request: null, travel_date: newDate })
    expect(await places(newDate)).toBe(taken + 1)
    const { rows } =
      await sql`select state, decided_by is null as nameless from customer_requests where purchase_id = ${id}`.execute(
        desk.db,
      )
    expect(rows).toEqual([{ state: 'approved', nameless: false }])
  })
})

describe('a visit at Viator', () => {
  it('is moved there, and its voucher asked for again', async () => {
    const code = codeAt.viator(91_100)
    await desk.sell('viator', code)
    await sql`
      insert into product_availabilities (product_option_id, local_date, status, vacancies, capacity, checked_at)
      select o.id, ${newDate}::date, 'AVAILABLE', 40, 40, now() from product_options o join products p on p.id = o.product_id
      where p.supplier_code = ${code} on conflict do nothing`.execute(desk.db)
    const order = await desk.order(code)
    await desk.pay(order)
    const id = await staff.idOf(order)
    const line = (await desk.visitOf(code)) as { time?: string; units: object[] }
    const wanted = { date: newDate, time: line.time ?? null, units: line.units, isWaived: false }
    await staff.run(id, 'change-visit', wanted)
    await settle()
    expect(await staff.row(id)).toMatchObject({ travel_date: newDate })
    expect(await desk.booking(order)).toMatchObject({ visit: { date: newDate }, change_state: 'done' })
    await sql`update purchase_lines set delivered = quantity where purchase_id = ${id} and kind = 'item'`.execute(
      desk.db,
    )
    await staff.run(id, 'resend-voucher')
    await settle()
    expect((await desk.calls(order))['resendVoucher']).toMatchObject({ state: 'done' })
  })
})
