import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareOf } from '../../core/money.ts'
import { policyRefund } from './policy-refund.ts'

const paid = (captured: number, more: object = {}) => ({
  grandTotal: captured,
  captured,
  refunded: 0,
  refundPending: 0,
  chargedBack: 0,
  ...more,
})

describe('what cancelling gives back', () => {
  it.each([
    ['of a price that was paid', paid(8000), 5000, 4000],
    ['of a cheaper visit, whose difference went back', paid(8000, { grandTotal: 4000, refunded: 4000 }), 5000, 2000],
    [
      'of a cheaper visit, whose difference is on its way',
      paid(8000, { grandTotal: 4000, refundPending: 4000 }),
      5000,
      2000,
    ],
    ['of a cheaper visit, with the difference', paid(8000, { grandTotal: 4000 }), 5000, 6000],
    ['of a cheaper visit that is not refundable', paid(8000, { grandTotal: 4000 }), 0, 4000],
    ['after a refund of more', paid(8000, { refunded: 5000 }), 5000, 0],
    ['after the bank took some', paid(8000, { chargedBack: 3000 }), 5000, 1000],
    ['of a price that was paid in part', paid(3000, { grandTotal: 8000 }), 5000, 1500],
    ['of an order that is not paid', paid(0, { grandTotal: 8000 }), 10_000, 0],
  ])('is counted %s', (_, order, basisPoints, refund) => {
    expect(policyRefund(order, basisPoints)).toBe(refund)
  })

  it('is never below nothing, never above what is left, and the share where nothing else happened', () => {
    const money = fc.nat(10_000_000)
    const order = fc.record({
      grandTotal: money,
      captured: money,
      refunded: money,
      refundPending: money,
      chargedBack: money,
    })
    fc.assert(
      fc.property(order, fc.nat(10_000), (one, basisPoints) => {
        const left = Math.max(0, one.captured - one.refunded - one.refundPending - one.chargedBack)
        const refund = policyRefund(one, basisPoints)
        expect(refund).toBeGreaterThanOrEqual(0)
        expect(refund).toBeLessThanOrEqual(left)
        expect(policyRefund(one, 10_000)).toBe(left)
        expect(policyRefund(paid(one.captured), basisPoints)).toBe(shareOf(one.captured, basisPoints))
      }),
    )
  })
})
