import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exponentOf } from '../../core/i18n/formats.ts'
import { composeCredit } from './compose-credit.ts'
import type { ChargedLine, Figures, RateTotal } from './compose-invoice.ts'
import { composeInvoice } from './compose-invoice.ts'
import { composeRefund, isNear } from './compose-refund.ts'
import { documentOf } from './testing/einvoice-documents.ts'
import { ublFiguresOf } from './ubl-figures.ts'

const item = (position: number, amount: number, taxRate: number): ChargedLine => ({
  position,
  kind: 'item',
  title: `Line ${position}`,
  quantity: 1,
  unitPrice: amount,
  amount,
  taxRate,
})

/** BR-CO-17, of the file as it would be: each tax is less than one whole unit of the currency away from its base. */
function expectRule(figures: Figures, currency: string): void {
  const document = documentOf(figures, { currency, kind: figures.gross < 0 ? 'rectifying' : 'invoice' })
  const { digits, taxes } = ublFiguresOf(document, exponentOf(currency))
  for (const { taxRate, net, tax } of taxes) {
    const away = Math.abs(Math.round(net * taxRate - tax * 10_000))
    expect(away, `${tax} of ${net} at ${taxRate}`).toBeLessThan(10_000 * 10 ** digits)
  }
}

/** All documents of an invoice whose money goes back in parts, the last of which is all that is left. */
function documentsOf(sold: readonly ChargedLine[], parts: readonly number[], currency: string) {
  const first = composeInvoice(sold)
  const all: Figures[] = [first]
  let [invoice, credits, left, restated]: [Figures, Figures[], number, number] = [first, [], first.gross, 0]
  for (const [index, part] of [...parts, Number.POSITIVE_INFINITY].entries()) {
    const amount = Math.min(part, left)
    if (amount === 0) continue
    left -= amount
    const refunds = [{ id: index, amount, title: 'Refund', byRate: [] }]
    const digits = exponentOf(currency)
    const credit = composeCredit({ invoice: { ...invoice, taxTreatment: 'standard' }, credits, refunds, digits })
    expect(credit.difference.refunds).toEqual([{ id: index, amount }])
    if (credit.restated) {
      const { takenBack, reissued } = credit.restated
      expect(takenBack.gross + reissued.gross).toBe(-amount)
      restated++
      all.push(takenBack, reissued)
      invoice = reissued
      credits = []
    } else {
      all.push(credit.difference)
      credits.push(credit.difference)
    }
  }
  return { all, restated }
}

const orders = fc.record({
  items: fc.array(fc.tuple(fc.integer({ min: 1, max: 5_000 }), fc.constantFrom(0, 400, 800, 1000, 2100, 2700)), {
    minLength: 1,
    maxLength: 4,
  }),
  parts: fc.array(fc.integer({ min: 1, max: 1_500 }), { maxLength: 12 }),
  currency: fc.constantFrom('JPY', 'KWD', 'EUR'),
})
const sumOf = (all: readonly Figures[], of: (one: Figures | RateTotal) => number) =>
  all.reduce((sum, one) => sum + of(one), 0)

describe('credits of one invoice', () => {
  it('keep BR-CO-17 in each document, and together give all of it back at each rate, whatever the parts', () => {
    fc.assert(
      fc.property(orders, ({ items, parts, currency }) => {
        const sold = items.map(([amount, rate], index) => item(index + 1, amount, rate))
        const { all } = documentsOf(sold, parts, currency)
        for (const figures of all) {
          expectRule(figures, currency)
          for (const key of ['net', 'tax', 'gross'] as const)
            expect(figures.lines.reduce((sum, line) => sum + line[key], 0)).toBe(figures[key])
        }
        for (const key of ['net', 'tax', 'gross'] as const) expect(sumOf(all, (one) => one[key])).toBe(0)
        for (const { taxRate } of all[0]?.taxes ?? [])
          expect(
            all
              .flatMap(({ taxes }) => taxes.filter((one) => one.taxRate === taxRate))
              .reduce((sum, { tax }) => sum + tax, 0),
          ).toBe(0)
      }),
      { numRuns: 3_000 },
    )
  })

  it('of a part and its rest are both right in whole units, for every small invoice and every part of it', () => {
    for (const taxRate of [0, 1, 400, 1000, 2100, 2700, 3300])
      for (let gross = 1; gross <= 70; gross++) {
        const [invoiced] = composeInvoice([item(1, gross, taxRate)]).taxes
        for (let part = 1; invoiced && part < gross; part++) {
          const refunds = [{ id: 1, amount: part, title: 'Refund', byRate: [] }]
          const [back] = composeRefund([invoiced], [], refunds).taxes
          const what = `${part} of ${gross} at ${taxRate}: ${back?.tax}`
          expect(isNear(part, -(back?.tax ?? 0), taxRate), what).toBe(true)
          expect(isNear(gross - part, invoiced.tax + (back?.tax ?? 0), taxRate), what).toBe(true)
        }
      }
  })

  it('take back the whole where no tax of a part is right: eleven parts of ten yen have eleven yen of tax, and their invoice ten', () => {
    const { all, restated } = documentsOf(
      [item(1, 110, 1000)],
      Array.from({ length: 10 }, () => 10),
      'JPY',
    )
    expect(restated).toBe(1)
    expect(all.map(({ gross, tax }) => [gross, tax]).slice(-3)).toEqual([
      [-20, -1],
      [10, 1],
      [-10, -1],
    ])
  })

  it('state the difference in currencies with decimals, however often', () => {
    const parts = Array.from({ length: 10 }, () => 10)
    for (const currency of ['EUR', 'KWD']) expect(documentsOf([item(1, 110, 1000)], parts, currency).restated).toBe(0)
  })
})
