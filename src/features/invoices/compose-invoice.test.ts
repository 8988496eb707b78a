import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, taxWithin } from '../../core/money.ts'
import type { ChargedLine, Figures } from './compose-invoice.ts'
import { composeInvoice, treated } from './compose-invoice.ts'
import type { RefundToRectify } from './compose-refund.ts'
import { composeRefund } from './compose-refund.ts'

const line = (position: number, more: Partial<ChargedLine> & { amount: number }): ChargedLine => ({
  position,
  kind: 'item',
  title: `Line ${position}`,
  quantity: 1,
  unitPrice: more.amount,
  taxRate: 0,
  ...more,
})
const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

/** Orders as they can be: items and a fee at several rates, perhaps a discount of at most the items, perhaps tax on top. */
const orders = fc
  .record({
    items: fc.array(
      fc.record({ amount: fc.integer({ min: 0, max: 5_000_000 }), taxRate: fc.constantFrom(0, 400, 1000, 2100, 2550) }),
      { minLength: 1, maxLength: 6 },
    ),
    fee: fc.integer({ min: 0, max: 90_000 }),
    discount: fc.integer({ min: 0, max: 100 }),
    onTop: fc.integer({ min: 0, max: 30_000 }),
  })
  .map(({ items, fee, discount, onTop }) => {
    const total = sum(items.map(({ amount }) => amount))
    return [
      ...items.map((item, index) => line(index + 1, item)),
      ...(fee > 0 ? [line(8, { kind: 'fee', amount: fee, taxRate: 2100 })] : []),
      ...(discount > 0 ? [line(9, { kind: 'discount', amount: -Math.floor((total * discount) / 100) })] : []),
      ...(onTop > 0 ? [line(10, { kind: 'tax', amount: onTop })] : []),
    ]
  })

function expectToAddUp({ lines, taxes, net, tax, gross }: Figures): void {
  for (const key of ['net', 'tax', 'gross'] as const) {
    expect(sum(lines.map((one) => one[key]))).toBe({ net, tax, gross }[key])
    for (const rate of taxes)
      expect(sum(lines.filter(({ taxRate }) => taxRate === rate.taxRate).map((one) => one[key]))).toBe(rate[key])
  }
  for (const one of [...lines, ...taxes, { net, tax, gross }]) expect(one.net + one.tax).toBe(one.gross)
}

describe('an invoice', () => {
  it('charges what the order does, to the minor unit, however it is taxed', () => {
    fc.assert(
      fc.property(orders, (charged) => {
        const figures = composeInvoice(charged)
        expectToAddUp(figures)
        expect(figures.gross).toBe(sum(charged.map(({ amount }) => amount)))
      }),
      { numRuns: 2_000 },
    )
  })

  it('has each line as it was sold, and is the same under the standard treatment', () => {
    const figures = composeInvoice([
      line(1, { amount: 10_000, quantity: 3, unitPrice: 3_333, taxRate: 2100 }),
      line(2, { amount: 500, taxRate: 1000 }),
    ])
    expect(figures.lines).toMatchObject([
      { title: 'Line 1', quantity: 3, unitPrice: 3_333, taxRate: 2100, gross: 10_000 },
      { title: 'Line 2', quantity: 1, unitPrice: 500, taxRate: 1000, gross: 500 },
    ])
    expect(figures.tax).toBeGreaterThan(0)
    expect(treated(figures, 'standard')).toEqual(figures)
    expect(treated(figures, 'margin')).toMatchObject({ tax: 0, net: 10_500, gross: 10_500 })
  })

  it('rounds each rate once, so no line is more than a unit away from its own tax', () => {
    fc.assert(
      fc.property(orders, (charged) => {
        const { lines, taxes } = composeInvoice(charged.filter(({ kind }) => kind !== 'tax'))
        for (const { taxRate, gross, tax } of taxes) expect(tax).toBe(taxWithin(gross, taxRate))
        for (const { gross, taxRate, tax } of lines)
          expect(Math.abs(tax - taxWithin(gross, taxRate))).toBeLessThanOrEqual(1)
      }),
      { numRuns: 2_000 },
    )
  })

  it('moves each rate by its share of a price that staff changed, up or down', () => {
    for (const amount of [-1_000, 1_000]) {
      const { lines } = composeInvoice([
        line(1, { amount: 3_000, taxRate: 1000 }),
        line(2, { amount: 1_000, taxRate: 2100 }),
        line(3, { kind: 'adjustment', amount }),
      ])
      expect(lines.map(({ taxRate, gross }) => [taxRate, gross])).toEqual([
        [1000, 3_000],
        [2100, 1_000],
        [1000, amount * 0.75],
        [2100, amount * 0.25],
      ])
    }
  })

  it('takes a discount off each rate by what its items cost', () => {
    const { taxes } = composeInvoice([
      line(1, { amount: 6_000, taxRate: 1000 }),
      line(2, { amount: 3_000, taxRate: 2100 }),
      line(3, { kind: 'discount', amount: -1_000 }),
    ])
    expect(taxes).toEqual([
      { taxRate: 1000, net: 4_848, tax: 485, gross: 5_333 },
      { taxRate: 2100, net: 2_204, tax: 463, gross: 2_667 },
    ])
  })

  it('charges the tax that was put on top, at the rate that it is of the price where lines name none', () => {
    const charged = [line(1, { amount: 10_000 }), line(2, { kind: 'tax', amount: 825 })]
    expect(composeInvoice(charged)).toMatchObject({
      pricesIncludeTax: false,
      net: 10_000,
      tax: 825,
      gross: 10_825,
      taxes: [{ taxRate: 825 }],
    })
  })
})

