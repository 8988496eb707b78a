import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { makeCatalogue } from '../coupons/testing/coupons.server.ts'
import { FakeGateway } from './testing/fake-gateway.server.ts'
import type { RefundBench } from './testing/refund-bench.server.ts'
import { refundBench } from './testing/refund-bench.server.ts'
import { sendRefunds } from './testing/send-refunds.server.ts'

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === null)('refunds at once', () => {
  let server: TestServer
  let bench: RefundBench
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl, name: 'refund races' })
    await makeCatalogue(server.database.kysely)
    bench = refundBench(server)
  })
  afterAll(() => server?.stop())

  async function won(calls: readonly Promise<unknown>[]): Promise<number> {
    const settled = await Promise.allSettled(calls)
    for (const one of settled)
      if (one.status === 'rejected' && !(one.reason instanceof Refusal)) throw one.reason as Error
    return settled.filter(({ status }) => status === 'fulfilled').length
  }

  it('never give back more than was paid, in 1,000 races over one payment each', async () => {
    let overRefunds = 0
    const gateway = new FakeGateway()
    let expected = 0
    for (let batch = 0; batch < 20; batch++) {
      const ids = await bench.paid(50, 5000)
      // Two of four fit into each payment.
      const counts = await Promise.all(
        ids.map((id) => won([2500, 2500, 2500, 2500].map((amount) => bench.refund(id, amount)))),
      )
      expect(counts.every((count) => count === 2)).toBe(true)
      await Promise.all([sendRefunds(server.database, gateway), sendRefunds(server.database, gateway)])
      for (const id of ids) {
        const { captured, refunded, pending } = await bench.sums(id)
        if (refunded + pending > captured) overRefunds++
        expected += refunded
      }
    }
    expect(overRefunds).toBe(0)
    expect(expected).toBe(1000 * 5000)
    expect(gateway.total()).toBe(expected)
    expect([...gateway.paid.values()].every((times) => times === 1)).toBe(true)
  }, 300_000)

  it('are approved once by two people at once, and rejected or approved, never both', async () => {
    const ids = await bench.paid(30, 5000)
    for (const id of ids) {
      await bench.refund(id, 5000, { isAlone: false })
      const refundId = (await bench.sums(id)).refunds[0]?.id ?? 0
      const settled = await Promise.allSettled([
        bench.decide(id, refundId, 'approved'),
        bench.decide(id, refundId, 'rejected'),
      ])
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const { pending, refunds } = await bench.sums(id)
      expect(pending).toBe(refunds[0]?.state === 'approved' ? 5000 : 0)
    }
  })
})
