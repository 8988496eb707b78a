import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { idParams, numberText } from '../../../core/http/path-params.ts'
import { t } from '../../../core/i18n/language.ts'
import { customerSchema } from '../orders.ts'
import { quoteSchema, wantedShape } from '../quotes.ts'
import { typedText } from '../typed-text.ts'

/** How long places are kept for a customer who pays by a link: a message has to be found and read first. */
export const holdMinutes = 60

/** An order has at most so many lines, and each can have one. */
export const maxLines = 10

const priceWords = () => t('Enter a price of 0 or more.')
const lineWords = () => t('Send a line of the order.')
const reasonWords = () => t('Enter a reason of at least 3 characters.')
/** Another price of a line, counted from 0: without fees, in minor units. */
const price = {
  line: z.int({ error: lineWords }).check(z.gte(0, { error: lineWords }), z.lte(maxLines - 1, { error: lineWords })),
  price: z.int({ error: priceWords }).check(z.gte(0, { error: priceWords }), z.lte(1e12, { error: priceWords })),
}
const override = z
  .strictObject({
    ...price,
    reason: typedText(500, reasonWords).check(z.minLength(3, { error: reasonWords })),
  })
  .register(z.globalRegistry, {
    id: 'PriceOverride',
    description: 'Another price of a line, counted from 0: without fees, in minor units. reason is shown on the order.',
  })

const quoted = {
  ...wantedShape,
  /** A customer that we know; else who it is. */
  customerId: z.optional(z.nullable(z.int({ error: () => t('Choose a customer.') }))),
  customer: z.optional(customerSchema),
}

const phoneQuote = z
  .object({
    quote: quoteSchema,
    /** Of each line, what the pricing function says, without fees. */
    listPrices: z.array(z.int()),
    /** By field of the call, why this person cannot sell it so. */
    problems: z.record(z.string(), z.string()),
  })
  .register(z.globalRegistry, { id: 'PhoneQuote' })
export type PhoneQuote = z.output<typeof phoneQuote>

export const quoteByPhone = defineEndpoint('POST /rest/data/purchases/phone-quotes', {
  summary: 'Say what an order by phone costs, with the prices that staff change. It takes nothing',
  access: ['purchases', 'write'],
  tag: 'Purchases',
  input: z.strictObject({
    ...quoted,
    overrides: z.optional(z.array(z.strictObject(price)).check(z.maxLength(maxLines))),
  }),
  output: phoneQuote,
})

const phoneOrder = z
  .object({
    id: z.int(),
    reference: z.string(),
    kind: z.enum(['event', 'product']),
    title: z.string(),
    total: z.int(),
    currency: z.string(),
    heldUntil: z.nullable(z.string()),
    /** Null where nothing has to be paid. */
    paymentLink: z.nullable(z.string()),
    /** Whether the link is sent to the customer: not without a mail server. */
    isMailed: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'PhoneOrder' })
export type PhoneOrder = z.output<typeof phoneOrder>

const totalWords = () => t('Send the quote’s total in minor units.')

export const placeByPhone = defineEndpoint('POST /rest/data/purchases/phone-orders', {
  summary: 'Place an order by phone: its places are kept, and the customer is sent a link to pay until the hold ends',
  access: ['purchases', 'write'],
  tag: 'Purchases',
  idempotencyKey: 'required',
  status: 201,
  input: z.strictObject({
    ...quoted,
    overrides: z.optional(z.array(override).check(z.maxLength(maxLines))),
    total: z.int({ error: totalWords }).check(z.minimum(0, { error: totalWords })),
  }),
  output: phoneOrder,
})

const goods = z
  .object({
    options: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        startTimes: z.array(z.string()),
        minUnits: z.int(),
        maxUnits: z.int(),
        currency: z.string(),
        units: z.array(
          z.object({
            id: z.int(),
            title: z.string(),
            minAge: z.nullable(z.int()),
            maxAge: z.nullable(z.int()),
            /** Null where the whole booking has one price. */
            price: z.nullable(z.int()),
          }),
        ),
      }),
    ),
    /** The next days of the option that can be sold; vacancies is null where no one counts. */
    days: z.array(z.object({ date: z.string(), vacancies: z.nullable(z.int()), times: z.array(z.string()) })),
    listings: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        price: z.int(),
        fee: z.int(),
        currency: z.string(),
        available: z.int(),
        splits: z.array(z.int()),
      }),
    ),
    /** On sale, those with tickets listed first. */
    performances: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        city: z.string(),
        date: z.string(),
        time: z.nullable(z.string()),
        isListed: z.boolean(),
      }),
    ),
    /** In which customers can be written to: those of the shop. */
    languages: z.array(z.string()),
  })
  .register(z.globalRegistry, { id: 'PhoneGoods' })
export type PhoneGoods = z.output<typeof goods>

export const readPhoneGoods = defineEndpoint('GET /rest/data/purchases/phone-goods', {
  summary: 'List what can be sold by phone: options, days, listings, performances or languages',
  access: ['purchases', 'write'],
  tag: 'Purchases',
  query: z.strictObject({
    productId: z.optional(numberText('The id of a product')),
    optionId: z.optional(numberText('The id of an option')),
    performanceId: z.optional(numberText('The id of a performance')),
    search: z.optional(z.string().check(z.maxLength(200))),
    day: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, { error: () => t('Send the day as YYYY-MM-DD.') }))),
    chosenId: z.optional(numberText('A performance that is in the answer in any case')),
  }),
  output: goods,
})

/** For staff, on the order's page. */
export const readPhoneSale = defineEndpoint('GET /rest/data/purchases/:id/phone-sale', {
  summary: 'Read who sold an order by phone, what they changed of its price, and the link by which it is paid',
  access: ['purchases', 'ui'],
  params: idParams,
  query: z.strictObject({
    /** Changes with the record, so that news shows at once. */
    version: z.optional(z.string()),
  }),
  tag: 'Purchases',
  output: z
    .object({
      /** Null where no one wrote it down. */
      seller: z.nullable(z.string()),
      overrides: z.array(z.object({ title: z.string(), listPrice: z.int(), price: z.int(), reason: z.string() })),
      /** Null where it is paid or has ended, and for those who cannot sell. */
      paymentLink: z.nullable(z.string()),
      /** Why an order that waits for its payment has no link. */
      problem: z.nullable(z.string()),
    })
    .register(z.globalRegistry, { id: 'PhoneSale' }),
})
