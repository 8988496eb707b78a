import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Refusal } from '../../core/errors/errors.ts'
import { ledgerDifferences } from '../ledger/testing/ledger-differences.server.ts'
import type { DisputeDesk } from './testing/dispute-desk.server.ts'
import { openDisputeDesk } from './testing/dispute-desk.server.ts'

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === null)('a refund and a dispute of one payment at once', () => {
  let bank: DisputeDesk
  beforeAll(async () => {
    bank = await openDisputeDesk(postgresUrl, 'dispute races')
  })
  afterAll(() => bank?.desk.server.stop())

  /** Whether it was done; what is refused because the bank decides is no fault. */
  async function tried(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      if (error instanceof Refusal || /The bank is deciding|what the bank left/.test(String(error))) return false
      throw error
    }
  }
  const stripeRefunds = () => [...bank.local.books.refunds.values()]

  it('never sends money back once the bank decides, never waits in a circle, and keeps the books true', async () => {
    let [refundsFirst, disputesFirst] = [0, 0]
    for (let round = 0; round < 6; round++) {
      const ids = await bank.paid(25, 5000)
      const names = new Map<number, string>()
      await Promise.all(
        ids.flatMap((id, index) => [
          (async () => {
            // Half of the refunds are approved before the bank’s news arrive, half at the same time.
            if (index % 2 === 0) await tried(() => bank.bench.refund(id, 5000))
            names.set(id, await bank.dispute(id))
            const events = bank.news.splice(0)
            await Promise.all(events.map((event) => bank.deliver(event)))
          })(),
          index % 2 === 1 ? tried(() => bank.bench.refund(id, 5000)) : Promise.resolve(true),
          bank.sendRefunds(),
        ]),
      )
      await bank.deliverAll()
      const open = await sql`
        select r.id from refunds r join disputes d on d.payment_id = r.payment_id
        where d.status = 'needs_response' and r.state = 'approved'`.execute(bank.desk.db)
      expect(open.rows).toEqual([])
      await bank.sendRefunds()
      for (const id of ids) {
        const { refunds, refunded } = await bank.bench.sums(id)
        if (refunded > 0) refundsFirst++
        else disputesFirst++
        expect(refunds.every(({ state }) => state === 'succeeded' || state === 'failed')).toBe(true)
        expect(await ledgerDifferences(bank.desk.db, id)).toEqual([])
      }
      // The bank decides for the customer where nothing went back, else for us.
      for (const id of ids) bank.decide(names.get(id) ?? '', (await bank.bench.sums(id)).refunded > 0 ? 'won' : 'lost')
      await bank.deliverAll()
      for (const id of ids) {
        const { captured, refunded, charged_back: chargedBack } = await bank.order(id)
        expect(Number(refunded) + Number(chargedBack)).toBe(Number(captured))
        const [failed] = (await bank.bench.sums(id)).refunds.filter(({ state }) => state === 'failed')
        if (failed) expect(await tried(() => bank.bench.decide(id, failed.id, 'retried'))).toBe(false)
        expect(await ledgerDifferences(bank.desk.db, id)).toEqual([])
      }
    }
    // Both happened, or the test would have raced nothing.
    expect(disputesFirst).toBeGreaterThan(0)
    expect(refundsFirst + disputesFirst).toBe(150)
    expect(stripeRefunds().filter(({ status }) => status === 'succeeded')).toHaveLength(refundsFirst)
  }, 300_000)

  it('is answered once by two people at once', async () => {
    const staff = await bank.desk.server.signIn('admin')
    const ids = await bank.paid(10, 5000)
    for (const id of ids) {
      await bank.dispute(id)
      await bank.deliverAll()
      const dispute = (await bank.rows(id))[0]?.id ?? 0
      const path = `/rest/data/disputes/${dispute}`
      const evidence = [{ field: 'uncategorized_text', text: 'It was delivered.' }]
      const [{ body: submitting }, { body: accepting }] = await Promise.all([
        staff.post(`${path}/submit/preview`, { evidence }),
        staff.post(`${path}/accept/preview`, {}),
      ])
      const replies = await Promise.all([
        staff.post(
          `${path}/submit`,
          { evidence, token: (submitting as { token: string }).token },
          { 'idempotency-key': `submit-${id}` },
        ),
        staff.post(
          `${path}/accept`,
          { token: (accepting as { token: string }).token },
          { 'idempotency-key': `accept-${id}` },
        ),
      ])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    }
    await Promise.all([bank.sendAnswers(), bank.sendAnswers()])
    const { rows } = await sql<{ state: string; answers: number }>`
      select state, count(*) as answers from dispute_answers group by state`.execute(bank.desk.db)
    expect(rows).toEqual([{ state: 'done', answers: 10 }])
  }, 120_000)
})
