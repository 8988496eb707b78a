import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { keyWith } from '../discovery/testing/api-key.server.ts'
import type { Order } from './orders.ts'
import type { OrderDesk } from './testing/order-desk.server.ts'
import { customer, openOrderDesk, refusalOf } from './testing/order-desk.server.ts'

let desk: OrderDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'order_endings')
})
afterAll(() => desk?.server.stop())

/** The deadline passes. */
const lapse = async (reference: string) => {
  await sql`update purchases set held_until = now() - interval '1 second' where reference = ${reference}`.execute(
    desk.db,
  )
  await sql`update house_stock_holds h set held_until = now() - interval '1 second'
    from order_placements o join purchases p on p.id = o.purchase_id where h.key = o.supplier_key and p.reference = ${reference}`.execute(
    desk.db,
  )
}
async function coupon(code: string, values: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const { totalLimit = null, isFirstPurchaseOnly = false } = values
  await sql`insert into coupons (code, name, kind, percent, status, valid_from, total_limit, is_first_purchase_only)
    values (${code}, ${code}, 'percent', 1000, 'active', now() - interval '1 day', ${totalLimit}, ${isFirstPurchaseOnly})`.execute(
    desk.db,
  )
}
const usesOf = async (code: string) => {
  const { rows } = await sql<{ used: number }>`select times_used as used from coupons where code = ${code}`.execute(
    desk.db,
  )
  return rows[0]?.used
}

describe('the coupon of an order', () => {
  it('is reserved with it, and free again when it is cancelled', async () => {
    await coupon('TENTH')
    const order = await desk.placed({ lines: [desk.visit(1)], coupon: 'tenth' })
    expect(order).toMatchObject({ coupon: 'TENTH', price: 4000, discount: 400, total: 3600 })
    expect(order.lines.at(-1)).toMatchObject({ kind: 'discount', title: 'Coupon TENTH', amount: -400 })
    expect(await usesOf('TENTH')).toBe(1)
    await desk.cancel(order.reference)
    expect(await usesOf('TENTH')).toBe(0)
  })

  it('counts only where the catalogue keeps what is bought: its subcategory, its event’s category, its provider', async () => {
    const { rows } = await sql<{ category: number; subcategory: number; provider: number }>`
      with category as (insert into categories (name) values ('Tours') returning id),
      subcategory as (insert into subcategories (name, category_id) select 'Night tours', id from category returning id)
      select category.id as category, subcategory.id as subcategory, (select max(id) from providers) as provider
      from category, subcategory`.execute(desk.db)
    const [made] = rows
    if (!made) throw new Error('A select from what was made answers with its row.')
    await sql`update products set subcategory_ids = ${[made.subcategory]}`.execute(desk.db)
    await sql`update events set category_id = ${made.category}`.execute(desk.db)
    await coupon('SECTION')
    const problemOf = async (line: object) => (await desk.quote(line, 'SECTION')).coupon?.problem
    await sql`update coupons set category_ids = ${[made.category]} where code = 'SECTION'`.execute(desk.db)
    expect([await problemOf(desk.visit(1)), await problemOf(desk.tickets(1))]).toEqual([null, null])
    await sql`update coupons set subcategory_ids = ${[made.subcategory]}, category_ids = '{}' where code = 'SECTION'`.execute(
      desk.db,
    )
    const refusal = 'This coupon does not apply to anything in this purchase.'
    expect([await problemOf(desk.visit(1)), await problemOf(desk.tickets(1))]).toEqual([null, refusal])
    await sql`update coupons set excluded_provider_ids = array(select id from providers) where code = 'SECTION'`.execute(
      desk.db,
    )
    expect(await problemOf(desk.visit(1))).toBe(refusal)
  })

  it('is asked whom it is for, which a quote does not say', async () => {
    await coupon('FIRST', { isFirstPurchaseOnly: true })
    const before = await desk.available(desk.visit())
    const buyer = { ...customer, email: 'bought@example.com' }
    const { reference } = await desk.placed({ lines: [desk.visit(1)], customer: buyer })
    await desk.db.transaction().execute(async (work) => {
      await sql`update purchases set payment_status = 'captured', captured = grand_total where reference = ${reference}`.execute(
        work,
      )
      await sql`insert into payments (purchase_id, provider, method, state, currency, authorised, captured, fee, psp_reference, captured_at)
          select id, 'stripe', 'card', 'captured', currency, captured, captured, 0, 'psp-1', now() from purchases where reference = ${reference}`.execute(
        work,
      )
    })
    expect(await refusalOf(desk.place({ lines: [desk.visit(1)], customer: buyer, coupon: 'FIRST' }))).toEqual([
      409,
      'CouponRefused',
      { coupon: 'This coupon is for the first purchase only.' },
    ])
    expect(await desk.available(desk.visit())).toBe(before - 1)
    expect((await refusalOf(desk.cancel(reference))).slice(0, 2)).toEqual([422, 'QuoteRequired'])
  })
})

