import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ledgerDifferences } from '../../ledger/testing/ledger-differences.server.ts'
import { writeFindings } from '../../reconciliation/write-findings.server.ts'
import { paymentLink } from '../messages/order-links.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { staffDesk } from '../testing/staff-desk.server.ts'

let desk: OrderDesk
let staff: StaffDesk
const laterDate = '2099-06-10'
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'change visit price')
  staff = staffDesk(desk, await desk.server.signIn('admin'))
  await sql`
    insert into coupons (code, name, kind, percent, amounts, max_discounts, min_spends, min_quantity, travel_until, status, valid_from) values
      ('HALF', 'Half', 'percent', 5000, '[]', '[]', '[]', null, null, 'active', now() - interval '1 day'),
      ('CAPPED', 'Capped', 'percent', 5000, '[]', '[{"currency": "EUR", "amount": 3000}]', '[]', null, null, 'active', now() - interval '1 day'),
      ('TENNER', 'Tenner', 'fixed', null, '[{"currency": "EUR", "amount": 1000}]', '[]', '[]', null, null, 'active', now() - interval '1 day'),
      ('SIXTY', 'Sixty', 'fixed', null, '[{"currency": "EUR", "amount": 6000}]', '[]', '[]', null, null, 'active', now() - interval '1 day'),
      ('EACH', 'Each', 'set_price', null, '[{"currency": "EUR", "amount": 3500}]', '[]', '[]', null, null, 'active', now() - interval '1 day'),
      ('SPEND', 'Spend', 'percent', 2500, '[]', '[]', '[{"currency": "EUR", "amount": 10000}]', null, null, 'active', now() - interval '1 day'),
      ('THREE', 'Three', 'percent', 2500, '[]', '[]', '[]', 3, null, 'active', now() - interval '1 day'),
      ('JUNE1', 'Until the day', 'percent', 2500, '[]', '[]', '[]', null, ${desk.goods.date}::date, 'active', now() - interval '1 day')`.execute(
    desk.db,
  )
  await sql`
    insert into product_availabilities (product_option_id, local_date, status, vacancies, capacity, checked_at)
    select product_option_id, ${laterDate}::date, status, 60, 60, checked_at from product_availabilities
    where product_option_id = ${desk.goods.optionId} order by local_date limit 1
    on conflict (product_option_id, local_date) do update set status = excluded.status, vacancies = 60, capacity = 60`.execute(
    desk.db,
  )
})
afterAll(() => desk?.server.stop())

const wanted = (adults: number, changes: object = {}) => ({
  date: desk.goods.date,
  time: '09:30',
  units: [{ unitId: desk.goods.adultId, quantity: adults }],
  isWaived: false,
  ...changes,
})
async function bought(adults: number, coupon?: string): Promise<{ readonly id: number; readonly reference: string }> {
  const order = await desk.placed({ lines: [desk.visit(adults)], ...(coupon !== undefined && { coupon }) })
  const { body } = await desk.post(order.reference, 'pay', { method: 'card' })
  await desk.event({ type: 'payment.captured', payment: (body as { payment: string }).payment, fee: 0 })
  return { id: await staff.idOf(order), reference: order.reference }
}
const settle = () => desk.server.runJob('settle-supplier-calls')
async function change(id: number, input: object): Promise<readonly string[]> {
  const { effects } = await staff.run(id, 'change-visit', input)
  await settle()
  return effects.map(({ text }) => text)
}
const money = (amount: number) => `€${(amount / 100).toFixed(2)}`
const quoted = async (adults: number, coupon: string) => (await desk.quote(desk.visit(adults), coupon)).total
const rowsOf = async (query: ReturnType<typeof sql<Record<string, unknown>>>) => (await query.execute(desk.db)).rows
const itemsOf = (id: number) =>
  rowsOf(
    sql`select position, quantity, amount, tax_rate from purchase_lines where purchase_id = ${id} and kind = 'item' order by position`,
  )
/** Sums, books and the use of the coupon agree. */
async function expectSound(id: number, discount: number): Promise<void> {
  expect(await writeFindings(desk.db, { after: id - 1, upTo: id })).toEqual([])
  expect(await ledgerDifferences(desk.db, id)).toEqual([])
  const [found] = await rowsOf(sql`
    select (select coalesce(sum(r.amount), 0)::integer from coupon_redemptions r where r.purchase_id = p.id) as used,
      (select coalesce(sum(-l.amount), 0)::integer from purchase_lines l where l.purchase_id = p.id and l.title like 'Coupon %') as line,
      (select bool_and(x.discount = (select sum(r.amount) from coupon_redemptions r where r.coupon_id = x.coupon_id and r.state = 'consumed'))
        from coupon_results x) as "areCounted"
    from purchases p where p.id = ${id}`)
  expect(found).toEqual({ used: discount, line: discount, areCounted: true })
}

