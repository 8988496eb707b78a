import {
  boolean,
  date,
  decimal,
  instant,
  integer,
  money,
  ref,
  rows,
  select,
  text,
  time,
  words,
  percent,
} from '../../core/resource/fields.ts'
import type { RecordOf } from '../../core/resource/resource.ts'
import { defineResource } from '../../core/resource/resource.ts'
import {
  bookingStatuses,
  bookingStatusLabels,
  bookingStatusTones,
  channels,
  deliveries,
  fulfilmentStatuses,
  fulfilmentStatusLabels,
  fulfilmentStatusTones,
  nextStepLabels,
  nextSteps,
  nextStepTones,
  paymentStatuses,
  paymentStatusLabels,
  paymentStatusTones,
  refundStateLabels,
  refundStates,
  refundStateTones,
  supplierStatuses,
  supplierStatusLabels,
} from './states/purchase-states.ts'
import { listNeeds, purchaseColumns } from './purchase-columns.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { customers } from '../customers/customers.ts'
import type { staff } from '../../platform/auth/sign-in/staff.ts'
import type { coupons } from '../coupons/coupons.ts'
import type { providers } from '../providers/providers.ts'
import type { cities } from '../places/geo/cities.ts'
import type { venues } from '../places/venues/venues.ts'
import type { performers } from '../events/performer/performers.ts'
import type { products } from '../products/products.ts'
import type { productOptions } from '../products/product-options.ts'
import type { events } from '../events/event/events.ts'
import type { performances } from '../events/performance/performances.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    purchases: true
  }
  interface PermissionActions {
    refund: true
  }
}

const total = { currency: 'currency', required: true, min: 0 } as const

/**
 * Orders of tickets and products in one table: both share a head. Contact, title and amounts are snapshots
 * that a later change of the customer or the catalogue leaves alone.
 */
