import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { formatProblem } from '../../core/resource/text-formats.ts'
import { eventStatuses } from '../events/schedule/event-status.ts'
import { bookingStatuses, fulfilmentStatuses, paymentStatuses } from '../purchases/states/purchase-states.ts'
import { sums, wantedShape } from './quotes.ts'
import { noteLabels } from '../section-mapping/resolver/notes.ts'
import { typedLine } from './typed-text.ts'

/** How long the places of an order are kept for its customer to pay, in seconds. */
export const holdSeconds = 15 * 60

/** The status of a booking in OCTO's words, and Viator's REJECTED. */
const wireStatuses = ['ON_HOLD', 'PENDING', 'CONFIRMED', 'REDEEMED', 'EXPIRED', 'REJECTED', 'CANCELLED'] as const

const email = () => t('Enter an email address, such as ana@example.com.')
const phone = () => t('Enter an international number, such as +34911234567.')
const country = () => t('Enter an ISO 3166-1 country code, such as ES.')
const inFormat = (format: 'email' | 'phone', error: () => string) =>
  z.string({ error }).check(
    z.trim(),
    z.maxLength(254, { error }),
    z.refine((text) => formatProblem(format, text) === undefined, { error }),
  )

const wording = () => t('Send the version of the wording, such as 2026-01.')

export const customerSchema = z
  .strictObject(
    {
      firstName: typedLine(100, () => t('Enter the first name.')),
      lastName: typedLine(100, () => t('Enter the last name.')),
      email: inFormat('email', email),
      phone: z.optional(inFormat('phone', phone)),
      country: z.string({ error: country }).check(z.regex(/^[A-Z]{2}$/, { error: country })),
      /** Which wording they agreed to; left out where they did not. */
      marketingConsent: z.optional(
        z.string({ error: wording }).check(z.regex(/^[A-Za-z0-9._-]{1,40}$/, { error: wording })),
      ),
    },
    { error: () => t('Choose a customer.') },
  )
  .register(z.globalRegistry, { id: 'OrderCustomer', description: 'Who buys, and who is written to.' })

const wanted = z
  .strictObject({
    ...wantedShape,
    customer: customerSchema,
    partnerReference: z.optional(typedLine(64, () => t('Omit the reference or send one.'))),
    total: z.optional(
      z
        .int({ error: () => t('Send the quote’s total in minor units.') })
        .check(z.minimum(0, { error: () => t('Send the quote’s total in minor units.') })),
    ),
  })
  .register(z.globalRegistry, {
    id: 'OrderRequest',
    description:
      'What a quote asks for, and who buys it. total is what the customer has agreed to: where the price is another by now, the order is refused (PriceChanged) instead of placed.',
    examples: [
      {
        lines: [{ kind: 'event', listingId: 4711, quantity: 2 }],
        coupon: 'SPRING',
        locale: 'en',
        total: 11_000,
        partnerReference: 'A-1007',
        customer: { firstName: 'Ana', lastName: 'García', email: 'ana@example.com', country: 'ES' },
      },
    ],
  })
export type WantedOrder = z.output<typeof wanted>

const line = z
  .object({
    kind: z.enum(['item', 'fee', 'tax', 'discount', 'adjustment']),
    title: z.string(),
    quantity: z.int(),
    unitPrice: z.int(),
    amount: z.int(),
    unitId: z.nullable(z.int()),
    section: z.nullable(z.string()),
    row: z.nullable(z.string()),
    seats: z.array(z.string()),
    seatNotes: z.array(z.enum(noteLabels)),
  })
  .register(z.globalRegistry, {
    id: 'OrderLine',
    description:
      'What the total is made of, in minor units. unitId is of products; section, row, seats and what the seller notes of them are of events.',
  })