describe('a visit that was bought with a coupon', () => {
  it.each([
    ['HALF', 4, 2],
    ['CAPPED', 4, 1],
    ['CAPPED', 3, 2],
    ['TENNER', 3, 1],
    ['SIXTY', 3, 1],
    ['EACH', 4, 2],
    ['SPEND', 4, 2],
    ['THREE', 3, 2],
  ])('costs with %s and a party of %i that becomes one of %i what that party costs', async (coupon, from, to) => {
    const { id } = await bought(from, coupon)
    const [before, after] = [await quoted(from, coupon), await quoted(to, coupon)]
    const texts = await change(id, wanted(to))
    if (before !== after) expect(texts).toContain(`The price becomes ${money(after)} instead of ${money(before)}.`)
    expect(await staff.row(id)).toMatchObject({ grand_total: after, captured: before, quantity: to })
    await expectSound(id, to * 4000 - after)
  })

  it.each([
    ['HALF', 1, 4],
    ['CAPPED', 1, 3],
    ['TENNER', 1, 2],
    ['SIXTY', 2, 3],
  ])('is charged with %s, from %i to %i, what it costs more', async (coupon, from, to) => {
    const { id, reference } = await bought(from, coupon)
    const [before, after] = [await quoted(from, coupon), await quoted(to, coupon)]
    expect(await change(id, wanted(to))).toContain(`${money(after - before)} to pay by a link, within 24 hours.`)
    await expectSound(id, from * 4000 - before)
    const link = paymentLink(id, reference, Date.now() + 60_000)
    const begun = await desk.server.anonymous.post(
      '/v1/payment-links/payments',
      {},
      { authorization: `Bearer ${link.split('#')[1] ?? ''}` },
    )
    await desk.event({ type: 'payment.captured', payment: (begun.body as { payment: string }).payment, fee: 0 })
    await settle()
    expect(await staff.row(id)).toMatchObject({ grand_total: after, captured: after, quantity: to })
    expect((await desk.read(reference)).body).toMatchObject({
      price: to * 4000,
      discount: to * 4000 - after,
      total: after,
    })
    await expectSound(id, to * 4000 - after)
  })

  it('is not charged what staff waive, and owes nothing once the party is as before', async () => {
    const { id } = await bought(1, 'HALF')
    expect(await change(id, wanted(3, { isWaived: true }))).toContain('€40.00 more is not charged.')
    expect(await staff.row(id)).toMatchObject({ items_total: 12_000, discount_total: 10_000, grand_total: 2000 })
    await expectSound(id, 6000)
    expect(await change(id, wanted(3, { time: '11:00' }))).toContain('The price stays €20.00.')
    await expectSound(id, 6000)
    const texts = await change(id, wanted(2, { time: '11:00' }))
    expect(texts).toContain('The price stays €20.00.')
    expect(texts).toContain('Of the €40.00 that earlier changes waived, €20.00 stays waived.')
    await expectSound(id, 4000)
    await change(id, wanted(1))
    expect(await staff.row(id)).toMatchObject({ items_total: 4000, discount_total: 2000, grand_total: 2000 })
    await expectSound(id, 2000)
  })

  it('loses the discount on a day that the coupon is not for, and says so', async () => {
    const { id } = await bought(2, 'JUNE1')
    const texts = await change(id, wanted(2, { date: laterDate, isWaived: true }))
    expect(texts).toContain('Coupon JUNE1 takes nothing off this visit.')
    expect(texts).toContain('€20.00 more is not charged.')
    await expectSound(id, 0)
    expect(await change(id, wanted(2))).toContain('Coupon JUNE1 takes off €20.00 instead of €0.00.')
    expect(await staff.row(id)).toMatchObject({ grand_total: 6000, discount_total: 2000 })
    await expectSound(id, 2000)
  })

  it.each([
    ['whose terms are not there', 'HALF', sql`terms = '{"code": "HALF"}'`],
    ['of which another order has a part', 'TENNER', sql`split_of = id`],
  ])('keeps its price and its party with a coupon %s', async (_, coupon, how) => {
    const { id } = await bought(2, coupon)
    await sql`update coupon_redemptions set ${how} where purchase_id = ${id}`.execute(desk.db)
    const { status, body } = await staff.previewReply(id, 'change-visit', wanted(1))
    expect([status, (body as { fields: object }).fields]).toEqual([
      422,
      {
        units:
          'What this order’s discounts take off for another party isn’t known, so its price can’t change. Place a new order instead.',
      },
    ])
    const { grand_total: before } = await staff.row(id)
    await change(id, wanted(2, { time: '11:00' }))
    expect(await staff.row(id)).toMatchObject({ grand_total: before, local_time: '11:00' })
  })

  it('has its share of a percentage where the order was split', async () => {
    const { id } = await bought(4, 'HALF')
    await sql`update coupon_redemptions set split_of = id where purchase_id = ${id}`.execute(desk.db)
    await change(id, wanted(2))
    expect(await staff.row(id)).toMatchObject({ grand_total: 4000, discount_total: 4000 })
  })
})