describe('reading and cancelling an order', () => {
  it('is for the API user that placed it', async () => {
    const { reference } = await desk.placed()
    const { key: other } = await keyWith(desk.db, ['orders'])
    const { key: reader } = await keyWith(desk.db, ['catalogue:read'])
    expect(await refusalOf(desk.read(reference, other))).toEqual([404, 'NotFound'])
    expect(await refusalOf(desk.cancel(reference, other))).toEqual([404, 'NotFound'])
    expect(await refusalOf(desk.read(reference, reader))).toEqual([403, 'ScopeMissing'])
    expect((await desk.read(reference.toLowerCase())).status).toBe(200)
  })

  it('gives the places back at once, and twice is as good as once', async () => {
    const before = await desk.available(desk.tickets())
    const { reference } = await desk.placed()
    for (let n = 0; n < 2; n++) {
      const { status, body } = await desk.cancel(reference)
      expect([status, (body as Order).status, (body as Order).heldUntil]).toEqual([200, 'CANCELLED', null])
    }
    expect(await desk.available(desk.tickets())).toBe(before)
    const { rows } = await sql`
      select e.kind from purchase_events e join purchases p on p.id = e.purchase_id where p.reference = ${reference} order by e.id`.execute(
      desk.db,
    )
    expect(rows.map((row) => (row as { kind: string }).kind)).toEqual(['placed', 'held', 'cancelled'])
  })
})

describe('a hold', () => {
  it('has ended at its deadline, and the job writes it down and frees the coupon', async () => {
    await coupon('LAPSES', { totalLimit: 1 })
    const before = await desk.available(desk.visit())
    const { reference } = await desk.placed({ lines: [desk.visit(1)], coupon: 'LAPSES' })
    await lapse(reference)
    expect(((await desk.read(reference)).body as Order).status).toBe('EXPIRED')
    expect(await desk.available(desk.visit())).toBe(before)
    expect(await usesOf('LAPSES')).toBe(1)
    await desk.server.runJob('expire-orders')
    expect((await desk.read(reference)).body).toMatchObject({
      status: 'EXPIRED',
      bookingStatus: 'expired',
      heldUntil: null,
    })
    expect(await usesOf('LAPSES')).toBe(0)
    expect(await refusalOf(desk.cancel(reference))).toEqual([409, 'OrderEnded'])
    // It is no more than written down: a second run changes nothing.
    const { version } = await desk.rowOf(reference)
    await desk.server.runJob('expire-orders')
    expect((await desk.rowOf(reference))['version']).toBe(version)
  })
})

