import type { OpenScreen } from '../../../ui/testing/open-screen.tsx'
import { openScreen } from '../../../ui/testing/open-screen.tsx'
import { RecordPathsProvider } from '../../../ui/resource/record-paths.tsx'
import { PurchaseScreen } from '../purchase-screen.tsx'

const purchase = {
  id: 7,
  version: 1,
  reference: 'ABCDEFGH',
  kind: 'event',
  title: 'Tosca',
  contents: '2 tickets',
  customerName: 'Ida Sol',
  customerEmail: 'ida@example.com',
  customerCountry: 'ES',
  customerLocale: 'es',
  bookingStatus: 'confirmed',
  paymentStatus: 'captured',
  fulfilmentStatus: 'unfulfilled',
  refundState: 'none',
  nextStep: 'none',
  bankDecidesBy: null,
  slaState: 'none',
  dueAt: null,
  currency: 'EUR',
  itemsTotal: 9000,
  feesTotal: 0,
  taxTotal: 0,
  discountTotal: 0,
  grandTotal: 9000,
  captured: 9000,
  refunded: 0,
  refundPending: 0,
  chargedBack: 0,
  supplierCost: 0,
  paymentFees: 0,
  margin: 9000,
  timeZone: 'Europe/Madrid',
  cancellationPolicy: [],
  answers: [],
  riskScore: 10,
  riskReasons: [],
  tags: [],
  createdAt: '2026-11-01T09:00:00Z',
  travelDate: '2026-12-11',
  localTime: '20:00',
  startsAt: '2026-12-11T19:00:00Z',
  eventId: 4,
  event: { id: 4, title: 'Tosca' },
  cityId: 2,
  city: { id: 2, title: 'Madrid' },
  providerId: 1,
  provider: { id: 1, title: 'Palco Directo' },
  providerReference: 'PD-77',
  costCurrency: 'EUR',
}
export const line = {
  position: 1,
  kind: 'item',
  title: 'Stalls',
  quantity: 2,
  unitPrice: 4500,
  amount: 9000,
  section: null,
  rawSection: null,
  row: null,
  seats: [],
  notes: [],
  noteLabels: [],
  delivered: 1,
  holderNames: [],
}
const payment = {
  id: 1,
  provider: 'stripe',
  method: 'card',
  state: 'captured',
  currency: 'EUR',
  authorised: 9000,
  captured: 9000,
  fee: 100,
  pspReference: 'psp-1',
  threeDs: 'not_enrolled',
  avs: null,
  cvc: null,
  cardBrand: null,
  cardLast4: null,
  failure: null,
  authorisedAt: null,
  capturedAt: null,
  createdAt: '2026-11-01T10:00:00Z',
}
export const refund = {
  id: 1,
  paymentId: 1,
  state: 'succeeded',
  currency: 'EUR',
  amount: 4321,
  reason: 'goodwill',
  initiator: 'staff',
  paidBy: 'platform',
  destination: 'original_method',
  bankReference: null,
  failure: null,
  requestedBy: 'Ada Byron',
  approvedBy: null,
  createdAt: '2026-11-02T10:00:00Z',
  succeededAt: null,
}
const nothing = { amount: null, detail: null, orderId: null }
const who = { actorKind: 'customer', actorName: 'Ida Sol' }
export const occurrence = { id: 1, at: '2026-11-01T10:00:00Z', kind: 'placed', ...who, ...nothing }
const details = {
  id: 7,
  reference: 'ABCDEFGH',
  lines: [line],
  payments: [payment],
  refunds: [],
  disputes: [],
  timeline: [occurrence],
  customer: null,
  otherOrders: [],
  riskRules: [],
  unpaidChange: null,
  oversell: null,
  calledOff: null,
  offeredUntil: null,
  imageId: null,
  identities: [],
}
export const customer = {
  name: 'Ida Sol',
  email: 'ida@example.com',
  status: 'active',
  isVerified: true,
  createdAt: '2024-03-01T10:00:00Z',
  lastSeenAt: null,
  purchaseCount: 4,
  disputeCount: 0,
  spent: [],
}
const version = {
  pageId: 3,
  title: 'Terms of sale',
  number: 4,
  effectiveFrom: '2026-10-01T00:00:00Z',
  locale: 'es',
}

interface Around {
  readonly notes?: readonly object[]
  readonly address?: string
}

/** The page of a confirmed order of two tickets, with what differs from that. */
export function openPurchase(
  head: object = {},
  below: object = {},
  versions: readonly object[] = [version],
  { notes = [], address = '/purchases/view?id=7' }: Around = {},
): Promise<OpenScreen> {
  return openScreen(
    <RecordPathsProvider value={(resource, page, id) => `/${resource}/${page}${id === undefined ? '' : `?id=${id}`}`}>
      <PurchaseScreen />
    </RecordPathsProvider>,
    {
      'GET /rest/data/purchases/7': { ...purchase, ...head },
      'GET /rest/data/purchases/7/details': { ...details, ...below },
      'GET /rest/data/purchases/7/notes': { notes, hasMore: false },
      'GET /rest/data/purchases/7/legal-snapshot': { at: '2026-11-01T10:00:00Z', versions },
    },
    address,
  )
}
