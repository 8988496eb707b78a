import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'
import { dayStates } from './sellability.ts'

const params = z.object({ id: z.string() })

const calendar = z.object({
  month: z.string(),
  /** Of the product; the days and times are those of its clocks. */
  timeZone: z.string(),
  /** The day that it is there now. */
  today: z.string(),
  days: z.array(z.object({
    date: z.string(), state: z.enum(dayStates),
    /** Why, as a sentence in the reader's language. */
    cause: z.string(),
    vacancies: z.nullable(z.int()), times: z.array(z.string()),
  })),
})
export type Calendar = z.output<typeof calendar>
export type CalendarDay = Calendar['days'][number]

export const readSellability = defineEndpoint('GET /rest/data/product-options/:id/calendar', {
  summary: 'Read for each day of a month whether an option can be sold, and why',
  access: ['product-options', 'ui'],
  params,
  query: z.strictObject({
    /** The present one where none is named. */
    month: z.optional(z.string().check(z.regex(/^20[0-9]{2}-(0[1-9]|1[0-2])$/, { error: () => t('Give the month such as 2026-06.') }))),
    /** Changes with the record, so that a saved rule is seen at once. */
    version: z.optional(z.string()),
  }),
  output: calendar,
  tag: 'Product options',
})

export const makeDefaultOption = defineEndpoint('POST /rest/data/product-options/:id/default', {
  summary: 'Make an option the default of its product in place of the one before',
  access: ['product-options', 'write'],
  params,
  output: z.object({ before: z.nullable(z.int()) }),
  tag: 'Product options',
})

const optionIds = z.array(z.int({ error: () => t('Every id is a whole number.') }), { error: () => t('Choose at least one option.') }).check(
  z.minLength(1, { error: () => t('Choose at least one option.') }), z.maxLength(200, { error: () => t('Choose at most 200 options at a time.') }),
)
const copied = z.object({ results: z.array(z.object({ id: z.int(), ok: z.boolean(), message: z.optional(z.string()), copyId: z.optional(z.int()) })) })
export type CopyResults = z.output<typeof copied>

export const copyOptions = defineEndpoint('POST /rest/data/product-options/copy', {
  summary: 'Copy options with the units that are theirs alone, to their own products or to another one; a copy is not active until somebody activates it',
  access: ['product-options', 'write'], tag: 'Product options', output: copied,
  input: z.strictObject({
    ids: optionIds,
    /** The product that the copies are for; their own where it is left out. */
    productId: z.optional(z.nullable(z.int({ error: () => t('Name the product by its id.') }))),
  }),
})
