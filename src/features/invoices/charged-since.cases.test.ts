import { describe, expect, it } from 'vitest'
import { chargedSince, wasNeverInvoiced } from './charged-since.ts'
import type { IssuedDocument } from './invoice.endpoints.ts'

const document = (kind: IssuedDocument['kind'], number: string, gross: number, refersTo: string | null = null) =>
  ({ kind, number, gross, refersTo: refersTo === null ? null : { number: refersTo } }) as IssuedDocument
const invoice = document('invoice', 'INV-1', 4000)
const order = { grandTotal: 12_000, captured: 12_000, refunds: [], documented: [], issued: [invoice] }

describe('what an order charges now, where its invoice says another amount', () => {
  it.each([
    ['all that was paid', order, { gross: 12_000, covered: [] }],
    [
      'less the refunds that have documents',
      { ...order, documented: [{ amount: 1000 }], issued: [invoice, document('rectifying', 'REC-1', -1000, 'INV-1')] },
      { gross: 11_000, covered: [] },
    ],
    [
      'with refunds that refund invoices will say',
      { ...order, refunds: [{ id: 1, amount: 500 }] },
      { gross: 12_000, covered: [] },
    ],
    [
      'less a refund that lowered the price',
      { ...order, grandTotal: 8000, refunds: [{ id: 1, amount: 4000 }] },
      { gross: 8000, covered: [{ id: 1, amount: 4000 }] },
    ],
    [
      'less a refund that lowered the price and has its document',
      {
        ...order,
        grandTotal: 9000,
        documented: [{ amount: 3000 }],
        refunds: [{ id: 2, amount: 100 }],
        issued: [invoice, document('rectifying', 'REC-1', -3000, 'INV-1')],
      },
      { gross: 9000, covered: [] },
    ],
    ['nothing without an invoice', { ...order, issued: [] }, null],
    [
      'nothing where all of the invoice was rectified',
      { ...order, documented: [{ amount: 4000 }], issued: [invoice, document('rectifying', 'REC-1', -4000, 'INV-1')] },
      null,
    ],
    ['nothing where the invoice is right', { ...order, grandTotal: 4000, captured: 4000 }, null],
    ['nothing where the price is lower and nothing went back yet', { ...order, grandTotal: 8000 }, null],
    ['nothing where an invoice was issued for a lower price than was paid', { ...order, grandTotal: 4000 }, null],
    [
      'nothing where the invoice was replaced by one that is right',
      {
        ...order,
        issued: [
          invoice,
          document('correction', 'REC-1', -4000, 'INV-1'),
          document('invoice', 'INV-2', 12_000, 'INV-1'),
        ],
      },
      null,
    ],
  ])('is %s', (_, of, expected) => {
    expect(chargedSince(of)).toEqual(expected)
  })
})

describe('what was refunded', () => {
  const refused = { ...order, grandTotal: 4000, captured: 6000, refunds: [{ id: 1, amount: 2000 }] }
  it.each([
    ['was never invoiced where a change was paid and could not be made', refused, true],
    ['was invoiced where it is goodwill', { ...refused, captured: 4000 }, false],
    ['was invoiced where it lowered the price', { ...refused, grandTotal: 2000, captured: 4000 }, false],
    ['is on no invoice where there is none', { ...refused, issued: [] }, false],
  ])('%s', (_, of, expected) => {
    expect(wasNeverInvoiced(of)).toBe(expected)
  })
})
