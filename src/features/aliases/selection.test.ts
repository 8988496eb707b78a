import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candidate } from './selection.ts'
import { allDay, choose, selectionPolicies } from './selection.ts'

let last = 0
const candidate = (values: Partial<Candidate> = {}): Candidate => ({
  productId: ++last,
  rank: last,
  isPinned: false,
  isLive: true,
  price: 2_000,
  currency: 'EUR',
  rating: null,
  reviewCount: 0,
  departures: null,
  ...values,
})
const outcome = (policy: Parameters<typeof choose>[0], ...members: Candidate[]) => {
  const choice = choose(policy, members)
  return choice && [members.indexOf(choice.chosen), choice.reason]
}

describe('what a page sells', () => {
  it('is nothing while no member is live, and the only live one whatever it costs', () => {
    expect(outcome('cheapest')).toBeNull()
    expect(outcome('cheapest', candidate({ isLive: false }))).toBeNull()
    expect(outcome('best_rated', candidate({ isLive: false, price: 1 }), candidate())).toEqual([1, 'only_live'])
  })

  it('is the cheapest, of equals the one that people have put first', () => {
    expect(
      outcome('cheapest', candidate({ price: 2_100 }), candidate({ price: 1_900 }), candidate({ price: 1_900 })),
    ).toEqual([1, 'cheapest'])
    expect(outcome('cheapest', candidate({ rank: 9, price: 5 }), candidate({ rank: 2, price: 5 }))).toEqual([
      1,
      'cheapest',
    ])
  })

  it('compares prices of one currency only: that of the first live member', () => {
    expect(
      outcome(
        'cheapest',
        candidate({ price: 3_000 }),
        candidate({ price: 1_000, currency: 'JPY' }),
        candidate({ price: 2_900 }),
      ),
    ).toEqual([2, 'cheapest'])
  })

  it('is the best rated, where thousands of 4.8 weigh more than a single 5', () => {
    const many = candidate({ rating: 4.8, reviewCount: 2_000 })
    expect(outcome('best_rated', candidate({ rating: 5, reviewCount: 1 }), many)).toEqual([1, 'best_rated'])
    // It counts as 4.792: with so many reviews a rating counts as what it is.
    const counted = (rating: number) => candidate({ rating, reviewCount: 1_000_000_000 })
    expect(outcome('best_rated', counted(4.7915), many)).toEqual([1, 'best_rated'])
    expect(outcome('best_rated', many, counted(4.7925))).toEqual([1, 'best_rated'])
    expect(outcome('best_rated', candidate(), candidate())).toEqual([0, 'nothing_rated'])
  })

  it('is the pinned one while it is live, and the first in rank otherwise, which is said', () => {
    expect(outcome('pinned', candidate(), candidate({ isPinned: true }))).toEqual([1, 'pinned'])
    expect(outcome('pinned', candidate({ isPinned: true }))).toEqual([0, 'pinned'])
    expect(outcome('pinned', candidate(), candidate({ isPinned: true, isLive: false }))).toEqual([
      0,
      'pinned_is_not_live',
    ])
    expect(outcome('pinned', candidate(), candidate())).toEqual([0, 'nothing_pinned'])
  })

  it('is the one with the most departures, and open all day is more than any number of them', () => {
    expect(
      outcome('by_availability', candidate({ departures: 3 }), candidate({ departures: 12 }), candidate()),
    ).toEqual([1, 'most_available'])
    expect(outcome('by_availability', candidate({ departures: 12 }), candidate({ departures: allDay }))).toEqual([
      1,
      'most_available',
    ])
    expect(outcome('by_availability', candidate(), candidate())).toEqual([0, 'no_availability_known'])
  })

  it('carries the rating of all live members, each as many times as it was reviewed', () => {
    const members = [
      candidate({ rating: 4, reviewCount: 1 }),
      candidate({ rating: 5, reviewCount: 3 }),
      candidate({ rating: 1, reviewCount: 90, isLive: false }),
    ]
    expect(choose('cheapest', members)).toMatchObject({ rating: 4.75, reviewCount: 4 })
    expect(choose('cheapest', [candidate(), candidate()])).toMatchObject({ rating: null, reviewCount: 0 })
  })

  it('is always live, and does not depend on the order in which members are given', () => {
    const member = fc.record({
      isPinned: fc.boolean(),
      isLive: fc.boolean(),
      price: fc.nat(10_000),
      currency: fc.constantFrom('EUR', 'USD'),
      departures: fc.option(fc.nat(20)),
      rating: fc.option(fc.double({ min: 0, max: 5, noNaN: true })),
      reviewCount: fc.nat(50),
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...selectionPolicies),
        fc.array(member, { maxLength: 8 }),
        fc.nat(),
        (policy, drawn, turn) => {
          const members = drawn.map((values, index): Candidate => ({
            productId: index + 1,
            rank: index + 1,
            ...values,
          }))
          const cut = members.length === 0 ? 0 : turn % members.length
          const [one, other] = [
            choose(policy, members),
            choose(policy, [...members.slice(cut), ...members.slice(0, cut)]),
          ]
          expect(other?.chosen.productId).toBe(one?.chosen.productId)
          expect(one === null).toBe(members.every(({ isLive }) => !isLive))
          expect(one?.chosen.isLive ?? true).toBe(true)
        },
      ),
    )
  })
})