export const purchases = defineResource('purchases', {
  label: ['Purchase', 'Purchases'],
  access: 'purchases',
  operations: ['list', 'read'],
  title: 'reference',
  fields: {
    reference: text({ required: true, unique: true, readOnly: true, min: 8, max: 10, case: 'upper' }),
    kind: select(['product', 'event'], {
      required: true,
      readOnly: true,
      labels: { product: 'Product', event: 'Event' },
    }),
    channel: select(channels, {
      required: true,
      labels: { web: 'Web', app: 'App', partner: 'Partner', phone: 'Phone' },
    }),
    title: text({ required: true, max: 255 }),
    contents: text({ required: true, max: 255, label: 'Guests or tickets', help: 'Summary of the order' }),
    quantity: integer({ required: true, min: 1, max: 10_000 }),

    customerId: ref(nameOf<typeof customers>('customers')),
    customerName: text({ required: true, max: 201, personal: true, label: 'Customer name' }),
    customerEmail: text({
      required: true,
      max: 254,
      format: 'email',
      case: 'lower',
      personal: true,
      label: 'Email',
    }),
    customerPhone: text({ max: 16, format: 'phone', personal: true, label: 'Phone' }),
    customerCountry: text({ required: true, min: 2, max: 2, case: 'upper', label: 'Country' }),
    customerLocale: text({ required: true, max: 16, format: 'locale', label: 'Language' }),

    bookingStatus: select(bookingStatuses, {
      required: true,
      label: 'Booking',
      labels: bookingStatusLabels,
      tones: bookingStatusTones,
    }),
    paymentStatus: select(paymentStatuses, {
      required: true,
      label: 'Payment',
      labels: paymentStatusLabels,
      tones: paymentStatusTones,
    }),
    fulfilmentStatus: select(fulfilmentStatuses, {
      required: true,
      label: 'Fulfilment',
      labels: fulfilmentStatusLabels,
      tones: fulfilmentStatusTones,
    }),
    refundState: select(refundStates, {
      required: true,
      label: 'Refund',
      labels: refundStateLabels,
      tones: refundStateTones,
    }),
    nextStep: select(nextSteps, { required: true, readOnly: true, labels: nextStepLabels, tones: nextStepTones }),
    needsAction: boolean({ derived: true }),
    heldUntil: instant({ help: 'Unpaid places are held until then' }),
    isPaymentKept: boolean({ help: 'No refund, by policy or decided by staff' }),
    dueAt: instant({ label: 'Due', help: 'By when the next step should be done' }),
    bankDecidesBy: instant({ readOnly: 'moving', label: 'Bank decides by', help: 'About 75 days after our evidence' }),
    slaState: select(['none', 'on_time', 'due_soon', 'overdue'], {
      derived: true,
      required: true,
      label: 'SLA',
      labels: { none: 'None', on_time: 'On time', due_soon: 'Due soon', overdue: 'Overdue' },
      tones: { none: 'neutral', on_time: 'good', due_soon: 'warn', overdue: 'bad' },
    }),
    assigneeId: ref(nameOf<typeof staff>('staff')),
    snoozedUntil: instant({ label: 'Snoozed until', help: 'Hidden from the inbox until then' }),
    tags: words({ max: 20 }),
    waits: boolean({ derived: true, label: 'To do now', help: 'Has a next step and is not snoozed' }),
    isOverdue: boolean({ derived: true, label: 'Overdue', help: 'Next step is overdue' }),
    isSale: boolean({ derived: true, label: 'Sale', help: 'Was paid or confirmed, even if cancelled since' }),
    isSnoozed: boolean({ derived: true, label: 'Snoozed' }),
    isCalledOff: boolean({ derived: true, label: 'Event cancelled' }),
    requestedRefund: money({ currency: 'currency', derived: true, min: 0, label: 'Refund requested' }),

    currency: text({ required: true, max: 3, format: 'currency', case: 'upper' }),
    itemsTotal: money({ ...total, label: 'Items' }),
    feesTotal: money({ ...total, label: 'Fees' }),
    taxTotal: money({ ...total, label: 'Tax' }),
    discountTotal: money({ ...total, label: 'Discount' }),
    grandTotal: money({ ...total, label: 'Total' }),
    captured: money({ ...total }),
    refunded: money({ ...total }),
    refundPending: money({ ...total, label: 'Refunds under way' }),
    chargedBack: money({ ...total }),
    costCurrency: text({ required: true, max: 3, format: 'currency', case: 'upper' }),
    netCost: money({ currency: 'costCurrency', required: true, min: 0, help: 'What we owe the provider now' }),
    supplierCost: money({
      ...total,
      help: 'The net cost in the currency of the purchase, at the rate below',
    }),
    fxRate: decimal({
      required: true,
      min: 0,
      scale: 9,
      label: 'Exchange rate',
      help: 'Purchase currency per unit of cost currency',
    }),
    fxRateAt: instant({ required: true, label: 'Rate of' }),
    paymentFees: money({ ...total }),
    margin: money({
      currency: 'currency',
      required: true,
      readOnly: true,
      help: 'Received net of refunds and chargebacks, less supplier cost and payment fees',
    }),
    couponId: ref(nameOf<typeof coupons>('coupons')),

    providerId: ref(nameOf<typeof providers>('providers'), { required: true }),
    providerReference: text({ max: 64 }),
    supplierStatus: select(supplierStatuses, { labels: supplierStatusLabels }),

    travelDate: date({ required: true }),
    localTime: time({ label: 'Starts' }),
    timeZone: text({ required: true, max: 64, format: 'timeZone' }),
    startsAt: instant({ required: true, label: 'Starts (UTC)' }),
    endsAt: instant({ required: true, label: 'Ends (UTC)' }),
    cityId: ref(nameOf<typeof cities>('cities'), { required: true }),
    venueId: ref(nameOf<typeof venues>('venues')),
    performerId: ref(nameOf<typeof performers>('performers')),
    productId: ref(nameOf<typeof products>('products')),
    productOptionId: ref(nameOf<typeof productOptions>('product-options'), { label: 'Option' }),
    eventId: ref(nameOf<typeof events>('events')),
    performanceId: ref(nameOf<typeof performances>('performances')),
    delivery: select(deliveries, {
      labels: {
        eticket_pdf: 'E-ticket',
        mobile_transfer: 'Mobile transfer',
        venue_pickup: 'Pickup at the venue',
        courier: 'Courier',
        local_pickup: 'Local pickup',
      },
    }),
    guideLanguage: text({ max: 16, format: 'locale' }),
    meetingPoint: text({ max: 255 }),
    cancelUntil: instant({ label: 'Free until', help: 'Free cancellation until' }),
    cancellationPolicy: rows(
      {
        until: instant({ required: true }),
        refund: percent({ required: true, max: 10_000 }),
      },
      { max: 20, help: 'As sold' },
    ),
    answers: rows({ question: text({ required: true }), answer: text({ required: true, max: 1_000 }) }, { max: 40 }),
    redeemedAt: instant(),
    riskScore: integer({ required: true, min: 0, max: 100, label: 'Risk' }),
    riskReasons: words({ max: 10 }),
    utmSource: text({ max: 100, label: 'UTM source' }),
    utmMedium: text({ max: 100, label: 'UTM medium' }),
    utmCampaign: text({ max: 100, label: 'UTM campaign' }),
    clientAddress: text({ max: 45, format: 'ipAddress', personal: true, label: 'Client IP' }),
    device: select(['desktop', 'mobile', 'tablet'], {
      labels: { desktop: 'Desktop', mobile: 'Mobile', tablet: 'Tablet' },
    }),
  },
  list: {
    columns: [
      'reference',
      'createdAt',
      'customerName',
      'title',
      'travelDate',
      'localTime',
      'timeZone',
      'contents',
      'quantity',
      'grandTotal',
      'margin',
      'bookingStatus',
      'paymentStatus',
      'fulfilmentStatus',
      'nextStep',
      'providerId',
      'providerReference',
      'riskScore',
      'assigneeId',
      'dueAt',
      'requestedRefund',
    ],
    shown: purchaseColumns,
    filters: [
      'kind',
      'bookingStatus',
      'paymentStatus',
      'fulfilmentStatus',
      'refundState',
      'nextStep',
      'needsAction',
      'waits',
      'isOverdue',
      'isSnoozed',
      'isSale',
      'createdAt',
      'travelDate',
      'dueAt',
      'cityId',
      'venueId',
      'performerId',
      'providerId',
      'couponId',
      'customerId',
      'assigneeId',
      'productId',
      'eventId',
      'performanceId',
      'channel',
      'currency',
      'grandTotal',
      'margin',
      'quantity',
      'riskScore',
      'customerCountry',
      'supplierStatus',
      'delivery',
      'providerReference',
      'reference',
      'tags',
      'cancelUntil',
    ],
    search: ['reference', 'customerName', 'customerEmail', 'title', 'providerReference'],
    sort: '-createdAt',
    needs: listNeeds,
  },
  summary: 'Orders of tickets and products.',
})

export type Purchase = RecordOf<typeof purchases>