describe('the documents that rectify an invoice', () => {
  const refunds = fc.array(
    fc.record({ amount: fc.integer({ min: 1, max: 2_000_000 }), rate: fc.constantFrom(null, 0, 1000, 2100) }),
    { minLength: 1, maxLength: 8 },
  )
  it('never give back more at a rate than was invoiced, and in all exactly it once all has gone back', () => {
    fc.assert(
      fc.property(orders, refunds, (charged, wanted) => {
        const invoice = composeInvoice(charged)
        const done: Figures[] = []
        const rectified = () => done.flatMap(({ taxes }) => taxes)
        const rectify = (id: number, amount: number, byRate: RefundToRectify['byRate']) => {
          const before = invoice.gross + sum(rectified().map(({ gross }) => gross))
          const one = composeRefund(invoice.taxes, rectified(), [{ id, amount, title: 'Refund', byRate }])
          expectToAddUp(one)
          expect(one.gross).toBe(-Math.min(amount, before) + 0)
          expect(sum(one.refunds.map((covered) => covered.amount))).toBe(0 - one.gross)
          done.push(one)
        }
        for (const [id, { amount, rate }] of wanted.entries())
          rectify(id, amount, rate === null ? [] : [{ taxRate: rate, amount }])
        rectify(99, invoice.gross + 1, [])
        for (const { taxRate, net, tax, gross } of invoice.taxes) {
          const back = rectified().filter((one) => one.taxRate === taxRate)
          expect(sum(back.map((one) => one.gross))).toBe(0 - gross)
          expect(sum(back.map((one) => one.tax))).toBe(0 - tax)
          expect(sum(back.map((one) => one.net))).toBe(0 - net)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('keep to the rates of the lines that a refund is for', () => {
    const invoice = composeInvoice([
      line(1, { amount: 11_000, taxRate: 1000 }),
      line(2, { kind: 'fee', amount: 1_210, taxRate: 2100 }),
    ])
    const back = composeRefund(
      invoice.taxes,
      [],
      [{ id: 5, amount: 5_500, title: 'Refund', byRate: [{ taxRate: 1000, amount: 5_500 }] }],
    )
    expect(back.taxes).toEqual([{ taxRate: 1000, net: -5_000, tax: -500, gross: -5_500 }])
    expect(back.refunds).toEqual([{ id: 5, amount: 5_500 }])
  })
})

describe('a split by largest remainder', () => {
  it('adds up, and no part is a unit or more away from its exact share', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(fc.integer({ min: -9_999_999, max: 9_999_999 }), weights, (amount, all) => {
        const total = sum(all)
        fc.pre(total > 0)
        const parts = allocate(amount, all)
        expect(sum(parts)).toBe(amount)
        for (const [index, part] of parts.entries())
          expect(Math.abs(part - (amount * (all[index] ?? 0)) / total)).toBeLessThan(1)
      }),
      { numRuns: 2_000 },
    )
  })
})
