import { exponentOf } from '../../core/i18n/formats.ts'
import type { IssuedDocument } from './invoice.endpoints.ts'

const namespaces = {
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
}

/**
 * A document as an e-invoice by EN 16931 in UBL 2.1: an Invoice (380), or a CreditNote (381) whose amounts are above zero. It was
 * paid before it was issued, so nothing is payable.
 *
 * @param reference - of the order
 */
export function ublOf(document: IssuedDocument, reference: string): string {
  const isCredit = document.kind === 'rectifying'
  const root = isCredit ? 'CreditNote' : 'Invoice'
  const { currency } = document
  const sign = isCredit ? -1 : 1
  const amount = (name: string, value: number) =>
    `<cbc:${name} currencyID="${currency}">${decimalText(sign * value, exponentOf(currency))}</cbc:${name}>`
  const taxes = document.taxes.map(
    ({ taxRate, net, tax }) =>
      `<cac:TaxSubtotal>${amount('TaxableAmount', net)}${amount('TaxAmount', tax)}${category('TaxCategory', taxRate)}</cac:TaxSubtotal>`,
  )
  const lines = document.lines.map(({ title, quantity, taxRate, net }, index) => {
    // A price is never below zero: what takes away counts backwards.
    const isBelow = sign * net < 0
    const [line, counted] = isCredit ? ['CreditNoteLine', 'CreditedQuantity'] : ['InvoiceLine', 'InvoicedQuantity']
    return (
      `<cac:${line}>${basic('ID', String(index + 1))}` +
      `<cbc:${counted} unitCode="C62">${isBelow ? -quantity : quantity}</cbc:${counted}>${amount('LineExtensionAmount', net)}` +
      `<cac:Item>${basic('Name', title)}${category('ClassifiedTaxCategory', taxRate)}</cac:Item>` +
      `<cac:Price>${amount('PriceAmount', sign * Math.abs(net))}<cbc:BaseQuantity unitCode="C62">${quantity}</cbc:BaseQuantity></cac:Price>` +
      `</cac:${line}>`
    )
  })
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2"` +
    ` xmlns:cac="${namespaces.cac}" xmlns:cbc="${namespaces.cbc}">` +
    basic('CustomizationID', 'urn:cen.eu:en16931:2017') +
    basic('ID', document.number) +
    basic('IssueDate', document.issuedOn) +
    basic(`${root}TypeCode`, isCredit ? '381' : '380') +
    (document.reason === null ? '' : basic('Note', document.reason)) +
    basic('DocumentCurrencyCode', currency) +
    `<cac:OrderReference>${basic('ID', reference)}</cac:OrderReference>` +
    (document.refersTo === null
      ? ''
      : `<cac:BillingReference><cac:InvoiceDocumentReference>${basic('ID', document.refersTo.number)}` +
        `${basic('IssueDate', document.refersTo.issuedOn)}</cac:InvoiceDocumentReference></cac:BillingReference>`) +
    `<cac:AccountingSupplierParty>${party(document.issuer)}</cac:AccountingSupplierParty>` +
    `<cac:AccountingCustomerParty>${party(document.recipient)}</cac:AccountingCustomerParty>` +
    `<cac:Delivery>${basic('ActualDeliveryDate', document.operationOn)}</cac:Delivery>` +
    `<cac:TaxTotal>${amount('TaxAmount', document.tax)}${taxes.join('')}</cac:TaxTotal>` +
    `<cac:LegalMonetaryTotal>${amount('LineExtensionAmount', document.net)}${amount('TaxExclusiveAmount', document.net)}` +
    `${amount('TaxInclusiveAmount', document.gross)}${amount('PrepaidAmount', document.gross)}${amount('PayableAmount', 0)}` +
    `</cac:LegalMonetaryTotal>${lines.join('')}</${root}>\n`
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
  return (
    `<cac:Party><cac:PostalAddress>${one.address === null ? '' : basic('StreetName', one.address)}` +
    `<cac:Country>${basic('IdentificationCode', one.country)}</cac:Country></cac:PostalAddress>` +
    (one.taxId === null
      ? ''
      : `<cac:PartyTaxScheme>${basic('CompanyID', one.taxId)}<cac:TaxScheme>${basic('ID', 'VAT')}</cac:TaxScheme></cac:PartyTaxScheme>`) +
    `<cac:PartyLegalEntity>${basic('RegistrationName', one.company ?? one.name)}</cac:PartyLegalEntity></cac:Party>`
  )
}

/** Counsel has to confirm that what is taxed at 0 % is zero-rated (Z) and not exempt (E) or outside of VAT (O). */
function category(name: string, taxRate: number): string {
  return (
    `<cac:${name}>${basic('ID', taxRate === 0 ? 'Z' : 'S')}${basic('Percent', decimalText(taxRate, 2))}` +
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

/** An amount in minor units as a decimal number, without a double in between: -1234 of 2 digits is -12.34. */
export function decimalText(amount: number, digits: number): string {
  const [sign, text] = [amount < 0 ? '-' : '', String(Math.abs(amount)).padStart(digits + 1, '0')]
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}
