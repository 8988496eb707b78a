import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exponentOf } from '../../core/i18n/formats.ts'
import type { XmlElement } from '../languages/xml/xml-reader.ts'
import { readXml } from '../languages/xml/xml-reader.ts'
import { composeCredit } from './compose-credit.ts'
import type { ChargedLine, Figures, TaxTreatment } from './compose-invoice.ts'
import { composeInvoice } from './compose-invoice.ts'
import { composeRefund } from './compose-refund.ts'
import { composeReissue } from './compose-reissue.ts'
import type { IssuedDocument } from './invoice.endpoints.ts'
import { creditOf, documentOf, einvoiceDocuments } from './testing/einvoice-documents.ts'
import { ublOf } from './ubl.ts'

const all = (of: XmlElement | undefined, name: string) => (of?.children ?? []).filter((one) => one.name === name)
const at = (of: XmlElement | undefined, ...names: string[]) =>
  names.reduce<XmlElement | undefined>((element, name) => all(element, name)[0], of)
/** In hundredths, whatever the currency. */
const cents = (of: XmlElement | undefined, ...names: string[]) => Math.round(Number(at(of, ...names)?.text) * 100)
const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0)
const categoryOf = (of: XmlElement | undefined) => `${at(of, 'ID')?.text} ${at(of, 'Percent')?.text}`

/**
 * The rules of EN 16931 that plain code can check, by their names.
 */
function expectToConform(xml: string): void {
  const document = readXml(xml)
  const lines = [...all(document, 'InvoiceLine'), ...all(document, 'CreditNoteLine')]
  const totals = at(document, 'LegalMonetaryTotal')
  const subtotals = all(at(document, 'TaxTotal'), 'TaxSubtotal')
  const [total, inclusive] = [cents(totals, 'LineExtensionAmount'), cents(totals, 'TaxInclusiveAmount')]
  expect(sum(lines.map((one) => cents(one, 'LineExtensionAmount'))), 'BR-CO-10').toBe(total)
  expect(cents(totals, 'TaxExclusiveAmount'), 'BR-CO-13').toBe(total)
  expect(sum(subtotals.map((one) => cents(one, 'TaxAmount'))), 'BR-CO-14').toBe(
    cents(document, 'TaxTotal', 'TaxAmount'),
  )
  expect(total + cents(document, 'TaxTotal', 'TaxAmount'), 'BR-CO-15').toBe(inclusive)
  expect(cents(totals, 'PayableAmount'), 'BR-CO-16').toBe(inclusive - cents(totals, 'PrepaidAmount'))
  expect(lines.length, 'BR-16').toBeGreaterThan(0)
  expect(subtotals.length, 'BR-CO-18').toBeGreaterThan(0)
  for (const one of subtotals) {
    const category = at(one, 'TaxCategory')
    const [id, base, tax] = [at(category, 'ID')?.text ?? '', cents(one, 'TaxableAmount'), cents(one, 'TaxAmount')]
    const own = lines.filter((row) => categoryOf(at(row, 'Item', 'ClassifiedTaxCategory')) === categoryOf(category))
    expect(sum(own.map((row) => cents(row, 'LineExtensionAmount'))), `BR-${id}-08`).toBe(base)
    expect(Math.abs((base * Number(at(category, 'Percent')?.text)) / 100 - tax), 'BR-CO-17').toBeLessThan(100)
    if (id !== 'S') expect(tax, `BR-${id}-09`).toBe(0)
    expect(at(category, 'TaxExemptionReasonCode') !== undefined, `BR-${id}-10`).toBe(['E', 'AE'].includes(id))
    if (id === 'AE')
      expect(at(document, 'AccountingCustomerParty', 'Party', 'PartyTaxScheme'), 'BR-AE-02').not.toBeUndefined()
  }
  for (const one of lines) {
    const [price, base] = [at(one, 'Price', 'PriceAmount'), at(one, 'Price', 'BaseQuantity')]
    const quantity = at(one, 'InvoicedQuantity') ?? at(one, 'CreditedQuantity')
    expect(Number(price?.text), 'BR-27').toBeGreaterThanOrEqual(0)
    expect(Math.round((Number(price?.text) * 100 * Number(quantity?.text)) / Number(base?.text))).toBe(
      cents(one, 'LineExtensionAmount'),
    )
  }
  expect(xml.match(/<cbc:\w*Amount [^>]*>-?\d*\.\d{3,}</g), 'BR-DEC').toBeNull()
  const seller = at(document, 'AccountingSupplierParty', 'Party', 'PartyTaxScheme', 'CompanyID')
  expect(seller?.text, 'BR-S-02 and BR-CO-09').toMatch(/^[A-Z]{2}\w+$/)
}

