import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DividedLine } from './split-shares.ts'
import { divideLines, dividePayments, shareOfMoney, sumsOf } from './split-shares.ts'

const line = (position: number, kind: DividedLine['kind'], quantity: number, unitPrice: number): DividedLine => ({
  position,
  kind,
  quantity,
  unitPrice,
  amount: quantity * unitPrice,
})
const amounts = (lines: readonly { position: number; amount: number }[]) =>
  lines.map(({ position, amount }) => [position, amount])

describe('the lines of an order that is divided', () => {
  it('give each fee to its own ticket', () => {
    const lines = [line(1, 'item', 2, 5000), line(2, 'item', 1, 900), line(3, 'fee', 2, 350), line(4, 'fee', 1, 50)]
    expect(amounts(divideLines(lines, new Set([2])))).toEqual([
      [2, 900],
      [4, 50],
    ])
  })

  it('share a fee for all tickets by how many there are', () => {
    const lines = [line(1, 'item', 2, 5000), line(2, 'item', 1, 900), line(3, 'fee', 3, 100)]
    expect(divideLines(lines, new Set([1])).at(-1)).toMatchObject({
      amount: 200,
      quantity: 2,
      kept: { quantity: 1, unitPrice: 100 },
    })
  })

  it('share a discount by price, without losing a cent', () => {
    const lines = [line(1, 'item', 1, 1000), line(2, 'item', 2, 1000), line(3, 'discount', 1, -100)]
    expect(divideLines(lines, new Set([1])).at(-1)).toMatchObject({ amount: -33, kept: { unitPrice: -67 } })
  })

  it('share what free tickets cost besides by how many there are', () => {
    const lines = [line(1, 'item', 1, 0), line(2, 'item', 3, 0), line(3, 'fee', 1, 400)]
    expect(divideLines(lines, new Set([1])).at(-1)).toMatchObject({ amount: 100, kept: { unitPrice: 300 } })
  })

  it('add up to what there was, whatever is chosen', () => {
    const item = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 50_000 }))
    const other = fc.tuple(
      fc.constantFrom('fee' as const, 'tax' as const, 'discount' as const, 'adjustment' as const),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 9_999 }),
    )
    const order = fc.record({
      items: fc.array(item, { minLength: 2, maxLength: 5 }),
      others: fc.array(other, { maxLength: 5 }),
      size: fc.nat(3),
    })
    fc.assert(
      fc.property(order, ({ items, others, size }) => {
        const lines = [
          ...items.map(([quantity, price], at) => line(at + 1, 'item', quantity, price)),
          ...others.map(([kind, quantity, price], at) =>
            line(items.length + at + 1, kind, quantity, kind === 'discount' ? -price : price),
          ),
        ]
        const chosen = new Set(items.slice(0, (size % (items.length - 1)) + 1).map((_, at) => at + 1))
        const moved = divideLines(lines, chosen)
        for (const one of moved) {
          expect(one.amount).toBe(one.quantity * one.unitPrice)
          const before = lines.find(({ position }) => position === one.position)
          const kept = one.kept.quantity * one.kept.unitPrice
          expect(one.amount + kept).toBe(before?.amount)
          expect(one.isWhole).toBe(one.kept.quantity === 0)
        }
        const { items: price, fees, tax, discount, total } = sumsOf(moved)
        expect(total).toBe(price + fees + tax - discount)
      }),
    )
  })
})

describe('the payments of an order that is divided', () => {
  it('give what each of them took its share, and its fee', () => {
    const payments = [
      { id: 1, captured: 9000, fee: 200, refunded: 0 },
      { id: 2, captured: 1000, fee: 0, refunded: 0 },
    ]
    expect(dividePayments(payments, 3333)).toEqual([
      { id: 1, captured: 3000, fee: 67 },
      { id: 2, captured: 333, fee: 0 },
    ])
  })

  it('cannot give all of a payment away', () => {
    expect(dividePayments([{ id: 1, captured: 500, fee: 9, refunded: 0 }], 500)).toBeNull()
    expect(dividePayments([], 1)).toBeNull()
    expect(dividePayments([], 0)).toEqual([])
  })

  it('give exactly what is wanted and keep something of each', () => {
    const paid = fc.array(fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.nat(300)), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(paid, fc.nat(40_000), (all, wanted) => {
        const payments = all.map(([captured, fee], id) => ({ id, captured, fee, refunded: 0 }))
        const parts = dividePayments(payments, wanted)
        const most = all.reduce((sum, [captured]) => sum + captured - 1, 0)
        expect(parts === null).toBe(wanted > most)
        if (parts === null) return
        expect(parts.reduce((sum, { captured }) => sum + captured, 0)).toBe(wanted)
        for (const { id, captured, fee } of parts) {
          expect(captured).toBeLessThan(payments[id]?.captured ?? 0)
          expect(fee).toBeLessThanOrEqual(payments[id]?.fee ?? 0)
        }
      }),
    )
  })
})

describe('the money of an order of which part was refunded', () => {
  it('goes along by what is left, and the refund stays', () => {
    expect(shareOfMoney({ captured: 9000, refunded: 1000 }, 1800, 7200)).toBe(1800)
    expect(shareOfMoney({ captured: 9000, refunded: 7200 }, 1800, 7200)).toBeNull()
    // What was paid too much, and went back, belongs to neither.
    expect(shareOfMoney({ captured: 12_000, refunded: 3000 }, 1800, 7200)).toBe(1800)
    expect(shareOfMoney({ captured: 12_000, refunded: 0 }, 3000, 6000)).toBe(4000)
  })

  it('never leaves an order less than what went back of it', () => {
    const sums = fc.tuple(
      fc.integer({ min: 1, max: 9_999 }),
      fc.integer({ min: 1, max: 9_999 }),
      fc.nat(20_000),
      fc.nat(5_000),
    )
    fc.assert(
      fc.property(sums, ([moved, kept, refunded, extra]) => {
        const captured = moved + kept + extra
        fc.pre(refunded < captured)
        const share = shareOfMoney({ captured, refunded }, moved, kept)
        if (share === null) return
        expect(share).toBeGreaterThanOrEqual(0)
        expect(captured - share).toBeGreaterThan(refunded === 0 ? 0 : refunded - 1)
        if (extra === 0) expect(share).toBe(moved)
      }),
    )
  })
})
