import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { languageTagProblem } from '../../core/resource/text-formats.ts'
import type { ApiScope } from '../api-users/api-users.ts'

/** What a key needs for every call of the Orders API. */
export const ordersScope = 'orders' satisfies ApiScope

/** What the calls of the Orders API are about, by the groups that they are listed in. */
export const orderTags: Readonly<Record<string, string>> = {
  Quotes: 'What something costs and whether it can be bought now. A quote takes nothing.',
  Orders:
    'An order keeps its places until heldUntil. Every call that changes one needs an Idempotency-Key: sent again with the same key, it is not done twice.',
}

/** More in one order is a group booking, which staff take. */
const maxUnits = 100

const wholeNumber = () => t('Enter a whole number of 1 or more.')
const id = z.int({ error: wholeNumber }).check(z.positive({ error: wholeNumber }))
const quantity = z
  .int({ error: wholeNumber })
  .check(
    z.minimum(1, { error: wholeNumber }),
    z.maximum(maxUnits, { error: () => t('At most {n} in one order.', { n: maxUnits }) }),
  )
const noLines = () => t('Choose what the customer buys.')

/** Tickets of one listing, as the offers of a performance name it. */
const ticketsLine = z
  .strictObject({ kind: z.literal('event'), listingId: id, quantity })
  .register(z.globalRegistry, { id: 'TicketsLine' })
/** Units of a product option on a day: the kinds of people who come, and how many of each. */
const visitLine = z
  .strictObject({
    kind: z.literal('product'),
    optionId: id,
    date: z.iso.date({ error: () => t('Send the day as a date, such as 2026-06-01.') }),
    time: z.optional(
      z
        .string({ error: () => t('Enter a time such as 09:30.') })
        .check(z.regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, { error: () => t('Enter a time such as 09:30.') })),
    ),
    units: z
      .array(z.strictObject({ unitId: id, quantity }), { error: () => t('Enter the number of guests by unit.') })
      .check(
        z.minLength(1, { error: () => t('Enter the number of guests by unit.') }),
        z.maxLength(20, { error: () => t('Choose up to {n} units.', { n: 20 }) }),
      ),
  })
  .register(z.globalRegistry, { id: 'VisitLine' })
export type TicketsLine = z.output<typeof ticketsLine>
export type VisitLine = z.output<typeof visitLine>

/** What a customer wants to buy: tickets of one performance, or units of one option at one time. */
export const wantedShape = {
  lines: z
    .array(
      z.discriminatedUnion('kind', [ticketsLine, visitLine], {
        error: () => t('A line must be an event or a product.'),
      }),
      { error: noLines },
    )
    .check(
      z.minLength(1, { error: noLines }),
      z.maxLength(10, { error: () => t('An order has at most {n} lines.', { n: 10 }) }),
    ),
  coupon: z.optional(
    z
      .string({ error: () => t('Send a coupon code.') })
      .check(
        z.trim(),
        z.minLength(1, { error: () => t('Send a coupon code.') }),
        z.maxLength(40, { error: () => t('The code of a coupon has at most 40 characters.') }),
      ),
  ),
  locale: z.optional(
    z.string({ error: () => t('Enter a language code, such as en or pt-BR.') }).check(
      z.refine((tag) => languageTagProblem([tag]) === undefined, {
        error: () => t('Enter a language code, such as en or pt-BR.'),
      }),
    ),
  ),
  currency: z.optional(
    z
      .string({ error: () => t('Enter an ISO 4217 currency code, such as EUR.') })
      .check(z.regex(/^[A-Z]{3}$/, { error: () => t('Enter an ISO 4217 currency code, such as EUR.') })),
  ),
}

/** Sums of a line or of everything, in minor units: 4500 with exponent 2 is 45.00. */
export const sums = { price: z.int(), fees: z.int(), total: z.int() }

const item = z
  .object({ unitId: z.nullable(z.int()), title: z.string(), quantity: z.int(), price: z.int(), fee: z.int() })
  .register(z.globalRegistry, {
    id: 'QuotedItem',
    description: 'So many of the same at one price. price and fee are of one of them.',
  })

const line = z
  .object({
    kind: z.enum(['event', 'product']),
    title: z.string(),
    localDate: z.string(),
    localTime: z.nullable(z.string()),
    timeZone: z.string(),
    quantity: z.int(),
    available: z.nullable(z.int()),
    problem: z.nullable(z.string()),
    items: z.array(item),
    ...sums,
    asOf: z.nullable(z.string()),
  })
  .register(z.globalRegistry, {
    id: 'QuotedLine',
    description:
      'A line of the call with its price. problem says why it cannot be bought, null where it can; available is how many can be had, null for any number; asOf is when its provider was last asked.',
  })

export const quoteSchema = z
  .object({
    lines: z.array(line),
    currency: z.string(),
    exponent: z.int(),
    ...sums,
    discount: z.int(),
    coupon: z.nullable(
      z
        .object({ code: z.string(), discount: z.int(), problem: z.nullable(z.string()) })
        .register(z.globalRegistry, { id: 'QuotedCoupon' }),
    ),
    isAvailable: z.boolean(),
    quotedAt: z.string(),
  })
  .register(z.globalRegistry, {
    id: 'Quote',
    description:
      'total is price and fees less the discount, in minor units of the currency: 4500 with exponent 2 is 45.00. A quote keeps nothing: the price can change until the order is placed.',
    examples: [
      {
        lines: [
          {
            kind: 'event',
            title: 'Tosca: Stalls, row F',
            localDate: '2027-05-01',
            localTime: '20:00',
            timeZone: 'Europe/Rome',
            quantity: 2,
            available: 4,
            problem: null,
            items: [{ unitId: null, title: 'Stalls, row F', quantity: 2, price: 5500, fee: 550 }],
            price: 11_000,
            fees: 1100,
            total: 12_100,
            asOf: '2027-01-15T09:30:00.000Z',
          },
        ],
        currency: 'EUR',
        exponent: 2,
        price: 11_000,
        fees: 1100,
        discount: 1100,
        total: 11_000,
        coupon: { code: 'SPRING', discount: 1100, problem: null },
        isAvailable: true,
        quotedAt: '2027-01-15T09:31:12.000Z',
      },
    ],
  })
export type Quote = z.output<typeof quoteSchema>
export type QuotedLine = Quote['lines'][number]

const wanted = z
  .strictObject({
    ...wantedShape,
    /** The customer's, because some providers do not sell everywhere. */
    country: z.optional(
      z
        .string({ error: () => t('Enter an ISO 3166-1 country code, such as ES.') })
        .check(z.regex(/^[A-Z]{2}$/, { error: () => t('Enter an ISO 3166-1 country code, such as ES.') })),
    ),
  })
  .register(z.globalRegistry, {
    id: 'QuoteRequest',
    description:
      'Tickets of one performance, or units of one product option at one time. Without a currency it is the one that they are sold in.',
    examples: [
      { lines: [{ kind: 'event', listingId: 4711, quantity: 2 }], coupon: 'SPRING', locale: 'en' },
      {
        lines: [
          { kind: 'product', optionId: 12, date: '2027-06-01', time: '09:30', units: [{ unitId: 31, quantity: 2 }] },
        ],
        currency: 'EUR',
      },
    ],
  })
export type Wanted = z.output<typeof wanted>

export const quoteCall = defineEndpoint('POST /v1/quotes', {
  summary: 'Say what something costs, line by line, and whether it can be bought now',
  operationId: 'createQuote',
  access: 'public',
  tag: 'Quotes',
  input: wanted,
  output: quoteSchema,
})