const orders = fc.record({
  items: fc.array(fc.tuple(fc.integer({ min: 1, max: 900_000 }), fc.constantFrom(0, 700, 1000, 2100)), {
    minLength: 1,
    maxLength: 5,
  }),
  discount: fc.integer({ min: 0, max: 99 }),
  part: fc.integer({ min: 1, max: 100 }),
  currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
})
const charge = (position: number, kind: ChargedLine['kind'], amount: number, taxRate = 0): ChargedLine => ({
  position,
  kind,
  title: `Line ${position}`,
  quantity: 1,
  unitPrice: amount,
  amount,
  taxRate,
})

describe('an e-invoice', () => {
  it.each(einvoiceDocuments)('of %s keeps the rules of EN 16931', (_, document) => {
    expectToConform(ublOf(document, 'ABCDEFGH'))
  })

  it('keeps them of any order, and of what rectifies it', () => {
    fc.assert(
      fc.property(orders, ({ items, discount, part, currency }) => {
        const sold = sum(items.map(([amount]) => amount))
        const figures = composeInvoice([
          ...items.map(([amount, rate], index) => charge(index + 1, 'item', amount, rate)),
          ...(discount > 0 ? [charge(9, 'discount', -Math.floor((sold * discount) / 100))] : []),
        ])
        const invoice = documentOf(figures, { currency })
        expectToConform(ublOf(invoice, 'ABCDEFGH'))
        const credit = creditOf(invoice, part)
        const xml = ublOf(credit, 'ABCDEFGH')
        expectToConform(xml)
        // To the nearest hundredth: what was refunded.
        const exact = (-credit.gross * 100) / 10 ** exponentOf(currency)
        expect(cents(readXml(xml), 'LegalMonetaryTotal', 'TaxInclusiveAmount')).toBe(Math.round(exact))
      }),
      { numRuns: 1_000 },
    )
  })

  it('keeps them of a part in yen and of the rest after it, which together give all of the tax back', () => {
    // In proportion, the tax of 93% was 1.1 yen away from its base.
    const known = composeInvoice([charge(1, 'item', 976_444, 2100)])
    fc.assert(
      fc.property(orders, ({ items, part }) => {
        for (const figures of [
          known,
          composeInvoice(items.map(([amount, rate], index) => charge(index + 1, 'item', amount, rate))),
        ]) {
          const invoice = documentOf(figures, { currency: 'JPY' })
          const first = creditOf(invoice, figures === known ? 93 : part)
          const rest = invoice.gross + first.gross
          expectToConform(ublOf(first, 'ABCDEFGH'))
          if (rest === 0) continue
          const last = documentOf(
            composeRefund(invoice.taxes, first.taxes, [{ id: 2, amount: rest, title: 'Refund', byRate: [] }]),
            { currency: 'JPY', kind: 'rectifying' },
          )
          expectToConform(ublOf(last, 'ABCDEFGH'))
          expect([invoice.tax + first.tax + last.tax, invoice.gross + first.gross + last.gross]).toEqual([0, 0])
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('keeps them of what was credited in part, taken back and issued again, twice over', () => {
    const refersTo = { kind: 'invoice', number: 'INV-2026-000012', issuedOn: '2026-11-24', rectifiedBy: null } as const
    const treatments = fc.constantFrom('standard', 'margin', 'reverse_charge', 'exempt')
    const lives = fc.record({
      order: orders,
      again: fc.array(treatments, { minLength: 2, maxLength: 2 }),
      isTwice: fc.boolean(),
    })
    let reissues = 0
    fc.assert(
      fc.property(lives, ({ order: { items, part, currency }, again, isTwice }) => {
        const recipient = { name: 'Ida', company: 'Sol', taxId: 'DE123456789', address: 'Weg 2', country: 'DE' }
        const written: Figures[] = []
        const write = (figures: Figures, more: Partial<IssuedDocument>) => {
          written.push(figures)
          expectToConform(ublOf(documentOf(figures, { currency, recipient, ...more }), 'ABCDEFGH'))
        }
        let invoice = {
          ...composeInvoice(items.map(([amount, rate], at) => charge(at + 1, 'item', amount, rate))),
          taxTreatment: 'standard' as TaxTreatment,
        }
        let credits: Figures[] = []
        write(invoice, {})
        const creditOnce = (id: number, share: number) => {
          const { taxTreatment } = invoice
          const left = sum([invoice, ...credits].map(({ gross }) => gross))
          const amount = Math.ceil((left * share) / 100)
          if (amount === 0) return
          const refunds = [{ id, amount, title: 'Refund: other', byRate: [] }]
          const { difference, restated } = composeCredit({ invoice, credits, refunds, digits: exponentOf(currency) })
          if (restated) {
            write(restated.takenBack, { kind: 'correction', refersTo, taxTreatment })
            write(restated.reissued, { refersTo, taxTreatment })
            invoice = { ...restated.reissued, taxTreatment }
            credits = []
          } else {
            write(difference, { kind: 'rectifying', refersTo, taxTreatment })
            credits = [...credits, difference]
          }
        }
        for (const [index, wanted] of again.entries()) {
          creditOnce(index * 2, part % 100)
          // A document that is rectified a second time, before it is taken back.
          if (isTwice) creditOnce(index * 2 + 1, (part * 7) % 100)
          // An invoice without tax does not know its rates again.
          const taxTreatment = invoice.taxTreatment === 'standard' ? wanted : invoice.taxTreatment
          const made = composeReissue({ invoice, credits, taxTreatment, charged: [], documented: [] })
          if (!made || made.reissued.gross === 0) return
          reissues++
          write(made.takenBack, { kind: 'correction', refersTo, taxTreatment: invoice.taxTreatment })
          write(made.reissued, { refersTo, taxTreatment })
          invoice = { ...made.reissued, taxTreatment }
          credits = []
        }
        creditOnce(9, 100)
        expect(sum(written.map(({ gross }) => gross))).toBe(0)
        expect(sum(written.map(({ net, tax }) => net + tax))).toBe(0)
      }),
      { numRuns: 600 },
    )
    // Else nothing was shown.
    expect(reissues).toBeGreaterThan(100)
  })

  it('keeps them in yen where no credit of a part can: the whole is taken back, and what stays is invoiced again', () => {
    const invoice = { ...composeInvoice([charge(1, 'item', 110, 1000)]), taxTreatment: 'standard' as const }
    const refund = (id: number) => [{ id, amount: 10, title: 'Refund: other', byRate: [] }]
    const credits: Figures[] = []
    for (let id = 1; id <= 9; id++)
      credits.push(composeCredit({ invoice, credits, refunds: refund(id), digits: 0 }).difference)
    const { restated } = composeCredit({ invoice, credits, refunds: refund(10), digits: 0 })
    expect([restated?.takenBack, restated?.reissued].map((one) => [one?.gross, one?.tax])).toEqual([
      [-20, -1],
      [10, 1],
    ])
    for (const figures of [...credits, restated?.takenBack, restated?.reissued])
      if (figures)
        expectToConform(
          ublOf(documentOf(figures, { currency: 'JPY', ...(figures.gross < 0 && { kind: 'correction' }) }), 'ABCDEFGH'),
        )
  })

  it('names parties, dates and what it rectifies, with what XML reserves escaped', () => {
    const [, invoice] = einvoiceDocuments[0] ?? []
    if (!invoice) throw new Error('Without a document')
    const xml = ublOf(invoice, 'ABCDEFGH')
    expect(xml).toContain(
      '<cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID><cbc:ID>INV-2026-000012</cbc:ID>',
    )
    expect(xml).toContain('<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>')
    expect(xml).toContain('<cbc:CompanyID>ESB00000000</cbc:CompanyID>')
    expect(xml).toContain('<cbc:RegistrationName>Sol &amp; Co</cbc:RegistrationName>')
    expect(xml).toContain('<cbc:Name>Line &lt;1&gt; &amp; &quot;more&quot;</cbc:Name>')
    const credit = ublOf(creditOf(invoice, 50), 'ABCDEFGH')
    expect(credit).toMatch(/^<\?xml [^>]*>\n<CreditNote /)
    expect(credit).toContain(
      '<cac:InvoiceDocumentReference><cbc:ID>INV-2026-000012</cbc:ID><cbc:IssueDate>2026-11-24</cbc:IssueDate>',
    )
  })

  it('says the exact total where its currency has a decimal too many, and rounds by largest remainder', () => {
    const document = einvoiceDocuments.find(([name]) => name === 'dinars with three decimals in use')?.[1]
    if (!document) throw new Error('Without a document')
    const xml = ublOf(document, 'ABCDEFGH')
    expect(document.gross).toBe(25_012)
    expect(xml).toContain('<cbc:Note>Amounts are rounded to two decimals. The exact total is KWD 25.012.</cbc:Note>')
    expect(cents(readXml(xml), 'LegalMonetaryTotal', 'TaxInclusiveAmount')).toBe(2_501)
  })

  it('gives an id that is none of VAT as that of a register', () => {
    const document = einvoiceDocuments.find(([name]) => name === 'an id that is none of VAT')?.[1]
    if (!document) throw new Error('Without a document')
    const buyer = at(readXml(ublOf(document, 'ABCDEFGH')), 'AccountingCustomerParty', 'Party')
    expect(at(buyer, 'PartyTaxScheme')).toBeUndefined()
    expect(at(buyer, 'PartyLegalEntity', 'CompanyID')?.text).toBe('123456789')
  })
})
