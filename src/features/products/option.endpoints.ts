import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { copyOutcome } from '../../core/outcome.ts'
import { idParams } from '../../core/http/path-params.ts'
import { dayStates } from './sellability.ts'

const calendar = z.object({
  month: z.string(),
  /** The product's time zone; days and times are local to it. */
  timeZone: z.string(),
  /** The current date there. */
  today: z.string(),
  days: z.array(
    z.object({
      date: z.string(),
      state: z.enum(dayStates),
      /** Why, as a sentence in the reader's language. */
      cause: z.string(),
      vacancies: z.nullable(z.int()),
      times: z.array(z.string()),
    }),
  ),
})
export type Calendar = z.output<typeof calendar>
export type CalendarDay = Calendar['days'][number]

export const readSellability = defineEndpoint('GET /rest/data/product-options/:id/calendar', {
  summary: 'Read for each day of a month whether an option can be sold, and why',
  access: ['product-options', 'ui'],
  params: idParams,
  query: z.strictObject({
    /** The current month by default. */
    month: z.optional(
      z.string().check(z.regex(/^20[0-9]{2}-(0[1-9]|1[0-2])$/, { error: () => t('Send the month, such as 2026-06.') })),
    ),
    /** Changes with the record, so that a saved rule takes effect at once. */
    version: z.optional(z.string()),
  }),
  output: calendar,
  tag: 'Product options',
})

export const makeDefaultOption = defineEndpoint('POST /rest/data/product-options/:id/default', {
  summary: 'Make an option the default of its product in place of the one before',
  access: ['product-options', 'write'],
  params: idParams,
  output: z.object({ before: z.nullable(z.int()) }),
  tag: 'Product options',
})

const optionIds = z
  .array(z.int({ error: () => t('Every id must be a whole number.') }), {
    error: () => t('Choose at least one option.'),
  })
  .check(
    z.minLength(1, { error: () => t('Choose at least one option.') }),
    z.maxLength(200, { error: () => t('Choose at most 200 options at a time.') }),
  )
const copied = z.object({
  results: z.array(copyOutcome),
})
export type CopyResults = z.output<typeof copied>

export const copyOptions = defineEndpoint('POST /rest/data/product-options/copy', {
  summary:
    'Copy options with their own units, to their own products or to another one; a copy is not active until it is activated',
  access: ['product-options', 'write'],
  tag: 'Product options',
  output: copied,
  input: z.strictObject({
    ids: optionIds,
    /** The product to copy to; the options' own if omitted. */
    productId: z.optional(z.nullable(z.int({ error: () => t('Send the product’s id.') }))),
  }),
})
