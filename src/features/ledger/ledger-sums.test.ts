import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { makeCatalogue } from '../coupons/testing/coupons.server.ts'
import { settleRefund } from '../orders/refund-moves.server.ts'
import type { RefundBench } from '../payments/testing/refund-bench.server.ts'
import { refundBench } from '../payments/testing/refund-bench.server.ts'
import type { LedgerSums } from './ledger-sums.endpoints.ts'

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

  it('refuses a filter that the list refuses, and people who see no purchases', async () => {
    expect((await read({ nothing: 1 })).status).toBe(422)
    expect((await admin.get('/rest/data/ledger-sums', { filter: '{' })).status).toBe(422)
    expect((await server.anonymous.get('/rest/data/ledger-sums')).status).toBe(403)
  })
})
