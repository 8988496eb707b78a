import type { ChargedLine, Figures, TaxTreatment } from '../compose-invoice.ts'
import { composeInvoice, treated } from '../compose-invoice.ts'
import { composeRefund } from '../compose-refund.ts'
import type { IssuedDocument } from '../invoice.endpoints.ts'

const line = (position: number, amount: number, taxRate: number, more: Partial<ChargedLine> = {}): ChargedLine => ({
  position,
  kind: 'item',
  title: `Line <${position}> & "more"`,
  quantity: 1,
  unitPrice: amount,
  amount,
  taxRate,
  ...more,
})
const head: Omit<IssuedDocument, keyof Figures> = {
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
  einvoiceHash: null,
  pdfHash: null,
  locale: 'en',
  sent: [],
  refersTo: null,
  reason: null,
  issuer: { name: 'Marquee Demo S.L.', taxId: 'ESB00000000', address: 'Calle de Ejemplo 1', country: 'ES' },
  recipient: { name: 'Ida Sol', company: 'Sol & Co', taxId: null, address: null, country: 'DE' },
  currency: 'EUR',
  taxTreatment: 'standard',
  simplified: null,
}
const withTaxId = { ...head.recipient, taxId: 'DE123456789', address: 'Beispielweg 2, 10115 Berlin' }

/** A document with the figures, which can be those of any. */
export function documentOf(
  { lines, taxes, pricesIncludeTax, net, tax, gross }: Figures,
  more: Partial<IssuedDocument> = {},
): IssuedDocument {
  return { ...head, pricesIncludeTax, net, tax, gross, lines: [...lines], taxes: [...taxes], ...more }
}

/** What rectifies a part of an invoice, in percent. */
export function creditOf(invoice: IssuedDocument, percent: number): IssuedDocument {
  const amount = Math.ceil((invoice.gross * percent) / 100)
  const figures = composeRefund(invoice.taxes, [], [{ id: 1, amount, title: 'Refund: other', byRate: [] }])
  const { recipient, currency, taxTreatment, number, issuedOn } = invoice
  return documentOf(figures, {
    recipient,
    currency,
    taxTreatment,
    kind: 'rectifying',
    number: 'REC-2026-000001',
    refersTo: { kind: 'invoice', number, issuedOn, rectifiedBy: null },
    reason: 'Refund: other',
  })
}

const several = [line(1, 12_345, 1000), line(2, 6_667, 2100), line(3, 999, 400), line(4, 5_001, 0)]
const invoiceOf = (charged: readonly ChargedLine[], more: Partial<IssuedDocument> = {}) =>
  documentOf(treated(composeInvoice(charged), more.taxTreatment ?? 'standard'), more)
const untaxed = (taxTreatment: TaxTreatment) => invoiceOf(several, { taxTreatment, recipient: withTaxId })

const invoices: Readonly<Record<string, IssuedDocument>> = {
  'one rate': invoiceOf([line(1, 11_000, 1000)]),
  'several rates': invoiceOf(several),
  'a discount over several rates': invoiceOf([...several, line(9, -3_333, 0, { kind: 'discount' })]),
  'several of one thing': invoiceOf([line(1, 10_000, 2100, { quantity: 3, unitPrice: 3_333 })]),
  'tax on top': invoiceOf([line(1, 10_000, 0), line(2, 825, 0, { kind: 'tax' })]),
  'a company with a VAT id': invoiceOf(several, { recipient: withTaxId }),
  'an id that is none of VAT': invoiceOf(several, {
    recipient: { ...head.recipient, taxId: '123456789', country: 'US' },
  }),
  'no tax at all': invoiceOf([line(1, 4_200, 0)]),
  'the margin scheme': untaxed('margin'),
  'reverse charge': untaxed('reverse_charge'),
  'an exemption': untaxed('exempt'),
  'yen, which have no decimals': invoiceOf([line(1, 12_345, 1000), line(2, 999, 800)], { currency: 'JPY' }),
  'dinars with two decimals in use': invoiceOf([line(1, 12_340, 0)], { currency: 'KWD' }),
  'dinars with three decimals in use': invoiceOf(several, { currency: 'KWD' }),
}

/** Documents of every kind by what is special about them: each is held to the rules of EN 16931. */
export const einvoiceDocuments: readonly (readonly [string, IssuedDocument])[] = [
  ...Object.entries(invoices),
  ...Object.entries(invoices).map(([name, one]) => [`full credit of ${name}`, creditOf(one, 100)] as const),
  ...Object.entries(invoices).map(([name, one]) => [`partial credit of ${name}`, creditOf(one, 37)] as const),
]
