import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import { loadDemoData } from '../../../app/seed/load.server.ts'
import { createLog } from '../../../core/http/log.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { timelineKinds } from './purchase-ledger.ts'

let server: TestServer
let ids: number[]
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'ledger' })
  await loadDemoData(server.database, {
    purchases: 300,
    today: '2026-11-21',
    now: '2026-11-21T16:20:00Z',
    log: createLog({ level: 'silent' }),
  })
  // Each test takes one, so all of them are alike in what the tests are about: paid once, with nothing on its way back.
  const { rows } = await sql<{ id: number }>`
    select p.id from purchases p where p.payment_status = 'captured' and p.booking_status = 'completed'
      and p.refund_state = 'none' and p.fulfilment_status = 'delivered' and p.captured > 1000 and p.currency <> 'ISK'
      and (select count(*) from payments x where x.purchase_id = p.id and x.state = 'captured') = 1
      order by p.id limit 20`.execute(server.database.kysely)
  ids = rows.map(({ id }) => id)
  expect(ids).toHaveLength(20)
}, 180_000)
afterAll(() => server.stop())

it('has in its timeline what the database accepts, and nothing else', async () => {
  const { rows } = await sql<{ text: string }>`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'purchase_events_kind_check'`.execute(
    server.database.kysely,
  )
  const accepted = [...(rows[0]?.text ?? '').matchAll(/'(\w+)'/g)].map(([, kind]) => kind)
  expect(accepted.toSorted()).toEqual([...timelineKinds].toSorted())
})

let id = 0
beforeEach(() => {
  id = ids.pop() ?? 0
})

async function raise(db: Db, amount: number, state: string): Promise<void> {
  await sql`update purchases set refunded = refunded + ${amount}, refund_state = ${state},
    payment_status = case when refunded + ${amount} = captured then 'refunded' else 'partially_refunded' end
      where id = ${id}`.execute(db)
}

async function payBack(db: Db, amount: number, currency?: string): Promise<void> {
  await sql`insert into refunds (purchase_id, payment_id, state, currency, amount, kind, reason, initiator,
    paid_by, destination, idempotency_key, succeeded_at)
    select p.id, x.id, 'succeeded', coalesce(${currency ?? null}, p.currency), ${amount}, 'goodwill',
      'quality', 'staff', 'platform',
      'original_method', 'a test ' || (select count(*) from refunds), now()
    from purchases p join payments x on x.purchase_id = p.id and x.state = 'captured'
      where p.id = ${id}`.execute(db)
}

const transaction = (work: (db: Db) => Promise<void>) => server.database.kysely.transaction().execute(work)
const disagrees = /do not add up to what it says/

describe('the sums of a purchase and its ledger', () => {
  it('change together in one transaction, the purchase first', async () => {
    await transaction(async (db) => {
      await raise(db, 100, 'partial')
      await payBack(db, 100)
    })
    const {
      rows: [row],
    } = await sql`
      select refunded, margin = captured - 100 - supplier_cost - payment_fees as "isLess" from purchases
        where id = ${id}`.execute(server.database.kysely)
    expect(row).toEqual({ refunded: 100, isLess: true })
  })

  it('refuse a refund that the purchase does not know of', async () => {
    await expect(transaction((db) => payBack(db, 100))).rejects.toThrow(disagrees)
  })

  it('refuse a sum without its refund when the transaction ends', async () => {
    await expect(transaction((db) => raise(db, 100, 'partial'))).rejects.toThrow(disagrees)
  })

  it('refuse a refund in another currency', async () => {
    await expect(
      transaction(async (db) => {
        await raise(db, 100, 'partial')
        await payBack(db, 100, 'ISK')
      }),
    ).rejects.toThrow(disagrees)
  })

  it('refuse a refund that is taken away again, and a state that is not the refunds’', async () => {
    await transaction(async (db) => {
      await raise(db, 100, 'partial')
      await payBack(db, 100)
    })
    await expect(
      transaction(async (db) => {
        await sql`delete from refunds
      where purchase_id = ${id}`.execute(db)
      }),
    ).rejects.toThrow('ledger_entries_refund_id_fkey')
    await expect(
      transaction(async (db) => {
        await sql`update refunds set state = 'reversed' where purchase_id = ${id}`.execute(db)
      }),
    ).rejects.toThrow(disagrees)
  })

  it('never give back more than was taken', async () => {
    await expect(
      transaction(async (db) => {
        await sql`update purchases set refunded = captured + 1, refund_state = 'partial',
        payment_status = 'partially_refunded' where id = ${id}`.execute(db)
      }),
    ).rejects.toThrow(/refunded_within_captured|payment_status_agrees/)
  })

  it.each([
    ['a total that does not add up', 'grand_total = grand_total + 1', 'grand_total_adds_up'],
    [
      'a discount above the items',
      'discount_total = items_total + 1, grand_total = fees_total + tax_total - 1',
      'discount_within_items|grand_total_check',
    ],
    ['a refund without money', `payment_status = 'refunded'`, 'payment_status_agrees_with_the_money'],
    [
      'tickets before a confirmation',
      `booking_status = 'pending_supplier', fulfilment_status = 'delivered'`,
      'cannot move: booking completed',
    ],
    ['a reference that can be misread', `reference = 'O0O0I1I1'`, 'reference_has_no_ambiguous_letter'],
    ['an end before the start', `ends_at = starts_at - interval '1 minute'`, 'it_ends_after_it_starts'],
  ])('refuse %s', async (_, change, rule) => {
    await expect(
      sql`update purchases set ${sql.raw(change)}
      where id = ${id}`.execute(server.database.kysely),
    ).rejects.toThrow(new RegExp(rule))
  })

  // Lines of a product name units, and a trigger checks those before the rule about kinds is asked: the product stays.
  it.each([
    ['product', 'event_id = 1, performance_id = 1', 'what_was_sold_agrees_with_its_kind'],
    ['event', 'product_id = 1, product_option_id = 1', 'what_was_sold_agrees_with_its_kind'],
    ['product', 'product_id = null, product_option_id = null', 'a_line_names_a_unit_of_its_option'],
  ])('refuse what was sold as a %s with %s', async (kind, change, rule) => {
    const { rows } = await sql<{ id: number }>`
      select min(p.id) as id from purchases p where p.kind = ${kind} and (p.kind = 'event' or exists (
        select from purchase_lines l where l.purchase_id = p.id and l.product_age_band_id is not null))`.execute(
      server.database.kysely,
    )
    const refused = sql`update purchases set ${sql.raw(change)} where id = ${rows[0]?.id}`.execute(
      server.database.kysely,
    )
    await expect(refused).rejects.toMatchObject({ code: '23514', constraint: rule })
  })

  it('work the next step out by themselves', async () => {
    const { rows } = await sql<{ step: string }>`
      update purchases set booking_status = 'confirmed', fulfilment_status = 'failed' where id = ${id}
        returning next_step as step`.execute(server.database.kysely)
    expect(rows).toEqual([{ step: 'fix_delivery' }])
  })
})