export const orderSchema = z
  .object({
    reference: z.string(),
    partnerReference: z.nullable(z.string()),
    kind: z.enum(['event', 'product']),
    eventId: z.nullable(z.int()),
    performanceId: z.nullable(z.int()),
    productId: z.nullable(z.int()),
    eventStatus: z.nullable(z.enum(eventStatuses)),
    isDateTbd: z.boolean(),
    status: z.enum(wireStatuses),
    bookingStatus: z.enum(bookingStatuses),
    paymentStatus: z.enum(paymentStatuses),
    fulfilmentStatus: z.enum(fulfilmentStatuses),
    heldUntil: z.nullable(z.string()),
    title: z.string(),
    localDate: z.string(),
    localTime: z.nullable(z.string()),
    timeZone: z.string(),
    startsAt: z.string(),
    quantity: z.int(),
    lines: z.array(line),
    currency: z.string(),
    exponent: z.int(),
    ...sums,
    tax: z.int(),
    discount: z.int(),
    coupon: z.nullable(z.string()),
    cancellation: z.array(z.object({ until: z.string(), refund: z.int() })),
    customer: z.object({
      name: z.string(),
      email: z.string(),
      phone: z.nullable(z.string()),
      country: z.string(),
    }),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .register(z.globalRegistry, {
    id: 'Order',
    description:
      'status is the booking’s status in OCTO’s words; bookingStatus, paymentStatus and fulfilmentStatus have the details. Places are held until heldUntil. eventStatus is what became of the performance, null for products; while isDateTbd is true its day is still to be decided, and the day and time of the order are those it had. What is cancelled gives back everything. cancellation is the policy at the time of sale: cancelling before each moment refunds that many basis points of the price.',
    examples: [
      {
        reference: 'QK7M2XWD',
        partnerReference: 'A-1007',
        kind: 'event',
        eventId: 1201,
        performanceId: 5804,
        productId: null,
        eventStatus: 'EventScheduled',
        isDateTbd: false,
        status: 'ON_HOLD',
        bookingStatus: 'pending_payment',
        paymentStatus: 'unpaid',
        fulfilmentStatus: 'not_due',
        heldUntil: '2027-01-15T09:47:02.000Z',
        title: 'Tosca',
        localDate: '2027-05-01',
        localTime: '20:00',
        timeZone: 'Europe/Rome',
        startsAt: '2027-05-01T18:00:00.000Z',
        quantity: 2,
        lines: [
          {
            kind: 'item',
            title: 'Stalls, row F',
            quantity: 2,
            unitPrice: 5500,
            amount: 11_000,
            unitId: null,
            section: 'Stalls',
            row: 'F',
            seats: [],
            seatNotes: [],
          },
          {
            kind: 'fee',
            title: 'Service fee',
            quantity: 2,
            unitPrice: 550,
            amount: 1100,
            unitId: null,
            section: null,
            row: null,
            seats: [],
            seatNotes: [],
          },
          {
            kind: 'discount',
            title: 'Coupon SPRING',
            quantity: 1,
            unitPrice: -1100,
            amount: -1100,
            unitId: null,
            section: null,
            row: null,
            seats: [],
            seatNotes: [],
          },
        ],
        currency: 'EUR',
        exponent: 2,
        price: 11_000,
        fees: 1100,
        tax: 0,
        discount: 1100,
        total: 11_000,
        coupon: 'SPRING',
        cancellation: [],
        customer: { name: 'Ana García', email: 'ana@example.com', phone: null, country: 'ES' },
        createdAt: '2027-01-15T09:32:02.000Z',
        updatedAt: '2027-01-15T09:32:02.000Z',
      },
    ],
  })
export type Order = z.output<typeof orderSchema>

export const orderParams = z.object({
  reference: z.string().register(z.globalRegistry, { description: 'The reference of the order, such as QK7M2XWD' }),
})

export const placeOrderCall = defineEndpoint('POST /v1/orders', {
  summary: 'Place an order: its places are kept, and the price stays, until heldUntil',
  operationId: 'createOrder',
  access: 'public',
  tag: 'Orders',
  idempotencyKey: 'required',
  status: 201,
  answers: ['Location'],
  input: wanted,
  output: orderSchema,
})

const feedQuery = z.strictObject({
  cursor: z.optional(
    z
      .string()
      .check(z.regex(/^[0-9]{1,18}$/, { error: () => t('Send the cursor from next of an earlier response.') }))
      .register(z.globalRegistry, {
        description: 'next of the answer before. Left out, the feed begins with the first order',
      }),
  ),
  limit: z.optional(
    z
      .string()
      .check(z.regex(/^(?:[1-9]|[1-9][0-9]|100)$/, { error: () => t('limit must be a whole number from 1 to 100.') }))
      .register(z.globalRegistry, {
        type: 'integer',
        minimum: 1,
        maximum: 100,
        description: 'Orders of a page, 1 to 100; 50 where it is left out',
      }),
  ),
})

const feed = z
  .object({ data: z.array(orderSchema), next: z.string(), hasMore: z.boolean() })
  .register(z.globalRegistry, {
    id: 'OrderFeed',
    description:
      'Orders as they are now, by when they last changed. Keep next and send it as cursor, at once where hasMore is true and later where it is not: the answer has what changed in between. An order that changes twice comes once.',
  })

export const listOrderChangesCall = defineEndpoint('GET /v1/orders', {
  summary: 'List the orders of the API user that have changed since a cursor',
  operationId: 'listOrderChanges',
  access: 'public',
  tag: 'Orders',
  query: feedQuery,
  output: feed,
})

export const readOrderCall = defineEndpoint('GET /v1/orders/:reference', {
  summary: 'Read an order that was placed with a key of the same API user',
  operationId: 'getOrder',
  access: 'public',
  tag: 'Orders',
  params: orderParams,
  output: orderSchema,
})
