import * as z from 'zod/mini'
import { reasonText } from '../../../core/access/reason.ts'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { numberText } from '../../../core/http/path-params.ts'
import { t } from '../../../core/i18n/language.ts'
import { exportFormats, mediaTypes } from '../../../platform/transfer/exports.ts'

const id = z.int({ error: () => t('Enter an id.') }).check(z.minimum(1, { error: () => t('Enter an id.') }))

/** The orders of one performance, or of one product on a day: who comes, how many and where they sit. */
export const exportManifest = defineEndpoint('POST /rest/data/purchases/manifest', {
  summary: 'Export who comes to a performance, or to a product on a day: one row an order, as CSV or XLSX',
  access: ['purchases', 'export'],
  also: [['purchases', 'ui']],
  tag: 'Purchases',
  input: z.strictObject({
    performanceId: z.optional(z.nullable(id)),
    productId: z.optional(z.nullable(id)),
    /** Of the product, at the place. A performance has its own. */
    date: z.optional(z.nullable(z.iso.date({ error: () => t('Choose a day.') }))),
    /** Of the product: only who comes at that time. */
    time: z.optional(z.nullable(z.string().check(z.maxLength(5, { error: () => t('Enter a time such as 09:30.') })))),
    format: z.enum(exportFormats, { error: () => t('The format is csv or xlsx.') }),
    /** Why phone numbers are needed in full. Left out, they are masked. */
    reason: z.optional(z.nullable(reasonText)),
  }),
  produces: Object.values(mediaTypes),
  output: z.string(),
})

/** How many come at each time, and how many of them are there or did not come. */
export const readManifestSlots = defineEndpoint('GET /rest/data/purchases/manifest/slots', {
  summary: 'Count who comes to a performance, or to a product on a day, by start time',
  access: ['purchases', 'export'],
  also: [['purchases', 'ui']],
  tag: 'Purchases',
  query: z.strictObject({
    performanceId: z.optional(numberText('A performance')),
    productId: z.optional(numberText('A product')),
    date: z.optional(z.iso.date({ error: () => t('Choose a day.') })),
  }),
  output: z.array(
    z.object({
      time: z.nullable(z.string()),
      orders: z.int(),
      quantity: z.int(),
      redeemed: z.int(),
      noShows: z.int(),
    }),
  ),
})
export type ManifestSlot = z.output<typeof readManifestSlots.output & z.core.$ZodType>[number]
