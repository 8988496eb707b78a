import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { makeCatalogue, makePurchases } from '../coupons/testing/coupons.server.ts'
import { settleRefund } from '../orders/refund-moves.server.ts'
import type { RefundBench } from '../payments/testing/refund-bench.server.ts'
import { refundBench } from '../payments/testing/refund-bench.server.ts'
import type { LedgerSums } from './ledger-sums.endpoints.ts'
import { maxSummed } from './ledger-sums.endpoints.ts'

let server: TestServer
let bench: RefundBench
let admin: Client
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'ledger-sums' })
  await makeCatalogue(server.database.kysely)
  bench = refundBench(server)
  admin = await server.signIn('admin')
})
afterAll(() => server?.stop())

const read = (filter?: unknown) =>
  admin.get('/rest/data/ledger-sums', filter === undefined ? {} : { filter: JSON.stringify(filter) })
const sumOf = async (filter: object) => {
  const { status, body } = await read(filter)
  expect(status, JSON.stringify(body)).toBe(200)
  const { sums, isMore } = body as LedgerSums
  expect([sums.length, isMore]).toEqual([1, false])
  return sums[0]?.sum ?? 0
}

describe('the sum of the entries that a filter finds', () => {
  it('is the figure of the order that opens them, with the sign that its link turns round', async () => {
    const [id = 0, other = 0] = await bench.paid(2, 5000)
    expect(other).not.toBe(id)
    await bench.refund(id, 1200)
    const [refund] = (await bench.sums(id)).refunds
    await settleRefund(server.database, refund?.id ?? 0, { state: 'succeeded', reference: 're_1' })
    const { rows } = await sql<
      Record<'captured' | 'refunded' | 'cost' | 'fees' | 'margin', number> & { currency: string }
    >`
      select captured, refunded, supplier_cost as cost, payment_fees as fees, margin, currency from purchases where id = ${id}`.execute(
      server.database.kysely,
    )
    const [order] = rows
    if (!order) throw new Error('The order is there.')
    expect(order.refunded).toBe(1200)
    const of = (filter: object) => sumOf({ purchaseId: id, ...filter, currency: order.currency })
    expect(await of({ account: ['gateway', 'customer_credit'], cause: 'capture' })).toBe(order.captured)
    expect(await of({ account: 'refunds' })).toBe(order.refunded)
    const accounts = ['sales', 'refunds', 'chargebacks', 'supplier_cost', 'payment_fees']
    expect(-(await of({ account: accounts }))).toBe(order.margin)
    expect(order.margin).toBe(order.captured - order.refunded - order.cost - order.fees)
  })

  it('is nothing in each currency for all entries, as every posting is balanced', async () => {
    const { body } = await read()
    const { sums } = body as LedgerSums
    expect(sums.length).toBeGreaterThan(0)
    expect(sums.filter(({ sum }) => sum !== 0)).toEqual([])
  })

  it('is given up to the most that are added up while a person waits, and not for one entry more', async () => {
    const [id = 0] = await makePurchases(server.database.kysely, 1)
    // A posting of two entries each, and in the end one that nothing balances, which only this test can make.
    const add = (from: number, to: number, at: string) =>
      server.database.withoutDeadline(() =>
        server.database.kysely.transaction().execute(async (db) => {
          await sql`set local session_replication_role = replica`.execute(db)
          await sql`
            insert into ledger_entries (posting, posted_at, cause, account, currency, amount, purchase_id)
            select 1000000 + n / 2, ${at}::timestamptz, 'refund_reversed', case n % 2 when 0 then 'gateway' else 'sales' end, 'EUR',
              case n % 2 when 0 then 3 else -2 end, ${id}
            from generate_series(${from}::integer, ${to}::integer) n`.execute(db)
        }),
      )
    await add(0, maxSummed - 1, '2026-03-01T10:00:00Z')
    expect(await sumOf({ purchaseId: id, cause: 'refund_reversed' })).toBe(maxSummed / 2)
    await add(maxSummed, maxSummed, '2026-03-02T10:00:00Z')
    const { status, body } = await read({ purchaseId: id, cause: 'refund_reversed' })
    expect([status, body]).toEqual([200, { sums: [], isMore: true }])
    // A filter that finds fewer of them has its sum.
    expect(await sumOf({ purchaseId: id, cause: 'refund_reversed', account: 'gateway' })).toBe(3 * (maxSummed / 2 + 1))
  })

  it('refuses a filter that the list refuses, and people who see no purchases', async () => {
    expect((await read({ nothing: 1 })).status).toBe(422)
    expect((await admin.get('/rest/data/ledger-sums', { filter: '{' })).status).toBe(422)
    expect((await server.anonymous.get('/rest/data/ledger-sums')).status).toBe(403)
  })
})
