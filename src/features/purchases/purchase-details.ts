import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams } from '../../core/http/path-params.ts'
import { unitTypes } from '../products/product-age-bands.ts'
import { noteLabels } from '../section-mapping/resolver/notes.ts'
import { lineKinds, paymentStates, refundProgress, timelineKinds } from './states/purchase-ledger.ts'

const line = z.object({
  position: z.int(),
  kind: z.enum(lineKinds),
  title: z.string(),
  quantity: z.int(),
  unitPrice: z.int(),
  /**
   * Quantity times unit price; what a discount takes away is negative. All lines add up to the grand total.
   */
  amount: z.int(),
  unitType: z.nullable(z.enum(unitTypes)),
  ageBandId: z.nullable(z.int()),
  listing: z.nullable(z.string()),
  section: z.nullable(z.string()),
  rawSection: z.nullable(z.string()),
  row: z.nullable(z.string()),
  seats: z.array(z.string()),
  notes: z.array(z.string()),
  /** What the notes of its listing said of the seats when it was bought. */
  noteLabels: z.array(z.enum(noteLabels)),
  faceValue: z.nullable(z.int()),
  inHandOn: z.nullable(z.string()),
  deliverBy: z.nullable(z.string()),
  delivered: z.int(),
  transferAcceptedAt: z.nullable(z.string()),
  holderNames: z.array(z.string()),
})

const payment = z.object({
  id: z.int(),
  provider: z.string(),
  method: z.string(),
  state: z.enum(paymentStates),
  currency: z.string(),
  authorised: z.int(),
  captured: z.int(),
  fee: z.int(),
  pspReference: z.string(),
  threeDs: z.nullable(z.string()),
  avs: z.nullable(z.string()),
  cvc: z.nullable(z.string()),
  cardBrand: z.nullable(z.string()),
  cardLast4: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  authorisedAt: z.nullable(z.string()),
  capturedAt: z.nullable(z.string()),
  createdAt: z.string(),
})

const refund = z.object({
  id: z.int(),
  paymentId: z.int(),
  state: z.enum(refundProgress),
  currency: z.string(),
  amount: z.int(),
  kind: z.enum(['lines', 'goodwill']),
  lines: z.array(z.object({ position: z.int(), amount: z.int() })),
  reason: z.string(),
  initiator: z.string(),
  paidBy: z.string(),
  destination: z.string(),
  pspReference: z.nullable(z.string()),
  bankReference: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  requestedBy: z.nullable(z.string()),
  approvedBy: z.nullable(z.string()),
  createdAt: z.string(),
  succeededAt: z.nullable(z.string()),
})

const dispute = z.object({
  id: z.int(),
  /** In Stripe’s words. */
  status: z.string(),
  reason: z.string(),
  currency: z.string(),
  amount: z.int(),
  withdrawn: z.int(),
  reinstated: z.int(),
  fee: z.int(),
  dueBy: z.nullable(z.string()),
  openedAt: z.string(),
  closedAt: z.nullable(z.string()),
})

const occurrence = z.object({
  id: z.int(),
  at: z.string(),
  kind: z.enum(timelineKinds),
  actorKind: z.enum(['customer', 'staff', 'supplier', 'system']),
  actorName: z.nullable(z.string()),
  /** In the purchase's currency, where the occurrence moved money. */
  amount: z.nullable(z.int()),
  detail: z.nullable(z.string()),
  /** The other order, where it was split: `detail` is its reference. */
  orderId: z.nullable(z.int()),
})

const customer = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  status: z.enum(['active', 'blocked', 'anonymised', 'merged']),
  isVerified: z.boolean(),
  createdAt: z.string(),
  lastSeenAt: z.nullable(z.string()),
  purchaseCount: z.int(),
  disputeCount: z.int(),
  /** One entry a currency: amounts of different currencies are never added. */
  spent: z.array(
    z.object({
      currency: z.string(),
      purchases: z.int(),
      captured: z.int(),
      refunded: z.int(),
      chargedBack: z.int(),
    }),
  ),
})

/** Another order of the same customer. */
const otherOrder = z.object({
  id: z.int(),
  kind: z.enum(['product', 'event']),
  reference: z.string(),
  title: z.string(),
  travelDate: z.string(),
})

/** A change of a visit that waits for its customer to pay what it costs more. */
const unpaidChange = z.object({ charge: z.int(), until: z.string(), detail: z.string() })

/** What was sold twice: the newest of the order, with every order that wants the same. */
const oversell = z.object({
  how: z.string(),
  places: z.string(),
  at: z.string(),
  foundBy: z.nullable(z.string()),
  /** The one that was confirmed first is first. */
  orders: z.array(
    z.object({ id: z.int(), kind: z.string(), reference: z.string(), at: z.string(), outcome: z.nullable(z.string()) }),
  ),
})

/** The performance that was bought does not take place as sold. */
const calledOff = z.object({ status: z.enum(['cancelled', 'postponed']), isDateTbd: z.boolean() })

/** What must be equal, both sides as they are now. A break is shown and never mended in silence. */
const identity = z.object({
  key: z.enum([
    'grand_total',
    'items',
    'fees',
    'tax',
    'discount',
    'captured',
    'refunded',
    'refund_pending',
    'charged_back',
    'supplier_cost',
    'margin',
  ]),
  says: z.int(),
  adds: z.int(),
  holds: z.boolean(),
})

const purchaseDetails = z.object({
  id: z.int(),
  reference: z.string(),
  lines: z.array(line),
  payments: z.array(payment),
  refunds: z.array(refund),
  disputes: z.array(dispute),
  timeline: z.array(occurrence),
  customer: z.nullable(customer),
  /** The newest others of the customer. */
  otherOrders: z.array(otherOrder),
  /** A picture of what was bought. */
  imageId: z.nullable(z.int()),
  identities: z.array(identity),
  /** The viewer requested every refund that needs approval, so another person decides. */
  isRefundOwn: z.boolean(),
  unpaidChange: z.nullable(unpaidChange),
  calledOff: z.nullable(calledOff),
  /** Until when all that was paid goes back on request, since the event was postponed. */
  offeredUntil: z.nullable(z.string()),
  oversell: z.nullable(oversell),
  /** The risk rules that are called like a reason of its risk. */
  riskRules: z.array(z.object({ id: z.int(), name: z.string() })),
})
export type PurchaseDetails = z.output<typeof purchaseDetails>

/** Everything beneath a purchase's head in one call, so that its page is there at once. */
export const readPurchaseDetails = defineEndpoint('GET /rest/data/purchases/:id/details', {
  summary: 'Read the lines, payments, refunds, timeline and customer of a purchase, and whether it adds up',
  access: ['purchases', 'ui'],
  params: idParams,
  output: purchaseDetails,
  tag: 'Purchases',
})
