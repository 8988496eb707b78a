import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { purchases } from '../../purchases/purchases.ts'
import { invoices } from '../invoices.ts'

export const examples: readonly ResourceExample[] = [
  exampleOf(invoices, (n, ids, given) => ({
    values: {
      kind: 'invoice',
      isTest: false,
      // Reverse charge would need a tax id.
      taxTreatment: pick(['standard', 'margin', 'exempt'], n),
      refersTo: null,
      // An order has one invoice, so it is that of the order that was made last.
      purchaseId: ids(purchases).at(-1),
      recipientCountry: pick(['ES', 'FR', 'PT'], n),
      currency: pick(['EUR', 'USD', 'JPY'], n),
      // Without lines a document charges nothing, and its moment is the database's.
      net: 0,
      tax: 0,
      gross: 0,
      issuedAt: null,
      sentAt: null,
      sending: null,
      ...given,
    },
    columns: {
      purchase_reference: 'ABCDEFGH',
      issuer_name: 'Marquee Test S.L.',
      issuer_tax_id: 'ESB00000001',
      issuer_address: 'Calle de Prueba 1',
      issuer_country: 'ES',
      locale: 'en',
      prices_include_tax: true,
    },
  })),
]
