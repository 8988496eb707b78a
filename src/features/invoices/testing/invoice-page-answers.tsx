import { PageContext } from '../../../ui/page-context.tsx'
import { RecordPathsProvider } from '../../../ui/resource/record-paths.tsx'
import type { Answers, OpenScreen } from '../../../ui/testing/open-screen.tsx'
import { openScreen } from '../../../ui/testing/open-screen.tsx'
import { InvoicePage } from '../invoice-page.tsx'

export const draft = {
  kind: 'invoice',
  isTest: false,
  operationOn: '2026-12-05',
  subject: 'Paper Theatres',
  refersTo: null,
  reason: null,
  issuer: { name: 'Marquee Demo S.L.', taxId: 'ESB00000000', address: 'Calle de Ejemplo 1', country: 'ES' },
  recipient: { name: 'Ida Sol', company: null, taxId: null, address: null, country: 'DE' },
  currency: 'EUR',
  pricesIncludeTax: true,
  taxTreatment: 'standard',
  simplified: null,
  lines: [
    { title: 'Stalls', quantity: 2, unitPrice: 5_500, taxRate: 1000, net: 10_000, tax: 1_000, gross: 11_000 },
    { title: 'Service fee', quantity: 1, unitPrice: 1_210, taxRate: 2100, net: 1_000, tax: 210, gross: 1_210 },
  ],
  taxes: [
    { taxRate: 1000, net: 10_000, tax: 1_000, gross: 11_000 },
    { taxRate: 2100, net: 1_000, tax: 210, gross: 1_210 },
  ],
  net: 11_000,
  tax: 1_210,
  gross: 12_210,
}
export const issued = {
  ...draft,
  id: 3,
  number: 'INV-2026-000012',
  issuedAt: '2026-11-24T10:00:00.000Z',
  issuedOn: '2026-11-24',
  issuedBy: 'Ada Byron',
  hash: 'a'.repeat(64),
  einvoiceHash: 'e'.repeat(64),
  pdfHash: null,
  locale: 'en',
  sent: [],
}
export const rectifying = {
  ...issued,
  id: 4,
  kind: 'rectifying',
  number: 'REC-2026-000002',
  refersTo: { kind: 'invoice', number: issued.number, issuedOn: issued.issuedOn, rectifiedBy: null },
  reason: 'Refund: other',
  lines: [
    { title: 'Refund: other', quantity: 1, unitPrice: -1_210, taxRate: 2100, net: -1_000, tax: -210, gross: -1_210 },
  ],
  taxes: [{ taxRate: 2100, net: -1_000, tax: -210, gross: -1_210 }],
  net: -1_000,
  tax: -210,
  gross: -1_210,
}
const purchase = { id: 7, reference: 'ABCDEFGH', kind: 'event', title: 'Paper Theatres' }
const nothing = { draft: null, blockedReason: 'Nothing has been refunded.', reissued: null }
export const before = {
  purchase,
  issued: [],
  invoice: { draft, blockedReason: null, reissued: null },
  refundInvoice: nothing,
  simplifications: [],
  reissueBlockedReason: 'This order has no invoice yet.',
  chargedNow: null,
}
export const after = {
  purchase,
  issued: [issued],
  invoice: { draft: null, blockedReason: 'Invoice INV-2026-000012 is already issued.', reissued: null },
  refundInvoice: nothing,
  simplifications: [],
  reissueBlockedReason: null,
  chargedNow: null,
}
export const refersTo = rectifying.refersTo
export const correction = { ...issued, id: 5, kind: 'correction', number: 'REC-2026-000003', refersTo, gross: -12_210 }
export const reissued = {
  ...issued,
  id: 6,
  number: 'INV-2026-000013',
  refersTo: { ...refersTo, rectifiedBy: { number: correction.number, issuedOn: '2026-11-26' } },
}

export const paths = (_: string, name: string, id?: number) => `/purchases/${name}/${id}`
const page = { title: 'Invoice', screen: 'purchases/invoice-event', write: ['purchases'], mayWrite: true }
export const answer = 'GET /rest/data/purchases/7/invoices'

export async function openInvoicePage(
  answers: Answers,
  { which = 'invoice', mayWrite = true }: { which?: 'invoice' | 'refund-invoice'; mayWrite?: boolean } = {},
): Promise<OpenScreen> {
  return await openScreen(
    <RecordPathsProvider value={paths}>
      <PageContext.Provider value={{ ...page, mayWrite }}>
        <InvoicePage id={7} which={which} />
      </PageContext.Provider>
    </RecordPathsProvider>,
    answers,
  )
}
