import type { Simplification } from './simplified.ts'

/**
 * The words of a document in one language of customers. They are for customers, so they are no texts of the console. Counsel has
 * to confirm them, and in which languages documents must be.
 */
export interface DocumentWords {
  /** How numbers and dates are written. */
  readonly format: string
  readonly invoice: string
  readonly simplified: string
  readonly rectifying: string
  readonly correction: string
  readonly test: string
  readonly issuedOn: string
  readonly serviceOn: string
  readonly order: string
  readonly description: string
  readonly rectifies: string
  readonly replaces: string
  readonly rectifiedBy: string
  /** Of an invoice: `INV-2026-000012 of 24 November 2026`. */
  readonly numberOf: (number: string, date: string) => string
  readonly reason: string
  readonly issuer: string
  readonly recipient: string
  readonly taxId: string
  readonly quantity: string
  readonly unitPrice: string
  readonly unitPriceWithTax: string
  readonly taxRate: string
  readonly net: string
  readonly tax: string
  readonly total: string
  readonly testNote: string
  readonly differenceNote: (number: string) => string
  readonly correctionNote: (number: string) => string
  readonly noTaxNote: string
  readonly simplifiedBy: Readonly<Record<Simplification['by'], string>>
  readonly treatments: Readonly<Record<'margin' | 'reverse_charge' | 'exempt', string>>
  readonly seal: string
  readonly page: (page: number, pages: number) => string
}

const words: Readonly<Record<'en' | 'es', DocumentWords>> = {
  en: {
    format: 'en-GB',
    invoice: 'Invoice',
    simplified: 'Simplified invoice',
    rectifying: 'Refund invoice',
    correction: 'Corrective invoice',
    test: 'Test document',
    issuedOn: 'Issued',
    serviceOn: 'Date of service',
    order: 'Order',
    description: 'Description',
    rectifies: 'Rectifies',
    replaces: 'Replaces',
    rectifiedBy: 'Rectified by',
    numberOf: (number, date) => `${number} of ${date}`,
    reason: 'Reason',
    issuer: 'Issuer',
    recipient: 'Recipient',
    taxId: 'Tax ID',
    quantity: 'Qty',
    unitPrice: 'Unit price',
    unitPriceWithTax: 'Price incl. tax',
    taxRate: 'Tax rate',
    net: 'Net',
    tax: 'Tax',
    total: 'Total',
    testNote: 'Test document: no money was paid and no tax is due.',
    differenceNote: (number) => `Amounts are the difference to invoice ${number}.`,
    correctionNote: (number) => `Rectifies invoice ${number} in full.`,
    noTaxNote: 'No tax is charged on amounts at 0%.',
    simplifiedBy: {
      directive: 'Simplified invoice: article 220a of Directive 2006/112/EC.',
      spain: 'Simplified invoice: article 4.1 of Real Decreto 1619/2012.',
      spain_transport: 'Simplified invoice: article 4.2 of Real Decreto 1619/2012 (passenger transport).',
    },
    treatments: {
      margin: 'Margin scheme – travel agents.',
      reverse_charge: 'Reverse charge: the recipient accounts for the VAT.',
      exempt: 'Exempt from VAT.',
    },
    seal: 'SHA-256 seal',
    page: (page, pages) => `Page ${page} of ${pages}`,
  },
  es: {
    format: 'es-ES',
    invoice: 'Factura',
    simplified: 'Factura simplificada',
    rectifying: 'Factura rectificativa',
    correction: 'Factura rectificativa',
    test: 'Documento de prueba',
    issuedOn: 'Fecha de expedición',
    serviceOn: 'Fecha de la operación',
    order: 'Pedido',
    description: 'Descripción',
    rectifies: 'Rectifica',
    replaces: 'Sustituye a',
    rectifiedBy: 'Rectificada por',
    numberOf: (number, date) => `${number}, de ${date}`,
    reason: 'Motivo',
    issuer: 'Emisor',
    recipient: 'Destinatario',
    taxId: 'NIF',
    quantity: 'Cant.',
    unitPrice: 'Precio',
    unitPriceWithTax: 'Precio con IVA',
    taxRate: 'IVA',
    net: 'Base',
    tax: 'Cuota',
    total: 'Total',
    testNote: 'Documento de prueba: no se ha pagado dinero ni se debe impuesto.',
    differenceNote: (number) => `Los importes son la diferencia respecto a la factura ${number}.`,
    correctionNote: (number) => `Rectifica por completo la factura ${number}.`,
    noTaxNote: 'Los importes al 0 % no llevan impuesto.',
    simplifiedBy: {
      directive: 'Factura simplificada: artículo 220 bis de la Directiva 2006/112/CE.',
      spain: 'Factura simplificada: artículo 4.1 del Real Decreto 1619/2012.',
      spain_transport: 'Factura simplificada: artículo 4.2 del Real Decreto 1619/2012 (transporte de personas).',
    },
    treatments: {
      margin: 'Régimen especial de las agencias de viajes.',
      reverse_charge: 'Inversión del sujeto pasivo.',
      exempt: 'Operación exenta de IVA.',
    },
    seal: 'Sello SHA-256',
    page: (page, pages) => `Página ${page} de ${pages}`,
  },
}

/** In the language of a document, else in English. */
export function wordsFor(locale: string): DocumentWords {
  return locale.split('-')[0] === 'es' ? words.es : words.en
}
