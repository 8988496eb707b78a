import { decimalText } from '../../core/money.ts'
import { exponentOf } from '../../core/i18n/formats.ts'
import type { IssuedDocument } from './invoice.endpoints.ts'
import { vatIdOf } from './tax-id.ts'
import { ublFiguresOf } from './ubl-figures.ts'

const namespaces = {
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
}

/** How VAT categories of the standard say what a document's treatment is. Counsel has to confirm the articles. */
const untaxed = {
  margin: { id: 'E', code: 'VATEX-EU-D', reason: 'Margin scheme - Travel agents' },
  reverse_charge: { id: 'AE', code: 'VATEX-EU-AE', reason: 'Reverse charge' },
  exempt: { id: 'E', code: 'VATEX-EU-132', reason: 'Exempt: article 132 of Directive 2006/112/EC' },
} as const

/**
 * A document as an e-invoice by EN 16931 in UBL 2.1: an Invoice (380), or a CreditNote (381) whose amounts are above zero. It was
 * paid before it was issued, so nothing is payable.
 *
 * @param reference - of the order
 */
export function ublOf(document: Omit<IssuedDocument, 'einvoiceHash'>, reference: string): string {
  const isCredit = document.kind !== 'invoice'
  const root = isCredit ? 'CreditNote' : 'Invoice'
  const { currency, taxTreatment } = document
  const figures = ublFiguresOf(document, exponentOf(currency))
  const amount = (name: string, value: number) =>
    `<cbc:${name} currencyID="${currency}">${decimalText(value, figures.digits)}</cbc:${name}>`
  const taxes = figures.taxes.map(
    ({ taxRate, net, tax }) =>
      `<cac:TaxSubtotal>${amount('TaxableAmount', net)}${amount('TaxAmount', tax)}` +
      `${category('TaxCategory', taxTreatment, taxRate)}</cac:TaxSubtotal>`,
  )
  const lines = figures.lines.map(({ title, quantity, taxRate, net }, index) => {
    const [line, counted] = isCredit ? ['CreditNoteLine', 'CreditedQuantity'] : ['InvoiceLine', 'InvoicedQuantity']
    return (
      `<cac:${line}>${basic('ID', String(index + 1))}` +
      // A price is never below zero: what takes away counts backwards.
      `<cbc:${counted} unitCode="C62">${net < 0 ? -quantity : quantity}</cbc:${counted}>` +
      `${amount('LineExtensionAmount', net)}<cac:Item>${basic('Name', title)}` +
      `${category('ClassifiedTaxCategory', taxTreatment, taxRate)}</cac:Item>` +
      `<cac:Price>${amount('PriceAmount', Math.abs(net))}<cbc:BaseQuantity unitCode="C62">${quantity}</cbc:BaseQuantity></cac:Price>` +
      `</cac:${line}>`
    )
  })
  const notes = [
    document.reason,
    figures.isRounded &&
      `Amounts are rounded to two decimals. The exact total is ${currency} ` +
        `${decimalText(Math.abs(document.gross), exponentOf(currency))}.`,
  ].filter((note) => typeof note === 'string')
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2"` +
    ` xmlns:cac="${namespaces.cac}" xmlns:cbc="${namespaces.cbc}">` +
    basic('CustomizationID', 'urn:cen.eu:en16931:2017') +
    basic('ID', document.number) +
    basic('IssueDate', document.issuedOn) +
    basic(`${root}TypeCode`, isCredit ? '381' : '380') +
    notes.map((note) => basic('Note', note)).join('') +
    basic('DocumentCurrencyCode', currency) +
    `<cac:OrderReference>${basic('ID', reference)}</cac:OrderReference>` +
    [document.refersTo, document.refersTo?.rectifiedBy].map(earlier).join('') +
    `<cac:AccountingSupplierParty>${party(document.issuer)}</cac:AccountingSupplierParty>` +
    `<cac:AccountingCustomerParty>${party(document.recipient)}</cac:AccountingCustomerParty>` +
    `<cac:Delivery>${basic('ActualDeliveryDate', document.operationOn)}</cac:Delivery>` +
    `<cac:TaxTotal>${amount('TaxAmount', figures.tax)}${taxes.join('')}</cac:TaxTotal>` +
    `<cac:LegalMonetaryTotal>${amount('LineExtensionAmount', figures.net)}${amount('TaxExclusiveAmount', figures.net)}` +
    `${amount('TaxInclusiveAmount', figures.gross)}${amount('PrepaidAmount', figures.gross)}${amount('PayableAmount', 0)}` +
    `</cac:LegalMonetaryTotal>${lines.join('')}</${root}>\n`
  )
}

/** A document that came before and that this one is about. */
function earlier(document: { readonly number: string; readonly issuedOn: string } | null | undefined): string {
  if (!document) return ''
  return (
    `<cac:BillingReference><cac:InvoiceDocumentReference>${basic('ID', document.number)}` +
    `${basic('IssueDate', document.issuedOn)}</cac:InvoiceDocumentReference></cac:BillingReference>`
  )
}

interface Party {
  readonly name: string
  readonly company?: string | null
  readonly taxId: string | null
  readonly address: string | null
  readonly country: string
}

function party(one: Party | null): string {
  if (one === null) return ''
  const vatId = one.taxId === null ? null : vatIdOf(one.taxId, one.country)
  return (
    `<cac:Party><cac:PostalAddress>${one.address === null ? '' : basic('StreetName', one.address)}` +
    `<cac:Country>${basic('IdentificationCode', one.country)}</cac:Country></cac:PostalAddress>` +
    (vatId === null
      ? ''
      : `<cac:PartyTaxScheme>${basic('CompanyID', vatId)}<cac:TaxScheme>${basic('ID', 'VAT')}</cac:TaxScheme></cac:PartyTaxScheme>`) +
    `<cac:PartyLegalEntity>${basic('RegistrationName', one.company ?? one.name)}` +
    // The standard knows VAT ids by their country, and any other id as that of a register.
    `${one.taxId === null || vatId !== null ? '' : basic('CompanyID', one.taxId)}</cac:PartyLegalEntity></cac:Party>`
  )
}

/** Counsel has to confirm that what is taxed at 0 % is zero-rated (Z) and not exempt (E) or outside of VAT (O). */
function category(
  name: 'TaxCategory' | 'ClassifiedTaxCategory',
  treatment: IssuedDocument['taxTreatment'],
  taxRate: number,
): string {
  const why = treatment === 'standard' ? null : untaxed[treatment]
  return (
    `<cac:${name}>${basic('ID', why?.id ?? (taxRate === 0 ? 'Z' : 'S'))}${basic('Percent', decimalText(taxRate, 2))}` +
    (why && name === 'TaxCategory'
      ? basic('TaxExemptionReasonCode', why.code) + basic('TaxExemptionReason', why.reason)
      : '') +
    `<cac:TaxScheme>${basic('ID', 'VAT')}</cac:TaxScheme></cac:${name}>`
  )
}

function basic(name: string, text: string): string {
  return `<cbc:${name}>${escaped(text)}</cbc:${name}>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  // XML has no way to write most control characters.
  // oxlint-disable-next-line no-control-regex
  return text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"]/g, (one) => entities[one] ?? one)
}