describe('the feed of changes', () => {
  const feed = async (query: Readonly<Record<string, string>>, key = own) => {
    // A change waits for older transactions, those of other databases of the server too.
    const late = sql<{ count: number }>`select count(*)::integer as count from order_placements, pg_current_snapshot() s
      where changed_in >= pg_snapshot_xmin(s) and changed_in < pg_snapshot_xmax(s)`
    await expect.poll(async () => (await late.execute(desk.db)).rows[0]?.count, { timeout: 30_000 }).toBe(0)
    const { status, body } = await desk.server.anonymous.get('/v1/orders', query, { authorization: `Bearer ${key}` })
    expect(status, JSON.stringify(body)).toBe(200)
    return body as { data: Order[]; next: string; hasMore: boolean }
  }
  let own = ''
  const place = async (call: string) => {
    const { body } = await desk.place({ lines: [desk.tickets(1)], customer }, call, own)
    return (body as Order).reference
  }
  const referencesIn = ({ data }: { data: readonly Order[] }) => data.map(({ reference }) => reference)

  it('has every order once, by its last change, and only those of the API user', async () => {
    own = (await keyWith(desk.db, ['orders'])).key
    const [first, second, third] = [await place('feed-1'), await place('feed-2'), await place('feed-3')]
    await desk.placed()
    await desk.cancel(first, own)
    const page = await feed({ limit: '2' })
    expect([referencesIn(page), page.hasMore]).toEqual([[second, third], true])
    const rest = await feed({ cursor: page.next })
    expect(rest).toMatchObject({ data: [{ reference: first, status: 'CANCELLED' }], hasMore: false })
    expect(rest.data[0]).toEqual((await desk.read(first, own)).body)
    expect(await feed({ cursor: rest.next })).toEqual({ data: [], next: rest.next, hasMore: false })
    await desk.cancel(third, own)
    expect(referencesIn(await feed({ cursor: rest.next }))).toEqual([third])
  })

  it('has the orders of a performance that is cancelled, postponed or back', async () => {
    own = (await keyWith(desk.db, ['orders'])).key
    const [open, ended] = [await place('off-1'), await place('off-2')]
    await desk.cancel(ended, own)
    const { performanceId, eventId } = desk.goods
    const statuses: (string | null | undefined)[] = []
    let { next } = await feed({})
    const changed = async (change: ReturnType<typeof sql>) => {
      await change.execute(desk.db)
      const page = await feed({ cursor: next })
      next = page.next
      expect(referencesIn(page)).toEqual([open])
      statuses.push(page.data[0]?.eventStatus)
    }
    await changed(sql`update performances set status = 'cancelled' where id = ${performanceId}`)
    await changed(sql`update performances set status = 'onsale' where id = ${performanceId}`)
    for (const schedule of ['postponed', 'cancelled', 'scheduled'])
      await changed(sql`update events set schedule = ${schedule} where id = ${eventId}`)
    expect(statuses).toEqual(['EventCancelled', 'EventScheduled', 'EventPostponed', 'EventCancelled', 'EventScheduled'])
    await sql`update performances set status = 'offsale' where id = ${performanceId}`.execute(desk.db)
    await sql`update performances set status = 'onsale' where id = ${performanceId}`.execute(desk.db)
    expect(referencesIn(await feed({ cursor: next }))).toEqual([])
    // What took place is not cancelled or postponed with its event, only by itself.
    const shift = async (days: number) => {
      // Only a day that is undecided can move out of the past.
      await sql`update performances set is_date_tbd = true where id = ${performanceId}`.execute(desk.db)
      await sql`update performances set local_date = local_date + ${days}::integer, starts_at = starts_at + ${days} * interval '1 day',
        is_date_tbd = false where id = ${performanceId}`.execute(desk.db)
    }
    await shift(-36_525)
    next = (await feed({ cursor: next })).next
    for (const schedule of ['postponed', 'cancelled']) {
      await sql`update events set schedule = ${schedule} where id = ${eventId}`.execute(desk.db)
      expect((await desk.read(open, own)).body).toMatchObject({ eventStatus: 'EventScheduled' })
      expect(referencesIn(await feed({ cursor: next }))).toEqual([])
    }
    await changed(sql`update performances set status = 'cancelled' where id = ${performanceId}`)
    expect(statuses.at(-1)).toBe('EventCancelled')
    await sql`update performances set status = 'onsale' where id = ${performanceId}`.execute(desk.db)
    await sql`update events set schedule = 'scheduled' where id = ${eventId}`.execute(desk.db)
    await shift(36_525)
  })

  it('does not have what only staff see', async () => {
    const reference = await place('feed-4')
    const { next } = await feed({})
    await sql`update purchases set assignee_id = (select min(id) from staff), tags = '{vip}', snoozed_until = now()
      where reference = ${reference}`.execute(desk.db)
    expect((await feed({ cursor: next })).data).toEqual([])
    await sql`update purchases set customer_name = 'Ada Lovelace' where reference = ${reference}`.execute(desk.db)
    expect(referencesIn(await feed({ cursor: next }))).toEqual([reference])
  })

  it('refuses a cursor that it never gave', async () => {
    const reply = desk.server.anonymous.get('/v1/orders', { cursor: 'x' }, { authorization: `Bearer ${own}` })
    expect(await refusalOf(reply)).toEqual([
      422,
      'InvalidInput',
      { cursor: 'Send the cursor from next of an earlier response.' },
    ])
  })
})
