import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'

const wholeNumber = z.optional(
  z.string().check(z.regex(/^(0|[1-9][0-9]{0,14})$/, { error: () => t('Must be a whole number.') })),
)

const side = z
  .object({
    id: z.int(),
    title: z.string(),
    provider: z.string(),
    status: z.string(),
    /** In minor units of the currency. */
    retail: z.nullable(z.int()),
    currency: z.string(),
    picture: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'PairedProduct' })
export type PairedProduct = z.output<typeof side>

const pair = z
  .object({
    one: side,
    other: side,
    city: z.string(),
    /** Of the titles, in hundredths of a percent. */
    likeness: z.int(),
    metres: z.nullable(z.int()),
    isSamePicture: z.nullable(z.boolean()),
    /** Who said that they are not the same, and when; null while no one has. */
    decidedBy: z.nullable(z.string()),
    decidedAt: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'ProductPair' })
export type ProductPair = z.output<typeof pair>

/** Pairs of one page. */
export const pairsShown = 10

export const listProductPairs = defineEndpoint('GET /rest/data/product-pairs', {
  summary: 'Read pairs of products of two suppliers that look like one; of one product, decided ones too',
  access: ['products', 'ui'],
  tag: 'Product imports',
  query: z.object({ product: wholeNumber, skip: wholeNumber }),
  output: z.object({ pairs: z.array(pair), total: z.int() }),
})

export const decideProductPair = defineEndpoint('POST /rest/data/product-pairs', {
  summary: 'Mark two products as not the same, or undo that',
  access: ['products', 'write'],
  tag: 'Product imports',
  input: z.strictObject({ productId: z.int(), otherId: z.int(), isDistinct: z.boolean() }),
  output: z.object({ isDistinct: z.boolean() }),
})
