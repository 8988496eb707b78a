import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChargedLine } from './compose-invoice.ts'
import { composeInvoice } from './compose-invoice.ts'
import { composeRefund } from './compose-refund.ts'
import type { IssuedDocument } from './invoice.endpoints.ts'
import { ublOf } from './ubl.ts'

const line = (position: number, kind: ChargedLine['kind'], amount: number, taxRate = 0): ChargedLine => ({
  position,
  kind,
  title: `Line <${position}> & "more"`,
  quantity: 1,
  unitPrice: amount,
  amount,
  taxRate,
})
const head = {
  id: 1,
  kind: 'invoice',
  number: 'INV-2026-000012',
  isTest: false,
  issuedAt: '2026-11-24T10:00:00.000Z',
  issuedOn: '2026-11-24',
  issuedBy: 'Ada Byron',
  operationOn: '2026-12-05',
  subject: 'Paper Theatres',
  hash: 'a'.repeat(64),
  refersTo: null,
  reason: null,
  issuer: { name: 'Marquee Demo S.L.', taxId: 'ESB00000000', address: 'Calle de Ejemplo 1', country: 'ES' },
  recipient: { name: 'Ida Sol', company: 'Sol & Co', taxId: null, address: null, country: 'DE' },
  currency: 'EUR',
} as const

/** Every value of an element, in cents, in the order of the document. */
function cents(xml: string, element: string): number[] {
  return [...xml.matchAll(new RegExp(`<cbc:${element}[^>]*>([^<]*)<`, 'g'))].map(([, text]) =>
    Math.round(Number(text) * 100),
  )
}
const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

/** The rules of EN 16931 about sums, by their names. */
function expectSums(xml: string): void {
  const [total = NaN, ...nets] = cents(xml, 'LineExtensionAmount')
  const [exclusive] = cents(xml, 'TaxExclusiveAmount')
  const [inclusive = NaN] = cents(xml, 'TaxInclusiveAmount')
  const [tax = NaN, ...taxes] = cents(xml, 'TaxAmount')
  const bases = cents(xml, 'TaxableAmount')
  expect(sum(nets), 'BR-CO-10').toBe(total)
  expect(exclusive, 'BR-CO-13').toBe(total)
  expect(sum(taxes), 'BR-CO-14').toBe(tax)
  expect(total + tax, 'BR-CO-15').toBe(inclusive)
  expect(cents(xml, 'PayableAmount'), 'BR-CO-16').toEqual([inclusive - sum(cents(xml, 'PrepaidAmount'))])
  expect(sum(bases), 'BR-S-08').toBe(total)
  expect(
    cents(xml, 'PriceAmount').every((price) => price >= 0),
    'BR-27',
  ).toBe(true)
}

const orders = fc.record({
  items: fc.array(fc.tuple(fc.integer({ min: 1, max: 900_000 }), fc.constantFrom(0, 700, 1000, 2100)), {
    minLength: 1,
    maxLength: 5,
  }),
  discount: fc.integer({ min: 0, max: 99 }),
  part: fc.integer({ min: 1, max: 100 }),
})

describe('an e-invoice', () => {
  it('keeps the rules of EN 16931 about sums, as an invoice and as a credit note', () => {
    fc.assert(
      fc.property(orders, ({ items, discount, part }) => {
        const all = sum(items.map(([amount]) => amount))
        const figures = composeInvoice([
          ...items.map(([amount, rate], index) => line(index + 1, 'item', amount, rate)),
          ...(discount > 0 ? [line(9, 'discount', -Math.floor((all * discount) / 100))] : []),
        ])
        const mutable = ({ lines, taxes, ...rest }: typeof figures) => ({
          ...rest,
          lines: [...lines],
          taxes: [...taxes],
        })
        expectSums(ublOf({ ...head, ...mutable(figures) }, 'ABCDEFGH'))
        const amount = Math.ceil((figures.gross * part) / 100)
        const back = composeRefund(figures.taxes, [], [{ id: 1, amount, title: 'Refund', byRate: [] }])
        const credit: IssuedDocument = {
          ...head,
          ...mutable(back),
          kind: 'rectifying',
          number: 'REC-2026-000001',
          refersTo: { number: head.number, issuedOn: head.issuedOn },
        }
        const xml = ublOf(credit, 'ABCDEFGH')
        expectSums(xml)
        expect(cents(xml, 'TaxInclusiveAmount')).toEqual([amount])
      }),
      { numRuns: 300 },
    )
  })

  it('names parties, dates and what it rectifies, with what XML reserves escaped', () => {
    const figures = composeInvoice([line(1, 'item', 11_000, 1000)])
    const xml = ublOf({ ...head, ...figures, lines: [...figures.lines], taxes: [...figures.taxes] }, 'ABCDEFGH')
    expect(xml).toContain(
      '<cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID><cbc:ID>INV-2026-000012</cbc:ID>',
    )
    expect(xml).toContain('<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>')
    expect(xml).toContain('<cbc:CompanyID>ESB00000000</cbc:CompanyID>')
    expect(xml).toContain('<cbc:RegistrationName>Sol &amp; Co</cbc:RegistrationName>')
    expect(xml).toContain('<cbc:Name>Line &lt;1&gt; &amp; &quot;more&quot;</cbc:Name>')
    const credit = ublOf(
      {
        ...head,
        ...figures,
        lines: [],
        taxes: [],
        kind: 'rectifying',
        refersTo: { number: 'INV-1', issuedOn: '2026-01-02' },
      },
      'ABCDEFGH',
    )
    expect(credit).toMatch(/^<\?xml [^>]*>\n<CreditNote /)
    expect(credit).toContain(
      '<cac:InvoiceDocumentReference><cbc:ID>INV-1</cbc:ID><cbc:IssueDate>2026-01-02</cbc:IssueDate>',
    )
  })
})
