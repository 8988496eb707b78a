import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams } from '../../core/http/path-params.ts'
import type { ApiScope } from '../api-users/api-users.ts'
import { unitTypes } from '../products/product-age-bands.ts'
import { cutoffUnits } from '../products/product-options.ts'
import { conditional } from './discovery.ts'
import { day, language, number, querySchema } from './discovery-parameters.ts'
import { inLanguage, orNull, price } from './discovery-records.ts'

/** How many days an answer about availability covers at most. */
export const maxDays = 31

/** A field with what it means, for those who read the document. */
function field<S extends z.ZodMiniType>(schema: S, description: string): S {
  z.globalRegistry.add(schema, { description })
  return schema
}

const text = z.string()

const unit = z
  .object({
    id: field(z.int(), 'What orders name as unitId'),
    type: z.enum(unitTypes),
    title: text,
    titlePlural: text,
    minAge: z.int(),
    maxAge: z.int(),
    isIdRequired: field(z.boolean(), 'They show a document that proves it, such as a student card'),
    paxCount: field(z.int(), 'How many people come with one unit, and so how many places it takes'),
    minQuantity: field(z.int(), 'How many there are in one order at least, where there are any'),
    maxQuantity: field(z.int(), 'How many there are in one order at most'),
    accompaniedBy: field(
      z.array(z.enum(unitTypes)),
      'One of these types is in the same order; empty where they can come alone',
    ),
    price: z.optional(orNull(price)),
  })
  .register(z.globalRegistry, {
    id: 'Unit',
    description:
      'A kind of guest, or a group such as a family. price is that of one unit; null where the booking has one price, however many come, and where nothing is sold.',
  })

/** An option of a product, with all that an order of it has to name but the day. */
export const productOption = z
  .object({
    id: field(z.int(), 'What orders name as optionId'),
    title: text,
    isDefault: z.boolean(),
    durationMinutes: orNull(z.int()),
    languages: field(z.array(text), 'The languages of its guide, as BCP 47 tags'),
    meetingPoint: orNull(text),
    startTimes: field(
      z.array(text),
      'When it starts, such as 09:30, by the product’s own clock. An order names one of them, or no time where there are none',
    ),
    cutoffAmount: field(z.int(), 'How long before the start the last order is taken, in cutoffUnit'),
    cutoffUnit: z.enum(cutoffUnits),
    minUnits: field(z.int(), 'How many units one order has at least'),
    maxUnits: field(z.int(), 'How many units one order has at most'),
    units: z.array(unit),
    fromPrice: z.optional(orNull(price)),
    ...inLanguage,
  })
  .register(z.globalRegistry, {
    id: 'ProductOption',
    description:
      'What can be ordered of a product. fromPrice is that of the cheapest unit that a person can buy alone, or of the booking where that is what is priced.',
  })

const octoStatuses = ['AVAILABLE', 'FREESALE', 'LIMITED', 'SOLD_OUT', 'CLOSED'] as const
export type OctoStatus = (typeof octoStatuses)[number]

/** A start time of a day, or a whole day, with what a quote of it would say. */
export const availability = z
  .object({
    date: field(z.string(), 'The day, as an order names it'),
    time: field(orNull(text), 'The start time, as an order names it; null where the option has none'),
    localDateTimeStart: field(
      z.string(),
      'The start on the product’s own clock with its offset; where the option has no start times, the beginning of the day',
    ),
    openingHours: field(
      z.array(z.object({ from: text, to: text })),
      'When it opens and closes that day, where it has opening hours instead of start times',
    ),
    available: z.boolean(),
    status: field(
      z.enum(octoStatuses),
      'OCTO’s word. FREESALE: its supplier takes every booking. LIMITED: few places are left',
    ),
    vacancies: field(orNull(z.int()), 'How many people can still come; null for any number'),
    problem: field(
      orNull(text),
      'Why a quote of it is refused, in the words of the quote; null where it can be ordered',
    ),
    unitPricing: z.optional(
      field(
        z.array(z.object({ unitId: orNull(z.int()), price })),
        'What each unit costs; a unitId of null is the whole booking, where that is what is priced. Empty where it can’t be ordered',
      ),
    ),
    asOf: field(orNull(text), 'When its supplier was last asked'),
  })
  .register(z.globalRegistry, {
    id: 'ProductAvailability',
    description:
      'Whether an option can be ordered at a time. A quote and an order of the same moment say the same; a party can be too large for what is left, or break the limits of its units.',
  })

export const optionsCall = defineEndpoint('GET /v1/products/:id/options', {
  summary: 'Read the options of a product with their start times and units, whose ids orders name',
  operationId: 'listProductOptions',
  access: 'public',
  tag: 'Products',
  headers: conditional,
  params: idParams,
  query: querySchema(language),
  output: z.object({ data: z.array(productOption) }),
})

export const availabilityCall = defineEndpoint('GET /v1/products/:id/availability', {
  summary: `Read on which days and at which times an option can be ordered, at most ${maxDays} days with a call`,
  operationId: 'listProductAvailability',
  access: 'public',
  tag: 'Products',
  headers: conditional,
  params: idParams,
  query: querySchema({
    ...language,
    optionId: { ...number('one of its options'), isRequired: true },
    from: day('The first day; today where it is left out'),
    to: day(`The last day; ${maxDays} days in all where it is left out`),
  }),
  output: z.object({ data: z.array(availability) }),
})
/** What a key needs for it besides the scope of every call. */
export const availabilityScopes = ['availability:read'] as const satisfies readonly ApiScope[]
