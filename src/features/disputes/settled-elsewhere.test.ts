import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { ledgerDifferences } from '../ledger/testing/ledger-differences.server.ts'
import { disputeShape } from '../payments/local-stripe-disputes.server.ts'
import { factsOf } from './stripe-disputes.server.ts'
import type { DisputeDesk } from './testing/dispute-desk.server.ts'
import { openDisputeDesk } from './testing/dispute-desk.server.ts'

const dispute = (currency: string, amount: number, settled: string, movements: readonly (readonly number[])[]) => {
  const { id, ...shape } = disputeShape('du_1', {
    payment: 'pi_1',
    amount,
    currency,
    reason: 'general',
    isInquiry: false,
  })
  const balance = movements.map(([moved, rate, fee]) => ({
    amount: moved,
    fee,
    currency: settled,
    exchange_rate: rate,
    created: 1,
  }))
  return { ...shape, id, balance_transactions: balance } as unknown as Stripe.Dispute
}

describe('a dispute in an account that is settled in another currency', () => {
  it('withdraws its own amount, and no more by rounding', () => {
    expect(factsOf(dispute('krw', 135_000, 'eur', [[-10_004, 0.0741, 1500]]))).toMatchObject({
      amount: 135_000,
      withdrawn: 135_000,
      reinstated: 0,
      fee: 20_243,
    })
  })

  it('gives back its own amount at the rate of another day', () => {
    const movements = [
      [-10_004, 0.0741, 1500],
      [9720, 0.072, 0],
    ]
    expect(factsOf(dispute('krw', 135_000, 'eur', movements))).toMatchObject({
      withdrawn: 135_000,
      reinstated: 135_000,
    })
  })

  it('converts what is only a part of it', () => {
    const movements = [
      [-10_004, 0.0741, 1500],
      [5002, 0.0741, 0],
    ]
    expect(factsOf(dispute('krw', 135_000, 'eur', movements))).toMatchObject({ withdrawn: 135_000, reinstated: 67_503 })
  })

  it('has our minor units in a currency that Stripe writes with others', () => {
    expect(factsOf(dispute('ugx', 5_000_000, 'eur', [[-1251, 0.00025, 1500]]))).toMatchObject({
      amount: 50_000,
      withdrawn: 50_000,
      fee: 60_000,
    })
    expect(factsOf(dispute('ugx', 5_000_000, 'ugx', [[-5_000_000, 1, 200_000]]))).toMatchObject({
      withdrawn: 50_000,
      fee: 2000,
    })
  })
})

describe('the books of such an account', () => {
  let bank: DisputeDesk
  beforeAll(async () => {
    bank = await openDisputeDesk(inject('postgresUrl'), 'settled elsewhere')
  })
  afterEach(() => void (bank.local.books.settlement = null))
  afterAll(() => bank?.desk.server.stop())

  it.each(['won', 'lost'] as const)('have nothing left with the bank once a dispute is %s', async (outcome) => {
    const [id = 0] = await bank.paid(1, 5000)
    bank.local.books.settlement = { currency: 'krw', rate: 0.0741 }
    const name = await bank.dispute(id)
    await bank.deliverAll()
    bank.decide(name, outcome)
    await bank.deliverAll()
    const kept = outcome === 'lost' ? 5000 : 0
    expect(await bank.rows(id)).toMatchObject([{ status: outcome, withdrawn: 5000, reinstated: 5000 - kept }])
    expect(await bank.order(id)).toMatchObject({ charged_back: kept })
    expect(await bank.accounts(id)).toMatchObject({ disputed_funds: 0 })
    expect(await ledgerDifferences(bank.desk.db, id)).toEqual([])
  })
})
