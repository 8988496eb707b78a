import { describe, expect, it } from 'vitest'
import type { Contender } from './comparison.ts'
import { compareSuppliers } from './comparison.ts'

let last = 0
const contender = (values: Partial<Contender> = {}): Contender => ({
  productId: ++last,
  rank: last,
  isLive: true,
  price: 5_000,
  net: 4_000,
  currency: 'EUR',
  rating: 4.5,
  reviewCount: 100,
  isRefundable: true,
  orders: 200,
  rejected: 0,
  cancelled: 0,
  ...values,
})

describe('the supplier comparison', () => {
  it('expects of an order its margin times the share of orders that stay', () => {
    const [steady, shaky] = [contender({ net: 4_100 }), contender({ net: 4_000, rejected: 40, cancelled: 10 })]
    const { scores, verdict } = compareSuppliers([steady, shaky])
    expect(scores.get(shaky.productId)).toMatchObject({ margin: 1_000, marginShare: 2_000, rejectionRate: 2_000 })
    // 150 of 200 orders, drawn a little towards the 87.5 % of both together.
    expect(scores.get(shaky.productId)).toMatchObject({ keptShare: 7_560, expectedProfit: 756 })
    expect(verdict).toEqual({
      productId: steady.productId,
      expectedProfit: 895,
      runnerUpId: shaky.productId,
      lead: 139,
      outbidId: shaky.productId,
      badlyRatedId: null,
      isThin: false,
    })
  })

  it('takes a supplier without orders for an ordinary one, and says that it is based on little', () => {
    const [known, fresh] = [contender({ rejected: 20 }), contender({ orders: 0, net: 3_000 })]
    const { scores, verdict } = compareSuppliers([known, fresh])
    expect(scores.get(fresh.productId)).toMatchObject({ rejectionRate: null, keptShare: 9_000, expectedProfit: 1_800 })
    expect(verdict).toMatchObject({ productId: fresh.productId, isThin: true })
    expect(
      compareSuppliers([contender({ orders: 0 })])
        .scores.values()
        .next().value,
    ).toMatchObject({ keptShare: 9_500 })
  })

  it('puts a badly rated supplier first only when there is no other', () => {
    const [bad, good] = [contender({ net: 1_000, rating: 3.1, reviewCount: 60 }), contender()]
    expect(compareSuppliers([bad, good]).verdict).toMatchObject({
      productId: good.productId,
      badlyRatedId: bad.productId,
    })
    expect(compareSuppliers([bad]).verdict).toMatchObject({ productId: bad.productId })
    expect(
      compareSuppliers([contender({ net: 1_000, rating: 3.1, reviewCount: 5 }), good]).verdict?.productId,
    ).not.toBe(good.productId)
  })

  it('leaves out what is not live or has another currency, and suggests nothing where nothing is earned', () => {
    const [live, gone, yen] = [
      contender(),
      contender({ isLive: false, net: 0 }),
      contender({ currency: 'JPY', net: 0 }),
    ]
    const { scores, verdict } = compareSuppliers([live, gone, yen])
    expect([scores.get(gone.productId)?.expectedProfit, scores.get(yen.productId)?.expectedProfit]).toEqual([
      null,
      null,
    ])
    expect(verdict).toMatchObject({ productId: live.productId, runnerUpId: null, lead: 0 })
    expect(compareSuppliers([gone]).verdict).toBeNull()
    expect(compareSuppliers([contender({ price: 1_000, net: 2_000 })]).verdict).toBeNull()
    expect(
      compareSuppliers([contender({ price: 0, net: 0 })])
        .scores.values()
        .next().value,
    ).toMatchObject({ marginShare: null })
  })

  it('prefers of equals the one that can be cancelled', () => {
    const [final, refundable] = [contender({ isRefundable: false }), contender()]
    expect(compareSuppliers([final, refundable]).verdict?.productId).toBe(refundable.productId)
  })
})