it('a visit without a coupon that staff waived a difference of costs its price again for the party as before', async () => {
  const { id } = await bought(1)
  await change(id, wanted(2, { isWaived: true }))
  await change(id, wanted(1))
  expect(await staff.row(id)).toMatchObject({ items_total: 4000, discount_total: 0, grand_total: 4000 })
  await expectSound(id, 0)
})

it('fees of suppliers for earlier changes stay in the cost', async () => {
  const { id } = await bought(2)
  const cost = Number((await staff.row(id))['net_cost'])
  async function changeFor(fee: number, input: object): Promise<void> {
    await staff.preview(id, 'change-visit', input)
    await sql`
      update supplier_calls set answer = answer || ${JSON.stringify({ fee })}::jsonb where id = (select max(c.id) from supplier_calls c
        join order_placements o on o.supplier_key = c.key where o.purchase_id = ${id} and c.action = 'quoteChange')`.execute(
      desk.db,
    )
    const { body } = await staff.apply(id, 'change-visit', { ...input, token: 'seen without the fee' })
    const { token } = (body as { current: { token: string } }).current
    const { status, body: applied } = await staff.apply(id, 'change-visit', { ...input, token })
    expect(status, JSON.stringify(applied)).toBe(200)
    await settle()
  }
  await changeFor(500, wanted(2, { time: '11:00' }))
  expect(await staff.row(id)).toMatchObject({ net_cost: cost + 500, supplier_cost: cost + 500 })
  await changeFor(300, wanted(2))
  expect(await staff.row(id)).toMatchObject({ net_cost: cost + 800, supplier_cost: cost + 800 })
  await changeFor(0, wanted(1))
  expect(await staff.row(id)).toMatchObject({ net_cost: cost / 2 + 800, supplier_cost: cost / 2 + 800 })
  await expectSound(id, 0)
})

describe('the tax rate of a changed visit', () => {
  const family = (adults: number, children: number, changes: object = {}) =>
    wanted(adults, {
      units: [
        { unitId: desk.goods.adultId, quantity: adults },
        { unitId: desk.goods.childId, quantity: children },
      ].filter(({ quantity }) => quantity > 0),
      isWaived: true,
      ...changes,
    })
  const setRate = (id: number, rate: number) =>
    sql`update purchase_lines set tax_rate = ${rate} where purchase_id = ${id} and kind = 'item'`.execute(desk.db)

  it('is that of the unit, else that of the other items', async () => {
    const { id } = await bought(1)
    await setRate(id, 2100)
    await change(id, family(1, 2))
    expect((await itemsOf(id)).map((line) => line['tax_rate'])).toEqual([2100, 2100])
    await sql`update purchase_lines set tax_rate = 1000 where purchase_id = ${id} and product_age_band_id = ${desk.goods.childId}`.execute(
      desk.db,
    )
    await change(id, family(2, 3))
    expect(await itemsOf(id)).toMatchObject([
      { quantity: 2, tax_rate: 2100 },
      { quantity: 3, tax_rate: 1000 },
    ])
    await change(id, family(0, 3))
    await change(id, family(1, 3))
    expect((await itemsOf(id)).map((line) => line['tax_rate'])).toEqual([1000, 1000])
  })

  it('stays with a price for the whole booking, on the same line', async () => {
    const per = (pricing: string, retail: number) =>
      sql`update products set pricing_per = ${pricing}, net_from = 5000, retail_from = ${retail}
        where id = (select product_id from product_options where id = ${desk.goods.optionId})`.execute(desk.db)
    await per('BOOKING', 9000)
    const { id } = await bought(2)
    await setRate(id, 1000)
    const before = await itemsOf(id)
    expect(before).toMatchObject([
      { quantity: 2, amount: 0 },
      { quantity: 1, amount: 9000 },
    ])
    await per('BOOKING', 7000)
    await change(id, wanted(2, { time: '11:00' }))
    await per('UNIT', 7000)
    expect(await itemsOf(id)).toEqual(before.map((line) => ({ ...line, amount: line['amount'] === 9000 ? 7000 : 0 })))
    expect(await staff.row(id)).toMatchObject({ grand_total: 7000 })
  })
})

it.each([
  [10, 3, false],
  [35, 3, true],
  [35, 4, false],
])(
  'a difference is waived as far as a person can change prices: by %i%% of 2 to %i guests, %s',
  async (percent, guests, isDone) => {
    const { id } = await bought(2)
    await sql`
    update role_permissions set max_override_percent = ${percent}
    where role_id = (select id from roles where name = 'sales-agent') and action = 'write' and object = 'purchases'`.execute(
      desk.db,
    )
    const agent = staffDesk(desk, await desk.server.signIn('sales-agent'))
    const { status, body } = await agent.previewReply(id, 'change-visit', wanted(guests, { isWaived: true }))
    expect(status, JSON.stringify(body)).toBe(isDone ? 200 : 422)
    if (!isDone)
      expect(body).toMatchObject({
        fields: { isWaived: expect.stringContaining(`Your role can change a price by at most ${percent}%`) },
      })
  },
)
